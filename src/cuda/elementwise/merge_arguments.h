/* What the kernels of merge.cuh and merge_mark.cu take. */
#ifndef CUDA_ELEMENTWISE_MERGE_ARGUMENTS_H
#define CUDA_ELEMENTWISE_MERGE_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* A matrix, or a sparse vector as one row; tiles.row_start is NULL for that. */
struct merge_operand {
    struct tiles tiles;
    const int32_t *column;
    const void *value;
    struct selection selection;
};

/* Rows of a mask, or a byte for each position, or neither: all (none under is_complement). */
struct merge_mask {
    const int64_t *row_start;
    const int32_t *column;
    const uint8_t *present;
    int32_t is_given, is_complement;
};

/* C = old and update merged under the mask; `both` has a bit for each entry of old that meets one of update where the
 * mask admits it.  An intersection keeps only those, has no mask and no accum rule. */
struct merge_arguments {
    struct merge_operand old, update;
    struct merge_mask mask;
    uint32_t *both;
    int32_t has_accum, keeps, is_intersection, op;
    int32_t *C_column;
    void *C_value;
};

#endif
