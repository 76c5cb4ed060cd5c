/* The analysis of C = A B.  analyse counts the products of each row, the sum of the lengths of its rows of B, and puts
 * short rows in bins.  analyse_long does the same for rows of many products, whose spread over the columns it measures
 * too.  list_rows writes the lists of the bins: a counting sort by bin. */
#include "cuda/runtime/kernel.cuh"

#include "cuda/primitives/loads.cuh"
#include "cuda/mxm/analysis/mxm_analysis_arguments.h"
#include "cuda/mxm/analysis/mxm_row_bins.cuh"
#include "cuda/mxm/analysis/mxm_short_rows.h"
#include "cuda/primitives/warp.cuh"

enum {
    MOST_LENGTH = 1 << 24, /* of a row of B whose length is added in 32 bits: 64 of them fit */
    MOST_LONG_ROWS = 2,    /* among the rows of a warp: else all of them are deferred */
    LONG_OF_WARP = 256     /* entries of a row of A that a warp takes */
};

/* Reductions over groups of `lanes` lanes. */
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

/* The counts of one block, which are added to the totals at its end. */
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

/* Writes the bin and the room of a row, and counts it. */
DEVICE void note_row(const struct mxm_analyse_arguments &a, struct tally *t, int64_t row, int64_t entries,
                     struct extent x, int64_t &products, int64_t &room)
{
    int32_t row_room;
    int bin = classify(&row_room, entries, x, a.columns, a.has_inserts, a.warp_products);
    a.count[row] = row_room;
    a.bin[row] = (uint8_t)bin;
    if (bin == MXM_BLOCK_LARGE && row_room >= a.hub.room) {
        const unsigned long long place = atomicAdd((unsigned long long *)&a.totals->hub_rows, 1ull);
        if ((int64_t)place < a.hub.listed)
            a.hub_row[place] = {x.products, (int32_t)row};
    }
    if (bin != MXM_EMPTY)
        atomicAdd(&t->rows[bin], 1u);
    if (bin > MXM_SORT_256)
        atomicAdd(&t->large, (unsigned long long)row_room);
    products += x.products;
    room += bin > MXM_COPY_LONG ? row_room : 0;
}

/* The products of this lane's row, which ends before entry number `end` of the `all` entries that the warp's rows have
 * from `column` on: the sum of the lengths up to its end less the sum up to its begin.  A row of B counts for MOST_LENGTH
 * at most, so that the sums fit. */
DEVICE int products_of_row(const int64_t *B_row_start, const int32_t *column, int end, int all)
{
    enum { EACH = 4 };
    const int lane = lane_of_warp();
    int products = 0;
    for (int base = 0; base < all; base += EACH * WARP) {
        int32_t k[EACH];
        int first[EACH], last[EACH];
#pragma unroll
        for (int n = 0; n < EACH; n++)
            k[n] = column[min(base + n * WARP + lane, all - 1)];
        end_of_loads();
#pragma unroll
        for (int n = 0; n < EACH; n++) {
            first[n] = (int)B_row_start[k[n]];
            last[n] = (int)B_row_start[k[n] + 1];
        }
        end_of_loads();
#pragma unroll
        for (int n = 0; n < EACH; n++) {
            const int from = base + n * WARP,
                      length = min((int)((unsigned)last[n] - (unsigned)first[n]), (int)MOST_LENGTH);
            if (from >= all)
                break;
            const int sum = scan_warp(from + lane < all ? length : 0),
                      at = min(max(end - from, 0), (int)WARP);
            int up_to_end = __shfl_sync(ALL_LANES, sum, at - 1);
            up_to_end = at > 0 ? up_to_end : 0;
            const int up_to_begin = __shfl_up_sync(ALL_LANES, up_to_end, 1);
            products += up_to_end - (lane > 0 ? up_to_begin : 0);
        }
    }
    return products;
}

/* Lists a long row for analyse_long: warps take rows from the begin of the list, and blocks the longest, from its end;
 * all blocks share the huge ones. */
