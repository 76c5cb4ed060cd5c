/* The arguments of the kernels of mxm_single_pass.cuh. */
#ifndef CUDA_MXM_ROWS_MXM_SINGLE_PASS_ARGUMENTS_H
#define CUDA_MXM_ROWS_MXM_SINGLE_PASS_ARGUMENTS_H

#include "cuda/mxm/analysis/mxm_arguments.h"

struct mxm_single_pass_arguments {
    struct mxm_row_arguments row; /* column, value: of C; count: of rows of other bins */
    const uint8_t *bin;
    int64_t rows, *C_row_start;
    unsigned long long *ticket, *state; /* zeros; state: a look-back word for each tile */
    int last_bin; /* the last bin of rows that are computed here; the first is MXM_SORT_8 */
};

#endif
