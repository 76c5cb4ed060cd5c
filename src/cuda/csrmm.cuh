/* C = A B for sparse A and dense B, C by rows.
 *
 * A group of lanes owns a tile of A, and a lane some columns of B and C: it walks the entries of the tile in their order,
 * adds multiples of rows of B into registers, and stores a row of C where one ends.  Several entries are fetched ahead,
 * across the ends of rows, so that short rows wait no longer than long ones.  What a tile has of a row that began before
 * it goes to the side, and csrmm_join adds these pieces in their order. */
#ifndef CUDA_CSRMM_CUH
#define CUDA_CSRMM_CUH

#include "cuda/semiring.cuh"

#include "cuda/row_cuts_arguments.h"

#include "cuda/csrmm_arguments.h"

#include "cuda/loads.cuh"

enum { CSRMM_THREADS = 256 };

DEVICE T value_of_lane(T x, int lane, int width)
{
    pack<T, 1> p;
    p.bytes4 = 0;
    p.x[0] = x;
    if (sizeof(T) == 8) {
        p.bytes8.x = __shfl_sync(ALL_LANES, p.bytes8.x, lane, width);
        p.bytes8.y = __shfl_sync(ALL_LANES, p.bytes8.y, lane, width);
    } else
        p.bytes4 = __shfl_sync(ALL_LANES, p.bytes4, lane, width);
    return p.x[0];
}

/* The columns of one lane of one row. */
template <int COLUMNS>
DEVICE void store_sums(const struct csrmm_arguments &a, int64_t i, int64_t j, T (&sum)[COLUMNS])
{
    T *C = (T *)a.C + i * a.C_stride + j;
    if (a.is_accumulating) {
        T old[COLUMNS];
        load_pack(old, C);
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
            sum[c] = add(old[c], sum[c]);
    }
    store_pack(C, sum);
}

template <int COLUMNS> DEVICE void store_empty(const struct csrmm_arguments &a, int64_t i, int64_t j)
{
    T none[COLUMNS];
    if (a.is_accumulating)
        return;
#pragma unroll
    for (int c = 0; c < COLUMNS; c++)
        none[c] = zero();
    store_pack((T *)a.C + i * a.C_stride + j, none);
}

/* LANES lanes to a tile, COLUMNS neighbouring columns to a lane, AHEAD entries fetched before the first is used. */
template <int LANES, int COLUMNS, int AHEAD> DEVICE void csrmm_tiles(const struct csrmm_arguments &a)
{
    const T *value = (const T *)a.value, *B = (const T *)a.B;
    const int lane = lane_of_warp() & (LANES - 1);
    int64_t panel = blockIdx.x / a.blocks_of_panel, block = blockIdx.x - panel * a.blocks_of_panel;
    int64_t t = block * (CSRMM_THREADS / LANES) + (int)threadIdx.x / LANES;
    int64_t j = panel * (LANES * COLUMNS) + lane * COLUMNS;
    const bool is_mine = j < a.dense_columns, is_tile = t < a.cuts.tiles;
    int64_t k = 0, end = 0, row = 0, last_row = 0, row_end = 0, next_end = 0;
    int slot = -1;
    if (is_tile) {
        k = a.cuts.entry[t];
        end = a.cuts.entry[t + 1];
        row = a.cuts.row[t];
        last_row = a.cuts.row[t + 1];
        slot = a.cuts.slot[t];
        row_end = a.row_start[row < a.rows ? row + 1 : a.rows];
        next_end = a.row_start[row + 1 < a.rows ? row + 2 : a.rows];
    }
    for (; row < last_row && row_end == k; row++) {
        if (is_mine)
            store_empty<COLUMNS>(a, row, j);
        row_end = next_end;
        next_end = a.row_start[row + 2 < a.rows ? row + 3 : a.rows];
    }
    B += is_mine ? j : 0;
    T sum[COLUMNS];
    bool is_begun = false;
#pragma unroll
    for (int c = 0; c < COLUMNS; c++)
        sum[c] = (T)0;
    int64_t most = end - k;
    if (LANES < WARP)
        most = (int64_t)__reduce_max_sync(ALL_LANES, (unsigned)most);
    int32_t next_column = k + lane < end ? load_once(a.column + k + lane) : 0;
    T next_value = READS_X && k + lane < end ? load_once(value + k + lane) : (T)1;
    for (int64_t chunk = 0; chunk < most; chunk += LANES) {
        int32_t my_column = next_column;
        T my_value = next_value;
        int n = end - k < LANES ? (int)(end - k) : LANES;
        next_column = k + LANES + lane < end ? load_once(a.column + k + LANES + lane) : 0;
        if (READS_X)
            next_value = k + LANES + lane < end ? load_once(value + k + LANES + lane) : (T)1;
#pragma unroll 1
        for (int first = 0; first < LANES && chunk + first < most; first += AHEAD) {
            T from_A[AHEAD], from_B[AHEAD][COLUMNS];
#pragma unroll
            for (int e = 0; e < AHEAD; e++) {
                int64_t column = __shfl_sync(ALL_LANES, my_column, first + e, LANES);
                from_A[e] = READS_X ? value_of_lane(my_value, first + e, LANES) : (T)1;
                if (READS_Y) {
                    if (first + e < n && is_mine)
                        load_pack(from_B[e], B + column * a.B_stride);
                } else
#pragma unroll
                    for (int c = 0; c < COLUMNS; c++)
                        from_B[e][c] = (T)1;
            }
#pragma unroll
            for (int e = 0; e < AHEAD; e++)
                if (first + e < n) {
                    if (is_begun) {
#pragma unroll
                        for (int c = 0; c < COLUMNS; c++)
                            sum[c] = add(sum[c], mul(from_A[e], from_B[e][c]));
                    } else {
#pragma unroll
                        for (int c = 0; c < COLUMNS; c++)
                            sum[c] = mul(from_A[e], from_B[e][c]);
                        is_begun = true;
                    }
                    if (++k == row_end) {
                        if (slot >= 0) {
                            if (is_mine)
                                store_pack((T *)a.carry + slot * a.dense_columns + j, sum);
                            slot = -1;
                        } else if (is_mine)
                            store_sums<COLUMNS>(a, row, j, sum);
                        is_begun = false;
                        do {
                            row++;
                            row_end = next_end;
                            next_end = a.row_start[row + 1 < a.rows ? row + 2 : a.rows];
                            if (row >= last_row || row_end != k)
                                break;
                            if (is_mine)
                                store_empty<COLUMNS>(a, row, j);
                        } while (true);
                    }
                }
        }
    }
    if (is_begun && is_mine) {
        if (slot >= 0)
            store_pack((T *)a.carry + slot * a.dense_columns + j, sum);
        else
            store_sums<COLUMNS>(a, row, j, sum);
    }
}