DEVICE void leave_row(const struct mxm_analyse_arguments &a, int64_t row, int64_t entries)
{
    if (entries > MXM_HUGE_ROW) {
        a.huge_row[atomicAdd((unsigned long long *)&a.totals->huge_rows, 1ull)] = {0, (int32_t)row,
                                                                                   0x7fffffff, -1, 0};
        return;
    }
    const bool is_longest = entries > LONG_OF_WARP;
    const int64_t place = (int64_t)atomicAdd(
        (unsigned long long *)(is_longest ? &a.totals->longest_rows : &a.totals->long_rows), 1ull);
    a.long_row[is_longest ? a.long_most - 1 - place : place] = (int32_t)row;
}

DEVICE void leave_wide_rows(const struct mxm_analyse_arguments &a, int64_t row, bool is_wide)
{
    const unsigned wide = __ballot_sync(ALL_LANES, is_wide);
    const int lane = lane_of_warp();
    int64_t place = 0;
    if (wide == 0)
        return;
    if (lane == 0)
        place =
            (int64_t)atomicAdd((unsigned long long *)&a.totals->wide_rows, (unsigned long long)__popc(wide));
    place = __shfl_sync(ALL_LANES, place, 0);
    if (is_wide)
        a.wide_row[place + __popc(wide & ((1u << lane) - 1))] = (int32_t)row;
}

/* A lane for each row; the lanes of a warp share the entries of its rows evenly, without the long rows.  Long rows and
 * those of many products are listed for analyse_long. */
static __global__ void __launch_bounds__(MXM_ANALYSIS_THREADS, MXM_ANALYSE_BLOCKS)
    analyse(struct mxm_analyse_arguments a)
{
    __shared__ struct tally t;
    int64_t products = 0, room = 0;
    const int lane = lane_of_warp();
    trigger_dependents();
    if (MXM_ROW_MERGE_PAYS(a.totals->meshes))
        return;
    tally_clear(&t);
    for (int64_t r = thread_of_grid() - lane; r < a.rows; r += threads_of_grid()) {
        const int64_t row = r + lane, first = a.A_row_start[min(row, a.rows)],
                      length = a.A_row_start[min(row + 1, a.rows)] - first;
        const bool is_long = length > MXM_SHORT_ROW;
        const int entries = is_long ? 0 : (int)length, end = scan_warp(entries);
        int row_products = 0;
        unsigned longs = __ballot_sync(ALL_LANES, is_long);
        const bool can_share = __popc(longs) <= MOST_LONG_ROWS;
        /* The rows before each long one, and those after the last. */
        for (int lane_from = can_share ? 0 : WARP; lane_from < WARP;) {
            const int lane_to = longs != 0 ? __ffs((int)longs) - 1 : WARP;
            const int64_t from = __shfl_sync(ALL_LANES, first, lane_from);
            const int before = __shfl_sync(ALL_LANES, end - entries, lane_from),
                      all = __shfl_sync(ALL_LANES, end, lane_to - 1) - before;
            if (lane_to > lane_from)
                row_products += products_of_row(a.B_row_start, a.A_column + from, end - before, all);
            lane_from = lane_to + 1;
            longs &= longs - 1;
        }
        const bool is_wide =
            can_share ? row_products > MXM_SORT_MOST && (entries > 1 || row_products >= MOST_LENGTH)
                      : entries > 0;
        if (is_long)
            leave_row(a, row, length);
        leave_wide_rows(a, row, is_wide);
        if (row < a.rows && !is_long && !is_wide) {
            const int bin = row_products == 0 ? MXM_EMPTY
                            : entries == 1    ? row_products <= MXM_COPY_MOST ? MXM_COPY : MXM_COPY_LONG
                                              : bin_of_short_row(row_products);
            const int bound = (int)min((int64_t)row_products, a.columns);
            a.count[row] = bound;
            a.bin[row] = (uint8_t)bin;
            if (bin != MXM_EMPTY)
                atomicAdd(&t.rows[bin], 1u);
            products += row_products;
            room += entries > 1 ? bound : 0;
        }
    }
    tally_close(&t, a.totals, products, room);
}

/* Measures entries first + place, first + place + step, ... of a row that has `entries` of them, no row of the warp more
 * than `most`.  EACH of them are loaded at a time. */
