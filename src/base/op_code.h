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

/* Whether the code is that of a user operator, known or not. */
static inline bool graph__is_user_op(int op)
{
    return op >= (int)GRAPH_OWN_OPS && op < (int)GRAPH_OWN_OPS_END;
}

/* Whether a built-in operator compares: typed, it gives bool. */
static inline bool graph__compares(graph_op op) { return op >= GRAPH_EQ && op <= GRAPH_GE; }

#endif
