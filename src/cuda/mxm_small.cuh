/* C = A B in one launch, for small matrices: each block makes its rows into scratch memory as mxm_sort.cuh does, all blocks
 * meet, and then each knows where its rows begin in C and moves them there.  A row of more products than a warp sorts ends
 * it: the product is then made by bins of rows. */
#include "cuda/mxm_sort.cuh"

#include "cuda/together.cuh"

#include "cuda/mxm_small_arguments.h"

#if HAS_KERNEL(mxm_small)
enum { SMALL_WARPS = MXM_SMALL_THREADS / WARP };

/* One row by one warp; gives its entries.  Fewer products could be sorted faster, but every size takes another tenth of a
 * second to compile at run time. */
DEVICE int small_row(const struct mxm_small_arguments &a, int32_t row, uint32_t *keys, T *values, int64_t to)
{
    enum { EACH = MXM_SMALL_MOST / WARP };
    int lane = lane_of_warp();
    int products = expand_row<WARP, MXM_SMALL_MOST>(a.row, row, keys, values, lane, ALL_LANES);
    int entries = sort_products<WARP, EACH>(keys, values, products, true, lane, ALL_LANES);
    write_row<WARP>(a.row, keys, values, entries, to, lane);
    __syncwarp();
    return entries;
}

/* The entries of the blocks before this one, and of all. */
DEVICE int64_t entries_before(int64_t *all, const int64_t *block_sum)
{
    __shared__ int64_t before[SMALL_WARPS], total[SMALL_WARPS];
    int64_t own_before = 0, own_total = 0;
    int warp = (int)threadIdx.x / WARP;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += MXM_SMALL_THREADS) {
        int64_t sum = *(const volatile int64_t *)&block_sum[b];
        own_before += b < blockIdx.x ? sum : 0;
        own_total += sum;
    }
    own_before = sum_of_warp(own_before);
    own_total = sum_of_warp(own_total);
    if (lane_of_warp() == 0) {
        before[warp] = own_before;
        total[warp] = own_total;
    }
    __syncthreads();
    *all = own_before = 0;
    for (int w = 0; w < SMALL_WARPS; w++) {
        own_before += before[w];
        *all += total[w];
    }
    return own_before;
}

/* Counts the products of the rows from `first` to `last`, and gives them places in scratch memory: place[last - first] is
 * where they end. */
DEVICE void place_rows(const struct mxm_small_arguments &a, int64_t *place, int64_t first, int64_t last)
{
    enum { LANES = 8, GROUPS = MXM_SMALL_THREADS / LANES };
    int part = (int)threadIdx.x % LANES, lane = lane_of_warp(), rows = (int)(last - first);
    for (int r = (int)threadIdx.x / LANES; r - r % (WARP / LANES) < rows; r += GROUPS) {
        int64_t products = 0, begin = 0, end = 0;
        if (r < rows) {
            begin = a.row.A_row_start[first + r];
            end = a.row.A_row_start[first + r + 1];
        }
        for (int64_t e = begin + part; e < end; e += LANES) {
            int32_t k = a.row.A_column[e];
            products += a.row.B_row_start[k + 1] - a.row.B_row_start[k];
        }
        for (int d = LANES / 2; d > 0; d /= 2)
            products += __shfl_xor_sync(ALL_LANES, products, d);
        if (part == 0 && r < rows)
            place[r] = products;
    }
    __syncthreads();
    if (threadIdx.x >= WARP)
        return;
    int64_t all = 0, longest = 0, start = 0;
    for (int r = lane; r - lane < rows; r += WARP) {
        int64_t own = r < rows ? place[r] : 0, so_far = own;
        for (int d = 1; d < WARP; d *= 2) {
            int64_t other = __shfl_up_sync(ALL_LANES, so_far, d);
            so_far += lane >= d ? other : 0;
        }
        longest = own > longest ? own : longest;
        if (r < rows)
            place[r] = all + so_far - own;
        all += __shfl_sync(ALL_LANES, so_far, WARP - 1);
    }
    if (lane == 0)
        start = (int64_t)atomicAdd(&a.state->room, (unsigned long long)all);
    start = __shfl_sync(ALL_LANES, start, 0);
    __syncwarp();
    for (int r = lane; r < rows; r += WARP)
        place[r] += start;
    if (lane == 0)
        place[rows] = start + all;
    if (longest > MXM_SMALL_MOST || start + all > a.room)
        *(volatile int32_t *)&a.state->is_refused = 1;
}

GRAPH_KERNEL void __launch_bounds__(MXM_SMALL_THREADS, 5) mxm_small(struct mxm_small_arguments a)
{
    __shared__ uint32_t all_keys[SMALL_WARPS * MXM_SMALL_MOST];
    __shared__ slot_t all_values[IS_CONSTANT ? 1 : SMALL_WARPS * MXM_SMALL_MOST * sizeof(T) / sizeof(slot_t)];
    __shared__ int64_t place[MXM_SMALL_ROWS + 1];
    __shared__ unsigned long long block_entries;
    int warp = (int)threadIdx.x / WARP, lane = lane_of_warp();
    uint32_t *keys = all_keys + warp * MXM_SMALL_MOST;
    T *values = (T *)all_values + (IS_CONSTANT ? 0 : warp * MXM_SMALL_MOST);
    int64_t each = (a.rows + gridDim.x - 1) / gridDim.x, first = blockIdx.x * each;
    int64_t last = first + each < a.rows ? first + each : a.rows;
    unsigned long long target = 0;
    if (first > last)
        first = last;
    if (threadIdx.x == 0)
        block_entries = 0;
    place_rows(a, place, first, last);
    __syncthreads();
    bool is_refused = *(volatile int32_t *)&a.state->is_refused != 0;
    for (int64_t row = first + warp; row < last && !is_refused; row += SMALL_WARPS) {
        int64_t to = place[row - first], products = place[row - first + 1] - to;
        int entries = products == 0 ? 0 : small_row(a, (int32_t)row, keys, values, to);
        if (lane == 0) {
            a.row.count[row] = entries;
            a.offset[row] = to;
            a.list[row] = (int32_t)row;
            atomicAdd(&block_entries, (unsigned long long)entries);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        a.block_sum[blockIdx.x] = (int64_t)block_entries;
    wait_for_all(&a.state->arrivals, target);
    bool is_made = *(volatile int32_t *)&a.state->is_refused == 0;
    int64_t all, start = entries_before(&all, a.block_sum);
    bool is_placed = is_made && all <= a.C_room;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        a.result->entries = all;
        a.result->products = (int64_t) * (volatile unsigned long long *)&a.state->room;
        a.result->is_made = is_made;
        a.result->is_placed = is_placed;
        a.C_row_start[a.rows] = all;
    }
    if (!is_made)
        return;
    if (warp == 0)
        for (int64_t row = first + lane; row - lane < last; row += WARP) {
            int entries = row < last ? a.row.count[row] : 0, so_far = sum_so_far(entries);
            if (row < last)
                a.C_row_start[row] = start + so_far - entries;
            start += __shfl_sync(ALL_LANES, so_far, WARP - 1);
        }
    __syncthreads();
    for (int64_t row = first + warp; row < last && is_placed; row += SMALL_WARPS) {
        int64_t from = a.offset[row], to = a.C_row_start[row];
        for (int k = lane; k < a.row.count[row]; k += WARP) {
            a.C_column[to + k] = a.row.column[from + k];
            ((T *)a.C_value)[to + k] = ((const T *)a.row.value)[from + k];
        }
    }
}
#endif
