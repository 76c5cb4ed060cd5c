/* See builtin_equivalent.h. */
#include "cuda/semiring/builtin_equivalent.h"

#include "cuda/runtime/device.h"
#include "cuda/semiring/operator_match.h"

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
