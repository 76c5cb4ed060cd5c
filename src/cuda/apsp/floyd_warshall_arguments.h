/* What the kernels of floyd_warshall.cu take, and their addresses.  Rows and columns are whole tiles: the host pads. */
#ifndef CUDA_APSP_FLOYD_WARSHALL_ARGUMENTS_H
#define CUDA_APSP_FLOYD_WARSHALL_ARGUMENTS_H

#include <stdint.h>

enum {
    FLOYD_PIVOTS = 128,  /* in one round */
    FLOYD_ROWS = 128,    /* of a tile */
    FLOYD_THREADS = 256, /* that compute one tile */
    FLOYD_DIAGONAL_THREADS = 1024,
    FLOYD_PAD = 256 /* rows and columns are a multiple of it */
};

/* One round: pivots first .. first + FLOYD_PIVOTS - 1 of n, for `rows` rows from number first_row on.  The rows of the
 * pivots are pivot_row rows after distance (negative: before it).  diagonal and diagonal_transposed are the closed diagonal
 * block as words, by rows and by columns; diagonal NULL: it was closed before, and the pivots are not among the rows.
 * column[k * rows + i] is the distance from row i to pivot k. */
struct floyd_round_arguments {
    void *distance;
    int64_t n, stride, first, pivot_row, first_row, rows;
    void *diagonal, *diagonal_transposed, *column;
    int32_t *is_negative; /* not 0: kernels return at once */
};

/* Copies between the caller's rows and padded ones, in both directions; the padding is infinite. */
struct floyd_copy_arguments {
    void *to;
    const void *from;
    int64_t n, to_stride, from_stride, padded;
    uint64_t infinite;
};

/* Sets all rows x columns elements to infinite but the first known_rows x known_columns. */
struct floyd_fill_arguments {
    void *to;
    int64_t rows, columns, stride, known_rows, known_columns;
    uint64_t infinite;
};

/* Puts the weights of some rows, of which the first is first_row, into rows that are infinite; weights from `infinite` on
 * are no edges, and value NULL stands for weights of 1.  The diagonal becomes 0 where it is not negative. */
struct floyd_edges_arguments {
    void *to;
    const int64_t *row_start;
    const int32_t *column;
    const void *value;
    int64_t rows, stride, first_row;
    uint64_t infinite;
};

/* Whether distances fit 16 bits, and the conversion to 16 bits and back.  range: the smallest and the largest finite
 * distance, count: how many are finite; does_not_fit: some distance is within `largest` of the infinity of 16 bits. */
struct floyd_narrow_arguments {
    int32_t *wide;
    uint16_t *narrow;
    int64_t n, wide_stride, padded;
    int32_t infinite, largest;
    int32_t *range;
    uint64_t *count;
    int32_t *does_not_fit;
};

enum { FLOYD_FP32, FLOYD_FP64, FLOYD_INT32, FLOYD_INT64, FLOYD_UINT16, FLOYD_KINDS };

enum { FLOYD_FIND_RANGE, FLOYD_NARROW, FLOYD_CHECK, FLOYD_WIDEN, FLOYD_NARROW_KERNELS };

/* Infinite in 16 bits: the sum of two does not overflow. */
enum { FLOYD_INFINITE_16 = 0x7fff };

struct floyd_kernels {
    const void *close, *panels, *rest, *check;
    const void *weights; /* NULL for 16 bits */
    int tile_columns, shared_bytes, word_bytes;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const struct floyd_kernels graph__cuda_floyd_kernels[FLOYD_KINDS];
extern const void *const graph__cuda_floyd_pad[2];  /* of 4 and of 8 bytes */
extern const void *const graph__cuda_floyd_fill[2]; /* of 4 and of 8 bytes */
extern const void *const graph__cuda_floyd_narrow[FLOYD_NARROW_KERNELS];

#ifdef __cplusplus
}
#endif

#endif
