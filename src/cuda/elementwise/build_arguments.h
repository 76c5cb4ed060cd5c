/* What the kernels of build.cu and build.cuh take. */
#ifndef CUDA_ELEMENTWISE_BUILD_ARGUMENTS_H
#define CUDA_ELEMENTWISE_BUILD_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* key[e] = row[e] << column_bits | column[e], of 4 or 8 bytes, and its value, if there is one, in 4 or 8 bytes. */
struct build_load_arguments {
    const int32_t *row, *column;
    const void *value;
    int64_t n;
    int32_t column_bits;
    void *key, *load;
};

/* Marks the keys that differ from the key before. */
struct build_mark_arguments {
    const void *key;
    int64_t n;
    uint32_t *bits;
};

/* column[at] and value[at] of the keys that are marked (all where selection.bits is NULL); value: of the first. */
struct build_unload_arguments {
    const void *key, *load;
    int64_t n;
    int32_t column_bits;
    struct selection selection;
    int32_t *column;
    void *value;
};

/* value[at] = fold by op of the values of equal keys. */
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

/* *found = the least e whose key is not marked. */
struct build_repeat_arguments {
    const uint32_t *bits;
    int64_t n;
    uint64_t *found;
};

#endif
