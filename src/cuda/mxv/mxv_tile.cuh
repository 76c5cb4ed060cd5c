/* Merge-path tiles: what a block does with the products of its tile, once they are in shared memory.
 *
 * It folds each row with as many lanes as it has threads for the row.  The partial sum of a row that began in an earlier
 * tile goes to `carry`; the block that finishes last, or mxv_join, adds these sums in their order. */
#ifndef CUDA_MXV_MXV_TILE_CUH
#define CUDA_MXV_MXV_TILE_CUH

#include "cuda/mxv/mxv_fold.cuh"

#include "cuda/primitives/row_tiles.cuh"

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

/* A cut row, for a warp: it continues in the tiles first .. first + pieces - 1; each lane has the slot of one of them. */
struct cut_row {
    int64_t row, first;
    int pieces, slot;
};

DEVICE struct cut_row cut_row_of(const struct merge_path &cuts, int64_t first, int pieces)
{
    struct cut_row r = {cuts.row[first], first, pieces, -1};
    if (lane_of_warp() < pieces)
        r.slot = cuts.slot[first + lane_of_warp()];
    return r;
}

/* Adds the partial sums of later tiles to a row.  Other blocks may just have written them. */
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

/* The block that finishes the last piece of a cut row joins the row: warp 0 the one at the begin of its tile, warp 1 the
 * one at its end, unless they are the same. */
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
    /* pieces counts the later tiles; the tile in which the row begins arrives too. */
    if (__shfl_sync(ALL_LANES, arrived, 0) < pieces)
        return;
    __threadfence();
    join_row(a, cut_row_of(a.cuts, first, pieces));
    if (lane_of_warp() == 0)
        a.arrived[first] = 0;
}

/* Folds the rows of a tile; returns how many entries of the result this thread has stored. */
template <bool IS_FULL, int THREADS>
DEVICE int fold_tile(const struct mxv_pull_arguments &a, const struct tile &t, const T *product,
                     const uint8_t *is_there, const uint16_t *ends)
{
    enum { BLOCK_ROWS = 8, LONG_FOR_LANE = 32, WARPS = THREADS / WARP };
    __shared__ T warp_sum[BLOCK_ROWS][WARPS];
    __shared__ bool warp_is_there[BLOCK_ROWS][WARPS];
    const int thread = (int)threadIdx.x;
    int count = 0;
    if (t.rows < BLOCK_ROWS) {
        for (int s = 0; s < t.rows; s++) {
            struct partial y =
                fold_products<IS_FULL>(product, is_there, ends[s], ends[s + 1], thread, THREADS);
            fold_lanes(y, WARP);
            if (lane_of_warp() == 0) {
                warp_sum[s][thread / WARP] = y.sum;
                warp_is_there[s][thread / WARP] = y.is_there;
            }
        }
        __syncthreads();
        if (thread < t.rows) {
            struct partial y = {(T)0, false};
            for (int w = 0; w < WARPS; w++)
                join(y, warp_sum[thread][w], warp_is_there[thread][w]);
            count += finish_row(a, t, thread, y);
        }
    } else {
        int lanes = 1;
        while (lanes < WARP && 2 * lanes * t.rows <= THREADS)
            lanes *= 2;
        int s = thread / lanes;
        for (int before = 0; before < t.rows; before += THREADS / lanes, s += THREADS / lanes) {
            const int begin = s < t.rows ? ends[s] : 0, end = s < t.rows ? ends[s + 1] : 0;
            /* The whole warp folds a row that is long for its lanes. */
            const bool is_long = end - begin > LONG_FOR_LANE * lanes;
            struct partial y = fold_products<IS_FULL>(product, is_there, begin, is_long ? begin : end,
                                                      thread & (lanes - 1), lanes);
            fold_lanes(y, lanes);
            const bool is_mine = s < t.rows && (thread & (lanes - 1)) == 0;
            if (is_mine && !is_long)
                count += finish_row(a, t, s, y);
            for (unsigned pending = __ballot_sync(ALL_LANES, is_mine && is_long); pending != 0;
                 pending &= pending - 1) {
                const int owner = __ffs((int)pending) - 1;
                y = fold_products<IS_FULL>(product, is_there, __shfl_sync(ALL_LANES, begin, owner),
                                           __shfl_sync(ALL_LANES, end, owner), lane_of_warp(), WARP);
                fold_lanes(y, WARP);
                const int number = __shfl_sync(ALL_LANES, s, owner);
                if (lane_of_warp() == 0)
                    count += finish_row(a, t, number, y);
            }
        }
    }
    return count;
}

#endif
