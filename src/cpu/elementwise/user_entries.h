/* The user's functions on the entries of a matrix or vector: tests, and functions of positions. */
#ifndef CPU_ELEMENTWISE_USER_ENTRIES_H
#define CPU_ELEMENTWISE_USER_ENTRIES_H

#include "contract/backend.h"

/* z[e] = op(x[e], i, j, k) for the entries (i, j) of A, whose values are x. */
void graph__cpu_user_positions(void *z, const struct graph_csr *A, graph_index_op op, int64_t k, int threads);

/* passes[e] = the test of entry e of A (of element e of a vector as row e, column 0) with the values x, which are of the
 * operator's type, against y. */
graph_status graph__cpu_user_test(uint8_t *passes, const struct graph_csr *A, const void *x,
                                  graph_select_op op, graph_scalar y, int threads);
graph_status graph__cpu_user_vector_test(uint8_t *passes, const struct graph_vector_view *u, const void *x,
                                         graph_select_op op, graph_scalar y);

#endif
