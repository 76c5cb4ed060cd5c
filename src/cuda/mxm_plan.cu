/* See mxm_plan.h: the kernels of a sparse product that read no values. */
#include "cuda/kernel.cuh"

#include "cuda/mxm_plan_arguments.h"
#include "cuda/together.cuh"

struct extent {
    int64_t products, longest; /* of an entry of A */
    int32_t low, high;         /* the columns of the products lie between */
};

/* Whether one row of B has nearly all products. */
DEVICE bool is_for_insert(int64_t entries, struct extent e)
{
    const int64_t others = e.products - e.longest;
    return entries <= MXM_INSERT_ENTRIES && e.products > MXM_SORT_MOST && others <= MXM_INSERT_MOST &&
           4 * others <= e.products && e.longest <= MXM_INSERT_LONGEST;
}

/* How a row is computed, and what it needs of scratch memory: room for a bound of its entries, which is enough for its
 * bitmap too where it has one, or for what is inserted. */
DEVICE int classify(int32_t *room, int64_t entries, struct extent e, int64_t columns)
{
    int64_t span = e.products > MXM_SORT_MOST ? (int64_t)e.high - e.low + 1 : columns;
    int64_t words = (span + 31) / 32;
    const bool is_for_warp = e.products <= MXM_WARP_PRODUCTS && entries <= MXM_WARP_ENTRIES;
    const int32_t bound = (int32_t)(e.products < span ? e.products : span);
    *room = bound;
    if (e.products == 0)
        return MXM_EMPTY;
    if (entries == 1)
        return e.products <= MXM_COPY_MOST ? MXM_COPY : MXM_COPY_LONG;
    if (entries > MXM_LONG_ROW && e.products <= 1024)
        return MXM_SORT_1024;
    if (entries > MXM_FEW_ENTRIES && e.products <= MXM_SORT_MOST)
        return MXM_SORT_256;
    if (e.products <= 8)
        return MXM_SORT_8;
    if (e.products <= 16)
        return MXM_SORT_16;
    if (e.products <= 32)
        return MXM_SORT_32;
    if (e.products <= 64)
        return MXM_SORT_64;
    if (e.products <= 128)
        return MXM_SORT_128;
    if (e.products <= MXM_SORT_MOST)
        return MXM_SORT_256;
    if (is_for_insert(entries, e)) {
        *room = (int32_t)(2 * max(e.products - e.longest, (int64_t)WARP)) + MXM_INSERT_HEAD;
        return MXM_INSERT;
    }
    if (is_for_warp && words <= MXM_WARP_SMALL_WORDS &&
        (bound <= MXM_WARP_SMALL_BOUND || e.products > MXM_BLOCK_SORT_MOST))
        return MXM_WARP_SMALL;
    if (e.products <= 1024)
        return MXM_SORT_1024;
    if (is_for_warp && e.products <= MXM_BLOCK_SORT_MOST && words <= MXM_BLOCK_TINY_WORDS)
        return MXM_BLOCK_TINY;
    if (e.products <= 2048)
        return MXM_SORT_2048;
    if (e.products <= MXM_BLOCK_SORT_MOST)
        return MXM_SORT_4096;
    if (is_for_warp && words > MXM_BLOCK_SMALL_WORDS)
        return MXM_WIDE;
    if (words > bound)
        return MXM_WIDE;
    if (words <= MXM_BLOCK_SMALL_WORDS && bound <= MXM_BLOCK_SMALL_BOUND)
        return MXM_BLOCK_SMALL;
    return words <= MXM_BLOCK_MEDIUM_WORDS && bound <= MXM_BLOCK_MEDIUM_BOUND ? MXM_BLOCK_MEDIUM
                                                                              : MXM_BLOCK_LARGE;
}

/* The products of entries first, first + step, ... before last of A. */
template <int UNROLL>
DEVICE int64_t products_of(const struct mxm_analyse_arguments &a, int64_t first, int64_t last, int step)
{
    int64_t products = 0;
#pragma unroll UNROLL
    for (int64_t e = first; e < last; e += step) {
        int32_t k = a.A_column[e];
        products += a.B_row_start[k + 1] - a.B_row_start[k];
    }
    return products;
}

