/* What the kernels of reduce.cuh take. */
#ifndef CUDA_ELEMENTWISE_REDUCE_ARGUMENTS_H
#define CUDA_ELEMENTWISE_REDUCE_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* The least elements of a block, and the most blocks: the order of a sum depends on n alone. */
enum { REDUCE_THREADS = 256, REDUCE_LEAST = 8192, REDUCE_BLOCKS = 1024 };

/* z[b] = fold of x[b * share] ... x[(b + 1) * share - 1], within n; the identity if n is 0. */
struct reduce_arguments {
    void *z;
    const void *x;
    int64_t n, share;
    int32_t monoid, is_aligned;
};

/* sum[i] = fold of row i, present[i] = whether it has entries; partial[t] = fold of a tile inside one row.  A group of
 * `lanes` lanes folds a short row. */
struct reduce_rows_arguments {
    struct tiles tiles;
    const void *value;
    void *partial, *sum;
    uint8_t *present;
    uint64_t *entries; /* rows that are not empty */
    int32_t monoid, lanes;
};

#endif
