/* What the kernels of merge.cuh and merge_mark.cu take, and the addresses of those of merge_mark.cu. */
#ifndef CUDA_ELEMENTWISE_MERGE_ARGUMENTS_H
#define CUDA_ELEMENTWISE_MERGE_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* An operand: a matrix, or a sparse vector as one row, without tiles.row_start. */
struct merge_operand {
    struct tiles tiles;
    const int32_t *column;
    const void *value;
    struct selection selection;
};

/* A mask as rows, or as a byte for each position, or none, which admits all (nothing under is_complement). */
struct merge_mask {
    const int64_t *row_start;
    const int32_t *column;
    const uint8_t *present;
    int32_t is_given, is_complement;
};

/* C = old and update merged under the mask.  `both` has a bit for each entry of old with a partner in update where the mask
 * admits it.  An intersection has only those, no mask and no accumulator. */
struct merge_arguments {
    struct merge_operand old, update;
    struct merge_mask mask;
    uint32_t *both;
    int32_t has_accum, keeps, is_intersection, op;
    int32_t *C_column;
    void *C_value;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_merge_mark_old;
extern const void *const graph__cuda_merge_mark_update;

#ifdef __cplusplus
}
#endif

#endif
