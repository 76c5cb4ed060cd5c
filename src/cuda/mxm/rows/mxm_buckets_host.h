/* Rows of some hundreds or thousands of products on columns far apart, by mxm_buckets.cuh. */
#ifndef CUDA_MXM_ROWS_MXM_BUCKETS_HOST_H
#define CUDA_MXM_ROWS_MXM_BUCKETS_HOST_H

#include "contract/kernels.h"
#include "cuda/mxm/analysis/mxm_arguments.h"
#include "cuda/runtime/call.h"

/* Whether the rows of the bin are made so. */
bool graph__cuda_mxm_has_buckets(const struct graph_mxm_request *r, int bin);

/* Enqueues the kernel of the rows of the bin; those that it cannot make are deferred. */
graph_status graph__cuda_mxm_buckets(struct cuda_call *call, struct mxm_row_arguments *a,
                                     const struct graph_mxm_request *r, int bin);

#endif
