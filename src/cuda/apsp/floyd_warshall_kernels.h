/* The kernels of floyd_warshall.cu for its host code. */
#ifndef CUDA_APSP_FLOYD_WARSHALL_KERNELS_H
#define CUDA_APSP_FLOYD_WARSHALL_KERNELS_H

enum { FLOYD_FP32, FLOYD_FP64, FLOYD_INT32, FLOYD_INT64, FLOYD_UINT16, FLOYD_KINDS };

enum { FLOYD_FIND_RANGE, FLOYD_NARROW, FLOYD_CHECK, FLOYD_WIDEN, FLOYD_NARROW_KERNELS };

/* Unreachable in 16 bits: two of them still add without overflow. */
enum { FLOYD_FAR_16 = 0x7fff };

struct floyd_kernels {
    const void *close, *panels, *rest, *check;
    int tile_columns, shared_bytes, word_bytes;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const struct floyd_kernels graph__cuda_floyd_kernels[FLOYD_KINDS];
extern const void *const graph__cuda_floyd_pad[2]; /* of 4 and of 8 bytes */
extern const void *const graph__cuda_floyd_far[2]; /* the same */
extern const void *const graph__cuda_floyd_narrow[FLOYD_NARROW_KERNELS];

#ifdef __cplusplus
}
#endif

#endif
