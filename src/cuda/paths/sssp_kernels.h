/* The kernels of sssp.cu for its host code. */
#ifndef CUDA_PATHS_SSSP_KERNELS_H
#define CUDA_PATHS_SSSP_KERNELS_H

#include "cuda/runtime/call.h"

#ifdef __cplusplus
extern "C" {
#endif

/* int32, int64, fp32, fp64: all distances infinite but that of the source; and the search. */
extern const void *const graph__cuda_sssp_open[4], *const graph__cuda_sssp_walk[4];

#ifdef __cplusplus
}
#endif

#endif
