/* What the kernels of mxm_plan.cu take, and their addresses. */
#ifndef CUDA_MXM_PLAN_ARGUMENTS_H
#define CUDA_MXM_PLAN_ARGUMENTS_H

#include "cuda/mxm_plan.h"

struct mxm_analyse_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column, *B_column;
    int64_t rows, columns;     /* of C */
    int lanes;                 /* for each row: a power of two up to 32 */
    int32_t *count, *long_row; /* long_row: rows left to the second kernel */
    uint8_t *bin;
    struct mxm_totals *totals;
};

struct mxm_list_arguments {
    int64_t rows, columns; /* of C */
    const int32_t *count;
    const uint8_t *bin;
    int32_t *list;
    int64_t *offset;
    struct mxm_totals *totals;
};

/* How many words of 32 columns rows of C have, for a sample of each bin that may be hashed. */
struct mxm_words_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column, *B_column, *list;
    struct mxm_totals *totals;
};

enum { MXM_WORDS_THREADS = 1024, MXM_WORDS_ROWS = 32, MXM_WORDS_BLOCKS = MXM_SAMPLED_BINS * MXM_WORDS_ROWS };

struct mxm_gather_arguments {
    const int64_t *C_row_start, *offset;
    const int32_t *list, *column;
    const void *value;
    int32_t *C_column;
    void *C_value;
    int64_t first, rows;
    const int32_t *place; /* of rows to move, as many as are counted there, instead of those from `first` on */
    const int64_t *places;
    /* lanes: for each row, if they are not short; group: rows at each place of the list, of equal length */
    int lanes, group, value_bytes;
};

/* How full the 8 x 8 blocks of a matrix are: `blocks` thread blocks look at a block row for each of their warps. */
struct mxm_sample_arguments {
    const int64_t *row_start;
    const int32_t *column;
    int64_t rows;
    int64_t *entries, *blocks;
};

enum { MXM_SAMPLE_BLOCKS = 32, MXM_SAMPLE_MOST = 64 /* entries of a row */ };

enum { MXM_PLAN_THREADS = 256, MXM_LIST_ROWS = 2048, MXM_GATHER_PARTS = 4, MXM_GATHER_ROWS = 4 };

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__mxm_analyse, *const graph__mxm_analyse_long, *const graph__mxm_list,
    *const graph__mxm_gather, *const graph__mxm_gather_short, *const graph__mxm_gather_warps,
    *const graph__mxm_gather_places, *const graph__mxm_sample, *const graph__mxm_words;
#ifdef __cplusplus
}
#endif

#endif
