/* Steps that the published products C = A B share. */
#ifndef CUDA_PUBLISHED_PUBLISHED_STEPS_H
#define CUDA_PUBLISHED_PUBLISHED_STEPS_H

#include "contract/kernels.h"
#include "cuda/kernels/kernels.h"
#include "cuda/runtime/call.h"

/* Runs `multiply`, which makes request->C, inside a call; C is zero after a failure. */
graph_status graph__cuda_mxm_published(struct graph_mxm_request *request,
                                       graph_status (*multiply)(struct cuda_call *,
                                                                struct graph_mxm_request *));

/* Allocates C for rows of so many entries, and sets its row starts.  Waits for the sum of the counts. */
graph_status graph__cuda_csr_by_counts(struct cuda_call *call, struct graph_csr_arrays *C,
                                       const int32_t *count, int64_t rows, size_t value_bytes);

#endif
