/* See semiring_twin.h.  Usual texts are known without a compiler: they are compared without blanks and without parentheses
 * around an operand or around all.  Others are known by their code (operator_match.h). */
#include "cuda/semiring_twin.h"

#include <string.h>

#include "cuda/device.h"
#include "cuda/operator_match.h"

enum { ROOM = 32 };

/* Takes away parentheses that open at the beginning and close at the end. */
static void open_outer(char *text)
{
    for (;;) {
        const size_t length = strlen(text);
        int depth = 0;
        size_t n = 0;
        if (length < 2 || text[0] != '(')
            return;
        do {
            depth += text[n] == '(' ? 1 : text[n] == ')' ? -1 : 0;
            n++;
        } while (n < length && depth > 0);
        if (n < length)
            return;
        memmove(text, text + 1, length - 2);
        text[length - 2] = '\0';
    }
}

/* Longer texts than those that are known become empty. */
static void squeeze(char to[ROOM], const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++) {
        if (strchr(" \t\n", *text) != NULL)
            continue;
        if (n == ROOM - 1) {
            to[0] = '\0';
            return;
        }
        to[n++] = *text;
        if (n >= 3 && to[n - 3] == '(' && strchr("xy", to[n - 2]) != NULL && to[n - 1] == ')' &&
            (n == 3 || strchr("(<>=?:+*|&^", to[n - 4]) != NULL)) {
            to[n - 3] = to[n - 2];
            n -= 2;
        }
    }
    to[n] = '\0';
    open_outer(to);
}

static bool is_one_of(const char *text, const char *const *texts, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(text, texts[k]) == 0)
            return true;
    return false;
}

/* '<': the smaller of x and y; '>': the larger; 0: neither.  Functions of the C library round what they are given to their
 * own type. */
static char choice_of(char text[ROOM], graph_type type)
{
    static const char *const less[] = {"x<y", "x<=y", "y>x", "y>=x"},
                             *const more[] = {"x>y", "x>=y", "y<x", "y<=x"},
                             *const least[] = {"fmin(x,y)", "fmin(y,x)", "fminf(x,y)", "fminf(y,x)"},
                             *const most[] = {"fmax(x,y)", "fmax(y,x)", "fmaxf(x,y)", "fmaxf(y,x)"};
    const size_t exact = type == GRAPH_FP32 ? 4 : type == GRAPH_FP64 ? 2 : 0;
    if (is_one_of(text, least, exact))
        return '<';
    if (is_one_of(text, most, exact))
        return '>';
    char *question = strchr(text, '?');
    if (question == NULL)
        return '\0';
    const bool is_x = strcmp(question + 1, "x:y") == 0, is_y = strcmp(question + 1, "y:x") == 0;
    *question = '\0';
    open_outer(text);
    if ((is_x && is_one_of(text, less, 4)) || (is_y && is_one_of(text, more, 4)))
        return '<';
    if ((is_x && is_one_of(text, more, 4)) || (is_y && is_one_of(text, less, 4)))
        return '>';
    return '\0';
}

/* '|', '&', '^' or 0. */
static char logic_of(const char *own)
{
    static const char *const either[] = {"x|y", "y|x", "x||y", "y||x"},
                             *const both[] = {"x&y", "y&x", "x&&y", "y&&x"},
                             *const one[] = {"x^y", "y^x", "x!=y", "y!=x"};
    return is_one_of(own, either, 4) ? '|'
           : is_one_of(own, both, 4) ? '&'
           : is_one_of(own, one, 4)  ? '^'
                                     : '\0';
}

/* '+', '*', '<', '>', one of logic_of() for Booleans; the only character; or 0. */
static char operator_of(const char *text, graph_type type)
{
    char own[ROOM];
    squeeze(own, text);
    if (type == GRAPH_BOOL)
        return logic_of(own);
    if (strcmp(own, "x+y") == 0 || strcmp(own, "y+x") == 0)
        return '+';
    if (strcmp(own, "x*y") == 0 || strcmp(own, "y*x") == 0)
        return '*';
    return own[0] != '\0' && own[1] == '\0' ? own[0] : choice_of(own, type);
}

/* Of a user's semiring; both are 0 where it has no texts.  What the texts are is found once and stays with it; threads that
 * ask at the same time find the same. */
