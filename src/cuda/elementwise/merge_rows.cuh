/* The rows of two operands that are merged, as one list of items: the entries of a row of `old`, then those of that row of
 * `update`. */
#ifndef CUDA_ELEMENTWISE_MERGE_ROWS_CUH
#define CUDA_ELEMENTWISE_MERGE_ROWS_CUH

#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/elementwise/merge_arguments.h"

/* Where row i begins, for i = 0 .. rows. */
DEVICE int64_t merge_row_begin(const struct merge_operand &operand, int64_t i)
{
    return operand.row_start != nullptr ? operand.row_start[i] : i == 0 ? 0 : operand.entries;
}

/* The items before row i. */
DEVICE int64_t merge_items_before(const struct merge_arguments &a, int64_t i)
{
    return merge_row_begin(a.old, i) + merge_row_begin(a.update, i);
}

#endif
