/* C<M, replace> accum= T, for every operation. */
#ifndef OPERATIONS_WRITE_BACK_H
#define OPERATIONS_WRITE_BACK_H

#include "operations/operands.h"

/* The flags of a descriptor that writing obeys: every operation with an output takes them. */
enum { GRAPH_WRITE_FLAGS = GRAPH_REPLACE | GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT };

/* Writes T, arrays of type T_type at the place, into C; takes T over, also when it fails.  T_is_masked: T has no entry
 * that the mask does not admit. */
graph_status graph__write_matrix(graph_matrix *C, const struct graph_mask_operand *mask, graph_op accum,
                                 struct graph_csr_arrays *T, graph_type T_type, bool T_is_masked,
                                 const struct graph_place *place);

/* Writes the entries of a matrix, at the place, whose values have the type of C or are for an accumulator. */
graph_status graph__write_matrix_of(graph_matrix *C, const struct graph_mask_operand *mask, graph_op accum,
                                    const struct graph_csr *T, const struct graph_place *place);

/* The same for vectors. */
graph_status graph__write_vector(graph_vector *w, struct graph_vector_mask_operand *mask, graph_op accum,
                                 struct graph_vector_arrays *t, graph_type t_type, bool t_is_masked,
                                 const struct graph_place *place);

/* Writes the entries of u. */
graph_status graph__write_vector_of(graph_vector *w, struct graph_vector_mask_operand *mask, graph_op accum,
                                    const graph_vector *u, const struct graph_place *place);

#endif