enum { WIDE = 16 / sizeof(T) };

GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS) csrmm_wide_8(struct csrmm_arguments a)
{
    csrmm_tiles<8, WIDE, 4>(a);
}
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS) csrmm_wide_16(struct csrmm_arguments a)
{
    csrmm_tiles<16, WIDE, 4>(a);
}
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS) csrmm_wide_32(struct csrmm_arguments a)
{
    csrmm_tiles<32, WIDE, 4>(a);
}
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS) csrmm_single_4(struct csrmm_arguments a)
{
    csrmm_tiles<4, 1, 4>(a);
}
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS) csrmm_single_32(struct csrmm_arguments a)
{
    csrmm_tiles<32, 1, 4>(a);
}

/* Adds to a row of C the pieces that later tiles have of it: a block for each such row.  Threads have a column and a
 * stretch of the pieces; the stretches are added in their order. */
GRAPH_KERNEL void csrmm_join(struct csrmm_arguments a)
{
    enum { STRETCHES = CSRMM_THREADS / WARP };
    __shared__ T stretch_sum[STRETCHES][WARP];
    __shared__ bool stretch_is_there[STRETCHES][WARP];
    int64_t t = a.cuts.head[blockIdx.x], row = a.cuts.row[t];
    int64_t last = (row + a.row_start[row + 1] - 1) / a.cuts.items, pieces = last - t + 1;
    int stretch = (int)threadIdx.x / WARP, lane = lane_of_warp();
    int64_t from = t + pieces * stretch / STRETCHES, to = t + pieces * (stretch + 1) / STRETCHES;
    for (int64_t first = 0; first < a.dense_columns; first += WARP) {
        int64_t j = first + lane;
        bool is_there = false;
        T sum = (T)0;
        for (int64_t k = from; k < to; k++)
            if (j < a.dense_columns && a.cuts.row[k] == row && a.cuts.slot[k] >= 0) {
                T x = ((const T *)a.carry)[a.cuts.slot[k] * a.dense_columns + j];
                sum = is_there ? add(sum, x) : x;
                is_there = true;
            }
        stretch_sum[stretch][lane] = sum;
        stretch_is_there[stretch][lane] = is_there;
        __syncthreads();
        if (stretch == 0 && j < a.dense_columns) {
            T *C = (T *)a.C + row * a.C_stride + j;
            sum = *C;
            for (int s = 0; s < STRETCHES; s++)
                if (stretch_is_there[s][lane])
                    sum = add(sum, stretch_sum[s][lane]);
            *C = sum;
        }
        __syncthreads();
    }
}

#endif
