/* Loads entries for a sort by column, and unloads them (transpose_host.c). */
#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/elementwise/transpose_arguments.h"

template <typename V> DEVICE void load(const struct transpose_load_arguments &a, const int32_t *row)
{
    for (int item = 0; item < TILE_ITEMS; item++) {
        int64_t e = entry_of_tile(item);
        if (e >= a.tiles.entries)
            return;
        uint32_t i = (uint32_t)row[item * TILE_THREADS + threadIdx.x];
        a.key[e] = (uint32_t)a.column[e];
        if (a.kind == TRANSPOSE_ROW)
            ((uint32_t *)a.load)[e] = i;
        else
            ((uint64_t *)a.load)[e] = a.kind == TRANSPOSE_ROW_VALUE
                                          ? (uint64_t)i << 32 | ((const V *)a.value)[e]
                                      : a.kind == TRANSPOSE_ROW_ENTRY ? (uint64_t)i << 32 | (uint32_t)e
                                                                      : (uint64_t)e;
    }
}

template <typename V> static __global__ void transpose_load(struct transpose_load_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    find_tile_rows(row, a.tiles);
    load<V>(a, row);
}

template <typename V> static __global__ void transpose_unload(struct transpose_unload_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid()) {
        if (a.kind == TRANSPOSE_ROW) {
            a.C_column[e] = (int32_t)((const uint32_t *)a.load)[e];
            continue;
        }
        uint64_t load = ((const uint64_t *)a.load)[e];
        if (a.kind == TRANSPOSE_ENTRY)
            a.C_column[e] = (int32_t)row_of_entry(a.A_start, 0, a.A_rows, (int64_t)load);
        else
            a.C_column[e] = (int32_t)(load >> 32);
        if (a.C_value != nullptr)
            ((V *)a.C_value)[e] = a.kind == TRANSPOSE_ROW_VALUE   ? (V)load
                                  : a.kind == TRANSPOSE_ROW_ENTRY ? ((const V *)a.A_value)[(uint32_t)load]
                                                                  : ((const V *)a.A_value)[load];
    }
}

template <typename K> static __global__ void transpose_starts(struct transpose_starts_arguments a)
{
    const K *key = (const K *)a.key;
    for (int64_t i = thread_of_grid(); i <= a.rows; i += threads_of_grid()) {
        int64_t low = 0, high = a.n;
        while (low < high) {
            int64_t middle = low + ((high - low) >> 1);
            if ((uint64_t)key[middle] < (uint64_t)i << a.shift)
                low = middle + 1;
            else
                high = middle;
        }
        a.start[i] = low;
    }
}

extern "C" const void *const graph__cuda_transpose_load[] = {
    (const void *)transpose_load<uint8_t>, (const void *)transpose_load<uint8_t>,
    (const void *)transpose_load<uint16_t>, (const void *)transpose_load<uint32_t>,
    (const void *)transpose_load<uint64_t>};
extern "C" const void *const graph__cuda_transpose_unload[] = {
    (const void *)transpose_unload<uint8_t>, (const void *)transpose_unload<uint8_t>,
    (const void *)transpose_unload<uint16_t>, (const void *)transpose_unload<uint32_t>,
    (const void *)transpose_unload<uint64_t>};
extern "C" const void *const graph__cuda_starts_32 = (const void *)transpose_starts<uint32_t>;
extern "C" const void *const graph__cuda_starts_64 = (const void *)transpose_starts<uint64_t>;
