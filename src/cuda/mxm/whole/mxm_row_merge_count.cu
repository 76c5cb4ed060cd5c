/* See mxm_row_merge_arguments.h: how many entries rows of C have, by a lane for each; and a sample that tells whether to try. */
#include "cuda/mxm/whole/mxm_row_merge_cursors.cuh"

#include "cuda/mxm/whole/mxm_row_merge_kernels.h"

#include "cuda/primitives/warp.cuh"

static __global__ void __launch_bounds__(MXM_ROW_MERGE_THREADS) count(struct mxm_row_merge_arguments a)
{
    const int64_t row = thread_of_grid();
    struct mxm_cursors c;
    int64_t first = 0, length = 0;
    int entries = 0;
    if (row < a.rows) {
        first = a.A_row_start[row];
        length = a.A_row_start[row + 1] - first;
    }
    if (length > MXM_ROW_MERGE_MOST)
        a.state->is_refused = 1;
    length = length > MXM_ROW_MERGE_MOST ? 0 : length;
    const int used = __reduce_max_sync(ALL_LANES, (int)length);
    const int64_t products = reduce_warp(open_cursors(c, a, first, (int)length, used));
    for (;;) {
        const unsigned least = least_column(c, used);
        if (__all_sync(ALL_LANES, least == MXM_ENDED))
            break;
        entries += least != MXM_ENDED;
        for_cursors(used, [&](int k) {
            if (least != MXM_ENDED && c.column[k] == least)
                advance(c, k, a.B_column);
        });
    }
    if (row < a.rows)
        a.count[row] = entries;
    if (lane_of_warp() == 0 && products > 0)
        atomicAdd(&a.state->products, (unsigned long long)products);
}

enum { SAMPLE_WARPS = MXM_ROW_MERGE_THREADS / WARP, NEAR = 64 };

/* How many different columns the products of a row have, by the warp; `length` entries of A from `first` on. */
static __device__ int64_t sampled_entries(const struct mxm_row_merge_sample_arguments &a, int32_t *column,
                                          int64_t first, int length, int64_t products)
{
    int n = 0;
    if (products > MXM_ROW_MERGE_SAMPLED_PRODUCTS)
        return products;
    for (int k = 0; k < length; k++) {
        const int32_t row = a.A_column[first + k];
        const int64_t begin = a.B_row_start[row];
        const int each = (int)(a.B_row_start[row + 1] - begin);
        for (int b = lane_of_warp(); b < each; b += WARP)
            column[n + b] = a.B_column[begin + b];
        n += each;
    }
    __syncwarp();
    int entries = 0;
    for (int q = lane_of_warp(); q < n; q += WARP) {
        bool is_first = true;
        for (int before = 0; before < q && is_first; before++)
            is_first = column[before] != column[q];
        entries += is_first;
    }
    return __reduce_add_sync(ALL_LANES, entries);
}

/* Whether one of `LOOKS` x 32 rows of the sample is too long, so that its products need not be looked at. */
static __device__ bool sees_long_row(const struct mxm_row_merge_sample_arguments &a, int64_t number)
{
    enum { ROUNDS = 4 };
    bool is_long = false;
#pragma unroll
    for (int k = 0; k < ROUNDS; k++) {
        const int64_t other =
            (number + (k * WARP + lane_of_warp()) * (MXM_ROW_MERGE_SAMPLED_ROWS / WARP / ROUNDS)) %
            MXM_ROW_MERGE_SAMPLED_ROWS;
        const int64_t row = other * a.rows / MXM_ROW_MERGE_SAMPLED_ROWS;
        is_long = is_long || a.A_row_start[row + 1] - a.A_row_start[row] > MXM_ROW_MERGE_MOST;
    }
    return __any_sync(ALL_LANES, is_long);
}

/* A warp for each row of the sample. */
static __global__ void sample(struct mxm_row_merge_sample_arguments a)
{
    __shared__ int32_t columns[SAMPLE_WARPS][MXM_ROW_MERGE_SAMPLED_PRODUCTS];
    const int warp = (int)threadIdx.x / WARP, lane = lane_of_warp();
    const int64_t number = thread_of_grid() / WARP, row = number * a.rows / MXM_ROW_MERGE_SAMPLED_ROWS;
    if (sees_long_row(a, number)) {
        if (lane == 0)
            a.found->longest = MXM_ROW_MERGE_MOST + 1;
        return;
    }
    const int64_t first = a.A_row_start[row], length = a.A_row_start[row + 1] - first;
    const bool has_next = row + 1 < a.rows && length > 0 && a.A_row_start[row + 2] > first + length;
    const int64_t apart = has_next ? (int64_t)a.A_column[first + length] - a.A_column[first] : NEAR;
    int64_t products = 0, entries = 0;
    if (length <= MXM_ROW_MERGE_MOST) {
        if (lane < length) {
            const int32_t k = a.A_column[first + lane];
            products = a.B_row_start[k + 1] - a.B_row_start[k];
        }
        products = reduce_warp(products);
        entries = sampled_entries(a, columns[warp], first, (int)length, products);
    }
    if (lane == 0) {
        unsigned long long *sum = (unsigned long long *)&a.found->rows;
        atomicAdd(&sum[0], 1ull);
        atomicAdd(&sum[1], (unsigned long long)products);
        atomicAdd(&sum[2], (unsigned long long)entries);
        atomicAdd(&sum[3], apart > -NEAR && apart < NEAR ? 1ull : 0ull);
        atomicMax(&a.found->longest, length > MXM_ROW_MERGE_MOST ? MXM_ROW_MERGE_MOST + 1 : (int32_t)length);
    }
}

const void *const graph__mxm_row_merge_count = (const void *)count;
const void *const graph__mxm_row_merge_sample = (const void *)sample;
