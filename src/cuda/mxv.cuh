/* Rows of a matrix folded against a vector.
 *
 * Most semirings take tiles of equal work: a block multiplies the entries of a tile, read in their order, into shared
 * memory, and folds each row from there with as many lanes as there are threads for it.  What a tile has of a row that
 * began before it goes to the side, and a second kernel adds these pieces in their order.  Where a fold may stop early
 * (the first product, or one that absorbs all others) rows belong to groups of lanes instead, which stop reading. */
#include "cuda/semiring.cuh"

#include "cuda/row_cuts_arguments.h"

#include "cuda/mxv_arguments.h"

#include "cuda/loads.cuh"

enum { MXV_WARPS = MXV_THREADS / WARP, MXV_AT_ONCE = MXV_TILE / MXV_THREADS };

DEVICE bool mxv_admits(const struct mxv_operands &o, int64_t i)
{
    return o.mask == nullptr || (o.mask[i] != 0) != (o.mask_is_complement != 0);
}

DEVICE T mxv_product(const struct mxv_operands &o, T from_A, T from_u)
{
    return o.is_flipped ? mul(from_u, from_A) : mul(from_A, from_u);
}

DEVICE bool mxv_reads_A(const struct mxv_operands &o) { return o.is_flipped ? READS_Y : READS_X; }
DEVICE bool mxv_reads_u(const struct mxv_operands &o) { return o.is_flipped ? READS_X : READS_Y; }

/* A sum that may have no product yet. */
struct partial {
    T sum;
    bool is_there;
};

DEVICE void join(struct partial &x, T y, bool y_is_there)
{
    if (y_is_there) {
        x.sum = x.is_there ? add(x.sum, y) : y;
        x.is_there = true;
    }
}

DEVICE T value_of_lane_below(T x, int distance, int width)
{
    if (sizeof(T) == 8) {
        long long bits = *(long long *)&x;
        bits = __shfl_down_sync(ALL_LANES, bits, (unsigned)distance, width);
        return *(T *)&bits;
    }
    int bits = 0;
    *(T *)&bits = x;
    bits = __shfl_down_sync(ALL_LANES, bits, (unsigned)distance, width);
    return *(T *)&bits;
}

/* Lane 0 of each group of `width` lanes gets the fold of the group, in the order of the lanes. */
DEVICE void fold_lanes(struct partial &x, int width)
{
    for (int distance = 1; distance < width; distance *= 2) {
        T y = value_of_lane_below(x.sum, distance, width);
        bool is_there = __shfl_down_sync(ALL_LANES, (int)x.is_there, (unsigned)distance, width);
        if ((lane_of_warp() & (2 * distance - 1)) == 0)
            join(x, y, is_there);
    }
}

/* Adds the counts of a block's threads to *total. */
DEVICE void count_block(uint64_t *total, int count)
{
    __shared__ int block_count;
    if (threadIdx.x == 0)
        block_count = 0;
    __syncthreads();
    count = __reduce_add_sync(ALL_LANES, count);
    if (lane_of_warp() == 0 && count > 0)
        atomicAdd(&block_count, count);
    __syncthreads();
    if (threadIdx.x == 0 && block_count > 0)
        atomicAdd((unsigned long long *)total, (unsigned long long)block_count);
}

/* ---- Tiles ---- */

/* Every 32 elements a gap, so that rows whose lengths are powers of two begin in different banks. */
DEVICE int in_bank(int k) { return k + (k >> 5); }

DEVICE int store_row(const struct mxv_pull_arguments &a, int64_t i, struct partial x)
{
    bool is_entry = x.is_there && mxv_admits(a.o, i);
    ((T *)a.w)[i] = is_entry ? x.sum : (T)0;
    if (a.w_present != nullptr)
        a.w_present[i] = is_entry;
    return is_entry;
}

/* A tile, whose rows end in it; once the row that goes on behind it is added to `rows`, number s is row first_row + s
 * with the products begin .. end - 1. */
struct tile {
    int64_t first, end, first_row;
    int rows, slot;
};

