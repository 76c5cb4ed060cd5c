/* When 8 x 8 blocks suit, and the shared memory of their kernels.  A figure without a reason has none on record. */
#ifndef CUDA_MXM_BLOCKS_TUNING_H
#define CUDA_MXM_BLOCKS_TUNING_H

enum {
    /* Entries of a row of A and of B in the mean, from which a sample pays. */
    BLOCKS_LEAST_ROW = 16,

    /* Products of a pair of blocks from which blocks are faster than rows (docs/performance.md, H200): on tensor cores, for
     * large products, which have work for every multiprocessor, and for others; for patterns; and for other semirings. */
    BLOCKS_LARGE_PRODUCTS = 1 << 25,
    BLOCKS_LARGE_TENSOR_PAIR = 42,
    BLOCKS_TENSOR_PAIR = 64,
    BLOCKS_PATTERN_PAIR = 48,
    BLOCKS_PAIR = 56,
    /* Products of a pair from which the whole product by tensor cores is faster than a reuse plan's values. */
    BLOCKS_FULL_PAIR = 320,

    /* Entries of a block in the mean, from which blocks with all their places are not much larger than their values. */
    BLOCKS_LEAST_FILL = 8,

    /* Shared memory for slots: three thread blocks then share a multiprocessor. */
    BLOCKS_SLOT_BYTES = 50 * 1024,
    BLOCKS_MOST_SLOTS = 512,
    BLOCKS_COLUMN_SLOTS = 128, /* of mxm_blocks_columns, in 24 KB */
    /* With less block rows than this for each multiprocessor, as many as it works on at a time, block rows are split into
     * parts of at most so many slots. */
    BLOCKS_SPLIT_ROWS = 3,
    BLOCKS_SPLIT_SLOTS = 32
};

#endif
