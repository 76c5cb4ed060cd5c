/* Which operators there are, and on which types. */
#ifndef CORE_OPERATORS_H
#define CORE_OPERATORS_H

#include "semigraph/types.h"

/* GRAPH_E_INVALID_VALUE unless op is a binary operator, GRAPH_E_DOMAIN unless it is defined on `type`; GRAPH_PATTERN,
 * whose values are not computed, takes them all.  So below: an accumulator may also be GRAPH_NO_OP. */
graph_status graph__check_op(graph_op op, graph_type type);
graph_status graph__check_accum(graph_op accum, graph_type type);
graph_status graph__check_monoid(graph_op monoid, graph_type type);
graph_status graph__check_unary(graph_unary_op op, graph_type type);
graph_status graph__check_select(graph_select_op op);
graph_status graph__check_index(graph_index_op op);

#endif
