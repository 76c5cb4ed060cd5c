/* Kernels of builds that know no type (build_host.c). */
#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/elementwise/build_arguments.h"
#include "cuda/primitives/value_sizes.cuh"

GRAPH_KERNEL void build_longest(struct build_row_arguments a)
{
    unsigned longest = 0;
    for (int64_t i = thread_of_grid(); i < a.rows; i += threads_of_grid()) {
        const int64_t length = a.row_start[i + 1] - a.row_start[i];
        longest = max(longest, length > INT32_MAX ? INT32_MAX : (unsigned)length);
    }
    longest = (unsigned)__reduce_max_sync(ALL_LANES, (int)longest);
    if (lane_of_warp() == 0 && longest > 0)
        atomicMax(a.longest, (unsigned long long)longest);
}

/* A warp for each tile. */
GRAPH_KERNEL void build_tiles(struct build_arguments a)
{
    for (int64_t t = thread_of_grid() / WARP; t <= a.compaction.tiles; t += threads_of_grid() / WARP) {
        const int64_t entry = t * BUILD_STEP;
        const int64_t row =
            t < a.compaction.tiles
                ? search_by_warp(0, a.rows, [&](int64_t i) { return a.row_start[i] >= entry; })
                : a.rows;
        if (lane_of_warp() == 0)
            a.first_row[t] = (int32_t)row;
    }
}

/* C_start[i] = the entries before row i that stay. */
GRAPH_KERNEL void build_starts(struct build_arguments a)
{
    grid_dependency_wait();
    for (int64_t i = thread_of_grid(); i <= a.rows; i += threads_of_grid()) {
        const int64_t entry = a.row_start[i], tile = entry / BUILD_STEP;
        const int64_t at = tile < a.compaction.tiles ? entry - a.row_start[a.first_row[tile]] : 0;
        a.C_start[i] = rank_of(a.compaction.selection, tile * TILE + at);
    }
}

GRAPH_KERNEL void build_mark(struct build_mark_arguments a)
{
    /* All lanes of a warp make the same number of iterations. */
    for (int64_t e = thread_of_grid(); e - lane_of_warp() < a.n; e += threads_of_grid()) {
        const uint32_t bits = __ballot_sync(ALL_LANES, e < a.n && (e == 0 || a.column[e] != a.column[e - 1]));
        if (lane_of_warp() == 0)
            a.bits[e >> 5] = bits;
    }
}

GRAPH_KERNEL void build_mark_rows(struct build_mark_arguments a)
{
    for (int64_t i = thread_of_grid(); i < a.rows; i += threads_of_grid()) {
        const int64_t e = a.row_start[i];
        if (e < a.row_start[i + 1])
            atomicOr(&a.bits[e >> 5], 1u << (e & 31));
    }
}

GRAPH_KERNEL void build_repeat(struct build_mark_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid())
        if (!(a.bits[e >> 5] >> (e & 31) & 1))
            atomicMin(a.repeated, (unsigned long long)row_of_entry(a.row_start, 0, a.rows, e) << 32 |
                                      (unsigned)a.column[e]);
}

GRAPH_KERNEL void build_find(struct build_find_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid())
        if (e > a.after && a.row[e] == a.i && a.column[e] == a.j)
            atomicMin(a.found, (unsigned long long)e);
}

EXPORT(build_longest)
EXPORT(build_tiles)
EXPORT(build_starts)
EXPORT(build_mark)
EXPORT(build_mark_rows)
EXPORT(build_repeat)
EXPORT(build_find)
