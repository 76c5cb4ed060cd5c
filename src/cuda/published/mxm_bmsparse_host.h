/* C = A B by bmSPARSE's method; see contract/kernels.h. */
#ifndef CUDA_PUBLISHED_MXM_BMSPARSE_HOST_H
#define CUDA_PUBLISHED_MXM_BMSPARSE_HOST_H

#include "contract/kernels.h"

graph_status graph__cuda_mxm_bmsparse(struct graph_mxm_request *);

#endif
