/* Cuts two operands into tiles of equal work, and finds where the rows of their merge begin (merge_host.c). */
#include "cuda/elementwise/merge_rows.cuh"

#include "cuda/primitives/value_sizes.cuh"

/* A warp for each tile.  Tile t begins at item t * MERGE_STEP of the merge, one item later where that separates two
 * partners: the one of update then joins that of old. */
GRAPH_KERNEL void merge_cut(struct merge_arguments a)
{
    const int64_t warps = threads_of_grid() / WARP;
    for (int64_t t = thread_of_grid() / WARP; t <= a.compaction.tiles; t += warps) {
        int64_t row = a.rows - 1, old = a.old.entries, update = a.update.entries;
        if (t < a.compaction.tiles) {
            const int64_t item = t * MERGE_STEP;
            row = search_by_warp(0, a.rows, [&](int64_t i) { return merge_items_before(a, i + 1) > item; });
            const int64_t old_begin = merge_row_begin(a.old, row), old_end = merge_row_begin(a.old, row + 1),
                          update_begin = merge_row_begin(a.update, row),
                          update_end = merge_row_begin(a.update, row + 1),
                          ahead = item - old_begin - update_begin; /* items of the row before this one */
            const int64_t least = ahead - (update_end - update_begin), most = old_end - old_begin;
            old = old_begin +
                  search_by_warp(least > 0 ? least : 0, ahead < most ? ahead : most, [&](int64_t k) {
                      return a.old.column[old_begin + k] > a.update.column[update_begin + ahead - 1 - k];
                  });
            update = item - old;
            update +=
                old > old_begin && update < update_end && a.old.column[old - 1] == a.update.column[update];
        }
        if (lane_of_warp() == 0) {
            a.tiles.row[t] = (int32_t)row;
            a.tiles.old[t] = old;
            a.tiles.update[t] = update;
        }
    }
}

/* C_start[i] = the items before row i that stay. */
GRAPH_KERNEL void merge_starts(struct merge_arguments a)
{
    grid_dependency_wait();
    for (int64_t i = thread_of_grid(); i <= a.rows; i += threads_of_grid()) {
        const int64_t item = merge_items_before(a, i);
        int64_t tile = item / MERGE_STEP;
        tile -= item < a.tiles.old[tile] + a.tiles.update[tile];
        const int64_t at = item - a.tiles.old[tile] - a.tiles.update[tile];
        a.C_start[i] = rank_of(a.compaction.selection, tile * TILE + at);
    }
}

EXPORT(merge_cut)
EXPORT(merge_starts)
