/* The number of products at each entry of a mask, C<M> = A B over a semiring whose multiply is pair: how many k have
 * entries A(i,k) and B(k,j).  No value is read, and numbers add up in any order, so rows are shared as they need it:
 *
 *     small products       a lane merges each row of B with the row of the mask
 *     medium               a warp has the row of the mask in a hash table with counters, in shared memory
 *     long                 blocks take parts of the row of A; several of one row meet in global counters
 *
 * A row of the mask that is too long for the table is searched instead, with the upper steps in shared memory.  The rows of
 * B are expanded 32 at a time, whatever their lengths; the longest are walked by all warps of a block.
 * Sources: Milakovic et al., ICPP 2022 (the masked accumulators); Wolf et al., HPEC 2017 (triangles by masked products). */
#include "cuda/runtime/kernel.cuh"

#include "cuda/mxm/masked/mxm_masked_pair_arguments.h"
#include "cuda/primitives/warp.cuh"

enum {
    THREADS = MXM_PAIR_THREADS,
    WARPS = THREADS / WARP,
    LANE_STEPS = 64,      /* of a lane that merges a row, at most */
    LANE_ROW = 32,        /* entries of a row of A whose products a lane counts */
    WARP_PRODUCTS = 4096, /* of a row that a warp takes, at most */
    WARP_SLOTS = 512,     /* of the table of a warp */
    BLOCK_SLOTS = WARPS * WARP_SLOTS,
    PART_PRODUCTS = 1 << 15, /* wanted in a part */
    LONG_ROW = 2048,         /* entries of a row of B that a block walks */
    EACH = 4                 /* products of a lane whose loads are in flight together */
};

/* ---- Rows and their shares ---- */

DEVICE int64_t length_of(const int64_t *row_start, int64_t row)
{
    return row_start[row + 1] - row_start[row];
}

/* Products of the entries [k, end) of A, every step-th. */
DEVICE int64_t products_of(const struct mxm_masked_pair_arguments &a, int64_t k, int64_t end, int step)
{
    int64_t products = 0;
    for (; k < end; k += step)
        products += length_of(a.B_start, a.A_column[k]);
    return products;
}

/* A lane counts a whole row. */
DEVICE void merge_row(const struct mxm_masked_pair_arguments &a, int64_t row)
{
    const int64_t mask_begin = a.mask_start[row], mask_end = a.mask_start[row + 1];
    for (int64_t k = a.A_start[row]; k < a.A_start[row + 1]; k++) {
        const int32_t inner = a.A_column[k];
        int64_t p = mask_begin;
        for (int64_t e = a.B_start[inner]; e < a.B_start[inner + 1] && p < mask_end; e++) {
            const int32_t column = a.B_column[e];
            while (p < mask_end && a.mask_column[p] < column)
                p++;
            if (p < mask_end && a.mask_column[p] == column)
                a.count[p]++;
        }
    }
}

/* The first of `wanted` places of this lane in a list that `used` counts; the lanes of a warp call together. */
DEVICE int64_t take_places(unsigned long long *used, int wanted)
{
    const int sum = scan_warp(wanted), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
    unsigned long long first = 0;
    if (all > 0 && lane_of_warp() == 0)
        first = atomicAdd(used, (unsigned long long)all);
    return (int64_t)__shfl_sync(ALL_LANES, first, 0) + sum - wanted;
}

/* Counts the rows with the smallest products, and lists the others for warps and blocks. */
static __global__ void __launch_bounds__(THREADS) masked_pair_divide(struct mxm_masked_pair_arguments a)
{
    const int lane = lane_of_warp();
    for (int64_t first = thread_of_grid() - lane; first < a.rows; first += threads_of_grid()) {
        const int64_t row = first + lane;
        const bool is_row = row < a.rows;
        const int64_t begin = is_row ? a.A_start[row] : 0, end = is_row ? a.A_start[row + 1] : 0,
                      admitted = is_row ? length_of(a.mask_start, row) : 0;
        const bool is_empty = begin == end || admitted == 0;
        int64_t products = is_empty || end - begin > LANE_ROW ? 0 : products_of(a, begin, end, 1);
        unsigned rest = __ballot_sync(ALL_LANES, !is_empty && end - begin > LANE_ROW);
        for (; rest != 0; rest &= rest - 1) {
            const int owner = __ffs((int)rest) - 1;
            const int64_t sum = reduce_warp(products_of(a, __shfl_sync(ALL_LANES, begin, owner) + lane,
                                                        __shfl_sync(ALL_LANES, end, owner), WARP));
            products = lane == owner ? sum : products;
        }
        const bool is_small = products > 0 && products + (end - begin) * admitted <= LANE_STEPS,
                   is_medium =
                       products > 0 && !is_small && products <= WARP_PRODUCTS && admitted <= WARP_SLOTS / 2,
                   is_long = products > 0 && !is_small && !is_medium;
        if (is_small)
            merge_row(a, row);
        const int64_t place = take_places(&a.lists->rows, is_medium);
        if (is_medium)
            a.row[place] = (int32_t)row;
        int64_t each = 0;
        int parts = 0;
        if (is_long) {
            const int64_t wanted = products / PART_PRODUCTS + 1;
            each = ((end - begin) / wanted + MXM_PAIR_LEAST_PART) / MXM_PAIR_LEAST_PART * MXM_PAIR_LEAST_PART;
            each = each < MXM_PAIR_MOST_PART ? each : MXM_PAIR_MOST_PART;
            parts = (int)((end - begin + each - 1) / each);
        }
        int64_t to = take_places(&a.lists->parts, parts);
        for (int64_t k = begin; k < end && is_long; k += each, to++)
            a.part[to] = {k, (int32_t)row, (int32_t)(end - k < each ? end - k : each)};
    }
}

