/* Kernels of region and remap, and the row starts of a Kronecker product (region_host.c). */
#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/elementwise/region_arguments.h"
#include "cuda/primitives/value_sizes.cuh"

GRAPH_KERNEL void region_mark(struct region_mark_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        int64_t e = entry_of_tile(item);
        bool is_entry = e < a.tiles.entries, stays = false;
        if (is_entry) {
            bool is_inside = (a.row_mark == nullptr || a.row_mark[row[item * TILE_THREADS + threadIdx.x]]) &&
                             (a.column_mark == nullptr || a.column_mark[a.column[e]]);
            stays = is_inside == (a.keeps_inside != 0);
        }
        uint32_t bits = __ballot_sync(ALL_LANES, stays);
        if (is_entry && lane_of_warp() == 0)
            a.bits[e >> 5] = bits;
    }
}

/* The row of A that row i of C comes from; negative for none. */
DEVICE int64_t source_of(const struct remap_arguments &a, int64_t i)
{
    return a.source_row != nullptr ? a.source_row[i] : i < a.A_rows ? i : -1;
}

GRAPH_KERNEL void remap_copies(struct remap_arguments a)
{
    for (int64_t k = thread_of_grid(); k < a.A_entries; k += threads_of_grid())
        a.copies[k] = a.target_start[a.A_column[k] + 1] - a.target_start[a.A_column[k]];
}

GRAPH_KERNEL void remap_counts(struct remap_arguments a)
{
    for (int64_t i = thread_of_grid(); i < a.tiles.rows; i += threads_of_grid()) {
        int64_t source = source_of(a, i), begin = 0, end = 0;
        if (source >= 0) {
            begin = a.A_start[source];
            end = a.A_start[source + 1];
        }
        a.C_start[i] = a.copies == nullptr || begin == end ? end - begin : a.copies[end] - a.copies[begin];
    }
}

template <typename V> static __global__ void remap_fill(struct remap_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        int64_t e = entry_of_tile(item);
        if (e >= a.tiles.entries)
            return;
        int64_t i = row[item * TILE_THREADS + threadIdx.x], source = source_of(a, i),
                offset = e - a.C_start[i];
        int64_t begin = a.A_start[source], k = begin + offset;
        int32_t j;
        if (a.copies != nullptr) {
            offset += a.copies[begin];
            k = row_of_entry(a.copies, begin, a.A_start[source + 1], offset);
            j = a.target[a.target_start[a.A_column[k]] + offset - a.copies[k]];
        } else
            j = a.A_column[k];
        a.C_column[e] = j;
        if constexpr (has_values<V>::is)
            ((V *)a.C_value)[e] = ((const V *)a.A_value)[k];
    }
}

GRAPH_KERNEL void remap_check(struct remap_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    bool is_disordered = false;
    find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        int64_t e = entry_of_tile(item);
        if (e < a.tiles.entries && e > a.C_start[row[item * TILE_THREADS + threadIdx.x]] &&
            a.C_column[e - 1] >= a.C_column[e])
            is_disordered = true;
    }
    if (is_disordered)
        *a.disordered = 1;
}

GRAPH_KERNEL void kronecker_starts(struct kronecker_arguments a)
{
    for (int64_t r = thread_of_grid(); r <= a.tiles.rows; r += threads_of_grid()) {
        /* All of B for each entry of earlier rows of A, then the earlier rows of B for each entry of this one. */
        int64_t i = r < a.tiles.rows ? r / a.B_rows : 0, k = r - i * a.B_rows;
        a.C_start[r] = r == a.tiles.rows
                           ? a.tiles.entries
                           : a.A_start[i] * a.B_entries + (a.A_start[i + 1] - a.A_start[i]) * a.B_start[k];
    }
}

EXPORT(region_mark)
EXPORT(remap_copies)
EXPORT(remap_counts)
EXPORT_SIZES(remap_fill)
EXPORT(remap_check)
EXPORT(kronecker_starts)
