/* When the methods of this folder suit, and their room.  docs/gpu-runs/spgemm.md has their gains on one H200.  A figure
 * without a reason has none on record. */
#ifndef CUDA_MXM_WHOLE_TUNING_H
#define CUDA_MXM_WHOLE_TUNING_H

#include "cuda/primitives/lookback.h"

enum {
    /* One launch with a look-back scan: two words for each block. */
    MXM_SMALL_MOST_BLOCKS = GRAPH_CUDA_LOOKBACK_WORDS / 2,
    MXM_SMALL_MOST_ROWS = 1 << 16,
    MXM_SMALL_MOST_PRODUCTS = 1 << 20,
    /* Columns and positions of a row's products share a word of 32 bits. */
    MXM_SMALL_MOST_COLUMNS = 1 << 24,
    /* Hypersparse: rows, rows for each entry of A, and for each product in the mean. */
    MXM_HYPERSPARSE_LEAST_ROWS = 1 << 18,
    MXM_HYPERSPARSE_ROWS_OF_ENTRY = 4,
    MXM_HYPERSPARSE_ROWS_OF_PRODUCT = 32,

    /* One launch with dense accumulators. */
    MXM_DENSE_MOST_ROWS = 1 << 16,
    MXM_DENSE_MOST_PRODUCTS = 1 << 22,
    MXM_DENSE_BLOCKS = 4, /* on a multiprocessor, for less rows than eight times as many */
    /* Positions of C, where only some rows are long. */
    MXM_DENSE_MOST_POSITIONS = 1 << 23,

    /* Entries of C that these two allocate above an eighth more than the products in the mean. */
    MXM_SPARE_ROOM = 1 << 12,

    /* Row merge: rows of A, and entries of a row in the mean; at most MXM_ROW_MERGE_MOST (mxm_arguments.h). */
    MXM_ROW_MERGE_LEAST_ROWS = 1 << 15,
    MXM_ROW_MERGE_LEAST_MEAN = 3,

    /* Compressed rows: rows of A, and entries of a row in the mean.  In a mesh of 27 points a row meets rows of B with more
     * words than there is room for, which the sample does not count: half of C would go to the blocks. */
    MXM_COMPRESSED_LEAST_ROWS = 1 << 14,
    MXM_COMPRESSED_MOST_MEAN = 20,
    /* Numbers of words have 24 bits. */
    MXM_COMPRESSED_MOST_COLUMNS = 1 << 29
};

#endif
