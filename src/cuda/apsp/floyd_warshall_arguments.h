/* What the kernels of floyd_warshall.cu take.  Rows and columns are whole tiles: the host pads. */
#ifndef CUDA_APSP_FLOYD_WARSHALL_ARGUMENTS_H
#define CUDA_APSP_FLOYD_WARSHALL_ARGUMENTS_H

enum {
    FLOYD_PIVOTS = 128,  /* in one round */
    FLOYD_ROWS = 128,    /* of a tile */
    FLOYD_THREADS = 256, /* that make one tile */
    FLOYD_DIAGONAL_THREADS = 1024,
    FLOYD_PAD = 256 /* rows and columns are a multiple of it */
};

/* One round: pivots first .. first + FLOYD_PIVOTS - 1 of n, for `rows` rows from number first_row on.  The pivots' rows lie
 * pivot_row rows behind distance, or before it.  diagonal and diagonal_turned are the closed diagonal block as words, by
 * rows and by columns; diagonal NULL: it has been closed before, and the pivots are not among the rows.
 * column[k * rows + i] is the distance from row i to pivot k. */
struct floyd_round_arguments {
    void *distance;
    int64_t n, stride, first, pivot_row, first_row, rows;
    void *diagonal, *diagonal_turned, *column;
    int32_t *is_negative; /* not 0: nothing is done any more */
};

/* Copies between the caller's rows and padded ones, in both directions; far fills what has no place. */
struct floyd_copy_arguments {
    void *to;
    const void *from;
    int64_t n, to_stride, from_stride, padded;
    uint64_t far;
};

/* Sets all of rows x columns elements but the first known_rows x known_columns to far. */
struct floyd_far_arguments {
    void *to;
    int64_t rows, columns, stride, known_rows, known_columns;
    uint64_t far;
};

/* The smallest and the largest of the distances that are not far, how many those are; and the way to 16 bits and back.
 * least[0], least[1]: minimum and maximum; count: of distances; does_not_fit: a distance within `largest` of the
 * 16-bit infinity. */
struct floyd_narrow_arguments {
    int32_t *wide;
    uint16_t *narrow;
    int64_t n, wide_stride, padded;
    int32_t far, largest;
    int32_t *range;
    uint64_t *count;
    int32_t *does_not_fit;
};

#endif
