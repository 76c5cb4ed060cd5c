/* Products of matrices with an entry at every position; see mxm_full.cuh. */
#ifndef CUDA_MXM_WHOLE_MXM_FULL_HOST_H
#define CUDA_MXM_WHOLE_MXM_FULL_HOST_H

#include "contract/kernels.h"
#include "cuda/runtime/call.h"

/* Whether the product is of this kind, and large enough to be worth a kernel of its own. */
bool graph__cuda_mxm_is_full(const struct graph_mxm_request *request);

graph_status graph__cuda_mxm_full(struct cuda_call *call, struct graph_csr_arrays *C,
                                  struct graph_mxm_request *request);

#endif
