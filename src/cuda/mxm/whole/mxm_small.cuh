/* C = A B in one launch, for small matrices of short rows: a block sorts the products of 16 rows as mxm_sort.cuh does,
 * and the look-back scan over the numbers of entries (lookback.cuh) gives their place in C.  Nothing lies in scratch
 * memory.  A row of more products than a warp sorts ends the method: the product is then made by bins of rows. */
#include "cuda/mxm/rows/mxm_sort.cuh"

#include "cuda/primitives/lookback.cuh"

#include "cuda/mxm/whole/mxm_small_arguments.h"

#if HAS_KERNEL(mxm_small)
/* Words of earlier blocks that the scan reads at a time: so many that blocks which run at once hardly wait for each
 * other. */
enum { SMALL_HALF = WARP / 2, SMALL_EACH = MXM_SMALL_MOST / WARP, SMALL_LOOKBACKS = 4 };

/* The products of a row, by half a warp; of a row of too many products, some number above the limit.  Of a row with more
 * entries of A than that nobody counts how many of them meet empty rows of B: a hub would take as many steps in a chain. */
DEVICE int small_products(const struct mxm_row_arguments &a, int64_t row, int lane, unsigned lanes)
{
    const int64_t first = a.A_row_start[row], end = a.A_row_start[row + 1];
    int64_t products = 0;
    if (end - first > MXM_SMALL_MOST)
        return MXM_SMALL_MOST + 1;
    for (int64_t e = first + lane; e < end && products <= MXM_SMALL_MOST; e += SMALL_HALF) {
        const int32_t k = a.A_column[e];
        products += a.B_row_start[k + 1] - a.B_row_start[k];
    }
    products = products < MXM_SMALL_MOST + 1 ? products : MXM_SMALL_MOST + 1;
    int all = (int)products;
#pragma unroll
    for (int d = SMALL_HALF / 2; d > 0; d /= 2)
        all += __shfl_xor_sync(lanes, all, d);
    return all;
}

/* An entry of A for each lane of half a warp: where its row of B begins, and the products up to and with its row. */
struct small_entries {
    int64_t start;
    int length, sum;
    T x;
};

/* Gives the products of the row, or too many of them if its entries or products are too many for this. */
DEVICE int small_entries_of(struct small_entries &entry, const struct mxm_small_arguments &a, int64_t row,
                            int lane)
{
    const int64_t first = row < a.rows ? a.row.A_row_start[row] : 0,
                  entries = row < a.rows ? a.row.A_row_start[row + 1] - first : 0;
    entry = {0, 0, 0, (T)1};
    if (lane < entries) {
        const int32_t k = a.row.A_column[first + lane];
        entry.start = a.row.B_row_start[k];
        const int64_t length = a.row.B_row_start[k + 1] - entry.start;
        entry.length = length <= MXM_SMALL_MOST ? (int)length : MXM_SMALL_MOST + 1;
        entry.x = X_VALUE((const T *)a.row.A_value, first + lane);
    }
    entry.sum = entry.length;
#pragma unroll
    for (int d = 1; d < SMALL_HALF; d *= 2) {
        const int other = __shfl_up_sync(ALL_LANES, entry.sum, d, SMALL_HALF);
        entry.sum += lane >= d ? other : 0;
    }
    const int products = __shfl_sync(ALL_LANES, entry.sum, SMALL_HALF - 1, SMALL_HALF);
    return entries <= SMALL_HALF ? products : MXM_SMALL_MOST + 1;
}

/* Two rows by the halves of a warp; gives the entries of C. */
DEVICE int small_packed(const struct mxm_row_arguments &a, const struct small_entries &entry, int products,
                        uint32_t *keys, T *values, int lane)
{
    const int64_t from = entry.start - (entry.sum - entry.length);
    int64_t b[SMALL_EACH];
    int32_t column[SMALL_EACH];
    T x[SMALL_EACH], y[SMALL_EACH];
#pragma unroll
    for (int e = 0; e < SMALL_EACH; e++) {
        const int q = e * SMALL_HALF + lane;
        int owner = 0;
#pragma unroll
        for (int step = SMALL_HALF / 2; step > 0; step /= 2)
            owner += __shfl_sync(ALL_LANES, entry.sum, owner + step - 1, SMALL_HALF) <= q ? step : 0;
        b[e] = __shfl_sync(ALL_LANES, from, owner, SMALL_HALF) + q;
        x[e] = READS_X ? shuffle(entry.x, owner, SMALL_HALF, ALL_LANES) : (T)1;
        column[e] = q < products ? a.B_column[b[e]] : 0;
        y[e] = READS_Y && q < products ? ((const T *)a.B_value)[b[e]] : (T)1;
    }
#pragma unroll
    for (int e = 0; e < SMALL_EACH; e++) {
        const int q = e * SMALL_HALF + lane;
        keys[q] = (uint32_t)column[e] * (SMALL_HALF * SMALL_EACH) + (uint32_t)q;
        if (SEMIRING_READS != 0)
            values[q] = mul(x[e], y[e]);
    }
    __syncwarp();
    return sort_products<SMALL_HALF, SMALL_EACH>(keys, values, products, true, lane, ALL_LANES);
}