template <int EACH>
DEVICE struct extent measure_entries(const struct mxm_analyse_arguments &a, int64_t first, int64_t entries,
                                     int64_t most, int place, int step)
{
    struct extent x = {0, 0, 0x7fffffff, -1};
    for (int64_t base = 0; base < most; base += EACH * step) {
        int32_t k[EACH], low[EACH], high[EACH];
        int64_t b[EACH], length[EACH];
#pragma unroll
        for (int n = 0; n < EACH; n++) {
            const int64_t e = base + n * step + place;
            k[n] = -1;
            if (e < entries)
                k[n] = a.A_column[first + e];
        }
        end_of_loads();
#pragma unroll
        for (int n = 0; n < EACH; n++) {
            b[n] = length[n] = 0;
            if (k[n] >= 0) {
                b[n] = a.B_row_start[k[n]];
                length[n] = a.B_row_start[k[n] + 1];
            }
        }
        end_of_loads();
#pragma unroll
        for (int n = 0; n < EACH; n++) {
            low[n] = 0x7fffffff;
            high[n] = -1;
            length[n] -= b[n];
            if (length[n] > 0) {
                low[n] = a.B_column[b[n]];
                high[n] = a.B_column[b[n] + length[n] - 1];
            }
        }
        end_of_loads();
#pragma unroll
        for (int n = 0; n < EACH; n++) {
            x.products += length[n];
            x.longest = max(x.longest, length[n]);
            x.low = min(x.low, low[n]);
            x.high = max(x.high, high[n]);
        }
    }
    return x;
}

/* Rows that one block would compute for too long go to teams: by the last block, which knows all products. */
DEVICE void promote_hub_rows(const struct mxm_analyse_arguments &a)
{
    __shared__ int promoted;
    const volatile struct mxm_totals *totals = a.totals;
    const int64_t listed = totals->hub_rows, least = totals->products / a.hub.part;
    int ours = 0;
    if (listed == 0 || listed > a.hub.listed)
        return;
    if (threadIdx.x == 0)
        promoted = 0;
    __syncthreads();
    for (int k = (int)threadIdx.x; k < listed; k += (int)blockDim.x)
        ours += ((const volatile struct mxm_hub_row *)a.hub_row)[k].products > least;
    if (ours > 0)
        atomicAdd(&promoted, ours);
    __syncthreads();
    if (promoted > a.hub.most)
        return;
    for (int k = (int)threadIdx.x; k < listed; k += (int)blockDim.x) {
        const volatile struct mxm_hub_row *hub = a.hub_row + k;
        if (hub->products > least)
            a.bin[hub->row] = (uint8_t)MXM_HUGE;
    }
    if (threadIdx.x == 0) {
        a.totals->rows[MXM_BLOCK_LARGE] -= promoted;
        a.totals->rows[MXM_HUGE] += promoted;
    }
    __syncthreads();
}

/* The last block to arrive copies the totals to the host; the first block does if is_alone. */
DEVICE void report_totals(const struct mxm_analyse_arguments &a, bool is_alone)
{
    __shared__ bool is_last;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        is_last = is_alone ? blockIdx.x == 0
                           : atomicAdd((unsigned long long *)&a.totals->blocks_done, 1ull) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (is_last && !is_alone)
        promote_hub_rows(a);
    if (is_last)
        for (unsigned k = threadIdx.x; k < sizeof *a.totals / sizeof(int64_t); k += blockDim.x)
            a.readback[k] = ((const volatile int64_t *)a.totals)[k];
}

/* A group of `lanes` lanes measures its row, which has entries first .. last - 1, and counts it if is_row. */
template <int EACH>
DEVICE void analyse_row(const struct mxm_analyse_arguments &a, struct tally *t, int64_t row, int64_t first,
                        int64_t last, int lanes, bool is_row, int64_t &products, int64_t &room)
{
    const int place = lane_of_warp() & (lanes - 1);
    const int64_t most = __reduce_max_sync(ALL_LANES, (unsigned)(last - first));
    struct extent x = measure_entries<EACH>(a, first, last - first, most, place, lanes);
    x.products = sum_of_lanes(x.products, lanes);
    join_lanes(x, lanes);
    if (is_row && place == 0)
        note_row(a, t, row, last - first, x, products, room);
}

/* What the threads of a block have measured, in all of them.  shared: of the block. */
struct block_extent {
    int low, high;
    unsigned long long products;
};

