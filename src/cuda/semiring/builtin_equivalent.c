/* The built-in equivalent of a user's semiring, by the letters of its operators (semiring_host.h). */
#include "cuda/semiring/semiring_host.h"

#include "cuda/runtime/device.h"

/* The operators of a user's semiring; both are 0 where it has no texts.  They are found once and stored in the semiring;
 * threads that find them at the same time store the same. */
static struct operator_letters letters_of(const struct graph_semiring *s)
{
    enum { IS_KNOWN = 1 << 16, LETTER_BITS = 8 };
    struct operator_letters letters = {0};
    if (s->add_text == NULL || s->mul_text == NULL)
        return letters;
    uint32_t stored = __atomic_load_n(&s->letters, __ATOMIC_RELAXED);
    if (stored == 0) {
        letters = graph__cuda_match_operators(s);
        stored = (uint32_t)IS_KNOWN | (uint32_t)letters.add << LETTER_BITS | (uint32_t)letters.mul;
        __atomic_store_n(&((struct graph_semiring *)s)->letters, stored, __ATOMIC_RELAXED);
    }
    return (struct operator_letters){(char)(stored >> LETTER_BITS), (char)stored};
}

static bool is_floating(const struct graph_semiring *s)
{
    return s->type == GRAPH_FP32 || s->type == GRAPH_FP64;
}

graph_semiring_kind graph__cuda_builtin_equivalent(const struct graph_semiring *s)
{
    static const struct {
        graph_semiring_kind kind;
        char add, mul;
        bool saturates; /* the built-in semiring does over integers */
    } known[] = {{GRAPH_PLUS_TIMES, '+', '*', false}, {GRAPH_MIN_PLUS, '<', '+', true},
                 {GRAPH_MAX_PLUS, '>', '+', true},    {GRAPH_MAX_MIN, '>', '<', false},
                 {GRAPH_MIN_MAX, '<', '>', false},    {GRAPH_MAX_TIMES, '>', '*', false},
                 {GRAPH_MIN_TIMES, '<', '*', false},  {GRAPH_PLUS_PAIR, '+', '1', false},
                 {GRAPH_PLUS_FIRST, '+', 'x', false}, {GRAPH_PLUS_SECOND, '+', 'y', false},
                 {GRAPH_MIN_FIRST, '<', 'x', false},  {GRAPH_MIN_SECOND, '<', 'y', false},
                 {GRAPH_OR_AND, '|', '&', false},     {GRAPH_XOR_AND, '^', '&', false}};
    if (s->number >= 0)
        return s->kind;
    const struct operator_letters letters = letters_of(s);
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (known[k].add == letters.add && known[k].mul == letters.mul &&
            !(known[k].saturates && !is_floating(s)))
            return known[k].kind;
    return (graph_semiring_kind)0;
}

enum equivalence graph__cuda_equivalence(const struct graph_semiring *s)
{
    const graph_semiring_kind kind = graph__cuda_builtin_equivalent(s);
    if (s->number >= 0 || kind == 0)
        return EQUIVALENT_NONE;
    if (!is_floating(s) || letters_of(s).add == '+')
        return EQUIVALENT_ALWAYS;
    return letters_of(s).mul == '*' ? EQUIVALENT_FOR_NONNEGATIVE : EQUIVALENT_FOR_PLAIN_NUMBERS;
}

enum equivalence graph__cuda_use_equivalent(const struct graph_semiring **s)
{
    const enum equivalence equivalence = graph__cuda_equivalence(*s);
    if (equivalence == EQUIVALENT_ALWAYS)
        *s = graph_semiring_builtin(graph__cuda_builtin_equivalent(*s), (*s)->type);
    return equivalence;
}

bool graph__cuda_equivalent_absorbs(const struct graph_semiring *s)
{
    enum { ABSORBS = GRAPH_LAW_IDENTITY | GRAPH_LAW_LEFT_ZERO | GRAPH_LAW_RIGHT_ZERO };
    const graph_semiring_kind kind = graph__cuda_builtin_equivalent(s);
    const struct graph_semiring *equivalent = s->number >= 0 ? s
                                              : kind != 0    ? graph_semiring_builtin(kind, s->type)
                                                             : NULL;
    return equivalent != NULL && (equivalent->laws & ABSORBS) == ABSORBS &&
           equivalent->reads == GRAPH_READS_XY;
}

bool graph__cuda_has_packed(const struct graph_semiring *s)
{
    enum { LEAST_ARCHITECTURE = 90 }; /* earlier ones take several instructions */
    const graph_semiring_kind kind = graph__cuda_builtin_equivalent(s);
    return s->type == GRAPH_FP32 && (kind == GRAPH_MIN_PLUS || kind == GRAPH_MAX_PLUS) &&
           graph__cuda_device(NULL)->architecture >= LEAST_ARCHITECTURE;
}
