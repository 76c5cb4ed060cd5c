/* What the kernels of transpose.cu take, and their addresses. */
#ifndef CUDA_ELEMENTWISE_TRANSPOSE_ARGUMENTS_H
#define CUDA_ELEMENTWISE_TRANSPOSE_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* What is sorted with a key: the row; row and value; row and the number of the entry; or, for 2^32 entries and more, the
 * number of the entry. */
enum transpose_load { TRANSPOSE_ROW, TRANSPOSE_ROW_VALUE, TRANSPOSE_ROW_ENTRY, TRANSPOSE_ENTRY };

struct transpose_load_arguments {
    struct tiles tiles;
    const int32_t *column;
    const void *value;
    uint32_t *key;
    void *load; /* uint32_t for TRANSPOSE_ROW, else uint64_t */
    int32_t kind;
};

struct transpose_unload_arguments {
    const void *load;
    int32_t kind;
    int64_t n;
    const int64_t *A_start;
    int64_t A_rows;
    const void *A_value;
    int32_t *C_column;
    void *C_value;
};

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

/* By the size of the values. */
extern const void *const graph__cuda_transpose_load[5];
extern const void *const graph__cuda_transpose_unload[5];
/* For keys of 4 and of 8 bytes. */
extern const void *const graph__cuda_starts_32;
extern const void *const graph__cuda_starts_64;

#ifdef __cplusplus
}
#endif

#endif
