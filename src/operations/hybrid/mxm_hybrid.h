/* A product that the CPU and a device make together, the result on the host. */
#ifndef OPERATIONS_HYBRID_MXM_HYBRID_H
#define OPERATIONS_HYBRID_MXM_HYBRID_H

#include "operations/hybrid/mxm_split.h"

/* GRAPH_E_NOT_SUPPORTED, with a sentence that names the option: the library is built without these products
 * (SEMIGRAPH_HYBRID, see absent.c). */
graph_status graph__mxm_hybrid_check(void);

/* C<M> accum= A B under GRAPH_METHOD_HYBRID or GRAPH_METHOD_HYBRID_DIA at a device: it computes the first rows in chunks
 * as graph__mxm_chunked does, and the CPU the last rows at the same time, as many as the split of the place says, in a
 * background thread.  `spgemm` is graph_spgemm, which measures the splits of bands.  C is unchanged after a failure. */
graph_status graph__mxm_hybrid(graph_matrix *C, const graph_matrix *M, graph_op accum,
                               const struct graph_semiring *semiring, const graph_matrix *A,
                               const graph_matrix *B, const struct graph_place *place,
                               graph_spgemm_function *spgemm);

#endif
