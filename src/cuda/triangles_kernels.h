/* The kernels of triangles.cu for its host code. */
#ifndef CUDA_TRIANGLES_KERNELS_H
#define CUDA_TRIANGLES_KERNELS_H

enum {
    TRIANGLES_KEYS,
    TRIANGLES_NUMBERS,
    TRIANGLES_DIVIDE_SHORT,
    TRIANGLES_DIVIDE_LONG,
    TRIANGLES_COUNT_FEW,
    TRIANGLES_COUNT_MANY,
    TRIANGLES_CORNERS_FEW,
    TRIANGLES_CORNERS_MANY,
    TRIANGLES_TO_VERTICES,
    TRIANGLES_UNION_KEYS,
    TRIANGLES_UNION_MARK,
    TRIANGLES_UNION_ROWS,
    TRIANGLES_KERNELS
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_triangles_kernels[TRIANGLES_KERNELS];

#ifdef __cplusplus
}
#endif

#endif
