/* What the kernels of build.cu and build.cuh take, and the addresses of those of build.cu. */
#ifndef CUDA_ELEMENTWISE_BUILD_ARGUMENTS_H
#define CUDA_ELEMENTWISE_BUILD_ARGUMENTS_H

#include "cuda/primitives/compaction_arguments.h"

/* Rows of at most BUILD_LONGEST entries are sorted in tiles of whole rows: tile t has the rows that begin at entries
 * t * BUILD_STEP .. (t + 1) * BUILD_STEP - 1. */
enum { BUILD_LONGEST = 512, BUILD_STEP = TILE - BUILD_LONGEST };

/* Entries in the order of their rows, equal positions in the order of the input.  repeated: receives the least
 * row << 32 | column that more than one entry has; NULL: not wanted. */
struct build_arguments {
    struct compaction compaction;
    const int64_t *row_start;
    int64_t rows, n;
    const int32_t *column;
    const void *value;
    int32_t *first_row; /* of each tile, and of their end */
    int32_t op, folds;  /* equal positions are folded by op; else the first stays */
    unsigned long long *repeated;
    int64_t *C_start;
};

/* Selects the entries that differ from the one before, in sorted rows. */
struct build_mark_arguments {
    const int64_t *row_start;
    int64_t rows, n;
    const int32_t *column;
    uint32_t *bits;
    unsigned long long *repeated;
};

/* For each selected entry, the fold by op of the values up to the next one. */
struct build_combine_arguments {
    const void *value;
    int64_t n;
    int32_t op;
    struct selection selection;
    void *C_value;
};

/* *longest = the most entries of a row. */
struct build_row_arguments {
    const int64_t *row_start;
    int64_t rows;
    unsigned long long *longest;
};

/* *found = the least e < n with row[e] == i, column[e] == j and e > after. */
struct build_find_arguments {
    const int32_t *row, *column;
    int64_t n, after;
    int32_t i, j;
    unsigned long long *found;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_build_longest;
extern const void *const graph__cuda_build_tiles;
extern const void *const graph__cuda_build_starts;
extern const void *const graph__cuda_build_mark;
extern const void *const graph__cuda_build_mark_rows;
extern const void *const graph__cuda_build_repeat;
extern const void *const graph__cuda_build_find;

#ifdef __cplusplus
}
#endif

#endif
