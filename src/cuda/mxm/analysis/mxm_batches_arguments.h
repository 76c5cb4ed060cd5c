/* What the kernels of mxm_batches.cuh take. */
#ifndef CUDA_MXM_ANALYSIS_MXM_BATCHES_ARGUMENTS_H
#define CUDA_MXM_ANALYSIS_MXM_BATCHES_ARGUMENTS_H

#include "cuda/mxm/analysis/mxm_arguments.h"

/* A tile: rows 32 t to 32 t + 31, which a warp makes in batches of so many products.  A block is one warp, so that none
 * waits for another. */
enum {
    MXM_BATCH_ROWS = 32,
    MXM_BATCH_ROOM = 416,
    /* On a multiprocessor; with 32 too little of it is left for the first-level cache. */
    MXM_BATCH_BLOCKS = 28,
    MXM_BATCH_COMPACT_THREADS = 128,
    MXM_BATCH_COMPACT_BLOCKS = 10,
    /* Columns and places in a batch share a word. */
    MXM_BATCH_PLACE_BITS = 9,
    MXM_BATCH_MOST_COLUMNS = (1 << (32 - MXM_BATCH_PLACE_BITS)) - 1
};

/* Whether rows of a bin are made so. */
#define MXM_IS_FOR_BATCHES(bin) ((bin) >= MXM_SORT_8 && (bin) <= MXM_SORT_256)

struct mxm_batches_arguments {
    struct mxm_row_arguments
        row; /* column, value: scratch memory; count: products of rows, and then entries */
    const uint8_t *bin;
    int64_t rows;
    int64_t *start; /* of each tile in scratch memory, where its rows follow each other */
    int64_t *used;  /* of scratch memory; 0 before the launch */
    /* To move the rows, and those that are copied: C; row.C_row_start is known. */
    int32_t *C_column;
    void *C_value;
};

#endif
