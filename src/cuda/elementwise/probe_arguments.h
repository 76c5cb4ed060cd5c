/* What the kernels of probe.cuh take. */
#ifndef CUDA_ELEMENTWISE_PROBE_ARGUMENTS_H
#define CUDA_ELEMENTWISE_PROBE_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* Where the partner of an entry is: in the entry itself, at its position of a full matrix, or in a row that is searched. */
enum { PROBE_SAME = 0, PROBE_FULL = 1, PROBE_ROW = 2 };

struct probe_operand {
    const int64_t *row_start;
    const int32_t *column;
    const void *value;
    int32_t place;
};

/* For each entry of the tiles, whose rows are searched where first_row is NULL: whether both operands have its position
 * (bits NULL: they do), and z = x op y (NULL: a pattern). */
struct probe_arguments {
    struct tiles tiles;
    const int32_t *column;
    int64_t columns;
    struct probe_operand x, y;
    uint32_t *bits;
    void *z;
    int32_t op;
};

/* Two operands of `n` entries that may have the same pattern: C gets that of x, and z = x op y; *differs is set, and C is
 * not finished, where theirs differ. */
struct probe_pattern_arguments {
    struct probe_operand x, y;
    int64_t rows, n;
    int64_t *C_start;
    int32_t *C_column;
    void *z;
    uint32_t *differs; /* 0 before */
    int32_t op;
};

#endif