template <int UNROLL>
DEVICE void extend(const struct mxm_analyse_arguments &a, struct extent &x, int64_t first, int64_t last,
                   int step)
{
#pragma unroll UNROLL
    for (int64_t e = first; e < last; e += step) {
        int32_t k = a.A_column[e];
        int64_t b = a.B_row_start[k], b_last = a.B_row_start[k + 1];
        if (b == b_last)
            continue;
        x.longest = max(x.longest, b_last - b);
        x.low = min(x.low, a.B_column[b]);
        x.high = max(x.high, a.B_column[b_last - 1]);
    }
}

/* Folds over the groups of `lanes` lanes. */
DEVICE int64_t sum_of_lanes(int64_t x, int lanes)
{
    for (int d = lanes / 2; d > 0; d /= 2)
        x += __shfl_xor_sync(ALL_LANES, x, d);
    return x;
}

DEVICE void join_lanes(struct extent &x, int lanes)
{
    for (int d = lanes / 2; d > 0; d /= 2) {
        x.low = min(x.low, __shfl_xor_sync(ALL_LANES, x.low, d));
        x.high = max(x.high, __shfl_xor_sync(ALL_LANES, x.high, d));
        x.longest = max(x.longest, __shfl_xor_sync(ALL_LANES, x.longest, d));
    }
}

/* What one block counts; added to the totals at its end. */
struct tally {
    unsigned rows[MXM_BINS];
    unsigned long long products, room, large;
};

DEVICE void tally_clear(struct tally *t)
{
    for (int b = (int)threadIdx.x; b < MXM_BINS; b += (int)blockDim.x)
        t->rows[b] = 0;
    if (threadIdx.x == 0)
        t->products = t->room = t->large = 0;
    __syncthreads();
}

DEVICE void add64(int64_t *to, int64_t x)
{
    if (x != 0)
        atomicAdd((unsigned long long *)to, (unsigned long long)x);
}

DEVICE void tally_close(struct tally *t, struct mxm_totals *totals, int64_t products, int64_t room)
{
    products = sum_of_lanes(products, WARP);
    room = sum_of_lanes(room, WARP);
    if (lane_of_warp() == 0) {
        atomicAdd(&t->products, (unsigned long long)products);
        atomicAdd(&t->room, (unsigned long long)room);
    }
    __syncthreads();
    for (int b = (int)threadIdx.x; b < MXM_BINS; b += (int)blockDim.x)
        add64(&totals->rows[b], t->rows[b]);
    if (threadIdx.x == 0) {
        add64(&totals->products, (int64_t)t->products);
        add64(&totals->room, (int64_t)t->room);
        add64(&totals->large, (int64_t)t->large);
    }
}

/* Notes what was found about a row. */
DEVICE void note_row(const struct mxm_analyse_arguments &a, struct tally *t, int64_t row, int64_t entries,
                     struct extent x, bool is_of_triple, int64_t &products, int64_t &room)
{
    int32_t own_room;
    int bin = classify(&own_room, entries, x, a.columns);
    if (is_of_triple && bin > MXM_COPY_LONG && x.products <= MXM_TRIPLE_PRODUCTS &&
        (int64_t)x.high - x.low < MXM_WARP_SMALL_WORDS * 32) {
        bin = row % 3 == 0 ? MXM_WARP_TRIPLE : MXM_EMPTY;
        own_room = (int32_t)min(x.products, (int64_t)x.high - x.low + 1);
    }
    a.count[row] = own_room;
    a.bin[row] = (uint8_t)bin;
    if (bin != MXM_EMPTY)
        atomicAdd(&t->rows[bin], 1u);
    if (bin > MXM_SORT_256)
        atomicAdd(&t->large, (unsigned long long)(bin == MXM_WARP_TRIPLE ? 3 * (int64_t)own_room : own_room));
    products += x.products;
    room += bin == MXM_WARP_TRIPLE ? 3 * (int64_t)own_room : bin > MXM_COPY_LONG ? own_room : 0;
}

