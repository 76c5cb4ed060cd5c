/* Sparse products on the device; see contract/kernels.h. */
#ifndef CUDA_MXM_MXM_HOST_H
#define CUDA_MXM_MXM_HOST_H

#include "contract/kernels.h"

/* GRAPH_E_NOT_SUPPORTED for what is not here: products outside a complemented mask. */
graph_status graph__cuda_mxm(struct graph_mxm_request *r);

#endif
