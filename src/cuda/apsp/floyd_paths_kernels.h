/* The kernels of floyd_paths.cu for its host code, in the order of FLOYD_FP32 .. FLOYD_INT64. */
#ifndef CUDA_APSP_FLOYD_PATHS_KERNELS_H
#define CUDA_APSP_FLOYD_PATHS_KERNELS_H

struct floyd_paths_kernels {
    const void *close, *rows, *columns, *rest;
    int shared_bytes, element_bytes;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const struct floyd_paths_kernels graph__cuda_floyd_paths_kernels[4];

#ifdef __cplusplus
}
#endif

#endif
