/* Pull: rows of a matrix folded against a vector, w = A u.
 *
 * Most semirings take merge-path tiles: a block multiplies the entries of a tile, read in their order, into shared
 * memory, and folds each row from there with as many lanes as it has threads for the row.  The partial sum of a row that
 * began in an earlier tile goes to `carry`; the block that finishes last, or mxv_join, adds these sums in their order.
 * The launches are dependent: the tiles are read while the kernel ahead still runs, which does not write them
 * (merge_path.c waits), and so are the columns if they are older than the tiles.
 *
 * Where a fold can stop at its first product, or at one that absorbs all others, groups of lanes take rows and stop
 * reading. */
#include "cuda/mxv/mxv_tile.cuh"

enum { MXV_BLOCKS = sizeof(T) == 8 ? 6 : 8 /* on a multiprocessor */ };

/* ---- Tiles ---- */

/* A thread's entries of a tile: every MXV_THREADS-th. */
template <int AT_ONCE> struct entries {
    T value[AT_ONCE];
    int32_t column[AT_ONCE];
};

template <int AT_ONCE>
DEVICE void load_columns(struct entries<AT_ONCE> &x, const struct mxv_operands &o, const struct tile &t)
{
    const int32_t *column = o.column + t.first + threadIdx.x;
#pragma unroll
    for (int l = 0; l < AT_ONCE; l++) {
        const bool is_mine = l * MXV_THREADS + (int)threadIdx.x < t.entries;
        x.column[l] = is_mine ? load_once(column + l * MXV_THREADS) : 0;
    }
}

template <int AT_ONCE>
DEVICE void load_values(struct entries<AT_ONCE> &x, const struct mxv_operands &o, const struct tile &t)
{
    const bool reads_A = mxv_reads_A(o);
    const T *value = (const T *)o.value + (reads_A ? t.first + threadIdx.x : 0);
#pragma unroll
    for (int l = 0; l < AT_ONCE; l++) {
        const bool is_mine = l * MXV_THREADS + (int)threadIdx.x < t.entries;
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

template <bool IS_FULL, int TILE> DEVICE void pull_tile(const struct mxv_pull_arguments &a)
{
    enum { AT_ONCE = TILE / MXV_THREADS };
    __shared__ T product[TILE + TILE / 32 + 1];
    __shared__ uint8_t is_there[IS_FULL ? 1 : TILE];
    __shared__ uint16_t ends[TILE - MXV_UNCUT + 2];
    const T *u = (const T *)a.o.u;
    const bool reads_u = mxv_reads_u(a.o);
    const int thread = (int)threadIdx.x;
    trigger_dependents();
    struct tile t = tile_at(a.cuts, blockIdx.x);
    struct entries<AT_ONCE> x;
    if (a.o.mask == nullptr)
        load_row_ends<MXV_THREADS>(ends, a.cuts, t);
    if (!a.is_settled)
        grid_dependency_wait();
    load_columns(x, a.o, t);
    grid_dependency_wait();
    if (a.o.mask != nullptr) {
        t.entries = is_wanted(a.o, t) ? t.entries : 0;
        load_row_ends<MXV_THREADS>(ends, a.cuts, t);
    }
    load_values(x, a.o, t);
#pragma unroll
    for (int l = 0; l < AT_ONCE; l++) {
        const int k = l * MXV_THREADS + thread;
        const bool is_product = IS_FULL || (k < t.entries && a.o.u_present[x.column[l]]);
        product[in_bank(k)] =
            is_product ? mxv_product(a.o, x.value[l], reads_u ? u[x.column[l]] : (T)1) : (T)0;
        if (!IS_FULL)
            is_there[k] = is_product;
    }
    __syncthreads();
    const int count = fold_tile<IS_FULL, MXV_THREADS>(a, t, product, is_there, ends);
    if (a.entries != nullptr)
        count_block(a.entries, count);
    if (a.arrived != nullptr && t.is_cut)
        join_if_last(a);
}

#if HAS_KERNEL(mxv_tiles_full)
GRAPH_KERNEL void __launch_bounds__(MXV_THREADS, MXV_BLOCKS) mxv_tiles_full(struct mxv_pull_arguments a)
{
    pull_tile<true, MXV_TILE>(a);
}
#endif
#if HAS_KERNEL(mxv_tiles_some)
GRAPH_KERNEL void __launch_bounds__(MXV_THREADS, MXV_BLOCKS) mxv_tiles_some(struct mxv_pull_arguments a)
{
    pull_tile<false, MXV_TILE>(a);
}
#endif

#if HAS_KERNEL(mxv_small_tiles_full)
GRAPH_KERNEL void __launch_bounds__(MXV_THREADS, MXV_BLOCKS) mxv_small_tiles_full(struct mxv_pull_arguments a)
{
    pull_tile<true, MXV_SMALL_TILE>(a);
}
#endif
#if HAS_KERNEL(mxv_small_tiles_some)
GRAPH_KERNEL void __launch_bounds__(MXV_THREADS, MXV_BLOCKS) mxv_small_tiles_some(struct mxv_pull_arguments a)
{
    pull_tile<false, MXV_SMALL_TILE>(a);
}
#endif

/* Joins the partial sums of cut rows where tiles do not; a warp for each row. */
#if HAS_KERNEL(mxv_join)
GRAPH_KERNEL void mxv_join(struct mxv_pull_arguments a)
{
    const int64_t h = thread_of_grid() / WARP;
    trigger_dependents();
    const bool is_head = h < a.cuts.heads;
    const struct cut_row r = cut_row_of(a.cuts, is_head ? a.cuts.head[h] : 0, is_head ? a.cuts.pieces[h] : 0);
    grid_dependency_wait();
    if (is_head)
        join_row(a, r);
}
#endif

/* ---- Folds that can stop before the end of a row ---- */

/* LANES lanes fold row i; all of them return the result. */
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

#if HAS_KERNEL(mxv_rows_4)
GRAPH_KERNEL void mxv_rows_4(struct mxv_pull_arguments a) { pull_rows<4>(a); }
#endif
#if HAS_KERNEL(mxv_rows_32)
GRAPH_KERNEL void mxv_rows_32(struct mxv_pull_arguments a) { pull_rows<32>(a); }
#endif

/* The long rows, a block for each: its warps take stretches of the row. */
#if HAS_KERNEL(mxv_long_rows)
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
            /* A warp folds its stretch like a row; the stretches are joined in the order of k. */
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
#endif

/* ---- A sparse vector scattered to an array by position ---- */

#if HAS_KERNEL(mxv_spread)
GRAPH_KERNEL void mxv_spread(struct mxv_spread_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid()) {
        int32_t k = a.index[e];
        a.present[k] = 1;
        if (a.value != nullptr)
            ((T *)a.spread)[k] = ((const T *)a.value)[e];
    }
}
#endif
