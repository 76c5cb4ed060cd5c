/* Rows of few products, of any number: 32 by 32 into scratch memory, by mxm_batches.cuh, and from there to C. */
#ifndef CUDA_MXM_ROWS_MXM_BATCHES_HOST_H
#define CUDA_MXM_ROWS_MXM_BATCHES_HOST_H

#include "contract/kernels.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/mxm/rows/mxm_batches_arguments.h"
#include "cuda/runtime/call.h"

/* Whether the rows of the bins from MXM_SORT_8 to MXM_SORT_256, which a quarter of the products belong to, are made so. */
bool graph__cuda_mxm_suits_batches(const struct graph_mxm_request *r, const struct mxm_totals *totals);

/* Scratch memory for them, and what the kernels take. */
graph_status graph__cuda_mxm_open_batches(struct cuda_call *call, struct mxm_batches_arguments *a,
                                          const struct graph_mxm_request *r, const struct mxm_analysis *plan,
                                          const struct mxm_totals *totals);

/* Enqueues what makes the rows, and what moves them to C and makes those of MXM_COPY there, on a side. */
graph_status graph__cuda_mxm_make_batches(struct cuda_call *call, const struct mxm_batches_arguments *a,
                                          const struct graph_mxm_request *r, const struct mxm_totals *totals);
graph_status graph__cuda_mxm_compact_batches(struct cuda_call *call, const struct mxm_batches_arguments *a,
                                             const struct graph_mxm_request *r,
                                             const struct mxm_totals *totals,
                                             const struct graph_csr_arrays *C);

#endif
