/* What the kernel of csrmm_half_warp.cuh takes. */
#ifndef CUDA_PUBLISHED_CSRMM_HALF_WARP_ARGUMENTS_H
#define CUDA_PUBLISHED_CSRMM_HALF_WARP_ARGUMENTS_H

/* Elements (i, j) of B and C are i * row step + j * column step from their first. */
struct csrmm_half_warp_arguments {
    int64_t rows, dense_columns;
    const int64_t *row_start;
    const int32_t *column;
    const void *value, *B;
    void *C;
    int64_t B_row, B_column, C_row, C_column;
    int32_t is_accumulating;
};

#endif
