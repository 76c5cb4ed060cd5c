/* A semiring as kernels and the core see it. */
#ifndef CONTRACT_SEMIRING_H
#define CONTRACT_SEMIRING_H

#include "semigraph/semiring.h"
#include "semigraph/user.h"

/* What mul depends on. */
enum { GRAPH_READS_NONE = 0, GRAPH_READS_X = 1, GRAPH_READS_Y = 2, GRAPH_READS_XY = 3 };

/* The laws of semirings.def. */
enum {
    GRAPH_LAW_IDENTITY = 1,
    GRAPH_LAW_COMMUTES = 2,
    GRAPH_LAW_LEFT_ONE = 4,
    GRAPH_LAW_RIGHT_ONE = 8,
    GRAPH_LAW_LEFT_ZERO = 16,
    GRAPH_LAW_RIGHT_ZERO = 32,
    GRAPH_LAW_LEFT_DIST = 64,
    GRAPH_LAW_RIGHT_DIST = 128
};

/* An operator as kernels call it: a function, one of the two, or the built-in operator on a type where both are NULL. */
struct graph_operator_call {
    graph_binary_function *function;
    graph_binary_context_function *with_context;
    void *context;
    graph_op op;
    graph_type type;
};

struct graph_semiring {
    const char *name;          /* "min_plus_fp32" */
    graph_semiring_kind kind;  /* 0: a user's */
    graph_type type;           /* of sums and products */
    graph_type x_type, y_type; /* of the operands of mul */
    unsigned reads, laws;
    size_t value_bytes;
    int number; /* position among the built-in ones; -1: a user's */
    /* The five functions, of the types T (*)(void), T (*)(T, T) and int (*)(T). */
    graph_function zero, one, add, mul, absorbs;
    const char *zero_text, *one_text, *add_text, *mul_text; /* a user's, for a compiler at run time */
    uint32_t letters; /* what a back end found the two texts to be, atomically; 0: it has not looked */

    /* A semiring of two operators, whose five functions are NULL. */
    bool is_of_operators;
    struct graph_operator_call add_call, mul_call;
    void *zero_value, *terminal;          /* of a monoid of the user's; NULL for a built-in one, or none */
    const struct graph_semiring *pattern; /* the one that gives the pattern of a product */
};

/* Whether its add is `any`: it returns its first operand. */
static inline bool graph__semiring_is_any(const struct graph_semiring *s)
{
    return s->kind == GRAPH_ANY_PAIR || s->kind == GRAPH_ANY_FIRST || s->kind == GRAPH_ANY_SECOND;
}

/* Whether the last failure of this thread was a look-up of a built-in semiring that does not exist. */
bool graph__semiring_was_missing(void);

#endif
