/* What the kernels of mxm_masked_pair.cu, mxm_masked_values.cuh, mxm_masked_sums.cuh and mxm_masked_dots.cuh take. */
#ifndef CUDA_MXM_MASKED_MXM_MASKED_PAIR_ARGUMENTS_H
#define CUDA_MXM_MASKED_MXM_MASKED_PAIR_ARGUMENTS_H

#include "cuda/mxm/masked/mxm_filter_arguments.h"

enum {
    MXM_PAIR_THREADS = 512,
    MXM_PAIR_WARP_SLOTS = 512, /* of the hash table of a warp */
    MXM_PAIR_SLOT_BYTES = 8,
    MXM_PAIR_LEAST_PART = 8, /* entries of a row of A in a part but its last, at least and at most */
    MXM_PAIR_MOST_PART = 512,
    /* Of a block, so that three fit a multiprocessor.  Columns in a window of bits, at most: with the first places, 5 bytes
     * for 32; counters have the rest. */
    MXM_PAIR_SHARED_BYTES = 68 * 1024,
    MXM_PAIR_MOST_WINDOW = 352 * 1024,
    MXM_PAIR_REVERSED_RATIO = 3,
    MXM_PAIR_WINDOWS = 4, /* with more of them, blocks have rows of the mask in hash tables if they fit */
    MXM_PAIR_LEAST_REVERSED =
        128 /* entries of a row of B, for each window, in which rows of the mask are looked up */
};

/* Consecutive entries of a row of A, or of the list of reversed entries with a row of B. */
struct mxm_pair_part {
    int64_t begin;
    int32_t row, length;
};

struct mxm_pair_lists {
    unsigned long long rows, rows_taken; /* of warps */
    unsigned long long parts, reversed_parts, parts_taken;
    unsigned long long reversed; /* entries in the list */
};

/* Reversed entries A(i,k) of one k.  rows: their number, then the next place in the list. */
struct mxm_pair_reversed {
    unsigned long long products, rows;
};

struct mxm_masked_pair_arguments {
    int64_t rows, inners, columns; /* of A, of B, of C */
    const int64_t *A_start, *B_start, *mask_start;
    const int32_t *A_column, *B_column, *mask_column;
    int64_t window, least_reversed;
    int warp_rows; /* that a warp divides together, 32 at most */
    /* Zeros before. */
    struct mxm_pair_lists *lists;
    struct mxm_pair_reversed *reversed; /* of each row of B */
    uint32_t *count;                    /* of the products at each entry of the mask */

    int32_t *row;               /* of warps, at most one for each row */
    struct mxm_pair_part *part; /* at most rows + entries of A / MXM_PAIR_LEAST_PART */
    int32_t *reversed_row;      /* i of each reversed entry, by k; at most the entries of A */
    struct mxm_pair_part
        *reversed_part; /* at most entries of B / least_reversed, and as many more as above */
};

/* These write values of the semiring's type, and the bits of the entries that exist. */
struct mxm_masked_sums_arguments {
    struct mxm_filter_arguments filter; /* the products */
    const void *A_value;
    int64_t entries; /* of the mask */
    uint64_t *state; /* as in atomic_sums.cuh, with filled */
    uint8_t *filled;
    void *value;
    uint32_t *bits;
};
struct mxm_masked_dots_arguments {
    struct tiles mask; /* its entries */
    const int64_t *A_start, *B_start;
    const int32_t *A_column, *B_column, *mask_column;
    const void *A_value, *B_value;
    void *value;
    uint32_t *bits;
};

struct mxm_masked_values_arguments {
    const uint32_t *count;
    int64_t entries;
    void *value;
    uint32_t *bits;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__mxm_masked_pair_divide;
extern const void *const graph__mxm_masked_pair_reversed_places;
extern const void *const graph__mxm_masked_pair_reverse;
extern const void *const graph__mxm_masked_pair_count;

#ifdef __cplusplus
}
#endif

#endif
