/* What the kernels of entries.cu take: those that move entries and need no operator. */
#ifndef CUDA_PRIMITIVES_ENTRIES_ARGUMENTS_H
#define CUDA_PRIMITIVES_ENTRIES_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* first_row[t] for t = 0 .. count, the rows of entries 0, TILE, 2 TILE, ... and of the last one. */
struct entries_tiles_arguments {
    int32_t *first_row;
    const int64_t *row_start;
    int64_t rows, entries, count;
};

/* row[e] = the row of entry e. */
struct entries_rows_arguments {
    struct tiles tiles;
    int32_t *row;
};

/* position[e] = row, column or their difference (op of types.h), plus k, wrapping. */
struct entries_positions_arguments {
    struct tiles tiles;
    const int32_t *column;
    int64_t *position;
    int32_t op;
    uint64_t k;
};

/* Marks the entries whose position passes a test.  Those of a vector are in row column[e] (NULL: e), column 0, where
 * present (NULL: everywhere) is not 0. */
struct entries_test_arguments {
    struct tiles tiles;
    const int32_t *column;
    const uint8_t *present;
    uint32_t *bits;
    int32_t op, is_vector;
    int64_t k;
};

/* C_start[i] = kept entries before A_start[i], plus other entries before other_start[i], for i = 0 .. rows. */
struct entries_starts_arguments {
    int64_t *C_start;
    int64_t rows;
    const int64_t *A_start, *other_start;
    struct kept_entries kept, other_kept;
};

/* The entries kept of n, moved together; their columns (NULL: their numbers) unless to_column is NULL. */
struct entries_move_arguments {
    int32_t *to_column;
    void *to_value;
    const int32_t *column;
    const void *value;
    int64_t n;
    struct kept_entries kept;
};

#endif
