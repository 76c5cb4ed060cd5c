/* What the kernels of region.cu and kronecker.cuh take, and the addresses of those of region.cu. */
#ifndef CUDA_ELEMENTWISE_REGION_ARGUMENTS_H
#define CUDA_ELEMENTWISE_REGION_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* Selects the entries inside, or outside, the region of marked rows and columns; NULL: all rows, or columns, are marked. */
struct region_mark_arguments {
    struct tiles tiles;
    const int32_t *column;
    const uint8_t *row_mark, *column_mark;
    int32_t keeps_inside;
    uint32_t *bits;
};

/* A remap (graph_remap_request).  copies[k], for k = 0 .. entries of A: how many entries of C the entries of A before k
 * make if every row is taken once; NULL: one each. */
struct remap_arguments {
    struct tiles tiles; /* of C */
    const int64_t *A_start;
    const int32_t *A_column;
    const void *A_value;
    int64_t A_rows, A_entries;
    const int32_t *source_row;
    const int64_t *target_start;
    const int32_t *target;
    int64_t *copies;
    int64_t *C_start;
    int32_t *C_column;
    void *C_value;
    uint32_t *disordered; /* set if columns do not ascend in some row */
};

struct kronecker_arguments {
    struct tiles tiles; /* of C */
    const int64_t *A_start, *B_start;
    const int32_t *A_column, *B_column;
    const void *A_value, *B_value;
    int64_t B_rows, B_columns, B_entries;
    int32_t op;
    int64_t *C_start;
    int32_t *C_column;
    void *C_value;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_region_mark;
extern const void *const graph__cuda_remap_copies;
extern const void *const graph__cuda_remap_counts;
extern const void *const graph__cuda_remap_fill[5]; /* by the size of the values */
extern const void *const graph__cuda_remap_check;
extern const void *const graph__cuda_kronecker_starts;

#ifdef __cplusplus
}
#endif

#endif
