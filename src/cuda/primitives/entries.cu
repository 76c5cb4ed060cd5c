/* Kernels that test the positions of entries and move the selected ones (entries.h). */
#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/primitives/entries_arguments.h"
#include "cuda/primitives/positions.cuh"
#include "cuda/primitives/value_sizes.cuh"

GRAPH_KERNEL void entries_tiles(struct entries_tiles_arguments a)
{
    for (int64_t t = thread_of_grid() / WARP; t <= a.count; t += threads_of_grid() / WARP) {
        const int64_t e = t * TILE < a.entries ? t * TILE : a.entries - 1;
        const int64_t row = search_by_warp(0, a.rows, [&](int64_t i) { return a.row_start[i + 1] > e; });
        if (lane_of_warp() == 0)
            a.first_row[t] = (int32_t)row;
    }
}

GRAPH_KERNEL void entries_rows(struct entries_rows_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        int64_t e = entry_of_tile(item);
        if (e < a.tiles.entries)
            a.row[e] = row[item * TILE_THREADS + threadIdx.x];
    }
}

GRAPH_KERNEL void entries_positions(struct entries_positions_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        int64_t e = entry_of_tile(item);
        if (e < a.tiles.entries) {
            int64_t i = row[item * TILE_THREADS + threadIdx.x];
            int64_t position = a.op == 1 ? i : a.op == 2 ? a.column[e] : a.column[e] - i;
            a.position[e] = (int64_t)((uint64_t)position + a.k);
        }
    }
}

GRAPH_KERNEL void entries_test(struct entries_test_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    if (!a.is_vector)
        find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        int64_t e = entry_of_tile(item);
        bool is_entry = e < a.tiles.entries, passes = false;
        if (is_entry && a.is_vector)
            passes = (a.present == nullptr || a.present[e] != 0) &&
                     position_passes(a.op, a.column != nullptr ? a.column[e] : e, 0, a.k);
        else if (is_entry)
            passes = position_passes(a.op, row[item * TILE_THREADS + threadIdx.x], a.column[e], a.k);
        uint32_t bits = __ballot_sync(ALL_LANES, passes);
        if (is_entry && lane_of_warp() == 0)
            a.bits[e >> 5] = bits;
    }
}

GRAPH_KERNEL void entries_starts(struct entries_starts_arguments a)
{
    grid_dependency_wait();
    for (int64_t i = thread_of_grid(); i <= a.rows; i += threads_of_grid())
        a.C_start[i] = rank_of(a.selection, a.A_start[i]) +
                       (a.other_start != nullptr ? rank_of(a.other_selection, a.other_start[i]) : 0);
}

template <typename V> static __global__ void entries_move(struct entries_move_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid()) {
        uint32_t bits = a.selection.bits[e >> 5], mine = 1u << (e & 31);
        if (bits & mine) {
            int64_t at = a.selection.rank[e >> 5] + __popc(bits & (mine - 1));
            if (a.to_column != nullptr)
                a.to_column[at] = a.column != nullptr ? a.column[e] : (int32_t)e;
            if constexpr (has_values<V>::is)
                ((V *)a.to_value)[at] = ((const V *)a.value)[e];
        }
    }
}

EXPORT(entries_tiles)
EXPORT(entries_rows)
EXPORT(entries_positions)
EXPORT(entries_test)
EXPORT(entries_starts)
EXPORT_SIZES(entries_move)
