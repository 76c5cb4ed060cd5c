/* The user's operators on arrays; n values by the calling thread.  A result may lie where an operand does: a function
 * then writes elsewhere first. */
#ifndef CPU_ELEMENTWISE_USER_OPERATORS_H
#define CPU_ELEMENTWISE_USER_OPERATORS_H

#include "contract/backend.h"

void graph__cpu_user_binary(void *z, const void *x, const void *y, graph_op op, int64_t n);
void graph__cpu_user_unary(void *z, const void *x, graph_unary_op op, int64_t n);

/* *z = fold of n > 0 values in order, up to a terminal one; *z = the identity. */
void graph__cpu_user_fold(void *z, const void *x, graph_op monoid, int64_t n);
void graph__cpu_user_identity(void *z, graph_op monoid);

/* z[e] = op(x[e], i, j, k) for the entries (i, j) of A, whose values are x. */
void graph__cpu_user_positions(void *z, const struct graph_csr *A, graph_index_op op, int64_t k, int threads);

/* passes[e] = the test of entry e of A (of element e of a vector as row e, column 0) with the values x, which are of the
 * operator's type, against y. */
graph_status graph__cpu_user_test(uint8_t *passes, const struct graph_csr *A, const void *x,
                                  graph_select_op op, graph_scalar y, int threads);
graph_status graph__cpu_user_vector_test(uint8_t *passes, const struct graph_vector_view *u, const void *x,
                                         graph_select_op op, graph_scalar y);

/* *z = op(*x, *y), which do not overlap. */
void graph__cpu_call(const struct graph_operator_call *call, void *z, const void *x, const void *y);

#endif
