/* What the kernels of short rows in batches take (mxm_batches.cuh, mxm_compact.cuh). */
#ifndef CUDA_MXM_ANALYSIS_MXM_BATCHES_ARGUMENTS_H
#define CUDA_MXM_ANALYSIS_MXM_BATCHES_ARGUMENTS_H

#include "cuda/mxm/analysis/mxm_arguments.h"

/* A warp takes rows 32 t to 32 t + 31, in batches of so many products.  A block is one warp, so that no warp waits for
 * another. */
enum {
    MXM_BATCH_ROWS = 32,
    MXM_BATCH_ROOM = 416,
    /* On a multiprocessor; with 32, shared memory leaves too little for the first-level cache. */
    MXM_BATCH_BLOCKS = 28,
    MXM_BATCH_COMPACT_THREADS = 128,
    MXM_BATCH_COMPACT_BLOCKS = 10,
    /* A key holds a column and a place in the batch. */
    MXM_BATCH_PLACE_BITS = 9,
    MXM_BATCH_MOST_COLUMNS = (1 << (32 - MXM_BATCH_PLACE_BITS)) - 1
};

/* Whether batches take the rows of a bin. */
#define MXM_IS_FOR_BATCHES(bin) ((bin) >= MXM_SORT_8 && (bin) <= MXM_SORT_256)

struct mxm_batches_arguments {
    struct mxm_row_arguments
        row; /* column, value: scratch memory; count: products of rows, and then entries */
    const uint8_t *bin;
    int64_t rows;
    int64_t *start; /* of the 32 rows of each warp in scratch memory, one row after the other */
    int64_t *used;  /* of scratch memory; 0 before the launch */
    /* For the compaction, which also makes copies: C; row.C_row_start is known. */
    int32_t *C_column;
    void *C_value;
};

#endif