/* Whether the rows of A from 3 * (row / 3) on have the same columns; the group of lanes asks together. */
DEVICE bool is_one_of_three(const struct mxm_analyse_arguments &a, int64_t row, bool is_asked, int place,
                            int lanes)
{
    int64_t first = row / 3 * 3;
    int differs = !is_asked || first + 2 >= a.rows;
    if (!differs) {
        int64_t s0 = a.A_row_start[first], s1 = a.A_row_start[first + 1], s2 = a.A_row_start[first + 2];
        differs = s1 - s0 != s2 - s1 || s1 - s0 != a.A_row_start[first + 3] - s2;
        for (int64_t e = place; e < s1 - s0 && !differs; e += lanes)
            differs = a.A_column[s0 + e] != a.A_column[s1 + e] || a.A_column[s0 + e] != a.A_column[s2 + e];
    }
    for (int d = lanes / 2; d > 0; d /= 2)
        differs |= __shfl_xor_sync(ALL_LANES, differs, d);
    return !differs;
}

/* What remains of a row when its products are counted, by a group of lanes, of which this is number `place`; groups work
 * side by side. */
template <int UNROLL>
DEVICE void finish_row(const struct mxm_analyse_arguments &a, struct tally *t, int64_t row, int64_t first,
                       int64_t last, int place, int lanes, int64_t row_products, bool is_noted,
                       int64_t &products, int64_t &room)
{
    struct extent x = {row_products, 0, 0x7fffffff, -1};
    bool is_of_triple = false;
    if (!__any_sync(ALL_LANES, x.products > 0)) {
        if (is_noted && place == 0) {
            a.count[row] = 0;
            a.bin[row] = MXM_EMPTY;
        }
        return;
    }
    if (__any_sync(ALL_LANES, x.products > MXM_SORT_MOST)) {
        if (x.products > MXM_SORT_MOST)
            extend<UNROLL>(a, x, first + place, last, lanes);
        join_lanes(x, lanes);
        is_of_triple =
            is_one_of_three(a, row, x.products > MXM_SORT_MOST && last - first <= MXM_LONG_ROW, place, lanes);
    }
    if (is_noted && place == 0)
        note_row(a, t, row, last - first, x, is_of_triple, products, room);
}

/* One group of lanes for each row; long rows are left to analyse_long. */
static __global__ void analyse(struct mxm_analyse_arguments a)
{
    enum { EACH = 4, LONG_TIMES = 16 };
    __shared__ struct tally t;
    int64_t products = 0, room = 0;
    int lane = lane_of_warp(), place = lane & (a.lanes - 1), rows_of_warp = WARP / a.lanes;
    if (MXM_MERGE_PAYS(a.totals->meshes))
        return;
    tally_clear(&t);
    /* Several rows for each group, so that the loads of all are under way together. */
    for (int64_t r = thread_of_grid() / WARP * rows_of_warp * EACH; r < a.rows;
         r += threads_of_grid() / WARP * rows_of_warp * EACH) {
        int64_t first[EACH], last[EACH], sum[EACH], most = 0;
        bool is_long[EACH];
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            const int64_t row = r + k * rows_of_warp + lane / a.lanes;
            first[k] = row < a.rows ? a.A_row_start[row] : 0;
            last[k] = row < a.rows ? a.A_row_start[row + 1] : 0;
            sum[k] = 0;
        }
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            is_long[k] = last[k] - first[k] > LONG_TIMES * a.lanes;
            if (is_long[k] && place == 0)
                a.long_row[atomicAdd((unsigned long long *)&a.totals->long_rows, 1ull)] =
                    (int32_t)(r + k * rows_of_warp + lane / a.lanes);
            if (!is_long[k] && last[k] - first[k] > most)
                most = last[k] - first[k];
        }
        for (int64_t e = place; e < most; e += a.lanes) {
            int32_t column[EACH];
#pragma unroll
            for (int k = 0; k < EACH; k++)
                column[k] = !is_long[k] && first[k] + e < last[k] ? a.A_column[first[k] + e] : -1;
#pragma unroll
            for (int k = 0; k < EACH; k++)
                if (column[k] >= 0)
                    sum[k] += a.B_row_start[column[k] + 1] - a.B_row_start[column[k]];
        }
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            const int64_t row = r + k * rows_of_warp + lane / a.lanes;
            finish_row<1>(a, &t, row, first[k], last[k], place, a.lanes, sum_of_lanes(sum[k], a.lanes),
                          row < a.rows && !is_long[k], products, room);
        }
    }
    tally_close(&t, a.totals, products, room);
}

