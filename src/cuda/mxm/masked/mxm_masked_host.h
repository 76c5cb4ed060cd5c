/* Products under a mask that is not complemented; see contract/kernels.h. */
#ifndef CUDA_MXM_MASKED_MXM_MASKED_HOST_H
#define CUDA_MXM_MASKED_MXM_MASKED_HOST_H

#include "contract/kernels.h"

/* The request's mask is given and not complemented. */
graph_status graph__cuda_mxm_masked(struct graph_mxm_request *request);

#endif
