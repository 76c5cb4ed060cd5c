/* C = A B by dot products for all of its positions, B by columns or by rows; see contract/kernels.h. */
#ifndef CUDA_PUBLISHED_MXM_DOTS_HOST_H
#define CUDA_PUBLISHED_MXM_DOTS_HOST_H

#include "contract/kernels.h"

graph_status graph__cuda_mxm_dots(struct graph_mxm_request *);

#endif