/* Warps take the long rows, and blocks the longest. */
static __global__ void analyse_long(struct mxm_analyse_arguments a)
{
    __shared__ struct tally t;
    __shared__ int low, high;
    __shared__ unsigned long long sum;
    int64_t products = 0, room = 0;
    const int64_t rows = a.totals->long_rows;
    const int lane = lane_of_warp();
    if (rows == 0)
        return;
    tally_clear(&t);
    for (int64_t r = thread_of_grid() / WARP; r < rows; r += threads_of_grid() / WARP) {
        const int64_t row = a.long_row[r], first = a.A_row_start[row], last = a.A_row_start[row + 1];
        if (last - first <= MXM_LONG_ROW)
            finish_row<4>(a, &t, row, first, last, lane, WARP,
                          sum_of_lanes(products_of<4>(a, first + lane, last, WARP), WARP), true, products,
                          room);
    }
    for (int64_t r = blockIdx.x; r < rows; r += gridDim.x) {
        const int64_t row = a.long_row[r], first = a.A_row_start[row], last = a.A_row_start[row + 1];
        struct extent x = {0, 0, 0x7fffffff, -1};
        if (last - first <= MXM_LONG_ROW)
            continue;
        if (threadIdx.x == 0) {
            sum = 0;
            low = 0x7fffffff;
            high = -1;
        }
        __syncthreads();
        x.products = products_of<4>(a, first + threadIdx.x, last, (int)blockDim.x);
        extend<4>(a, x, first + threadIdx.x, last, (int)blockDim.x);
        x.products = sum_of_lanes(x.products, WARP);
        join_lanes(x, WARP);
        if (lane == 0) {
            atomicAdd(&sum, (unsigned long long)x.products);
            atomicMin(&low, x.low);
            atomicMax(&high, x.high);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            x = {(int64_t)sum, (int64_t)sum, low, high};
            note_row(a, &t, row, last - first, x, false, products, room);
        }
        __syncthreads();
    }
    tally_close(&t, a.totals, products, room);
}

/* The places of rows of the bins that may be alike, in the order of the rows: part_rows has for each part of 32 rows how
 * many are of the bin, and afterwards how many are in the parts before it; *count of all parts.  A warp for each bin. */
template <int PARTS> DEVICE void order_parts(unsigned *part_rows, unsigned *count)
{
    const int lane = lane_of_warp();
    unsigned before = 0;
    for (int base = 0; base < PARTS; base += WARP) {
        const int own = (int)part_rows[base + lane], sum = sum_so_far(own);
        part_rows[base + lane] = before + (unsigned)(sum - own);
        before += (unsigned)__shfl_sync(ALL_LANES, sum, WARP - 1);
    }
    if (lane == 0)
        *count = before;
}

/* Whether a row of a bin of blocks stands at the end of the bin's list, since others take longer. */
DEVICE bool is_light(int bin, int64_t room)
{
    return (bin == MXM_BLOCK_SMALL && room <= MXM_BLOCK_SMALL_BOUND / 4 * 3) ||
           (bin == MXM_BLOCK_MEDIUM && room <= MXM_BLOCK_MEDIUM_BOUND / 3 * 2) ||
           (bin == MXM_BLOCK_LARGE && room <= MXM_BLOCK_LARGE_LIGHT);
}

/* Rows into lists by bin; nearly in order, so that neighbours in a list share rows of B.  Light rows of a bin are counted
 * behind all bins, and listed from its end on. */
