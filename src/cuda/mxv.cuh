/* Rows of a matrix folded against a vector.
 *
 * Most semirings take tiles of equal work: a block multiplies the entries of a tile, read in their order, into shared
 * memory, and folds each row from there with as many lanes as there are threads for it.  What a tile has of a row that
 * began before it goes to the side; the block that comes last, or a second kernel, adds these pieces in their order.
 * What is known of the cuts is read while the kernel ahead still runs: it does not write them (row_cuts_host.c waits).
 * Where a fold may stop early (the first product, or one that absorbs all others) rows belong to groups of lanes instead,
 * which stop reading. */
#include "cuda/mxv_fold.cuh"

enum {
    MXV_WARPS = MXV_THREADS / WARP,
    MXV_AT_ONCE = MXV_TILE / MXV_THREADS,
    MXV_BLOCKS = sizeof(T) == 8 ? 6 : 8 /* on a multiprocessor */
};

/* ---- Tiles ---- */

/* Every 32 elements a gap, so that rows whose lengths are powers of two begin in different banks. */
DEVICE int in_bank(int k) { return k + (k >> 5); }

/* A tile, with the row that goes on behind it: number s is row first_row + s. */
struct tile {
    int64_t first, first_row;
    int entries, ending, rows, slot; /* rows that end in it, rows of which it has entries */
    bool is_cut; /* it begins inside a row or ends inside one */
};

DEVICE struct tile tile_at(const struct row_cuts &cuts, int64_t b)
{
    const bool goes_on = cuts.slot[b + 1] >= 0;
    struct tile t;
    t.first = cuts.entry[b];
    t.entries = (int)(cuts.entry[b + 1] - t.first);
    t.first_row = cuts.row[b];
    t.ending = (int)(cuts.row[b + 1] - t.first_row);
    t.rows = t.ending + goes_on;
    t.slot = cuts.slot[b];
    t.is_cut = goes_on || t.slot >= 0;
    return t;
}

DEVICE int finish_row(const struct mxv_pull_arguments &a, const struct tile &t, int s, struct partial x)
{
    if (s > 0 || t.slot < 0)
        return store_row(a, t.first_row + s, x);
    ((T *)a.carry)[t.slot] = x.is_there ? x.sum : (T)0;
    a.carry_present[t.slot] = x.is_there;
    return 0;
}

/* Lane `lane` of `lanes` folds its part of the products begin .. end - 1. */
template <bool IS_FULL>
DEVICE struct partial fold_products(const T *product, const uint8_t *is_there, int begin, int end, int lane,
                                    int lanes)
{
    struct partial x = {(T)0, false};
    int k = begin + lane;
    if (IS_FULL) {
        if (k < end) {
            x.sum = product[in_bank(k)];
            x.is_there = true;
        }
        for (k += lanes; k < end; k += lanes)
            x.sum = add(x.sum, product[in_bank(k)]);
    } else
        for (; k < end; k += lanes)
            join(x, product[in_bank(k)], is_there[k]);
    return x;
}

/* The thread's entries of a tile: every MXV_THREADS-th. */
struct entries {
    T value[MXV_AT_ONCE];
    int32_t column[MXV_AT_ONCE];
};

DEVICE void load_entries(struct entries &x, const struct mxv_operands &o, const struct tile &t)
{
    const bool reads_A = mxv_reads_A(o);
    const int32_t *column = o.column + t.first + threadIdx.x;
    const T *value = (const T *)o.value + (reads_A ? t.first + threadIdx.x : 0);
#pragma unroll
    for (int l = 0; l < MXV_AT_ONCE; l++) {
        const bool is_mine = l * MXV_THREADS + (int)threadIdx.x < t.entries;
        x.column[l] = is_mine ? load_once(column + l * MXV_THREADS) : 0;
        x.value[l] = is_mine && reads_A ? load_once(value + l * MXV_THREADS) : (T)1;
    }
}

/* Whether the mask admits a row of a tile; for the whole block. */
DEVICE bool is_wanted(const struct mxv_operands &o, const struct tile &t)
{
    bool is_admitted = false;
    for (int s = (int)threadIdx.x; s < t.rows; s += MXV_THREADS)
        is_admitted = is_admitted || mxv_admits(o, t.first_row + s);
    return __syncthreads_or(is_admitted);
}

/* A cut row for a warp: it goes on in the tiles first .. first + pieces - 1, of which the lane knows the slot of one. */
struct cut_row {
    int64_t row, first;
    int pieces, slot;
};

