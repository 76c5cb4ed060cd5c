/* What the host parts of the published methods share. */
#ifndef CUDA_PUBLISHED_MXM_PUBLISHED_H
#define CUDA_PUBLISHED_MXM_PUBLISHED_H

#include "contract/kernels.h"
#include "cuda/kernels/kernels.h"
#include "cuda/runtime/call.h"

/* Runs `multiply`, which makes request->C, between graph__cuda_begin and graph__cuda_end; C is zero after a failure. */
graph_status graph__cuda_mxm_published(struct graph_mxm_request *request,
                                       graph_status (*multiply)(struct cuda_call *,
                                                                struct graph_mxm_request *));

/* New arrays of C from the entries of each row.  Waits for their sum. */
graph_status graph__cuda_csr_by_counts(struct cuda_call *call, struct graph_csr_arrays *C,
                                       const int32_t *count, int64_t rows, size_t value_bytes);

#endif
