/* What the host parts of the published methods share. */
#ifndef CUDA_MXM_PUBLISHED_H
#define CUDA_MXM_PUBLISHED_H

#include "contract/kernels.h"
#include "cuda/kernels.h"

/* Runs `multiply`, which makes request->C, between graph__cuda_begin and graph__cuda_end; C is zero after a failure. */
graph_status graph__cuda_mxm_published(struct graph_mxm_request *request,
                                       graph_status (*multiply)(struct graph_mxm_request *));

/* Enqueues a kernel for the semiring; none for 0 blocks. */
graph_status graph__cuda_launch_over(const struct graph_semiring *semiring, enum graph_cuda_kernel number,
                                     int64_t blocks, int threads, size_t shared_bytes, const void *arguments);

/* New arrays of C from the entries of each row.  Waits for their sum. */
graph_status graph__cuda_csr_by_counts(struct graph_csr_arrays *C, const int32_t *count, int64_t rows,
                                       size_t value_bytes);

#endif
