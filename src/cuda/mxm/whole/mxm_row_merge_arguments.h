/* What the kernels of the row merge take, and the address of the one without a semiring. */
#ifndef CUDA_MXM_WHOLE_MXM_ROW_MERGE_ARGUMENTS_H
#define CUDA_MXM_WHOLE_MXM_ROW_MERGE_ARGUMENTS_H

#include "cuda/mxm/analysis/mxm_arguments.h"

/* What the count finds, from zeros: products of all rows, entries of C, and whether a row of A has more than
 * MXM_ROW_MERGE_MOST entries, so that the method does not suit. */
struct mxm_row_merge_state {
    unsigned long long products;
    int64_t entries;
    int32_t is_refused;
};

struct mxm_row_merge_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column, *B_column;
    const void *A_value, *B_value;
    int64_t rows;
    int32_t *count; /* entries of each row, by the first kernel */
    struct mxm_row_merge_state *state;
    const int64_t *C_row_start; /* for the second kernel */
    int32_t *C_column;
    void *C_value;
};

enum { MXM_ROW_MERGE_THREADS = 128 };

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__mxm_row_merge_count;
#ifdef __cplusplus
}
#endif

#endif