/* ---- A row of the mask in shared memory ---- */

struct mask_row {
    const int32_t *column; /* of the row of the mask */
    int length;
    /* A hash table of 1 << bits slots with a counter each; bits 0: every stride-th column instead, and the counters in
     * global memory. */
    int bits, stride, samples;
    int32_t *key;
    uint32_t *counter;
};

DEVICE unsigned slot_of(int32_t column, int bits) { return (uint32_t)column * 0x9e3779b1u >> (32 - bits); }

/* Enters the columns, which are distinct; `thread` of `threads` that the caller joins. */
DEVICE void enter(const struct mask_row &m, int thread, int threads)
{
    const unsigned last = (1u << m.bits) - 1;
    for (int p = thread; p < m.length; p += threads) {
        unsigned s = slot_of(m.column[p], m.bits);
        while (atomicCAS(&m.key[s], -1, m.column[p]) != -1)
            s = s + 1 & last;
    }
}

DEVICE void clear(const struct mask_row &m, int thread, int threads)
{
    for (int s = thread; s < 1 << m.bits; s += threads) {
        m.key[s] = -1;
        m.counter[s] = 0;
    }
}

/* The slot of a column, -1 if the mask has not got it. */
DEVICE int find_slot(const struct mask_row &m, int32_t column)
{
    const unsigned last = (1u << m.bits) - 1;
    for (unsigned s = slot_of(column, m.bits);; s = s + 1 & last) {
        const int32_t there = m.key[s];
        if (there == column || there == -1)
            return there == column ? (int)s : -1;
    }
}