DEVICE struct cut_row cut_row_of(const struct row_cuts &cuts, int64_t first, int pieces)
{
    struct cut_row r = {cuts.row[first], first, pieces, -1};
    if (lane_of_warp() < pieces)
        r.slot = cuts.slot[first + lane_of_warp()];
    return r;
}

/* Adds to a row the pieces that its tiles have of it.  Other blocks may just have written them. */
DEVICE void join_row(const struct mxv_pull_arguments &a, struct cut_row r)
{
    volatile T *w = (T *)a.w + r.row;
    struct partial x = {(T)0, false};
    if (!mxv_admits(a.o, r.row))
        return;
    const T begun = *w;
    const bool was_there = a.w_present == nullptr || ((volatile uint8_t *)a.w_present)[r.row];
    for (int before = 0; before < r.pieces; before += WARP) {
        struct partial y = {(T)0, false};
        if (before > 0)
            r.slot = before + lane_of_warp() < r.pieces ? a.cuts.slot[r.first + before + lane_of_warp()] : -1;
        if (r.slot >= 0) {
            y.sum = ((volatile const T *)a.carry)[r.slot];
            y.is_there = ((volatile const uint8_t *)a.carry_present)[r.slot];
        }
        fold_lanes(y, WARP);
        join(x, y.sum, y.is_there);
    }
    if (lane_of_warp() != 0 || !x.is_there)
        return;
    *w = was_there ? add(begun, x.sum) : x.sum;
    if (!was_there) {
        a.w_present[r.row] = 1;
        if (a.entries != nullptr)
            atomicAdd((unsigned long long *)a.entries, 1ULL);
    }
}

/* The last block that finishes a piece of a cut row joins them.  Warp 0 sees to the row at the begin of the tile, warp 1 to
 * the one at its end, unless they are the same. */
DEVICE void join_if_last(const struct mxv_pull_arguments &a)
{
    const int warp = (int)threadIdx.x / WARP;
    const int64_t t = blockIdx.x + warp;
    int arrived = 0;
    __syncthreads();
    if (warp > 1 || a.cuts.slot[t] < 0 ||
        (warp == 1 && a.cuts.slot[t - 1] >= 0 && a.cuts.row[t - 1] == a.cuts.row[t]))
        return;
    const int first = a.cuts.first_piece[t], pieces = a.cuts.pieces_of_row[t];
    if (lane_of_warp() == 0) {
        __threadfence();
        arrived = atomicAdd(a.arrived + first, 1);
    }
    /* The tile in which the row begins has arrived too. */
    if (__shfl_sync(ALL_LANES, arrived, 0) < pieces)
        return;
    __threadfence();
    join_row(a, cut_row_of(a.cuts, first, pieces));
    if (lane_of_warp() == 0)
        a.arrived[first] = 0;
}

