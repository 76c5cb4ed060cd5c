/* What the kernels of mxm_single_pass.cuh take. */
#ifndef CUDA_MXM_ROWS_MXM_SINGLE_PASS_ARGUMENTS_H
#define CUDA_MXM_ROWS_MXM_SINGLE_PASS_ARGUMENTS_H

#include "cuda/mxm/analysis/mxm_arguments.h"

struct mxm_ordered_arguments {
    struct mxm_row_arguments row; /* column, value: of C; count: of rows of other bins */
    const uint8_t *bin;
    int64_t rows, *C_row_start;
    unsigned long long *ticket, *state; /* zeros; of state a word for each block */
    int last_bin;                       /* of the rows that are made here, the first being MXM_SORT_8 */
};

#endif
