/* Products under a mask that is not complemented; see contract/kernels.h. */
#ifndef CUDA_MXM_MASKED_MXM_MASKED_HOST_H
#define CUDA_MXM_MASKED_MXM_MASKED_HOST_H

#include "contract/kernels.h"
#include "cuda/runtime/call.h"

/* The request's mask is given and not complemented. */
graph_status graph__cuda_mxm_masked(struct graph_mxm_request *request);

/* The same between graph__cuda_begin and graph__cuda_end, over plus_pair or any_pair (mxm_masked_pair.cu). */
graph_status graph__cuda_mxm_masked_pair(struct cuda_call *call, struct graph_mxm_request *request);

#endif