DEVICE struct extent join_block(struct extent x, struct block_extent *shared)
{
    if (threadIdx.x == 0)
        *shared = {0x7fffffff, -1, 0};
    __syncthreads();
    x.products = sum_of_lanes(x.products, WARP);
    join_lanes(x, WARP);
    if (lane_of_warp() == 0) {
        atomicAdd(&shared->products, (unsigned long long)x.products);
        atomicMin(&shared->low, x.low);
        atomicMax(&shared->high, x.high);
    }
    __syncthreads();
    const struct extent all = {(int64_t)shared->products, (int64_t)shared->products, shared->low,
                               shared->high};
    __syncthreads();
    return all;
}

/* Measures this block's parts of a huge row.  Who measures the last part counts the row. */
DEVICE void analyse_huge_row(const struct mxm_analyse_arguments &a, struct tally *t,
                             struct mxm_huge_row *huge, struct block_extent *shared, int64_t &products,
                             int64_t &room)
{
    const int64_t row = huge->row, begin = a.A_row_start[row], entries = a.A_row_start[row + 1] - begin,
                  parts = (entries + MXM_HUGE_PART - 1) / MXM_HUGE_PART;
    for (int64_t p = blockIdx.x; p < parts; p += gridDim.x) {
        const int64_t first = p * MXM_HUGE_PART,
                      count = entries - first < MXM_HUGE_PART ? entries - first : (int64_t)MXM_HUGE_PART;
        struct extent x = join_block(
            measure_entries<4>(a, begin + first, count, count, (int)threadIdx.x, (int)blockDim.x), shared);
        if (threadIdx.x != 0)
            continue;
        atomicAdd(&huge->products, (unsigned long long)x.products);
        atomicMin(&huge->low, x.low);
        atomicMax(&huge->high, x.high);
        __threadfence();
        if (atomicAdd(&huge->measured, 1) < parts - 1)
            continue;
        __threadfence();
        const volatile struct mxm_huge_row *all = huge;
        x = {(int64_t)all->products, (int64_t)all->products, all->low, all->high};
        note_row(a, t, row, entries, x, products, room);
    }
}

/* Groups of lanes take rows of many products, warps long rows, blocks the longest, and all blocks the huge ones. */
static __global__ void __launch_bounds__(MXM_ANALYSIS_THREADS, MXM_ANALYSE_LONG_BLOCKS)
    analyse_long(struct mxm_analyse_arguments a)
{
    enum { LANES = MXM_WIDE_LANES };
    __shared__ struct tally t;
    __shared__ struct block_extent shared;
    int64_t products = 0, room = 0;
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP;
    const int64_t warps = threads_of_grid() / WARP;
    grid_dependency_wait();
    trigger_dependents();
    const int64_t rows = a.totals->long_rows, longest_rows = a.totals->longest_rows,
                  wide_rows = a.totals->wide_rows, huge_rows = a.totals->huge_rows;
    if (rows + longest_rows + wide_rows + huge_rows == 0) {
        report_totals(a, true);
        return;
    }
    tally_clear(&t);
    for (int64_t r = 0; r < huge_rows; r++)
        analyse_huge_row(a, &t, &a.huge_row[r], &shared, products, room);
    /* The last blocks have the longest rows. */
    for (int64_t r = gridDim.x - 1 - blockIdx.x; r < longest_rows; r += gridDim.x) {
        const int64_t row = a.long_row[a.long_most - 1 - r], first = a.A_row_start[row],
                      last = a.A_row_start[row + 1];
        const struct extent x = join_block(
            measure_entries<4>(a, first, last - first, last - first, (int)threadIdx.x, (int)blockDim.x),
            &shared);
        if (threadIdx.x == 0)
            note_row(a, &t, row, last - first, x, products, room);
        __syncthreads();
    }
    for (int64_t r = (int64_t)warp * gridDim.x + blockIdx.x; r < rows; r += warps) {
        const int64_t row = a.long_row[r];
        analyse_row<4>(a, &t, row, a.A_row_start[row], a.A_row_start[row + 1], WARP, true, products, room);
    }
    for (int64_t r = ((int64_t)warp * gridDim.x + blockIdx.x) * (WARP / LANES); r < wide_rows;
         r += warps * (WARP / LANES)) {
        const int64_t place = r + lane / LANES;
        const bool is_row = place < wide_rows;
        const int64_t row = is_row ? a.wide_row[place] : 0;
        const int64_t first = is_row ? a.A_row_start[row] : 0, last = is_row ? a.A_row_start[row + 1] : 0;
        analyse_row<2>(a, &t, row, first, last, LANES, is_row, products, room);
    }
    tally_close(&t, a.totals, products, room);
    report_totals(a, false);
}