/* One row by a warp. */
DEVICE int small_row(const struct mxm_row_arguments &a, int64_t row, uint32_t *keys, T *values)
{
    const int lane = lane_of_warp(),
              products = expand_row<WARP, MXM_SMALL_MOST>(a, (int32_t)row, keys, values, lane, ALL_LANES);
    return sort_products<WARP, SMALL_EACH, true>(keys, values, products, true, lane, ALL_LANES);
}

GRAPH_KERNEL void __launch_bounds__(MXM_SMALL_THREADS, 5) mxm_small(struct mxm_small_arguments a)
{
    __shared__ uint32_t all_keys[MXM_SMALL_ROWS * MXM_SMALL_MOST];
    __shared__ slot_t
        all_values[IS_CONSTANT ? 1 : MXM_SMALL_ROWS * MXM_SMALL_MOST * sizeof(T) / sizeof(slot_t)];
    __shared__ int row_products[MXM_SMALL_ROWS], row_entries[MXM_SMALL_ROWS], row_start[MXM_SMALL_ROWS];
    __shared__ unsigned long long tile_word;
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP, half = lane / SMALL_HALF;
    const int of_tile = 2 * warp + half, part_lane = lane & (SMALL_HALF - 1);
    const int64_t tile = blockIdx.x, row = tile * MXM_SMALL_ROWS + of_tile;
    uint32_t *keys = all_keys + of_tile * MXM_SMALL_MOST;
    T *values = (T *)all_values + (IS_CONSTANT ? 0 : of_tile * MXM_SMALL_MOST);
    struct small_entries entry;
    bool is_refused = are_words_refused(a.words);
    int products = small_entries_of(entry, a, row, part_lane), entries = 0;
    is_refused = __any_sync(ALL_LANES, is_refused);
    if (is_refused)
        products = 0;
    else if (__all_sync(ALL_LANES, products <= SMALL_HALF * SMALL_EACH))
        entries = small_packed(a.row, entry, products, keys, values, part_lane);
    else {
        products = row < a.rows ? small_products(a.row, row, part_lane, lanes_of_group<SMALL_HALF>()) : 0;
        __syncwarp();
#pragma unroll 1
        for (int h = 0; h < 2; h++) {
            const int wanted = __shfl_sync(ALL_LANES, products, h * SMALL_HALF), other = h - half;
            if (wanted == 0 || wanted > MXM_SMALL_MOST)
                continue;
            const int found = small_row(a.row, row + other, keys + other * MXM_SMALL_MOST,
                                        values + (IS_CONSTANT ? 0 : other * MXM_SMALL_MOST));
            entries = other == 0 ? found : entries;
        }
    }
    is_refused = is_refused || products > MXM_SMALL_MOST;
    if (part_lane == 0) {
        row_products[of_tile] = products;
        row_entries[of_tile] = entries;
    }
    is_refused = __syncthreads_or(is_refused) != 0;
    if (is_refused && threadIdx.x == 0)
        refuse_words(a.words);
    if (warp == 0) {
        const int count = lane < MXM_SMALL_ROWS ? row_entries[lane] : 0, sum = scan_warp(count);
        const int all_products =
            __reduce_add_sync(ALL_LANES, lane < MXM_SMALL_ROWS && !is_refused ? row_products[lane] : 0);
        if (lane < MXM_SMALL_ROWS)
            row_start[lane] = sum - count;
        if (lane == WARP - 1) {
            tile_word = word_of_tile(sum, all_products, is_refused);
            publish_word(a.words, tile, tile_word);
        }
    }
    const int64_t start =
        entries_before<SMALL_LOOKBACKS>(a.words, tile, &tile_word, a.C_row_start + a.rows, is_refused);
    if (is_refused)
        return;
    if (threadIdx.x < MXM_SMALL_ROWS && tile * MXM_SMALL_ROWS + threadIdx.x < a.rows)
        a.C_row_start[tile * MXM_SMALL_ROWS + threadIdx.x] = start + row_start[threadIdx.x];
    if (start + row_start[of_tile] + entries <= a.C_room)
        write_row<SMALL_HALF>(a.row, keys, values, entries, start + row_start[of_tile], part_lane);
}
#endif
