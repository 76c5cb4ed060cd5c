/* C = A B by bhSPARSE's method; see contract/kernels.h. */
#ifndef CUDA_PUBLISHED_MXM_BHSPARSE_HOST_H
#define CUDA_PUBLISHED_MXM_BHSPARSE_HOST_H

#include "contract/kernels.h"

graph_status graph__cuda_mxm_bhsparse(struct graph_mxm_request *);

#endif
