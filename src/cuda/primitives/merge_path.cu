/* Kernels that cut rows into merge-path tiles (merge_path.h). */
#include "cuda/runtime/kernel.cuh"

#include "cuda/primitives/merge_path_arguments.h"

enum { CUTS, HEADS, FILLED_ROWS, LONGEST };

/* The row that holds item d: row i has row_start[i + 1] - row_start[i] items for its entries and one for itself. */
DEVICE int64_t row_of_item(const int64_t *row_start, int64_t rows, int64_t d)
{
    int64_t low = 0, high = rows;
    while (low < high) {
        int64_t i = low + (high - low + 1) / 2;
        if (i + row_start[i] <= d)
            low = i;
        else
            high = i - 1;
    }
    return low;
}

/* *row and *entry = the begin of tile t; whether that is inside a row. */
DEVICE bool tile_begin(const struct merge_path_arguments &a, int64_t t, int64_t *row, int64_t *entry)
{
    int64_t item = t * a.cuts.items, i = row_of_item(a.row_start, a.rows, item), begin = a.row_start[i];
    *row = i;
    *entry = begin;
    if (i == a.rows)
        return false;
    int64_t offset = item - i - begin, length = a.row_start[i + 1] - begin;
    if (offset == length && length > 0) {
        *row = i + 1;
        *entry = begin + length;
        return false;
    }
    if (offset == 0 || length <= a.uncut)
        return false;
    *entry = begin + offset;
    return true;
}

static __global__ void cut_rows(struct merge_path_arguments a)
{
    for (int64_t t = thread_of_grid(); t <= a.cuts.tiles; t += threads_of_grid()) {
        int64_t row = a.rows, entry = a.row_start[a.rows];
        bool is_cut = t < a.cuts.tiles && tile_begin(a, t, &row, &entry);
        a.cuts.row[t] = (int32_t)row;
        a.cuts.entry[t] = entry;
        a.cuts.slot[t] = -1;
        a.cuts.arrived[t] = 0;
        if (is_cut) {
            /* The tile before the first piece holds the item at which the row begins. */
            int64_t first = (row + a.row_start[row]) / a.cuts.items + 1;
            int32_t pieces = (int32_t)((row + a.row_start[row + 1] - 1) / a.cuts.items - first + 1);
            a.cuts.slot[t] = (int32_t)atomicAdd((unsigned long long *)&a.counts[CUTS], 1ULL);
            a.cuts.first_piece[t] = (int32_t)first;
            a.cuts.pieces_of_row[t] = pieces;
            if (t == first) {
                uint64_t h = atomicAdd((unsigned long long *)&a.counts[HEADS], 1ULL);
                a.cuts.head[h] = (int32_t)t;
                a.cuts.pieces[h] = pieces;
            }
        }
    }
}

static __global__ void count_filled_rows(struct merge_path_arguments a)
{
    int count = 0, longest = 0;
    for (int64_t i = thread_of_grid(); i < a.rows; i += threads_of_grid()) {
        int length = (int)(a.row_start[i + 1] - a.row_start[i]);
        count += length > 0;
        longest = length > longest ? length : longest;
    }
    count = __reduce_add_sync(ALL_LANES, count);
    longest = __reduce_max_sync(ALL_LANES, longest);
    if (lane_of_warp() == 0 && count > 0) {
        atomicAdd((unsigned long long *)&a.counts[FILLED_ROWS], (unsigned long long)count);
        atomicMax((unsigned long long *)&a.counts[LONGEST], (unsigned long long)longest);
    }
}

/* A warp for each tile. */
static __global__ void find_row_ends(struct merge_path_arguments a)
{
    const int64_t warps = threads_of_grid() / WARP;
    for (int64_t t = thread_of_grid() / WARP; t < a.cuts.tiles; t += warps)
        for (int64_t i = a.cuts.row[t] + lane_of_warp(); i < a.cuts.row[t + 1]; i += WARP)
            a.cuts.row_end[i] = (uint16_t)(a.row_start[i + 1] - a.cuts.entry[t]);
}

extern "C" const void *const graph__cuda_find_tiles = (const void *)cut_rows;
extern "C" const void *const graph__cuda_count_filled_rows = (const void *)count_filled_rows;
extern "C" const void *const graph__cuda_find_row_ends = (const void *)find_row_ends;
