/* What the kernels of entries.cu take, which move entries and need no operator; and their addresses. */
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

/* C_start[i] = entries selected before A_start[i], plus those of the other selection before other_start[i] unless that is
 * NULL, for i = 0 .. rows. */
struct entries_starts_arguments {
    int64_t *C_start;
    int64_t rows;
    const int64_t *A_start, *other_start;
    struct selection selection, other_selection;
};

/* Stream compaction: the selected ones of n entries, with their columns (column NULL: their numbers) unless to_column is
 * NULL. */
struct entries_move_arguments {
    int32_t *to_column;
    void *to_value;
    const int32_t *column;
    const void *value;
    int64_t n;
    struct selection selection;
};

/* X(number, NAME, test of the position (i, j) against k): the tests of entries_test, by their numbers in types.h. */
#define POSITION_TEST_CODES(X)                                                                               \
    X(1, TRIL, j <= i + k)                                                                                   \
    X(2, TRIU, j >= i + k)                                                                                   \
    X(3, DIAGONAL, j == i + k)                                                                               \
    X(4, OFFDIAGONAL, j != i + k)                                                                            \
    X(11, ROW_LE, i <= k) X(12, ROW_GT, i > k) X(13, COLUMN_LE, j <= k) X(14, COLUMN_GT, j > k)

/* Kernels that move values have five forms: for values of 0, 1, 2, 4 and 8 bytes. */
enum { GRAPH_SIZES = 5 };

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_entries_tiles;
extern const void *const graph__cuda_entries_rows;
extern const void *const graph__cuda_entries_positions;
extern const void *const graph__cuda_entries_test;
extern const void *const graph__cuda_entries_starts;
extern const void *const graph__cuda_entries_move[GRAPH_SIZES];

#ifdef __cplusplus
}
#endif

#endif
