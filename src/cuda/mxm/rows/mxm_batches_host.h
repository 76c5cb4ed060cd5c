/* Batches: short rows of any lengths (mxm_batches.cuh), into scratch memory and from there to C. */
#ifndef CUDA_MXM_ROWS_MXM_BATCHES_HOST_H
#define CUDA_MXM_ROWS_MXM_BATCHES_HOST_H

#include "contract/kernels.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/mxm/analysis/mxm_batches_arguments.h"
#include "cuda/runtime/call.h"

/* Whether this method computes the rows of the bins from MXM_SORT_8 to MXM_SORT_256; they have a quarter of the
 * products then. */
bool graph__cuda_mxm_suits_batches(const struct graph_mxm_request *r, const struct mxm_totals *totals);

/* Allocates their scratch memory, and fills the arguments of the kernels. */
graph_status graph__cuda_mxm_open_batches(struct cuda_call *call, struct mxm_batches_arguments *a,
                                          const struct graph_mxm_request *r,
                                          const struct mxm_analysis *analysis,
                                          const struct mxm_totals *totals);

/* Enqueue the computation of the rows; and their compaction into C, together with the rows of MXM_COPY, which go
 * straight there. */
graph_status graph__cuda_mxm_make_batches(struct cuda_call *call, const struct mxm_batches_arguments *a,
                                          const struct graph_mxm_request *r, const struct mxm_totals *totals);
graph_status graph__cuda_mxm_compact_batches(struct cuda_call *call, const struct mxm_batches_arguments *a,
                                             const struct graph_mxm_request *r,
                                             const struct mxm_totals *totals,
                                             const struct graph_csr_arrays *C);

#endif
