/* The kernels of mxv_slices.cu, for graph__cuda_launch. */
#ifndef CUDA_MXV_MXV_SLICES_KERNELS_H
#define CUDA_MXV_MXV_SLICES_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_count_slices;
extern const void *const graph__cuda_place_slices;

#ifdef __cplusplus
}
#endif
#endif
