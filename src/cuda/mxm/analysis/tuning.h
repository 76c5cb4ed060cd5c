/* Thresholds of the analysis that the host applies.  Those that kernels share are in mxm_arguments.h and
 * mxm_analysis_arguments.h.  A figure without a reason has none on record. */
#ifndef CUDA_MXM_ANALYSIS_TUNING_H
#define CUDA_MXM_ANALYSIS_TUNING_H

enum {
    /* Products from which samples pay, and launches on several streams. */
    MXM_LARGE_PRODUCTS = 1 << 22,
    /* Products from which the bins of long rows get streams. */
    MXM_FORK_PRODUCTS = 1 << 18,
    /* Rows for a multiprocessor that blocks take instead of warps. */
    MXM_BLOCK_ROWS = 4,
    /* Samples of long rows pay if these rows have one product in so many. */
    MXM_LONG_ROWS_PART = 6,
    /* Entries of A and of B from which values are inspected, though the expected products are less than
     * MXM_LARGE_PRODUCTS. */
    MXM_INSPECTED_ENTRIES = 1 << 18,
    /* One block sums a row in windows of some 14,000 entries or more, each of which traverses the row, and would end last:
     * teams take the rows with room for so many entries, and more than one in MXM_HUB_PART of all products.  The square of a
     * crawl-like graph of 2^20 rows in four slabs: 20.0 ms on H100 before, 11.0 on H200.  Where there are many such rows
     * they share the blocks evenly without teams. */
    MXM_HUB_ROOM = 1 << 16,
    MXM_HUB_PART = 2048,
    MXM_HUB_MOST = 64,
    MXM_HUB_LISTED = 1024,
    /* Programs that are compiled in the background of products; where there are more, a product waits for its kernels. */
    MXM_MOST_COMPILING = 16,
    /* With less rows than this outside of the sort bins of warps, blocks compact them. */
    MXM_ROWS_FOR_WARPS = 4096,
    /* The grid that compacts rows without similar neighbours, whose number the host does not know: eight blocks for each of
     * the 132 multiprocessors of an H200. */
    MXM_COMPACT_PLACES_BLOCKS = 8 * 132
};

#endif