template <bool IS_FULL> DEVICE void pull_tile(const struct mxv_pull_arguments &a)
{
    enum { FEW_ROWS = 8, LONG_FOR_LANE = 32 };
    __shared__ T product[MXV_TILE + MXV_TILE / 32 + 1];
    __shared__ uint8_t is_there[IS_FULL ? 1 : MXV_TILE];
    __shared__ uint16_t ends[MXV_TILE - MXV_UNCUT + 2];
    __shared__ T warp_sum[FEW_ROWS][MXV_WARPS];
    __shared__ bool warp_is_there[FEW_ROWS][MXV_WARPS];
    const T *u = (const T *)a.o.u;
    const bool reads_u = mxv_reads_u(a.o);
    const int thread = (int)threadIdx.x;
    let_next_begin();
    struct tile t = tile_at(a.cuts, blockIdx.x);
    wait_for_kernel_ahead();
    if (a.o.mask != nullptr && !is_wanted(a.o, t))
        t.entries = 0;
    struct entries x;
    load_entries(x, a.o, t);
    /* Row s has the products ends[s] .. ends[s + 1] - 1. */
    if (thread == 0)
        ends[0] = 0;
    for (int s = thread; s < t.rows; s += MXV_THREADS) {
        const int end = s < t.ending ? a.cuts.row_end[t.first_row + s] : t.entries;
        ends[s + 1] = (uint16_t)(end < t.entries ? end : t.entries);
    }
#pragma unroll
    for (int l = 0; l < MXV_AT_ONCE; l++) {
        const int k = l * MXV_THREADS + thread;
        const bool is_product = IS_FULL || (k < t.entries && a.o.u_present[x.column[l]]);
        product[in_bank(k)] =
            is_product ? mxv_product(a.o, x.value[l], reads_u ? u[x.column[l]] : (T)1) : (T)0;
        if (!IS_FULL)
            is_there[k] = is_product;
    }
    __syncthreads();
    int count = 0;
    if (t.rows < FEW_ROWS) {
        for (int s = 0; s < t.rows; s++) {
            struct partial y =
                fold_products<IS_FULL>(product, is_there, ends[s], ends[s + 1], thread, MXV_THREADS);
            fold_lanes(y, WARP);
            if (lane_of_warp() == 0) {
                warp_sum[s][thread / WARP] = y.sum;
                warp_is_there[s][thread / WARP] = y.is_there;
            }
        }
        __syncthreads();
        if (thread < t.rows) {
            struct partial y = {(T)0, false};
            for (int w = 0; w < MXV_WARPS; w++)
                join(y, warp_sum[thread][w], warp_is_there[thread][w]);
            count += finish_row(a, t, thread, y);
        }
    } else {
        int lanes = 1;
        while (lanes < WARP && 2 * lanes * t.rows <= MXV_THREADS)
            lanes *= 2;
        int s = thread / lanes;
        for (int before = 0; before < t.rows; before += MXV_THREADS / lanes, s += MXV_THREADS / lanes) {
            const int begin = s < t.rows ? ends[s] : 0, end = s < t.rows ? ends[s + 1] : 0;
            /* A row that is long for its lanes is left to the warp. */
            const bool is_long = end - begin > LONG_FOR_LANE * lanes;
            struct partial y = fold_products<IS_FULL>(product, is_there, begin, is_long ? begin : end,
                                                      thread & (lanes - 1), lanes);
            fold_lanes(y, lanes);
            const bool is_mine = s < t.rows && (thread & (lanes - 1)) == 0;
            if (is_mine && !is_long)
                count += finish_row(a, t, s, y);
            for (unsigned left = __ballot_sync(ALL_LANES, is_mine && is_long); left != 0; left &= left - 1) {
                const int owner = __ffs((int)left) - 1;
                y = fold_products<IS_FULL>(product, is_there, __shfl_sync(ALL_LANES, begin, owner),
                                           __shfl_sync(ALL_LANES, end, owner), lane_of_warp(), WARP);
                fold_lanes(y, WARP);
                const int number = __shfl_sync(ALL_LANES, s, owner);
                if (lane_of_warp() == 0)
                    count += finish_row(a, t, number, y);
            }
        }
    }
    if (a.entries != nullptr)
        count_block(a.entries, count);
    if (a.arrived != nullptr && t.is_cut)
        join_if_last(a);
}

GRAPH_KERNEL void __launch_bounds__(MXV_THREADS, MXV_BLOCKS) mxv_tiles_full(struct mxv_pull_arguments a)
{
    pull_tile<true>(a);
}
GRAPH_KERNEL void __launch_bounds__(MXV_THREADS, MXV_BLOCKS) mxv_tiles_some(struct mxv_pull_arguments a)
{
    pull_tile<false>(a);
}

/* Joins cut rows where no tile did; a warp for each. */
GRAPH_KERNEL void mxv_join(struct mxv_pull_arguments a)
{
    const int64_t h = thread_of_grid() / WARP;
    let_next_begin();
    const bool is_head = h < a.cuts.heads;
    const struct cut_row r = cut_row_of(a.cuts, is_head ? a.cuts.head[h] : 0, is_head ? a.cuts.pieces[h] : 0);
    wait_for_kernel_ahead();
    if (is_head)
        join_row(a, r);
}

/* ---- Rows that may end early ---- */

