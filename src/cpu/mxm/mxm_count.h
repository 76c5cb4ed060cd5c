/* Counts for products that are masked and count pairs: for each position (i, j) of the mask, the columns that row i of A
 * and row j of B' share.  Values are not read, so one text serves all integer types. */
#ifndef CPU_MXM_MXM_COUNT_H
#define CPU_MXM_MXM_COUNT_H

#include "contract/csr.h"
#include "cpu/mxm/tuning.h"

/* Row i of A. */
struct graph_count_row {
    const int32_t *a; /* its columns */
    int64_t length;
    uint32_t *bits; /* a bit for each column of A and 32 more, all 0 before and after */
};

/* count[m] = the columns that the row has in common with row j[m] of B, for m = 0 .. n - 1.  j has `known` elements, at
 * least n: the rows of those behind n are prefetched. */
void graph__count_row(int32_t *count, const struct graph_count_row *row, const int32_t *j, int64_t n,
                      int64_t known, const struct graph_csr *B);

/* With at most so many columns in a row of A times entries in its row of the mask, nothing is faster than dot products. */
enum { GRAPH_COUNT_SMALL = 256 };

/* The same for the rows of a mask from `first` on, `end` at most, as far as they are small and have no more than `room`
 * entries together: count[m] for entry m of the mask, counted from the first of these rows; those of empty rows of A are not
 * written.  Gives the row that it stopped at, `first` itself where the processor has no fast way. */
int64_t graph__count_rows(int32_t *count, int64_t room, const struct graph_csr *A,
                          const struct graph_csr *mask, const struct graph_csr *B, int64_t first,
                          int64_t end);

/* The form in plain C, which graph__count_row takes where the processor has no better one. */
void graph__count_row_plain(int32_t *count, const struct graph_count_row *row, const int32_t *j, int64_t n,
                            int64_t known, const struct graph_csr *B);

/* Whether searching a row of B for the columns of a row of A takes less work than reading it. */
static inline bool graph__is_sought(int64_t A_length, int64_t B_length)
{
    return B_length > SEARCH_RATIO * A_length;
}

/* The first of list[from .. to - 1], ascending, that is not below the wanted column: strides that double, then halves. */
static inline int64_t graph__gallop(const int32_t *list, int64_t from, int64_t to, int32_t wanted)
{
    int64_t stride = 1, low = from;
    while (low + stride < to && list[low + stride] < wanted) {
        low += stride;
        stride *= 2;
    }
    int64_t n = (low + stride < to ? low + stride : to) - low;
    while (n > 0) {
        int64_t half = n / 2;
        bool is_below = list[low + half] < wanted;
        low = is_below ? low + half + 1 : low;
        n = is_below ? n - half - 1 : half;
    }
    return low;
}

#endif