DEVICE void bounds_of_row(const struct mxv_pull_arguments &a, const struct tile &t, int s, int *begin,
                          int *end)
{
    *begin = *end = 0;
    if (s < t.rows) {
        int64_t from = a.o.row_start[t.first_row + s], to = a.o.row_start[t.first_row + s + 1];
        *begin = (int)(from > t.first ? from - t.first : 0);
        *end = (int)((to < t.end ? to : t.end) - t.first);
    }
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

DEVICE struct tile tile_at(const struct row_cuts &cuts, int64_t b)
{
    struct tile t = {0, 0, 0, 0, -1};
    if (b < cuts.tiles) {
        t.first = cuts.entry[b];
        t.end = cuts.entry[b + 1];
        t.first_row = cuts.row[b];
        t.rows = (int)(cuts.row[b + 1] - t.first_row);
        t.slot = cuts.slot[b];
    }
    return t;
}

/* The thread's entries of a tile: every MXV_THREADS-th. */
struct entries {
    T value[MXV_AT_ONCE];
    int32_t column[MXV_AT_ONCE];
};

DEVICE void load_entries(struct entries &x, const struct mxv_operands &o, const struct tile &t)
{
    const bool reads_A = mxv_reads_A(o);
    const int n = (int)(t.end - t.first);
    const int32_t *column = o.column + t.first;
    const T *value = (const T *)o.value + (reads_A ? t.first : 0);
#pragma unroll
    for (int l = 0; l < MXV_AT_ONCE; l++) {
        int k = l * MXV_THREADS + (int)threadIdx.x;
        x.column[l] = k < n ? load_once(column + k) : 0;
        x.value[l] = k < n && reads_A ? load_once(value + k) : (T)1;
    }
}

/* Whether the mask admits a row of a tile, the one that goes on behind its end included; for the whole block. */
DEVICE bool is_wanted(const struct mxv_operands &o, const struct tile &t)
{
    bool is_admitted = false;
    for (int s = (int)threadIdx.x; s <= t.rows; s += MXV_THREADS)
        is_admitted = is_admitted || (t.first_row + s < o.rows && mxv_admits(o, t.first_row + s));
    return __syncthreads_or(is_admitted);
}

template <bool IS_FULL> DEVICE void pull_tile(const struct mxv_pull_arguments &a)
{
    enum { FEW_ROWS = 8, LONG_FOR_LANE = 32 };
    __shared__ T product[MXV_TILE + MXV_TILE / 32 + 1];
    __shared__ uint8_t is_there[IS_FULL ? 1 : MXV_TILE];
    __shared__ T warp_sum[FEW_ROWS][MXV_WARPS];
    __shared__ bool warp_is_there[FEW_ROWS][MXV_WARPS];
    const T *u = (const T *)a.o.u;
    const bool reads_u = mxv_reads_u(a.o);
    const int thread = (int)threadIdx.x;
    struct tile t = tile_at(a.cuts, blockIdx.x);
    const int64_t last_row = t.first_row + t.rows;
    t.rows += last_row < a.o.rows && t.end > a.o.row_start[last_row];
    if (a.o.mask != nullptr && !is_wanted(a.o, t))
        t.end = t.first;
    int count = 0, lanes = 1;
    while (lanes < WARP && 2 * lanes * t.rows <= MXV_THREADS)
        lanes *= 2;
    int s = thread / lanes, begin, end;
    bounds_of_row(a, t, s, &begin, &end);
    const int n = (int)(t.end - t.first);
    struct entries x;
    load_entries(x, a.o, t);
#pragma unroll
    for (int l = 0; l < MXV_AT_ONCE; l++) {
        int k = l * MXV_THREADS + thread;
        if (k < n) {
            bool is_product = IS_FULL || a.o.u_present[x.column[l]];
            product[in_bank(k)] =
                is_product ? mxv_product(a.o, x.value[l], reads_u ? u[x.column[l]] : (T)1) : (T)0;
            if (!IS_FULL)
                is_there[k] = is_product;
        }
    }
    __syncthreads();
    if (t.rows < FEW_ROWS) {
        for (s = 0; s < t.rows; s++) {
            bounds_of_row(a, t, s, &begin, &end);
            struct partial y = fold_products<IS_FULL>(product, is_there, begin, end, thread, MXV_THREADS);
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
    } else
        for (int before = 0; before < t.rows; before += MXV_THREADS / lanes) {
            if (before > 0)
                bounds_of_row(a, t, s, &begin, &end);
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
            s += MXV_THREADS / lanes;
        }
    if (a.entries != nullptr)
        count_block(a.entries, count);
}

GRAPH_KERNEL void __launch_bounds__(MXV_THREADS) mxv_tiles_full(struct mxv_pull_arguments a)
{
    pull_tile<true>(a);
}
GRAPH_KERNEL void __launch_bounds__(MXV_THREADS) mxv_tiles_some(struct mxv_pull_arguments a)
{
    pull_tile<false>(a);
}

/* Adds to a row the pieces that later tiles have of it; a warp for each such row. */
GRAPH_KERNEL void mxv_join(struct mxv_pull_arguments a)
{
    int64_t h = thread_of_grid() / WARP;
    if (h >= a.cuts.heads)
        return;
    const int64_t t = a.cuts.head[h], row = a.cuts.row[t];
    const int pieces = a.cuts.pieces[h];
    if (!mxv_admits(a.o, row))
        return;
    struct partial x = {(T)0, false};
    for (int before = 0; before < pieces; before += WARP) {
        const int k = before + lane_of_warp();
        struct partial y = {(T)0, false};
        const int slot = k < pieces ? a.cuts.slot[t + k] : -1;
        if (slot >= 0 && a.carry_present[slot]) {
            y.sum = ((const T *)a.carry)[slot];
            y.is_there = true;
        }
        fold_lanes(y, WARP);
        join(x, y.sum, y.is_there);
    }
    if (lane_of_warp() != 0 || !x.is_there)
        return;
    T *w = (T *)a.w + row;
    bool was_there = a.w_present == nullptr || a.w_present[row];
    *w = was_there ? add(*w, x.sum) : x.sum;
    if (!was_there) {
        a.w_present[row] = 1;
        if (a.entries != nullptr)
            atomicAdd((unsigned long long *)a.entries, 1ULL);
    }
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
