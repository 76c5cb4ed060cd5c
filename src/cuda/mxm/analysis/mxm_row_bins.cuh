/* The row bins: to which bin a row goes, by the products that the analysis has measured. */
#ifndef CUDA_MXM_ANALYSIS_MXM_ROW_BINS_CUH
#define CUDA_MXM_ANALYSIS_MXM_ROW_BINS_CUH

#include "cuda/runtime/kernel.cuh"

#include "cuda/mxm/analysis/mxm_arguments.h"

struct extent {
    int64_t products, longest; /* of an entry of A */
    int32_t low, high;         /* the columns of the products lie between */
};

/* Whether one row of B has nearly all products. */
DEVICE bool is_for_insert(int64_t entries, struct extent e)
{
    const int64_t others = e.products - e.longest;
    return entries <= MXM_INSERT_ENTRIES && e.products > MXM_SORT_MOST && others <= MXM_INSERT_MOST &&
           4 * others <= e.products && e.longest <= MXM_INSERT_LONGEST;
}

static_assert(MXM_SORT_256 == MXM_SORT_8 + 5, "a bin for each power of two");

/* The bin of a row of 1 to MXM_SORT_MOST products. */
DEVICE int bin_of_short_row(int products) { return MXM_SORT_8 + max(29 - __clz(products - 1), 0); }

/* The bin of a row, and its room in scratch memory: a bound of its entries, which is enough for its bitmap too, or for
 * the records of inserted products. */
DEVICE int classify(int32_t *room, int64_t entries, struct extent e, int64_t columns, bool has_inserts,
                    int64_t warp_products)
{
    int64_t span = e.products > MXM_SORT_MOST ? (int64_t)e.high - e.low + 1 : columns;
    int64_t words = (span + 31) / 32;
    const bool is_for_warp = e.products <= warp_products && entries <= MXM_WARP_ENTRIES;
    const int32_t bound = (int32_t)(e.products < span ? e.products : span);
    *room = bound;
    if (e.products == 0)
        return MXM_EMPTY;
    if (entries == 1)
        return e.products <= MXM_COPY_MOST ? MXM_COPY : MXM_COPY_LONG;
    if (entries > MXM_HUGE_ROW)
        return MXM_HUGE;
    if (entries > MXM_LONG_ROW && e.products <= 1024)
        return MXM_SORT_LONG;
    if (entries > MXM_SHORT_ROW && e.products <= MXM_SORT_MOST)
        return MXM_SORT_256;
    if (e.products <= MXM_SORT_MOST)
        return bin_of_short_row((int)e.products);
    if (has_inserts && is_for_insert(entries, e)) {
        *room = (int32_t)(2 * max(e.products - e.longest, (int64_t)WARP)) + MXM_INSERT_HEAD;
        return MXM_INSERT;
    }
    if (is_for_warp && words <= MXM_WARP_SMALL_WORDS &&
        (bound <= MXM_WARP_SMALL_BOUND || e.products > MXM_BLOCK_SORT_MOST))
        return MXM_WARP_SMALL;
    if (e.products <= 1024 && entries <= MXM_SORT_1024_ENTRIES)
        return MXM_SORT_1024;
    if (is_for_warp && e.products <= MXM_BLOCK_SORT_MOST && words <= MXM_BLOCK_TINY_WORDS)
        return MXM_BLOCK_TINY;
    if (e.products <= 2048 && entries <= MXM_SORT_2048_ENTRIES)
        return MXM_SORT_2048;
    if (e.products <= MXM_BLOCK_SORT_MOST && entries <= MXM_WARP_ENTRIES)
        return MXM_SORT_4096;
    if (is_for_warp && words > MXM_BLOCK_SMALL_WORDS)
        return MXM_WIDE;
    if (words > bound)
        return MXM_WIDEST;
    if (words <= MXM_BLOCK_SMALL_WORDS && bound <= MXM_BLOCK_SMALL_BOUND)
        return MXM_BLOCK_SMALL;
    return words <= MXM_BLOCK_MEDIUM_WORDS && bound <= MXM_BLOCK_MEDIUM_BOUND ? MXM_BLOCK_MEDIUM
                                                                              : MXM_BLOCK_LARGE;
}

#endif
