/* The products of A B numbered through, by the entries of A and then by those of their rows of B (mxm_filter.cu). */
#ifndef CUDA_MXM_MASKED_MXM_FILTER_CUH
#define CUDA_MXM_MASKED_MXM_FILTER_CUH

#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/mxm/masked/mxm_filter_arguments.h"

/* The entry of B of product q, which is one of entry e of A. */
DEVICE int64_t filter_entry(const struct mxm_filter_arguments &a, int32_t e, int64_t q)
{
    return a.B_first[e] + (q - a.start[e]);
}

/* The positions of this thread's products of a tile, (row[item], column[item]): column -1 where there is none.  All loads
 * come before the first use: else each would wait in the branch that uses it. */
DEVICE void filter_positions(int32_t *row, int32_t *column, const int32_t *owner,
                             const struct mxm_filter_arguments &a)
{
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t q = entry_of_tile(item);
        const int32_t e = owner[item * TILE_THREADS + threadIdx.x];
        row[item] = q < a.products.entries ? a.row[e] : 0;
        column[item] = q < a.products.entries ? a.B_column[filter_entry(a, e, q)] : -1;
    }
    __syncwarp();
}

#endif