/* The places of the rows of a bin whose list preserves their order.  part_rows: rows of the bin in each part of 32 rows;
 * afterwards in the parts before.  *count: of all parts.  A warp for each bin. */
template <int PARTS> DEVICE void order_parts(unsigned *part_rows, unsigned *count)
{
    const int lane = lane_of_warp();
    unsigned before = 0;
    for (int base = 0; base < PARTS; base += WARP) {
        const int part = (int)part_rows[base + lane], sum = scan_warp(part);
        part_rows[base + lane] = before + (unsigned)(sum - part);
        before += (unsigned)__shfl_sync(ALL_LANES, sum, WARP - 1);
    }
    if (lane == 0)
        *count = before;
}

/* Whether a row stands at the end of its bin's list, since the heavier ones take longer and begin first. */
DEVICE bool is_light(int bin, int64_t room)
{
    return (bin == MXM_BLOCK_SMALL && room <= MXM_BLOCK_SMALL_BOUND / 4 * 3) ||
           (bin == MXM_BLOCK_MEDIUM && room <= MXM_BLOCK_MEDIUM_BOUND / 3 * 2) ||
           (bin == MXM_BLOCK_LARGE && room <= MXM_BLOCK_LARGE_LIGHT);
}

/* Lists rows by bin, without the bins that need no list; nearly in order, so that neighbours in a list share rows of B.
 * Light rows of a bin are counted after all bins, and listed from its end on. */
