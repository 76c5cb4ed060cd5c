/* What the kernels of mxm_filter.cu take, and their addresses. */
#ifndef CUDA_MXM_MASKED_MXM_FILTER_ARGUMENTS_H
#define CUDA_MXM_MASKED_MXM_FILTER_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

struct mxm_filter_arguments {
    const int64_t *B_start, *mask_start;
    const int32_t *A_column, *B_column, *mask_column;
    const void *B_value;
    int64_t rows, columns; /* of the mask */
    struct tiles A, mask;  /* their entries */
    bool is_complement;
    /* Of each entry of A: its number, its row, where its row of B begins, and its products: the length of that row, 0 if
     * the mask admits nothing in the row; then the products before them. */
    int32_t *number, *row;
    int64_t *B_first, *start;
    struct tiles products;
    /* A bit for each position of C, so many words a row, which says that the mask has it.  NULL: rows of the mask are
     * searched. */
    uint32_t *mask_bits;
    int64_t words;
    bool clears_bits;           /* those of the mask, which are set otherwise */
    struct selection selection; /* of the products that the mask admits */
    /* Columns and values of these products, or the columns and row starts of C. */
    int64_t *C_start;
    int32_t *column;
    void *value;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_mxm_filter_entries;
extern const void *const graph__cuda_mxm_filter_bits;
extern const void *const graph__cuda_mxm_filter_test;
extern const void *const graph__cuda_mxm_filter_mark;
extern const void *const graph__cuda_mxm_filter_columns;
extern const void *const graph__cuda_mxm_filter_move[];

#ifdef __cplusplus
}
#endif

#endif
