/* What the kernels of mxm_dia.cuh, mxm_dia_band.cuh and mxm_dia_find.cu take. */
#ifndef CUDA_MXM_DIAGONALS_MXM_DIA_ARGUMENTS_H
#define CUDA_MXM_DIAGONALS_MXM_DIA_ARGUMENTS_H

/* Diagonals of a matrix that a search can list. */
#define DIA_MOST 511

struct dia_found {
    int32_t count;           /* of all, which may be more than the list holds */
    int32_t place[DIA_MOST]; /* rows - 1 + offset, in any order */
};

struct dia_find_arguments {
    int64_t rows;
    const int64_t *row_start;
    const int32_t *column;
    uint32_t *seen; /* a bit for each diagonal that the shape has, 0 at first */
    struct dia_found *found;
    int32_t lanes; /* for each row */
};

/* A tile of rows has at most as many, and its block of threads. */
#define DIA_MOST_TILE    256
#define DIA_MOST_THREADS 512

/* Diagonals of A that a thread holds in registers. */
#define DIA_MOST_IN_REGISTERS 9

/* A full band whose diagonals are neighbours: those from offset `low` on.  Where a row has all of them, the first of row i
 * is entry i * count - lacking. */
struct dia_band {
    int64_t rows, columns, low, count, lacking;
    const int64_t *row_start;
    const void *value;
};

struct dia_band_arguments {
    struct dia_band A, B;
    int64_t C_count, C_lacking;
    int64_t *C_row_start;
    int32_t *C_column;
    void *C_value;
    int32_t tile;                         /* rows of C for a block */
    int32_t A_stride, B_stride, C_stride; /* of a row in shared memory */
    int32_t A_place, C_place;             /* in shared memory, in bytes; B lies first */
    int32_t is_square;                    /* the rows of B hold those of A */
    int32_t is_by_rows;                   /* a thread for each row */
};

/* Diagonals with a byte for each element, 1 if it is an entry: element i of diagonal d is the entry (i, i + offset[d]),
 * at place d * rows + i. */
struct dia_diagonals {
    int64_t rows, columns, count;
    const int32_t *offset; /* ascending */
    uint8_t *present;
    void *value;
};

struct dia_fill_arguments {
    struct dia_diagonals D;
    const int64_t *row_start;
    const int32_t *column;
    const void *value;
};

/* Diagonals of A and of B that meet in one of C. */
struct dia_pair {
    int32_t a, b;
};

struct dia_multiply_arguments {
    struct dia_diagonals A, B, C;
    const int64_t *pair_start; /* by diagonal of C */
    const struct dia_pair *pair;
    int32_t *count; /* of the entries of each row of C */
    const int64_t *C_row_start;
    int32_t *C_column;
    void *C_value;
};

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__cuda_dia_find;
#ifdef __cplusplus
}
#endif

#endif
