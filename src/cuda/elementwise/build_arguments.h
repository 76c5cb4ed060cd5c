/* What the kernels of build.cu and build.cuh take, and the addresses of those of build.cu. */
#ifndef CUDA_ELEMENTWISE_BUILD_ARGUMENTS_H
#define CUDA_ELEMENTWISE_BUILD_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* key[e] = row[e] << column_bits | column[e], in 4 or 8 bytes; load[e] = value[e], if there are values, in 4 or 8 bytes. */
struct build_load_arguments {
    const int32_t *row, *column;
    const void *value;
    int64_t n;
    int32_t column_bits;
    void *key, *load;
};

/* Selects the keys that differ from the key before. */
struct build_mark_arguments {
    const void *key;
    int64_t n;
    uint32_t *bits;
};

/* Columns and values of the selected keys, compacted; selection.bits NULL: of all keys. */
struct build_unload_arguments {
    const void *key, *load;
    int64_t n;
    int32_t column_bits;
    struct selection selection;
    int32_t *column;
    void *value;
};

/* For each selected key, the fold by op of the values of equal keys. */
struct build_combine_arguments {
    const void *load;
    int64_t n;
    int32_t op;
    struct selection selection;
    void *value;
};

/* *found = the least e < n with row[e] == i, column[e] == j and e > after. */
struct build_find_arguments {
    const int32_t *row, *column;
    int64_t n, after;
    int32_t i, j;
    uint64_t *found;
};

/* *found = the least e whose key is not selected. */
struct build_repeat_arguments {
    const uint32_t *bits;
    int64_t n;
    uint64_t *found;
};

#ifdef __cplusplus
extern "C" {
#endif

/* Of keys of 4 and of 8 bytes; then by the size of the values. */
extern const void *const graph__cuda_build_load[2][5];
extern const void *const graph__cuda_build_unload[2][5];
extern const void *const graph__cuda_build_mark[2];
extern const void *const graph__cuda_build_find;
extern const void *const graph__cuda_build_repeat;

#ifdef __cplusplus
}
#endif

#endif
