/* Operators whose operands and result need not have the type of the output: user operators, and accumulators on values
 * of two types. */
#ifndef OPERATIONS_MIXED_H
#define OPERATIONS_MIXED_H

#include "operations/operands.h"

/* T = the intersection of A and B under op, with values of types.z; A has those of types.x and B those of types.y. */
graph_status graph__mixed_intersect(struct graph_csr_arrays *T, graph_op op, struct graph_op_types types,
                                    const struct graph_csr *A, const struct graph_csr *B,
                                    const struct graph_place *place);

/* Adds to T, of the type of A and B, the entries that only one of them has. */
graph_status graph__mixed_complete(struct graph_csr_arrays *T, const struct graph_csr *A,
                                   const struct graph_csr *B, const struct graph_place *place);

/* Whether kernels can accumulate values of type T in C once they have the type of C: the operator works in that.  They are
 * told the operator without a type. */
bool graph__accum_is_native(graph_op accum, graph_type C, graph_type T);

/* Z = accum(C, T) on the union, in the type of C, for any accumulator and T of any type. */
graph_status graph__accumulate(struct graph_csr_arrays *Z, const struct graph_csr *C, graph_op accum,
                               const struct graph_csr *T, const struct graph_place *place);

#endif
