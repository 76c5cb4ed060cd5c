/* What the kernels of mxm_column_row.cuh take. */
#ifndef CUDA_PUBLISHED_MXM_COLUMN_ROW_ARGUMENTS_H
#define CUDA_PUBLISHED_MXM_COLUMN_ROW_ARGUMENTS_H

/* A tile of C that a warp adds into. */
#define COLUMN_ROW_ROWS    8
#define COLUMN_ROW_COLUMNS 4096
#define COLUMN_ROW_CELLS   (COLUMN_ROW_ROWS * COLUMN_ROW_COLUMNS)
#define COLUMN_ROW_THREADS 256

struct mxm_column_row_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column, *B_column;
    const void *A_value, *B_value;
    int64_t rows, columns;
    int64_t *offset; /* room for the entries of each row; then where it begins in the temporary matrix */
    int64_t *at;     /* for each entry of A: the next entry of its row of B */
    void *sum;       /* the tiles of all warps */
    int32_t *from;   /* any: which entry of A's row each element of the tiles is from */
    unsigned long long *ticket; /* the next rows to take */
    int32_t *column;            /* the temporary matrix */
    void *value;
    int32_t *count; /* entries of each row */
    int64_t *C_row_start;
    int32_t *C_column;
    void *C_value;
};

#endif