/* The last place in [low, high) of ascending columns that is not behind `column`; low if all are. */
DEVICE int last_not_behind(const int32_t *columns, int low, int high, int32_t column)
{
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (columns[middle] <= column)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The place of a column in a long row of the mask, -1 if it is not there. */
DEVICE int find_place(const struct mask_row &m, int32_t column)
{
    const int from = last_not_behind(m.key, 0, m.samples, column) * m.stride,
              end = from + m.stride < m.length ? from + m.stride : m.length,
              place = last_not_behind(m.column, from, end, column);
    return m.column[place] == column ? place : -1;
}

/* Counts a product at a column, if the mask admits it.  global: the counters of the row of the mask. */
DEVICE void count_product(const struct mask_row &m, uint32_t *global, int32_t column)
{
    const int at = m.bits > 0 ? find_slot(m, column) : find_place(m, column);
    if (at >= 0)
        atomicAdd(m.bits > 0 ? &m.counter[at] : &global[at], 1u);
}

/* The bits of a table for so many columns: at most half full. */
DEVICE int table_bits(int length) { return length <= 16 ? 5 : 33 - __clz(length - 1); }

/* ---- The products of rows of B ---- */

/* Those of 32 rows at most, one for each lane, by a warp; length 0: none. */
DEVICE void count_rows(const struct mxm_masked_pair_arguments &a, const struct mask_row &m, uint32_t *global,
                       int64_t begin, int length)
{
    const int lane = lane_of_warp(), sum = scan_warp(length), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
    for (int base = 0; base < all; base += EACH * WARP) {
        int32_t column[EACH];
#pragma unroll
        for (int t = 0; t < EACH; t++) {
            const int number = base + t * WARP + lane, owner = search_warp(number, sum),
                      before = __shfl_sync(ALL_LANES, sum - length, owner);
            const int64_t from = __shfl_sync(ALL_LANES, begin, owner);
            column[t] = number < all ? a.B_column[from + (number - before)] : -1;
        }
#pragma unroll
        for (int t = 0; t < EACH; t++)
            if (column[t] >= 0)
                count_product(m, global, column[t]);
    }
}

/* A warp counts the products of a row. */
DEVICE void count_row(const struct mxm_masked_pair_arguments &a, int32_t *key, uint32_t *counter, int32_t row)
{
    const int lane = lane_of_warp();
    const int64_t first = a.mask_start[row], end = a.A_start[row + 1];
    struct mask_row m = {.column = a.mask_column + first, .length = (int)(a.mask_start[row + 1] - first)};
    m.bits = table_bits(m.length);
    m.key = key;
    m.counter = counter;
    clear(m, lane, WARP);
    __syncwarp();
    enter(m, lane, WARP);
    __syncwarp();
    for (int64_t k = a.A_start[row]; k < end; k += WARP) {
        const int32_t inner = k + lane < end ? a.A_column[k + lane] : 0;
        const int64_t begin = a.B_start[inner];
        count_rows(a, m, nullptr, begin, k + lane < end ? (int)(a.B_start[inner + 1] - begin) : 0);
    }
    __syncwarp();
    for (int p = lane; p < m.length; p += WARP) {
        const uint32_t count = m.counter[find_slot(m, m.column[p])];
        if (count > 0)
            a.count[first + p] = count;
    }
    __syncwarp();
}

struct block_state {
    int64_t part;
    int taken, long_rows;
    int32_t long_row[MXM_PAIR_MOST_PART];
};

/* The first lists of 32 entries of A to warps, then the rows of B that are long to the block. */
DEVICE void count_part(const struct mxm_masked_pair_arguments &a, const struct mask_row &m, uint32_t *global,
                       struct block_state *state, struct mxm_pair_part part)
{
    const int lane = lane_of_warp();
    for (;;) {
        int k = 0;
        if (lane == 0)
            k = atomicAdd(&state->taken, WARP);
        k = __shfl_sync(ALL_LANES, k, 0);
        if (k >= part.length)
            break;
        const bool is_entry = k + lane < part.length;
        const int32_t inner = is_entry ? a.A_column[part.begin + k + lane] : 0;
        const int64_t begin = a.B_start[inner], length = is_entry ? a.B_start[inner + 1] - begin : 0;
        if (length > LONG_ROW)
            state->long_row[atomicAdd(&state->long_rows, 1)] = inner;
        count_rows(a, m, global, begin, length > LONG_ROW ? 0 : (int)length);
    }
    __syncthreads();
    for (int r = 0; r < state->long_rows; r++) {
        const int64_t end = a.B_start[state->long_row[r] + 1];
#pragma unroll 4
        for (int64_t e = a.B_start[state->long_row[r]] + (int)threadIdx.x; e < end; e += THREADS)
            count_product(m, global, a.B_column[e]);
    }
}

/* A block counts the products of a part of a row. */
DEVICE void count_by_block(const struct mxm_masked_pair_arguments &a, int32_t *key, uint32_t *counter,
                           struct block_state *state, struct mxm_pair_part part)
{
    const int thread = (int)threadIdx.x;
    const int64_t first = a.mask_start[part.row];
    struct mask_row m = {.column = a.mask_column + first,
                         .length = (int)(a.mask_start[part.row + 1] - first)};
    m.key = key;
    m.counter = counter;
    if (m.length <= BLOCK_SLOTS / 2) {
        m.bits = table_bits(m.length);
        clear(m, thread, THREADS);
    } else { /* the samples may take the place of the counters, too */
        m.stride = (m.length + 2 * BLOCK_SLOTS - 1) / (2 * BLOCK_SLOTS);
        m.samples = (m.length + m.stride - 1) / m.stride;
        for (int s = thread; s < m.samples; s += THREADS)
            m.key[s] = m.column[(int64_t)s * m.stride];
    }
    if (thread == 0)
        state->taken = state->long_rows = 0;
    __syncthreads();
    if (m.bits > 0)
        enter(m, thread, THREADS);
    __syncthreads();
    count_part(a, m, a.count + first, state, part);
    __syncthreads();
    for (int p = thread; p < m.length && m.bits > 0; p += THREADS) {
        const uint32_t count = m.counter[find_slot(m, m.column[p])];
        if (count > 0)
            atomicAdd(&a.count[first + p], count);
    }
    __syncthreads();
}

/* Parts first, which take longest; then rows of warps. */
static __global__ void __launch_bounds__(THREADS) masked_pair_count(struct mxm_masked_pair_arguments a)
{
    __shared__ struct block_state state;
    __shared__ int32_t keys[2 * BLOCK_SLOTS];
    uint32_t *const counters = (uint32_t *)keys + BLOCK_SLOTS;
    const int warp = (int)threadIdx.x / WARP;
    for (;;) {
        if (threadIdx.x == 0)
            state.part = (int64_t)atomicAdd(&a.lists->parts_taken, 1ull);
        __syncthreads();
        const int64_t number = state.part;
        __syncthreads();
        if (number >= (int64_t)a.lists->parts)
            break;
        count_by_block(a, keys, counters, &state, a.part[number]);
    }
    for (;;) {
        const int64_t number = next_of_warp(&a.lists->rows_taken);
        if (number >= (int64_t)a.lists->rows)
            return;
        count_row(a, keys + warp * WARP_SLOTS, counters + warp * WARP_SLOTS, a.row[number]);
    }
}

extern "C" const void *const graph__mxm_masked_pair_divide = (const void *)masked_pair_divide;
extern "C" const void *const graph__mxm_masked_pair_count = (const void *)masked_pair_count;
