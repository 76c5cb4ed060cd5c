/* The symbolic phase of the row merge (mxm_row_merge.cuh): entries of each row of C, by a lane for each. */
#include "cuda/mxm/whole/mxm_row_merge_cursors.cuh"

#include "cuda/primitives/warp.cuh"

static __global__ void __launch_bounds__(MXM_ROW_MERGE_THREADS) count(struct mxm_row_merge_arguments a)
{
    const int64_t row = thread_of_grid();
    struct mxm_cursors c;
    int64_t first = 0, length = 0;
    int entries = 0;
    if (row < a.rows) {
        first = a.A_row_start[row];
        length = a.A_row_start[row + 1] - first;
    }
    if (length > MXM_ROW_MERGE_MOST)
        a.state->is_refused = 1;
    length = length > MXM_ROW_MERGE_MOST ? 0 : length;
    const int used = __reduce_max_sync(ALL_LANES, (int)length);
    const int64_t products = reduce_warp(open_cursors(c, a, first, (int)length, used));
    for (;;) {
        const unsigned least = least_column(c, used);
        if (__all_sync(ALL_LANES, least == MXM_ENDED))
            break;
        entries += least != MXM_ENDED;
        for_cursors(used, [&](int k) {
            if (least != MXM_ENDED && c.column[k] == least)
                advance(c, k, a.B_column);
        });
    }
    if (row < a.rows)
        a.count[row] = entries;
    if (lane_of_warp() == 0 && products > 0)
        atomicAdd(&a.state->products, (unsigned long long)products);
}

const void *const graph__mxm_row_merge_count = (const void *)count;
