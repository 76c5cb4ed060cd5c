/* Kernels of mxm_row_merge_count.cu. */
#ifndef CUDA_MXM_WHOLE_MXM_ROW_MERGE_KERNELS_H
#define CUDA_MXM_WHOLE_MXM_ROW_MERGE_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__mxm_merge_count, *const graph__mxm_merge_sample;
#ifdef __cplusplus
}
#endif

#endif
