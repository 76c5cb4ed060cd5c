/* Which operators the texts of a user's semiring are (semiring_host.h).
 *
 * Usual texts match a list, without blanks and without parentheses around an operand, a condition or the whole.  Others
 * are compiled to PTX, in one program with a kernel r = add(x, y), a kernel r = mul(x, y), and a kernel for each text of
 * the list: kernels with the same instructions on the same operands are the same function.  The texts of the list come
 * first in the program, so that no text of the user changes what they mean. */
#include "cuda/semiring/semiring_host.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/memory.h"
#include "cuda/runtime/image_cache.h"
#include "cuda/runtime/match_memo.h"
#include "cuda/runtime/runtime_compile.h"
#include "cuda/runtime/device.h"

enum {
    INTEGERS = 1,
    ONLY_FP32 = 2,
    ONLY_FP64 = 4,
    BOOLEANS = 8,
    FLOATS = ONLY_FP32 | ONLY_FP64,
    NUMBERS = INTEGERS | FLOATS
};

/* With both orders of the operands, since the compiler preserves the order in some. */
static const struct {
    const char *text;
    char letter;
    unsigned types;
} known[] = {
    {"x + y", '+', NUMBERS},
    {"y + x", '+', NUMBERS},
    {"x * y", '*', NUMBERS},
    {"y * x", '*', NUMBERS},
    {"x < y ? x : y", '<', NUMBERS},
    {"y < x ? y : x", '<', NUMBERS},
    {"x > y ? x : y", '>', NUMBERS},
    {"y > x ? y : x", '>', NUMBERS},
    /* Over floating-point numbers these differ from the ones above for NaN and for zeros of both signs. */
    {"x <= y ? x : y", '<', NUMBERS},
    {"y <= x ? y : x", '<', NUMBERS},
    {"x > y ? y : x", '<', NUMBERS},
    {"y > x ? x : y", '<', NUMBERS},
    {"x >= y ? y : x", '<', NUMBERS},
    {"y >= x ? x : y", '<', NUMBERS},
    {"x >= y ? x : y", '>', NUMBERS},
    {"y >= x ? y : x", '>', NUMBERS},
    {"x < y ? y : x", '>', NUMBERS},
    {"y < x ? x : y", '>', NUMBERS},
    {"x <= y ? y : x", '>', NUMBERS},
    {"y <= x ? x : y", '>', NUMBERS},
    /* Functions of the C library round their arguments to their type. */
    {"fmin(x, y)", '<', FLOATS},
    {"fmin(y, x)", '<', FLOATS},
    {"fminf(x, y)", '<', ONLY_FP32},
    {"fminf(y, x)", '<', ONLY_FP32},
    {"fmax(x, y)", '>', FLOATS},
    {"fmax(y, x)", '>', FLOATS},
    {"fmaxf(x, y)", '>', ONLY_FP32},
    {"fmaxf(y, x)", '>', ONLY_FP32},
    {"x", 'x', NUMBERS},
    {"y", 'y', NUMBERS},
    {"1", '1', NUMBERS},
    {"x || y", '|', BOOLEANS},
    {"y || x", '|', BOOLEANS},
    {"x | y", '|', BOOLEANS},
    {"y | x", '|', BOOLEANS},
    {"x + y", '|', BOOLEANS},
    {"y + x", '|', BOOLEANS},
    {"x > y ? x : y", '|', BOOLEANS},
    {"x && y", '&', BOOLEANS},
    {"y && x", '&', BOOLEANS},
    {"x & y", '&', BOOLEANS},
    {"y & x", '&', BOOLEANS},
    {"x * y", '&', BOOLEANS},
    {"x < y ? x : y", '&', BOOLEANS},
    {"x != y", '^', BOOLEANS},
    {"y != x", '^', BOOLEANS},
    {"x ^ y", '^', BOOLEANS},
    {"y ^ x", '^', BOOLEANS},
};

enum { KNOWN = sizeof known / sizeof known[0], OF_ADD = KNOWN, OF_MUL, OPERATORS };

static unsigned types_of(const struct graph_semiring *s)
{
    return s->type == GRAPH_BOOL   ? BOOLEANS
           : s->type == GRAPH_FP32 ? ONLY_FP32
           : s->type == GRAPH_FP64 ? ONLY_FP64
                                   : INTEGERS;
}

/* ---- By the text ---- */

enum { ROOM = 32 };

/* Removes parentheses that open at the beginning of a text and close at its first `length` bytes. */
static void open_outer(char *text, size_t length)
{
    while (length >= 2 && text[0] == '(') {
        size_t n = 0;
        int depth = 0;
        do {
            depth += text[n] == '(' ? 1 : text[n] == ')' ? -1 : 0;
            n++;
        } while (n < length && depth > 0);
        if (n < length || depth > 0)
            return;
        memmove(text, text + 1, length - 2);
        memmove(text + length - 2, text + length, strlen(text + length) + 1);
        length -= 2;
    }
}

/* The text without blanks and redundant parentheses; empty if it is longer than any of the list. */
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
    open_outer(to, n);
    if (strchr(to, '?') != NULL)
        open_outer(to, strcspn(to, "?"));
}

static char letter_of_text(const char *text, unsigned types)
{
    char squeezed[ROOM], usual[ROOM];
    squeeze(squeezed, text);
    for (int k = 0; k < KNOWN; k++) {
        squeeze(usual, known[k].text);
        if ((known[k].types & types) != 0 && strcmp(squeezed, usual) == 0)
            return known[k].letter;
    }
    return '\0';
}

