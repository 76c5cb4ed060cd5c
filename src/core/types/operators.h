/* Which operators there are, on which types, and what converts to what. */
#ifndef CORE_TYPES_OPERATORS_H
#define CORE_TYPES_OPERATORS_H

#include "base/registry.h"
#include "semigraph/semiring.h"

/* What a message calls an operator: its constant, the name that a user gave it, or the number of an unknown one. */
enum { GRAPH_OP_NAME_ROOM = 128 };
const char *graph__op_name(char room[GRAPH_OP_NAME_ROOM], int op, enum graph_user_kind kind);

/* Whether values have this type: a built-in one, or a user type that is in use. */
bool graph__is_type(graph_type type);

/* GRAPH_E_DOMAIN unless values of one type become the other's: all built-in ones do, and a pattern takes anything. */
graph_status graph__check_conversion(graph_type to, graph_type from);

/* GRAPH_E_NULL; if the thread has just looked for a semiring that does not exist, the sentence goes on with that. */
graph_status graph__check_semiring(const graph_semiring *semiring);

/* z = op(x, y). */
struct graph_op_types {
    graph_type z, x, y;
};

/* What a binary operator takes and gives in an operation that works in `type`, in which built-in ones that are
 * not typed work: GRAPH_PATTERN is for values that are not computed.  GRAPH_E_INVALID_VALUE: not a binary operator.
 * GRAPH_E_DOMAIN: it is not defined on the type. */
graph_status graph__op_types(struct graph_op_types *types, graph_op op, graph_type type);
static inline bool graph__is_uniform(struct graph_op_types types)
{
    return types.z == types.x && types.z == types.y;
}

/* What kernels are told of an operator with these types: the one without a type where all three are the same. */
static inline graph_op graph__kernel_op(graph_op op, struct graph_op_types types)
{
    return graph__is_uniform(types) ? (graph_op)graph__untyped((int)op) : op;
}

/* The same for accumulators, which may be GRAPH_NO_OP. */
graph_status graph__check_accum(graph_op accum, graph_type type);

/* The type that a monoid works in. */
graph_status graph__monoid_type(graph_type *works_in, graph_op monoid, graph_type type);

/* The type that a reduction by any operator works in, which combines two values of it into a third; *has_identity: it is a
 * monoid. */
graph_status graph__fold_type(graph_type *works_in, bool *has_identity, graph_op op, graph_type type);

/* z = op(x) for values of `type`. */
graph_status graph__unary_types(struct graph_op_types *types, graph_unary_op op, graph_type type);

/* z = op(x, i, j, y) for entries of type A, with the code of a test of graph_select, or of an operator of graph_apply_index.
 * Built-in ones leave y GRAPH_PATTERN (tests) or take an integer. */
graph_status graph__entry_types(struct graph_op_types *types, int code, bool is_test, graph_type A);

#endif
