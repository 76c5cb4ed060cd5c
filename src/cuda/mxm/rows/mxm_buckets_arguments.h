/* Limits of the buckets of mxm_buckets.cuh, which kernel and host share. */
#ifndef CUDA_MXM_ROWS_MXM_BUCKETS_ARGUMENTS_H
#define CUDA_MXM_ROWS_MXM_BUCKETS_ARGUMENTS_H

#include "cuda/mxm/analysis/mxm_arguments.h"

/* COLUMN_BITS: bits that distinguish the columns of a bucket.  HEAVY: a bucket with more keys is sorted.  CROWDED: a
 * bucket with more keys is split, unless it is one column; a column has at most as many products as the row of A has
 * entries. */
enum {
    MXM_BUCKETS_COLUMN_BITS = 16,
    MXM_BUCKETS_HEAVY = 64,
    MXM_BUCKETS_HEAVY_MOST = MXM_WARP_PRODUCTS / MXM_BUCKETS_HEAVY,
    MXM_BUCKETS_CROWDED = 2048,
    MXM_BUCKETS_THREADS = 512
};

/* The bytes of shared memory of a block. */
#define MXM_BUCKETS_BYTES(slots, words, entries)                                                             \
    ((size_t)(slots)*10 + (size_t)(slots) / 4 + (size_t)(entries)*12 + ((size_t)(words) + 36) * 4)

#endif
