/* What the kernel of csrmm_half_warp.cuh takes. */
#ifndef CUDA_CSRMM_CSRMM_HALF_WARP_ARGUMENTS_H
#define CUDA_CSRMM_CSRMM_HALF_WARP_ARGUMENTS_H

/* Lanes that take a row, and threads of a block. */
enum { HALF_WARP = 16, HALF_WARP_THREADS = 256 };

/* Element (i, j) of B is at B + i * B_row + j * B_column, and likewise for C. */
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
