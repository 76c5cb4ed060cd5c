/* What the kernels of mxm_dense_rows.cuh take. */
#ifndef CUDA_MXM_MASKED_MXM_DENSE_ROWS_ARGUMENTS_H
#define CUDA_MXM_MASKED_MXM_DENSE_ROWS_ARGUMENTS_H

enum {
    DENSE_ROWS_THREADS = 256,
    DENSE_ROWS_WORDS = 4,  /* that a warp takes at a time */
    DENSE_ROWS_LANES = 8,  /* of a dot product */
    DENSE_ROWS_LONG = 2048 /* entries of a row of B' that a block shares, if it has more */
};

/* A row of bits has so many words; that of A has a bit for each row of B, those of the mask and of C for each column. */
struct mxm_dense_rows_arguments {
    int64_t rows, inner, columns, A_words, C_words, A_entries, mask_entries;
    const int64_t *A_start, *mask_start, *B_start; /* B': rows are columns of B */
    const int32_t *A_column, *mask_column, *B_column;
    const void *A_value, *B_value;
    int32_t has_mask, is_complement;
    uint32_t *A_bits, *mask_bits, *C_bits; /* one after the other; 0 before */
    void *A_dense, *C_dense;
    unsigned long long *long_dots; /* 0 before; then the dot products with long rows: which, and how many */
    int64_t *long_dot;
    const int64_t *rank; /* of the bits of C */
    int64_t *C_start;
    int32_t *C_column;
    void *C_value;
};

#endif
