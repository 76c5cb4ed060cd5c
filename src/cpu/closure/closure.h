/* The fused kernels of reachability (see contract/paths.h), and the steps of closure.c: the acyclic graph of the strong
 * components, and its rows. */
#ifndef CPU_CLOSURE_CLOSURE_H
#define CPU_CLOSURE_CLOSURE_H

#include "contract/paths.h"

graph_status graph__cpu_closure(struct graph_closure_request *r);
graph_status graph__cpu_bit_closure(struct graph_bit_closure_request *r);

/* *dag = the edges between the components of A, which lead to smaller numbers: successors y in descending order, and ~y in
 * place of y if y has none itself.  Needs reach->component and ->components; fills in reach->is_cyclic.  weight: the
 * vertices of each component. */
graph_status graph__cpu_condense(struct graph_csr_arrays *dag, struct graph_reachability *reach,
                                 const int64_t *weight, const struct graph_csr *A, int threads);

/* The slabs of reach.  row_weight[x] = the vertices of the row of x. */
graph_status graph__cpu_closure_rows(struct graph_reachability *reach, int64_t *row_weight,
                                     const struct graph_csr *dag, const int64_t *weight, int threads,
                                     struct graph_progress *progress);

#endif
