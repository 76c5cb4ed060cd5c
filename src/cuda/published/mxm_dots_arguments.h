/* What the kernels of mxm_dots.cuh take. */
#ifndef CUDA_PUBLISHED_MXM_DOTS_ARGUMENTS_H
#define CUDA_PUBLISHED_MXM_DOTS_ARGUMENTS_H

struct mxm_dots_arguments {
    int64_t rows, columns;
    int64_t words;                    /* of 32 columns, for each row */
    const int64_t *A_start, *B_start; /* B by columns or by rows, as the kernel wants it */
    const int32_t *A_column, *B_column;
    const void *A_value, *B_value;
    uint32_t *present; /* a bit for each position of C */
    int64_t *rank;     /* of each word: the bits before it */
    int64_t *C_start;
    int32_t *C_column;
    void *C_value;
};

#endif
