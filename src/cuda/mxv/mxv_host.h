/* Matrix times vector (contract/kernels.h). */
#ifndef CUDA_MXV_MXV_HOST_H
#define CUDA_MXV_MXV_HOST_H

#include "contract/kernels.h"

graph_status graph__cuda_mxv(struct graph_mxv_request *r);

#endif
