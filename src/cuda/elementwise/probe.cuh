/* Element-wise operations in the time of one operand: each of its entries finds its partners, by their position in a full
 * matrix or by bisection of a row (merge_host.c). */
#include "cuda/semiring/operators.cuh"

#include "cuda/semiring/conversions.cuh"

#include "cuda/elementwise/probe_arguments.h"
#include "cuda/primitives/entry_tiles.cuh"

/* The entry of an operand at position (i, j), where entry e of the tiles is; negative: there is none. */
DEVICE int64_t probe(const struct probe_operand &operand, int64_t columns, int64_t e, int64_t i, int32_t j)
{
    if (operand.place == PROBE_SAME)
        return e;
    if (operand.place == PROBE_FULL)
        return i * columns + j;
    const int64_t end = operand.row_start[i + 1],
                  k = lower_bound(operand.column, operand.row_start[i], end, j);
    return k < end && operand.column[k] == j ? k : -1;
}

/* The row of entry `item` of this thread: of rows that the block has found, or of a handful. */
DEVICE int64_t probe_row(const struct probe_arguments &a, const int32_t row[TILE], int item)
{
    return a.tiles.first_row != nullptr
               ? row[item * TILE_THREADS + threadIdx.x]
               : row_of_entry(a.tiles.row_start, 0, a.tiles.rows, entry_of_tile(item));
}

GRAPH_KERNEL void __launch_bounds__(TILE_THREADS) probe_entries(struct probe_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    if (a.tiles.first_row != nullptr)
        find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t e = entry_of_tile(item);
        int64_t p = -1, q = -1;
        if (e < a.tiles.entries) {
            const int64_t i = probe_row(a, row, item);
            const int32_t j = a.column[e];
            p = probe(a.x, a.columns, e, i, j);
            q = p >= 0 ? probe(a.y, a.columns, e, i, j) : -1;
        }
        if (q >= 0 && a.z != nullptr)
            ((T *)a.z)[e] = apply_binary(a.op, ((const T *)a.x.value)[p], ((const T *)a.y.value)[q]);
        const uint32_t bits = __ballot_sync(ALL_LANES, q >= 0);
        if (a.bits != nullptr && e < a.tiles.entries && lane_of_warp() == 0)
            a.bits[e >> 5] = bits;
    }
}

/* The values of a full matrix, at x, become x op y for the entries of y, which are those of the tiles. */
GRAPH_KERNEL void __launch_bounds__(TILE_THREADS) probe_update(struct probe_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    if (a.tiles.first_row != nullptr)
        find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t e = entry_of_tile(item);
        if (e < a.tiles.entries) {
            const int64_t p = probe_row(a, row, item) * a.columns + a.column[e];
            ((T *)a.z)[p] = apply_binary(a.op, ((const T *)a.z)[p], ((const T *)a.y.value)[e]);
        }
    }
}

GRAPH_KERNEL void __launch_bounds__(TILE_THREADS) probe_equal(struct probe_pattern_arguments a)
{
    enum { BATCH = 4 }; /* loads that come before the first use */
    const int64_t step = threads_of_grid();
    const T *x = (const T *)a.x.value, *y = (const T *)a.y.value;
    bool differs = false;
    for (int64_t i = thread_of_grid(); i <= a.rows; i += step) {
        const int64_t start = a.x.row_start[i];
        differs |= start != a.y.row_start[i];
        a.C_start[i] = start;
    }
    for (int64_t first = thread_of_grid(); first < a.n && !differs; first += BATCH * step) {
        int32_t j[BATCH], other[BATCH];
        T mine[BATCH], its[BATCH];
        if (*(volatile uint32_t *)a.differs != 0)
            return;
#pragma unroll
        for (int b = 0; b < BATCH; b++)
            if (first + b * step < a.n) {
                j[b] = a.x.column[first + b * step];
                other[b] = a.y.column[first + b * step];
                if (a.z != nullptr) {
                    mine[b] = x[first + b * step];
                    its[b] = y[first + b * step];
                }
            }
#pragma unroll
        for (int b = 0; b < BATCH; b++)
            if (first + b * step < a.n) {
                differs |= j[b] != other[b];
                a.C_column[first + b * step] = j[b];
                if (a.z != nullptr)
                    ((T *)a.z)[first + b * step] = apply_binary(a.op, mine[b], its[b]);
            }
    }
    if (differs)
        *(volatile uint32_t *)a.differs = 1;
}