static struct operator_letters letters_of(const struct graph_semiring *s)
{
    enum { IS_KNOWN = 1 << 16, LETTER_BITS = 8 };
    struct operator_letters letters = {0};
    if (s->add_text == NULL || s->mul_text == NULL)
        return letters;
    uint32_t kept = __atomic_load_n(&s->letters, __ATOMIC_RELAXED);
    if (kept == 0) {
        letters =
            (struct operator_letters){operator_of(s->add_text, s->type), operator_of(s->mul_text, s->type)};
        if (letters.add == 0 || letters.mul == 0)
            letters = graph__cuda_match_operators(s);
        kept = (uint32_t)IS_KNOWN | (uint32_t)letters.add << LETTER_BITS | (uint32_t)letters.mul;
        __atomic_store_n(&((struct graph_semiring *)s)->letters, kept, __ATOMIC_RELAXED);
    }
    return (struct operator_letters){(char)(kept >> LETTER_BITS), (char)kept};
}

static bool is_floating(const struct graph_semiring *s)
{
    return s->type == GRAPH_FP32 || s->type == GRAPH_FP64;
}

graph_semiring_kind graph__cuda_twin(const struct graph_semiring *s)
{
    static const struct {
        graph_semiring_kind kind;
        char add, mul;
        bool saturates; /* the built-in one, over integers */
    } known[] = {{GRAPH_PLUS_TIMES, '+', '*', false}, {GRAPH_MIN_PLUS, '<', '+', true},
                 {GRAPH_MAX_PLUS, '>', '+', true},    {GRAPH_MAX_MIN, '>', '<', false},
                 {GRAPH_MIN_MAX, '<', '>', false},    {GRAPH_MAX_TIMES, '>', '*', false},
                 {GRAPH_MIN_TIMES, '<', '*', false},  {GRAPH_PLUS_PAIR, '+', '1', false},
                 {GRAPH_PLUS_FIRST, '+', 'x', false}, {GRAPH_PLUS_SECOND, '+', 'y', false},
                 {GRAPH_MIN_FIRST, '<', 'x', false},  {GRAPH_MIN_SECOND, '<', 'y', false},
                 {GRAPH_OR_AND, '|', '&', false},     {GRAPH_XOR_AND, '^', '&', false}};
    if (s->number >= 0)
        return s->kind;
    const struct operator_letters own = letters_of(s);
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (known[k].add == own.add && known[k].mul == own.mul && !(known[k].saturates && !is_floating(s)))
            return known[k].kind;
    return (graph_semiring_kind)0;
}

enum twin_likeness graph__cuda_twin_likeness(const struct graph_semiring *s)
{
    const graph_semiring_kind kind = graph__cuda_twin(s);
    if (s->number >= 0 || kind == 0)
        return TWIN_NONE;
    if (!is_floating(s) || letters_of(s).add == '+')
        return TWIN_ALWAYS;
    return letters_of(s).mul == '*' ? TWIN_FOR_NONNEGATIVE : TWIN_FOR_PLAIN_NUMBERS;
}

enum twin_likeness graph__cuda_take_twin(const struct graph_semiring **s)
{
    const enum twin_likeness likeness = graph__cuda_twin_likeness(*s);
    if (likeness == TWIN_ALWAYS)
        *s = graph_semiring_builtin(graph__cuda_twin(*s), (*s)->type);
    return likeness;
}

bool graph__cuda_twin_absorbs(const struct graph_semiring *s)
{
    enum { ABSORBS = GRAPH_LAW_IDENTITY | GRAPH_LAW_LEFT_ZERO | GRAPH_LAW_RIGHT_ZERO };
    const graph_semiring_kind kind = graph__cuda_twin(s);
    const struct graph_semiring *twin = s->number >= 0 ? s
                                        : kind != 0    ? graph_semiring_builtin(kind, s->type)
                                                       : NULL;
    return twin != NULL && (twin->laws & ABSORBS) == ABSORBS && twin->reads == GRAPH_READS_XY;
}

bool graph__cuda_has_halves(const struct graph_semiring *s)
{
    enum { LEAST_ARCHITECTURE = 90 }; /* others take several instructions */
    const graph_semiring_kind kind = graph__cuda_twin(s);
    return s->type == GRAPH_FP32 && (kind == GRAPH_MIN_PLUS || kind == GRAPH_MAX_PLUS) &&
           graph__cuda_device(NULL)->architecture >= LEAST_ARCHITECTURE;
}
