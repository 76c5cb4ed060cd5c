/* What the kernels of transpose.cu take, and their addresses. */
#ifndef CUDA_ELEMENTWISE_TRANSPOSE_ARGUMENTS_H
#define CUDA_ELEMENTWISE_TRANSPOSE_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* start[i] = how many of n sorted keys are below i << shift, for i = 0 .. rows. */
struct transpose_starts_arguments {
    int64_t *start;
    const void *key;
    int64_t n, rows;
    int32_t shift;
};

#ifdef __cplusplus
extern "C" {
#endif

/* For keys of 4 and of 8 bytes. */
extern const void *const graph__cuda_starts_32;
extern const void *const graph__cuda_starts_64;

#ifdef __cplusplus
}
#endif

#endif