/* ---- By the code ---- */

/* Writes at most `room` bytes of the program; returns its length. */
static size_t write_program(char *text, size_t room, const struct graph_semiring *s)
{
    size_t n = 0;
/* At the end of the room nothing is written; the length counts on. */
#define WRITE(...) n += (size_t)snprintf(n < room ? text + n : NULL, n < room ? room - n : 0, __VA_ARGS__)
    WRITE("#define T_%s\n#include \"cuda/semiring/operator_match.cuh\"\n", graph__cuda_type_macro(s->type));
    for (int k = 0; k < KNOWN; k++)
        if ((known[k].types & types_of(s)) != 0)
            WRITE("OPERATOR(%02d, (T)(%s))\n", k, known[k].text);
    WRITE("#define USER_ZERO 0\n#define USER_ONE 1\n#define USER_ADD %s\n#define USER_MUL %s\n"
          "namespace users {\n#include \"cuda/semiring/user_semiring.cuh\"\n}\n"
          "OPERATOR(%02d, users::add(x, y))\nOPERATOR(%02d, users::mul(x, y))\n",
          s->add_text, s->mul_text, (int)OF_ADD, (int)OF_MUL);
#undef WRITE
    return n;
}

/* The text of a kernel behind its name, *bytes long; NULL if there is none. */
static const char *body_of(size_t *bytes, const char *ptx, int number)
{
    char name[32];
    snprintf(name, sizeof name, ".entry operator_%02d(", number);
    const char *begin = strstr(ptx, name), *end = begin != NULL ? strstr(begin, "\n}\n") : NULL;
    if (end == NULL)
        return NULL;
    begin += strlen(name);
    *bytes = (size_t)(end - begin);
    return begin;
}

/* Whether two kernels differ only in their numbers, which are in the names of parameters. */
static bool is_same(const char *ptx, int a, int b)
{
    static const char prefix[] = "operator_";
    enum { PREFIX = sizeof prefix - 1, DIGITS = 2 };
    size_t x_bytes = 0, y_bytes = 0;
    const char *x = body_of(&x_bytes, ptx, a), *y = body_of(&y_bytes, ptx, b);
    if (x == NULL || y == NULL || x_bytes != y_bytes)
        return false;
    for (size_t k = 0; k < x_bytes; k++) {
        if (x[k] != y[k])
            return false;
        if (k + PREFIX + DIGITS <= x_bytes && memcmp(x + k, prefix, PREFIX) == 0 &&
            memcmp(y + k, prefix, PREFIX) == 0)
            k += PREFIX + DIGITS - 1;
    }
    return true;
}

static char letter_of_code(const char *ptx, int number, unsigned types)
{
    for (int k = 0; k < KNOWN; k++)
        if ((known[k].types & types) != 0 && is_same(ptx, number, k))
            return known[k].letter;
    return '\0';
}

/* A match in a thread, so that lack of memory and the compiler's errors do not reach the caller's status. */
struct match_task {
    const struct graph_semiring *semiring;
    struct operator_letters answer;
};

static void *compare_code(void *context)
{
    enum { OLDEST_ARCHITECTURE = 80 }; /* where there is no device, for tests */
    struct match_task *q = context;
    const struct graph_semiring *s = q->semiring;
    const struct graph_cuda_device *device = graph__cuda_device(NULL);
    const size_t room = write_program(NULL, 0, s) + 1;
    char *text = NULL, *ptx = NULL;
    graph_status status;
    graph__memory_stand_apart();
    GRAPH_TRY(GRAPH_NEW(text, room));
    write_program(text, room, s);
    GRAPH_TRY(
        graph__cuda_compile_ptx(&ptx, text, device != NULL ? device->architecture : OLDEST_ARCHITECTURE));
    q->answer = (struct operator_letters){letter_of_code(ptx, OF_ADD, types_of(s)),
                                          letter_of_code(ptx, OF_MUL, types_of(s))};
done:
    graph__free(text);
    graph__free(ptx);
    (void)status;
    return NULL;
}

static struct operator_letters match_by_code(const struct graph_semiring *s)
{
    struct match_task task = {.semiring = s};
    struct graph_image_key key = {0};
    uint16_t stored;
    pthread_t thread;
    graph__image_key_add(&key, graph_type_name(s->type));
    graph__image_key_add(&key, s->add_text);
    graph__image_key_add(&key, s->mul_text);
    if (graph__cuda_memo_find(&stored, &key))
        return (struct operator_letters){(char)(stored >> 8), (char)stored};
    if (graph__cuda_has_compiler() && pthread_create(&thread, NULL, compare_code, &task) == 0) {
        pthread_join(thread, NULL);
        graph__log("cuda: by its code '%.64s' adds by '%c' and multiplies by '%c'", s->name,
                   task.answer.add != 0 ? task.answer.add : '?',
                   task.answer.mul != 0 ? task.answer.mul : '?');
        graph__cuda_memo_add(
            &key, (uint16_t)((unsigned char)task.answer.add << 8 | (unsigned char)task.answer.mul));
    }
    return task.answer;
}

struct operator_letters graph__cuda_match_operators(const struct graph_semiring *s)
{
    const struct operator_letters letters = {letter_of_text(s->add_text, types_of(s)),
                                             letter_of_text(s->mul_text, types_of(s))};
    return letters.add != 0 && letters.mul != 0 ? letters : match_by_code(s);
}
