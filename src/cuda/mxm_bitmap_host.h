/* Products on blocks of 8 x 8 with bitmaps; see contract/kernels.h and mxm_bitmap.cuh. */
#ifndef CUDA_MXM_BITMAP_HOST_H
#define CUDA_MXM_BITMAP_HOST_H

#include "contract/kernels.h"

/* The request has no mask. */
graph_status graph__cuda_mxm_bitmap(struct graph_mxm_request *request);

#endif
