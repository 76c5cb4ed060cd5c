/* The rows of consecutive entries.
 *
 * A block works on a tile of TILE entries, whatever rows they belong to: neither hub rows nor empty rows unbalance it.
 * graph__cuda_tiles finds the rows in which tiles begin by bisection.  Inside a tile each row writes its number at its first
 * entry, and a scan with maximum carries it to the others. */
#ifndef CUDA_PRIMITIVES_ENTRY_TILES_CUH
#define CUDA_PRIMITIVES_ENTRY_TILES_CUH

#include "cuda/runtime/kernel.cuh"

#include "cuda/primitives/entry_tiles_arguments.h"

/* The first i in low .. high - 1 with row_start[i + 1] > e, high if there is none. */
DEVICE int64_t row_of_entry(const int64_t *row_start, int64_t low, int64_t high, int64_t e)
{
    while (low < high) {
        int64_t middle = low + ((high - low) >> 1);
        if (row_start[middle + 1] <= e)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The same by a whole warp: in each step its lanes divide what remains into 32 parts.  is_past(i): whether i is behind the
 * result or is it; of increasing i it is false, then true. */
template <typename TEST> DEVICE int64_t search_by_warp(int64_t low, int64_t high, TEST is_past)
{
    while (low < high) {
        const int64_t step = (high - low + WARP - 1) / WARP, i = low + (lane_of_warp() + 1) * step - 1;
        const uint32_t past = __ballot_sync(ALL_LANES, i >= high || is_past(i));
        const int part = past != 0 ? __ffs((int)past) - 1 : WARP;
        low += part * step;
        high = part < WARP && low + step - 1 < high ? low + step - 1 : high;
        low = low < high ? low : high;
    }
    return low;
}

/* The first k in low .. high - 1 with column[k] >= j, high if there is none. */
DEVICE int64_t lower_bound(const int32_t *column, int64_t low, int64_t high, int32_t j)
{
    while (low < high) {
        int64_t middle = low + ((high - low) >> 1);
        if (column[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Entry `item` of this thread in its block's tile.  The 32 entries of a warp begin at a multiple of 32, so that a ballot
 * is a word of a selection. */
DEVICE int64_t entry_of_tile(int item)
{
    return (int64_t)blockIdx.x * TILE + item * TILE_THREADS + threadIdx.x;
}

/* Carries the row that is set where it begins to its other entries: row[t] = the largest of row[0 .. t] and `first`; for a
 * whole block.  Arrays of rows are aligned to 16 bytes. */
DEVICE void spread_rows(int32_t row[TILE], int32_t first)
{
    __shared__ int32_t last_of_warp[TILE_THREADS / 32];
    int thread = (int)threadIdx.x, lane = lane_of_warp();
    __syncthreads();
    /* Inclusive maximum over the tile, each thread a run of neighbours. */
    enum { RUN = TILE / TILE_THREADS };
    static_assert(RUN == 8, "a thread has two groups of four");
    int4 *run = (int4 *)(row + thread * RUN);
    alignas(16) int32_t most[RUN];
    *(int4 *)most = run[0];
    *(int4 *)(most + 4) = run[1];
    for (int l = 1; l < RUN; l++)
        most[l] = most[l - 1] > most[l] ? most[l - 1] : most[l];
    int32_t before = most[RUN - 1];
    for (int step = 1; step < 32; step <<= 1) {
        int32_t other = __shfl_up_sync(ALL_LANES, before, step);
        if (lane >= step && other > before)
            before = other;
    }
    if (lane == 31)
        last_of_warp[thread >> 5] = before;
    before = __shfl_up_sync(ALL_LANES, before, 1);
    if (lane == 0)
        before = first;
    __syncthreads();
    for (int w = 0; w < thread >> 5; w++)
        before = last_of_warp[w] > before ? last_of_warp[w] : before;
    for (int l = 0; l < RUN; l++)
        most[l] = most[l] > before ? most[l] : before;
    run[0] = *(const int4 *)most;
    run[1] = *(const int4 *)(most + 4);
    __syncthreads();
}

/* row[t] = the row of entry t of a tile, for all threads of a block of TILE_THREADS.  Without row_start all entries are in
 * row 0. */
DEVICE void find_rows_of_tile(int32_t row[TILE], struct tiles tiles, int64_t tile)
{
    int64_t begin = tile * TILE, end = begin + TILE < tiles.entries ? begin + TILE : tiles.entries;
    int thread = (int)threadIdx.x;
    if (tiles.row_start == nullptr) {
        for (int t = thread; t < TILE; t += TILE_THREADS)
            row[t] = 0;
        __syncthreads();
        return;
    }
    int32_t first = tiles.first_row[tile], last = tiles.first_row[tile + 1];
    if (last - first > 4 * TILE) {
        /* Most of these rows are empty: a bisection for each entry is faster than reading all rows. */
        for (int64_t t = thread; t < end - begin; t += TILE_THREADS)
            row[t] = (int32_t)row_of_entry(tiles.row_start, first, last, begin + t);
        __syncthreads();
        return;
    }
    for (int t = thread; t < TILE; t += TILE_THREADS)
        row[t] = first;
    __syncthreads();
    for (int64_t i = (int64_t)first + 1 + thread; i <= last; i += TILE_THREADS) {
        int64_t start = tiles.row_start[i];
        if (start < end && tiles.row_start[i + 1] > start)
            row[start - begin] = (int32_t)i;
    }
    spread_rows(row, first);
}

/* The same for this block's tile. */
DEVICE void find_tile_rows(int32_t row[TILE], struct tiles tiles)
{
    find_rows_of_tile(row, tiles, blockIdx.x);
}

/* How many entries before entry e are selected. */
DEVICE int64_t rank_of(struct selection selection, int64_t e)
{
    int below = (int)(e & 31);
    int64_t rank = selection.rank[e >> 5];
    return below == 0 ? rank : rank + __popc(selection.bits[e >> 5] & ((1u << below) - 1));
}

DEVICE bool is_selected(struct selection selection, int64_t e)
{
    return selection.bits[e >> 5] >> (e & 31) & 1;
}

#endif