static __global__ void list_rows(struct mxm_list_arguments a)
{
    enum {
        EACH = MXM_LIST_ROWS / MXM_ANALYSIS_THREADS,
        WARPS = MXM_ANALYSIS_THREADS / WARP,
        PARTS = EACH * WARPS
    };
    const int64_t first_row = (int64_t)blockIdx.x * EACH * MXM_ANALYSIS_THREADS + threadIdx.x;
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP;
    __shared__ unsigned count[2 * MXM_BINS], part_rows[MXM_BINS_IN_ORDER][PARTS];
    __shared__ int64_t start[2 * MXM_BINS], rows[MXM_BINS];
    __shared__ unsigned long long room, room_start;
    int bin[EACH];
    unsigned place[EACH];
    unsigned long long offset[EACH];
    grid_dependency_wait();
    const bool has_batches = !a.is_whole && graph__mxm_suits_batches(a.totals, a.rows, a.columns);
    const int last_unlisted =
        a.is_whole ? MXM_COPY_LONG : graph__mxm_last_unlisted(a.totals, a.rows, a.columns);
    if (threadIdx.x < 2 * MXM_BINS)
        count[threadIdx.x] = 0;
    if (threadIdx.x < MXM_BINS)
        rows[threadIdx.x] = a.totals->rows[threadIdx.x];
    if (threadIdx.x == 0)
        room = 0;
    /* 1. The bins of this thread's rows, MXM_EMPTY for those that need no list. */
    int has_rows = 0, has_in_order = 0;
    for (int e = 0; e < EACH; e++) {
        int64_t row = first_row + e * MXM_ANALYSIS_THREADS;
        bin[e] = row < a.rows ? a.bin[row] : MXM_EMPTY;
        if ((bin[e] > MXM_COPY_LONG && bin[e] <= last_unlisted) || (has_batches && bin[e] == MXM_COPY))
            bin[e] = MXM_EMPTY;
        has_rows |= bin[e] != MXM_EMPTY;
        has_in_order |= (unsigned)(bin[e] - MXM_FIRST_IN_ORDER) < MXM_BINS_IN_ORDER;
    }
    if (!__syncthreads_or(has_rows))
        return;
    if (__syncthreads_or(has_in_order)) {
        for (int k = (int)threadIdx.x; k < MXM_BINS_IN_ORDER * PARTS; k += MXM_ANALYSIS_THREADS)
            (&part_rows[0][0])[k] = 0;
        has_in_order = 1;
        __syncthreads();
    }
    /* 2. Each row's place in its list, and its offset in scratch memory, counted from the begin of the block's parts.  In
     * bins whose lists preserve the order, the place is counted from the begin of the part of 32 rows. */
    for (int e = 0; e < EACH; e++) {
        int64_t row = first_row + e * MXM_ANALYSIS_THREADS;
        if (!__any_sync(ALL_LANES, bin[e] != MXM_EMPTY))
            continue;
        const unsigned in_order = (unsigned)(bin[e] - MXM_FIRST_IN_ORDER);
        if (__any_sync(ALL_LANES, in_order < MXM_BINS_IN_ORDER)) {
            const unsigned peers = __match_any_sync(ALL_LANES, bin[e]);
            place[e] = (unsigned)__popc(peers & ((1u << lane) - 1));
            if (in_order < MXM_BINS_IN_ORDER && place[e] == 0)
                part_rows[in_order][e * WARPS + warp] = (unsigned)__popc(peers);
        }
        int64_t row_room = bin[e] > MXM_COPY_LONG ? a.count[row] : 0;
        const bool is_last = is_light(bin[e], row_room);
        if (bin[e] >= MXM_BLOCK_SMALL && bin[e] <= MXM_BLOCK_LARGE && rows[bin[e]] >= MXM_DIRECT_LEAST)
            row_room = min(row_room, a.columns / 32 + 1); /* its bitmap */
        bin[e] += is_last ? MXM_BINS : 0;
        if (bin[e] != MXM_EMPTY && in_order >= MXM_BINS_IN_ORDER)
            place[e] = atomicAdd(&count[bin[e]], 1u);
        int64_t before = row_room;
        for (int d = 1; d < WARP; d *= 2) {
            int64_t other = __shfl_up_sync(ALL_LANES, before, d);
            before += lane >= d ? other : 0;
        }
        unsigned long long base = 0;
        if (lane == WARP - 1 && before > 0)
            base = atomicAdd(&room, (unsigned long long)before);
        offset[e] = __shfl_sync(ALL_LANES, base, WARP - 1) + (unsigned long long)(before - row_room);
    }
    __syncthreads();
    if (has_in_order) {
        if (warp < MXM_BINS_IN_ORDER)
            order_parts<PARTS>(part_rows[warp], &count[MXM_FIRST_IN_ORDER + warp]);
        __syncthreads();
    }
    /* 3. The begin of the block's part of each list, and of its room. */
    if (threadIdx.x < 2 * MXM_BINS && count[threadIdx.x] > 0) {
        const int list_bin = (int)threadIdx.x % MXM_BINS;
        const int64_t counted = count[threadIdx.x],
                      listed = (int64_t)atomicAdd((unsigned long long *)&a.totals->listed[threadIdx.x],
                                                  (unsigned long long)counted);
        int64_t first = 0;
        for (int b = MXM_COPY; b < list_bin; b++)
            first += rows[b];
        start[threadIdx.x] =
            first + ((int)threadIdx.x == list_bin ? listed : rows[list_bin] - listed - counted);
    }
    if (threadIdx.x == WARP && room > 0)
        room_start = atomicAdd((unsigned long long *)&a.totals->room_used, room);
    __syncthreads();
    /* 4. The rows to their places. */
    for (int e = 0; e < EACH; e++)
        if (bin[e] != MXM_EMPTY) {
            const unsigned in_order = (unsigned)(bin[e] - MXM_FIRST_IN_ORDER);
            int64_t to = start[bin[e]] + place[e];
            if (in_order < MXM_BINS_IN_ORDER)
                to += part_rows[in_order][e * WARPS + warp];
            a.list[to] = (int32_t)(first_row + e * MXM_ANALYSIS_THREADS);
            a.offset[to] = (int64_t)(room_start + offset[e]);
        }
}

const void *const graph__mxm_analyse = (const void *)analyse;
const void *const graph__mxm_analyse_long = (const void *)analyse_long;
const void *const graph__mxm_list = (const void *)list_rows;