static __global__ void list_rows(struct mxm_list_arguments a)
{
    enum { EACH = MXM_LIST_ROWS / MXM_PLAN_THREADS, WARPS = MXM_PLAN_THREADS / WARP, PARTS = EACH * WARPS };
    const int64_t first_row = (int64_t)blockIdx.x * EACH * MXM_PLAN_THREADS + threadIdx.x;
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP;
    __shared__ unsigned count[2 * MXM_BINS], part_rows[MXM_ORDERED_BINS][PARTS];
    __shared__ int64_t start[2 * MXM_BINS], rows[MXM_BINS];
    __shared__ unsigned long long room, room_start;
    int bin[EACH];
    unsigned place[EACH];
    unsigned long long offset[EACH];
    if (threadIdx.x < 2 * MXM_BINS)
        count[threadIdx.x] = 0;
    if (threadIdx.x < MXM_BINS)
        rows[threadIdx.x] = a.totals->rows[threadIdx.x];
    if (threadIdx.x == 0)
        room = 0;
    int has_rows = 0, has_ordered = 0;
    for (int e = 0; e < EACH; e++) {
        int64_t row = first_row + e * MXM_PLAN_THREADS;
        bin[e] = row < a.rows ? a.bin[row] : MXM_EMPTY;
        has_rows |= bin[e] != MXM_EMPTY;
        has_ordered |= (unsigned)(bin[e] - MXM_FIRST_ORDERED) < MXM_ORDERED_BINS;
    }
    if (!__syncthreads_or(has_rows))
        return;
    if (__syncthreads_or(has_ordered)) {
        for (int k = (int)threadIdx.x; k < MXM_ORDERED_BINS * PARTS; k += MXM_PLAN_THREADS)
            (&part_rows[0][0])[k] = 0;
        has_ordered = 1;
        __syncthreads();
    }
    for (int e = 0; e < EACH; e++) {
        int64_t row = first_row + e * MXM_PLAN_THREADS;
        if (!__any_sync(ALL_LANES, bin[e] != MXM_EMPTY))
            continue;
        const unsigned ordered = (unsigned)(bin[e] - MXM_FIRST_ORDERED);
        if (__any_sync(ALL_LANES, ordered < MXM_ORDERED_BINS)) {
            const unsigned peers = __match_any_sync(ALL_LANES, bin[e]);
            place[e] = (unsigned)__popc(peers & ((1u << lane) - 1));
            if (ordered < MXM_ORDERED_BINS && place[e] == 0)
                part_rows[ordered][e * WARPS + warp] = (unsigned)__popc(peers);
        }
        int64_t own = bin[e] > MXM_COPY_LONG ? a.count[row] : 0;
        const bool is_last = is_light(bin[e], own);
        if (bin[e] >= MXM_BLOCK_SMALL && bin[e] <= MXM_BLOCK_LARGE && rows[bin[e]] >= MXM_DIRECT_LEAST)
            own = min(own, a.columns / 32 + 1); /* its bitmap */
        own = bin[e] == MXM_WARP_TRIPLE ? 3 * own : own;
        bin[e] += is_last ? MXM_BINS : 0;
        if (bin[e] != MXM_EMPTY && ordered >= MXM_ORDERED_BINS)
            place[e] = atomicAdd(&count[bin[e]], 1u);
        int64_t before = own;
        for (int d = 1; d < WARP; d *= 2) {
            int64_t other = __shfl_up_sync(ALL_LANES, before, d);
            before += lane >= d ? other : 0;
        }
        unsigned long long base = 0;
        if (lane == WARP - 1 && before > 0)
            base = atomicAdd(&room, (unsigned long long)before);
        offset[e] = __shfl_sync(ALL_LANES, base, WARP - 1) + (unsigned long long)(before - own);
    }
    __syncthreads();
    if (has_ordered) {
        if (warp < MXM_ORDERED_BINS)
            order_parts<PARTS>(part_rows[warp], &count[MXM_FIRST_ORDERED + warp]);
        __syncthreads();
    }
    if (threadIdx.x < 2 * MXM_BINS && count[threadIdx.x] > 0) {
        const int own_bin = (int)threadIdx.x % MXM_BINS;
        const int64_t own = count[threadIdx.x],
                      listed = (int64_t)atomicAdd((unsigned long long *)&a.totals->listed[threadIdx.x],
                                                  (unsigned long long)own);
        int64_t first = 0;
        for (int b = MXM_COPY; b < own_bin; b++)
            first += rows[b];
        start[threadIdx.x] = first + ((int)threadIdx.x == own_bin ? listed : rows[own_bin] - listed - own);
    }
    if (threadIdx.x == WARP && room > 0)
        room_start = atomicAdd((unsigned long long *)&a.totals->room_used, room);
    __syncthreads();
    for (int e = 0; e < EACH; e++)
        if (bin[e] != MXM_EMPTY) {
            const unsigned ordered = (unsigned)(bin[e] - MXM_FIRST_ORDERED);
            int64_t to = start[bin[e]] + place[e];
            if (ordered < MXM_ORDERED_BINS)
                to += part_rows[ordered][e * WARPS + warp];
            a.list[to] = (int32_t)(first_row + e * MXM_PLAN_THREADS);
            a.offset[to] = (int64_t)(room_start + offset[e]);
        }
}

