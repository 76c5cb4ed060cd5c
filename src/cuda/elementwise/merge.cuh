/* Moves the selected entries of two matrices to their places in the merge.  The place of an entry is the number of selected
 * entries before it in both: its rank in its matrix, plus the rank, in the other one, of the place where it would be. */
#include "cuda/semiring/operators.cuh"

#include "cuda/semiring/conversions.cuh"
#include "cuda/elementwise/merge_search.cuh"

GRAPH_KERNEL void merge_fill_old(struct merge_arguments a)
{
    __shared__ int32_t row[TILE];
    const T *x = (const T *)a.old.value, *y = (const T *)a.update.value;
    T *z = (T *)a.C_value;
    find_tile_rows(row, a.old.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        int64_t e = entry_of_tile(item), end;
        if (e >= a.old.tiles.entries || !is_selected(a.old.selection, e))
            continue;
        int32_t j = a.old.column[e];
        int64_t k = find_place(a.update, row[item * TILE_THREADS + threadIdx.x], j, &end);
        int64_t at = rank_of(a.old.selection, e) + (a.is_intersection ? 0 : rank_of(a.update.selection, k));
        a.C_column[at] = j;
        if (z == nullptr)
            continue;
        if (a.is_intersection || (a.both[e >> 5] >> (e & 31) & 1))
            z[at] = a.has_accum ? apply_binary(a.op, x[e], y[k]) : y[k];
        else
            z[at] = x[e];
    }
}

GRAPH_KERNEL void merge_fill_update(struct merge_arguments a)
{
    __shared__ int32_t row[TILE];
    find_tile_rows(row, a.update.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        int64_t e = entry_of_tile(item), end;
        if (e >= a.update.tiles.entries || !is_selected(a.update.selection, e))
            continue;
        int32_t j = a.update.column[e];
        int64_t k = find_place(a.old, row[item * TILE_THREADS + threadIdx.x], j, &end);
        int64_t at = rank_of(a.update.selection, e) + rank_of(a.old.selection, k);
        a.C_column[at] = j;
        if (a.C_value != nullptr)
            ((T *)a.C_value)[at] = ((const T *)a.update.value)[e];
    }
}
