/* What the kernels of merge.cuh and merge.cu take, and the addresses of those of merge.cu. */
#ifndef CUDA_ELEMENTWISE_MERGE_ARGUMENTS_H
#define CUDA_ELEMENTWISE_MERGE_ARGUMENTS_H

#include "cuda/primitives/compaction_arguments.h"

/* Items of a tile, without one that may join it (merge.cu). */
enum { MERGE_STEP = TILE - 1 };

/* An operand: a matrix, or a sparse vector as one row, without row_start. */
struct merge_operand {
    const int64_t *row_start;
    const int32_t *column;
    const void *value;
    int64_t entries;
};

/* A mask as rows, or as a byte for each position, or none, which admits all (nothing under is_complement). */
struct merge_mask {
    const int64_t *row_start;
    const int32_t *column;
    const uint8_t *present;
    int32_t is_given, is_complement;
};

/* Where tiles begin, for each tile and for their end: a row, an entry of old, and one of update.  Entries before the row
 * belong to tiles before this one. */
struct merge_tiles {
    int32_t *row;
    int64_t *old, *update;
};

/* C = old and update merged under the mask.  An intersection has no mask and no accumulator. */
struct merge_arguments {
    struct compaction compaction;
    struct merge_operand old, update;
    int64_t rows;
    struct merge_tiles tiles;
    struct merge_mask mask;
    int32_t has_accum, keeps, is_intersection, op;
    int64_t *C_start;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_merge_cut;
extern const void *const graph__cuda_merge_starts;

#ifdef __cplusplus
}
#endif

#endif
