/* Sums at the entries of a mask, over any semiring: each product looks for its position in the row of the mask, and is added
 * there atomically (atomic_sums.cuh); under `any` the product with the smallest k wins the entry.  A tile takes consecutive
 * products (mxm_filter.cuh), whatever the lengths of the rows. */
#include "cuda/semiring/atomic_sums.cuh"

#include "cuda/mxm/masked/mxm_filter.cuh"
#include "cuda/mxm/masked/mxm_masked_pair_arguments.h"

DEVICE T masked_product(const struct mxm_masked_sums_arguments &a, int32_t e, int64_t q)
{
    const int64_t b = filter_entry(a.filter, e, q);
    return mul(X_VALUE((const T *)a.A_value, e), Y_VALUE((const T *)a.filter.B_value, b));
}

GRAPH_KERNEL void mxm_masked_sums_open(struct mxm_masked_sums_arguments a)
{
    for (int64_t p = thread_of_grid(); p < a.entries; p += threads_of_grid())
        combine_open(a.state, a.filled, (T *)a.value, p);
}

GRAPH_KERNEL void mxm_masked_sums_add(struct mxm_masked_sums_arguments a)
{
    alignas(16) __shared__ int32_t owner[TILE];
    const struct mxm_filter_arguments &f = a.filter;
    int32_t i[TILE_ITEMS], j[TILE_ITEMS];
    find_tile_rows(owner, f.products);
    filter_positions(i, j, owner, f);
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t q = entry_of_tile(item), end = f.mask_start[i[item] + 1],
                      p = j[item] < 0 ? end : lower_bound(f.mask_column, f.mask_start[i[item]], end, j[item]);
        if (p >= end || f.mask_column[p] != j[item])
            continue;
        if (STATE_IS_WINNER)
            combine_number(a.state, p, q);
        else
            combine(a.state, a.filled, (T *)a.value, p,
                    masked_product(a, owner[item * TILE_THREADS + threadIdx.x], q));
    }
}

/* Values, and the bits of the entries that have any. */
GRAPH_KERNEL void mxm_masked_sums_close(struct mxm_masked_sums_arguments a)
{
    for (int64_t p = thread_of_grid(); p - lane_of_warp() < a.entries; p += threads_of_grid()) {
        bool is_entry = false;
        T x = (T)0;
        if (p < a.entries && !STATE_IS_WINNER)
            is_entry = combine_close(&x, a.state, a.filled, (const T *)a.value, p);
        else if (p < a.entries && a.state[p] != NO_WINNER) {
            const int64_t q = (int64_t)a.state[p];
            is_entry = true;
            x = masked_product(a, (int32_t)row_of_entry(a.filter.start, 0, a.filter.A.entries, q), q);
        }
        const uint32_t bits = __ballot_sync(ALL_LANES, is_entry);
        if (is_entry)
            ((T *)a.value)[p] = x;
        if (p < a.entries && lane_of_warp() == 0)
            a.bits[p / WARP] = bits;
    }
}
