/* Selects the entries of two operands that stay in their merge (merge_host.c). */
#include "cuda/elementwise/merge_search.cuh"

GRAPH_KERNEL void merge_mark_old(struct merge_arguments a)
{
    __shared__ int32_t row[TILE];
    find_tile_rows(row, a.old.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        int64_t e = entry_of_tile(item), end;
        bool is_entry = e < a.old.tiles.entries, is_both = false, stays = false;
        if (is_entry) {
            int64_t i = row[item * TILE_THREADS + threadIdx.x];
            int32_t j = a.old.column[e];
            int64_t k = find_place(a.update, i, j, &end);
            bool is_met = k < end && a.update.column[k] == j;
            bool is_open = mask_admits(a.mask, i, j);
            is_both = is_met && is_open;
            stays = a.is_intersection ? is_both : is_open ? is_met || a.has_accum : a.keeps != 0;
        }
        uint32_t selected = __ballot_sync(ALL_LANES, stays), both = __ballot_sync(ALL_LANES, is_both);
        if (is_entry && lane_of_warp() == 0) {
            a.old.selection.bits[e >> 5] = selected;
            if (a.both != nullptr)
                a.both[e >> 5] = both;
        }
    }
}

GRAPH_KERNEL void merge_mark_update(struct merge_arguments a)
{
    __shared__ int32_t row[TILE];
    find_tile_rows(row, a.update.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        int64_t e = entry_of_tile(item), end;
        bool is_entry = e < a.update.tiles.entries, stays = false;
        if (is_entry) {
            int64_t i = row[item * TILE_THREADS + threadIdx.x];
            int32_t j = a.update.column[e];
            int64_t k = find_place(a.old, i, j, &end);
            stays = !(k < end && a.old.column[k] == j) && mask_admits(a.mask, i, j);
        }
        uint32_t selected = __ballot_sync(ALL_LANES, stays);
        if (is_entry && lane_of_warp() == 0)
            a.update.selection.bits[e >> 5] = selected;
    }
}

extern "C" const void *const graph__cuda_merge_mark_old = (const void *)merge_mark_old;
extern "C" const void *const graph__cuda_merge_mark_update = (const void *)merge_mark_update;
