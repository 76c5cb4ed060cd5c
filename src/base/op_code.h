/* The parts of an operator's code: GRAPH_OP_ON and its kin put the code of a built-in operator and that of a type into
 * one. */
#ifndef BASE_OP_CODE_H
#define BASE_OP_CODE_H

#include "semigraph/types.h"

/* Whether the operator is typed; the operator without its type; the type, GRAPH_PATTERN if it has none. */
static inline bool graph__is_typed(int op) { return op >= (int)GRAPH_TYPED_OPS; }
static inline int graph__untyped(int op) { return graph__is_typed(op) ? op & 0xff : op; }
static inline graph_type graph__type_of_op(int op)
{
    return graph__is_typed(op) ? (graph_type)(op >> 8 & 0xff) : GRAPH_PATTERN;
}

/* A function of an entry and its position, whether it came as a test or as an operator for graph_apply_index. */
struct graph_entry_op {
    int op; /* of graph_select_op or graph_index_op, typed or not */
    bool is_test;
};

static inline struct graph_entry_op graph__entry_op(int op, bool is_test)
{
    const bool is_other = op > 0 && (op & (int)GRAPH_OP_OF_OTHER_KIND) != 0;
    return (struct graph_entry_op){is_other ? op ^ (int)GRAPH_OP_OF_OTHER_KIND : op, is_test != is_other};
}

/* Whether the code is that of a user operator, known or not. */
static inline bool graph__is_user_op(int op)
{
    return op >= (int)GRAPH_OWN_OPS && op < (int)GRAPH_OWN_OPS_END;
}

/* Whether a built-in operator compares: typed, it gives bool. */
static inline bool graph__compares(graph_op op) { return op >= GRAPH_EQ && op <= GRAPH_GE; }

#endif
