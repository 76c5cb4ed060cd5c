/* What the kernel of mxm_buckets.cuh and its host agree on. */
#ifndef CUDA_MXM_ROWS_MXM_BUCKETS_ARGUMENTS_H
#define CUDA_MXM_ROWS_MXM_BUCKETS_ARGUMENTS_H

#include "cuda/mxm/analysis/mxm_arguments.h"

/* Column bits: those that tell the columns of a bucket apart.  Heavy: with more keys than this a bucket is sorted; crowded:
 * with more than this it has buckets of its own, unless it is one column, which has at most as many as a row of A has
 * entries. */
enum {
    MXM_BUCKETS_COLUMN_BITS = 16,
    MXM_BUCKETS_HEAVY = 64,
    MXM_BUCKETS_HEAVY_MOST = MXM_WARP_PRODUCTS / MXM_BUCKETS_HEAVY,
    MXM_BUCKETS_CROWDED = 2048,
    MXM_BUCKETS_THREADS = 512
};

/* The bytes of shared memory that a block needs. */
#define MXM_BUCKETS_BYTES(slots, words, entries)                                                             \
    ((size_t)(slots)*10 + (size_t)(slots) / 4 + (size_t)(entries)*12 + ((size_t)(words) + 36) * 4)

#endif
