/* What the kernels of csrmm.cuh, csrmm_uniform_rows.cuh, csrmm_full.cuh and csrmm_transpose.cuh take. */
#ifndef CUDA_CSRMM_CSRMM_ARGUMENTS_H
#define CUDA_CSRMM_CSRMM_ARGUMENTS_H

/* Of csrmm_tiles: the most items of a tile, and the most entries of a row that is not cut. */
enum { CSRMM_ITEMS = 64 };

/* Of csrmm_full: the rows and columns of a block's square of C, and its threads. */
enum { CSRMM_SQUARE = 32, CSRMM_FULL_THREADS = 256 };

/* Of csrmm_uniform. */
enum { CSRMM_UNIFORM_THREADS = 256 };

/* C = A B by rows of B and C. */
struct csrmm_arguments {
    int64_t rows;
    const int64_t *row_start;
    const int32_t *column;
    const void *value, *B;
    void *C;
    void *carry; /* partial sums of the rows in which tiles begin: a row of dense_columns for each slot */
    int64_t dense_columns, B_stride, C_stride;
    int64_t blocks_of_panel; /* a panel of columns is finished before the next begins */
    int64_t full_columns;    /* of A, if it has an entry at every position */
    int32_t is_accumulating;
    struct merge_path cuts;
};

/* to(j, i) = from(i, j) for `rows` rows and `columns` columns of from, both by rows.  With row_start, which is of a
 * sparse matrix with as many rows as `from`: to = add(to, from'), only for rows that have entries there. */
struct csrmm_transpose_arguments {
    int64_t rows, columns, from_stride, to_stride;
    const void *from;
    void *to;
    const int64_t *row_start;
};

#endif
