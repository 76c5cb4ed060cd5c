/* The kernel of mxm_blocks_count.cu. */
#ifndef CUDA_MXM_BLOCKS_MXM_BLOCKS_KERNELS_H
#define CUDA_MXM_BLOCKS_MXM_BLOCKS_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__mxm_bitmap_count;
#ifdef __cplusplus
}
#endif

#endif
