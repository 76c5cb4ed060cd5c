/* Thresholds of products with dense matrices.  Measurements: docs/gpu-runs/spmm.md, "Dense operands" and "What was
 * tried". */
#ifndef CUDA_CSRMM_TUNING_H
#define CUDA_CSRMM_TUNING_H

#include <stdint.h>

enum {
    /* A warp takes a row from so many entries a row on, for panels of 8, 16 and 32 packs of 16 bytes.  Shorter rows go
     * to groups of lanes in two narrow panels (web, 128 columns: 0.58 to 0.52 ms). */
    CSRMM_LONG_ROWS_8 = 12,
    CSRMM_LONG_ROWS_16 = 12,
    CSRMM_LONG_ROWS_32 = 6,
    /* Panels of 8 packs and rows below this average take tiles of 64 items: R16 0.043 to 0.033 ms. */
    CSRMM_MEDIUM_ROWS = 24,
    /* Matrices with fewer entries take tiles of 128 items instead of 256. */
    CSRMM_SMALL_ENTRIES = 2000000,
    /* Warps that run at once on a multiprocessor: long rows get narrower panels and smaller tiles, down to the least
     * items, until there are so many (rows of 286 entries, 128 columns: 0.037 to 0.030 ms). */
    CSRMM_WARPS_OF_PROCESSOR = 32,
    CSRMM_LEAST_ITEMS = 8,
    /* Rows and entries for each multiprocessor below which warps take short rows too. */
    CSRMM_TINY_ITEMS = 128,
    /* A row in so many tiles has its partial sums added by 1,024 threads. */
    CSRMM_MANY_PIECES = 64,
    /* Cut rows for each multiprocessor up to which they get so many threads: thousands of them took 0.17 ms. */
    CSRMM_MOST_HEADS = 4,
    /* Half a warp takes a row for up to 16 columns and rows of at most this average. */
    CSRMM_HALF_WARP_ROWS = 28,
    /* Columns of a panel, which goes through scratch memory where B or C is held by columns. */
    CSRMM_MOST_COLUMNS = 2048
};
/* Scratch memory for a transposed B or C. */
#define CSRMM_TRANSPOSED_BYTES ((int64_t)1 << 30)

#endif
