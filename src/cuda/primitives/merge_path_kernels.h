/* The kernels of merge_path.cu, for graph__cuda_launch. */
#ifndef CUDA_PRIMITIVES_MERGE_PATH_KERNELS_H
#define CUDA_PRIMITIVES_MERGE_PATH_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_cut_rows;
extern const void *const graph__cuda_count_filled_rows;
extern const void *const graph__cuda_find_row_ends;

#ifdef __cplusplus
}
#endif
#endif