/* LANES lanes fold row i; all of them return the same. */
template <int LANES> DEVICE struct partial pull_row(const struct mxv_operands &o, int64_t i)
{
    const T *value = (const T *)o.value, *u = (const T *)o.u;
    const bool reads_A = mxv_reads_A(o), reads_u = mxv_reads_u(o);
    int lane = lane_of_warp() & (LANES - 1);
    unsigned group = (LANES == WARP ? ALL_LANES : ((1u << (LANES & 31)) - 1)) << (lane_of_warp() - lane);
    int64_t end = o.row_start[i + 1];
    struct partial x = {(T)0, false};
    for (int64_t k = o.row_start[i] + lane; k - lane < end; k += LANES) {
        int32_t j = k < end ? o.column[k] : 0;
        bool is_product = k < end && (o.u_present == nullptr || o.u_present[j]);
        T y = (T)0;
        if (is_product)
            y = mxv_product(o, reads_A ? value[k] : (T)1, reads_u ? u[j] : (T)1);
        if (SEMIRING_IS_ANY) {
            unsigned having = __ballot_sync(group, is_product);
            if (having != 0) {
                int first = __ffs((int)having) - 1;
                pack<T, 1> p;
                p.x[0] = y;
                if (sizeof(T) == 8) {
                    p.bytes8.x = __shfl_sync(group, p.bytes8.x, first);
                    p.bytes8.y = __shfl_sync(group, p.bytes8.y, first);
                } else
                    p.bytes4 = __shfl_sync(group, p.bytes4, first);
                x.sum = p.x[0];
                x.is_there = true;
                return x;
            }
        } else {
            join(x, y, is_product);
            if (__any_sync(group, x.is_there && absorbs(x.sum)))
                break;
        }
    }
    if (!SEMIRING_IS_ANY)
        for (int distance = LANES / 2; distance > 0; distance /= 2) {
            pack<T, 1> p;
            p.x[0] = x.sum;
            if (sizeof(T) == 8) {
                p.bytes8.x = __shfl_xor_sync(group, p.bytes8.x, distance);
                p.bytes8.y = __shfl_xor_sync(group, p.bytes8.y, distance);
            } else
                p.bytes4 = __shfl_xor_sync(group, p.bytes4, distance);
            bool is_there = __shfl_xor_sync(group, (int)x.is_there, distance);
            join(x, p.x[0], is_there);
        }
    return x;
}

template <int LANES> DEVICE void pull_rows(const struct mxv_pull_arguments &a)
{
    int count = 0, lane = lane_of_warp() & (LANES - 1);
    for (int64_t i = thread_of_grid() / LANES; i < a.o.rows; i += threads_of_grid() / LANES) {
        struct partial x = {(T)0, false};
        if (mxv_admits(a.o, i)) {
            if (a.o.row_start[i + 1] - a.o.row_start[i] > a.longest) {
                if (lane == 0)
                    a.long_row[atomicAdd((unsigned long long *)a.long_rows, 1ULL)] = (int32_t)i;
                continue;
            }
            x = pull_row<LANES>(a.o, i);
        }
        if (lane == 0)
            count += store_row(a, i, x);
    }
    if (a.entries != nullptr)
        count_block(a.entries, count);
}

GRAPH_KERNEL void mxv_rows_4(struct mxv_pull_arguments a) { pull_rows<4>(a); }
GRAPH_KERNEL void mxv_rows_32(struct mxv_pull_arguments a) { pull_rows<32>(a); }

/* The rows that were left out, a block for each: its warps take turns of the row. */
GRAPH_KERNEL void mxv_long_rows(struct mxv_pull_arguments a)
{
    enum { MOST_WARPS = 32, STRETCH = 128 };
    __shared__ T warp_sum[MOST_WARPS];
    __shared__ bool warp_is_there[MOST_WARPS];
    int warp = (int)threadIdx.x / WARP, warps = (int)blockDim.x / WARP;
    for (uint64_t r = blockIdx.x; r < *a.long_rows; r += gridDim.x) {
        int64_t i = a.long_row[r], begin = a.o.row_start[i], end = a.o.row_start[i + 1];
        struct partial x = {(T)0, false};
        for (int64_t from = begin; from < end; from += (int64_t)warps * STRETCH) {
            /* One turn is folded as a row of its own; turns follow each other in the order of k. */
            int64_t part[2] = {from + warp * STRETCH, from + (warp + 1) * STRETCH};
            struct mxv_operands o = a.o;
            part[0] = part[0] < end ? part[0] : end;
            part[1] = part[1] < end ? part[1] : end;
            o.row_start = part;
            struct partial y = pull_row<WARP>(o, 0);
            if (lane_of_warp() == 0) {
                warp_sum[warp] = y.sum;
                warp_is_there[warp] = y.is_there;
            }
            __syncthreads();
            for (int w = 0; w < warps; w++)
                join(x, warp_sum[w], warp_is_there[w]);
            __syncthreads();
            if (x.is_there && absorbs(x.sum))
                break;
        }
        if (threadIdx.x == 0 && store_row(a, i, x) && a.entries != nullptr)
            atomicAdd((unsigned long long *)a.entries, 1ULL);
    }
}

/* ---- A sparse vector where every position can be read ---- */

GRAPH_KERNEL void mxv_spread(struct mxv_spread_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid()) {
        int32_t k = a.index[e];
        a.present[k] = 1;
        if (a.value != nullptr)
            ((T *)a.spread)[k] = ((const T *)a.value)[e];
    }
}
