/* Operations on hypersparse matrices whose result depends on the positions themselves.  Each makes a new matrix, which
 * is then written through mask and accumulator as the identity of it. */
#ifndef OPERATIONS_COMPACT_COMPACT_POSITIONS_H
#define OPERATIONS_COMPACT_COMPACT_POSITIONS_H

#include "operations/compact/compact.h"

/* *T = the entries of A whose position passes the test. */
graph_status graph__compact_select(graph_matrix **T, const graph_matrix *A, bool is_transposed,
                                   graph_select_op op, graph_scalar y);

/* *T = the positions of the entries of A, as graph_apply_index. */
graph_status graph__compact_positions(graph_matrix **T, const graph_matrix *A, bool is_transposed,
                                      graph_index_op op, int64_t k);

/* graph_kronecker. */
typedef graph_status graph_kronecker_function(graph_matrix *C, const graph_matrix *mask, graph_op accum,
                                              graph_op op, const graph_matrix *A, const graph_matrix *B,
                                              const graph_descriptor *descriptor);

/* *T = the Kronecker product in `type`; `kronecker` makes that of the small operands. */
graph_status graph__compact_kronecker(graph_matrix **T, graph_type type, graph_op op, const graph_matrix *A,
                                      bool is_A_transposed, const graph_matrix *B, bool is_B_transposed,
                                      const graph_descriptor *descriptor,
                                      graph_kronecker_function *kronecker);

/* Whether A or B (which may be NULL) is hypersparse, or, for a Kronecker product C of them, C; then the above are worth
 * it. */
graph_status graph__compact_is_needed(bool *is_needed, const graph_matrix *C, const graph_matrix *A,
                                      const graph_matrix *B);

#endif
