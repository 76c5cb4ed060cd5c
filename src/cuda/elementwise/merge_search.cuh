/* Searches an entry of one operand in the other, and in the mask; rows are sorted. */
#ifndef CUDA_ELEMENTWISE_MERGE_SEARCH_CUH
#define CUDA_ELEMENTWISE_MERGE_SEARCH_CUH

#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/elementwise/merge_arguments.h"

/* The first entry of row i whose column is at least j; *end is where the row ends. */
DEVICE int64_t find_place(const struct merge_operand &operand, int64_t i, int32_t j, int64_t *end)
{
    int64_t begin = 0;
    *end = operand.tiles.entries;
    if (operand.tiles.row_start != nullptr) {
        begin = operand.tiles.row_start[i];
        *end = operand.tiles.row_start[i + 1];
    }
    return lower_bound(operand.column, begin, *end, j);
}

DEVICE bool mask_admits(const struct merge_mask &mask, int64_t i, int32_t j)
{
    bool is_in = false;
    if (!mask.is_given)
        return !mask.is_complement;
    if (mask.present != nullptr)
        is_in = mask.present[j] != 0;
    else {
        int64_t end = mask.row_start[i + 1], k = lower_bound(mask.column, mask.row_start[i], end, j);
        is_in = k < end && mask.column[k] == j;
    }
    return is_in != (mask.is_complement != 0);
}

#endif