/* A block row for each warp, whose lanes fetch all that it looks at before they use any of it.  Block columns go into a hash
 * table, and who enters one has opened a block.  Block rows lie as at random in equal parts of A: a mesh repeats itself line
 * by line, and at equal distances all of them could be at one place of a line. */
static __global__ void sample(struct mxm_sample_arguments a)
{
    enum { EACH = MXM_SAMPLE_MOST / WARP, PLACES = 2 * 8 * MXM_SAMPLE_MOST, NONE = -1 };
    __shared__ int32_t table[MXM_PLAN_THREADS / WARP][PLACES];
    const int64_t warps = threads_of_grid() / WARP, warp = thread_of_grid() / WARP, block_rows = a.rows / 8;
    const int lane = lane_of_warp();
    int32_t *own = table[threadIdx.x / WARP], column[8 * EACH];
    int64_t begin = 0;
    int length = 0, entries = 0, blocks = 0;
    if (lane < 8 && block_rows > 0) {
        const int64_t at_random = (uint32_t)warp * 0x9e3779b1u % block_rows,
                      row = (warp * block_rows + at_random) / warps * 8 + lane;
        begin = a.row_start[row];
        const int64_t n = a.row_start[row + 1] - begin;
        length = n < MXM_SAMPLE_MOST ? (int)n : MXM_SAMPLE_MOST;
    }
    for (int place = lane; place < PLACES; place += WARP)
        own[place] = NONE;
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 8 * EACH; k++) {
        const int64_t from = __shfl_sync(ALL_LANES, begin, k / EACH);
        const int n = __shfl_sync(ALL_LANES, length, k / EACH), at = k % EACH * WARP + lane;
        column[k] = at < n ? a.column[from + at] : NONE;
    }
#pragma unroll
    for (int k = 0; k < 8 * EACH; k++) {
        const int32_t block = column[k] / 8;
        unsigned place = (unsigned)block * 0x9e3779b1u >> 16;
        bool is_known = column[k] == NONE;
        entries += !is_known;
        while (!is_known) {
            place %= PLACES;
            const int32_t seen = atomicCAS(&own[place++], NONE, block);
            blocks += seen == NONE;
            is_known = seen == NONE || seen == block;
        }
    }
    entries = __reduce_add_sync(ALL_LANES, entries);
    blocks = __reduce_add_sync(ALL_LANES, blocks);
    if (lane == 0) {
        add64(a.entries, entries);
        add64(a.blocks, blocks);
    }
}

const void *const graph__mxm_sample = (const void *)sample;
const void *const graph__mxm_analyse = (const void *)analyse;
const void *const graph__mxm_analyse_long = (const void *)analyse_long;
const void *const graph__mxm_list = (const void *)list_rows;
