/* The identity of a matrix that another operation has made, for operations that make theirs whole first. */
#ifndef OPERATIONS_APPLY_H
#define OPERATIONS_APPLY_H

#include "semigraph/operations.h"

/* C<M> accum= T under the descriptor's mask flags. */
graph_status graph__apply_identity(graph_matrix *C, const graph_matrix *M, graph_op accum,
                                   const graph_matrix *T, const graph_descriptor *descriptor);

#endif
