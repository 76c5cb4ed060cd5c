/* Published methods of products with vectors and dense matrices on the device; see contract/kernels.h. */
#ifndef CUDA_PUBLISHED_PUBLISHED_HOST_H
#define CUDA_PUBLISHED_PUBLISHED_HOST_H

#include "contract/kernels.h"

graph_status graph__cuda_mxv_blsi(struct graph_mxv_blsi_request *r);
graph_status graph__cuda_csrmm_half_warp(struct graph_csrmm_request *r);

#endif
