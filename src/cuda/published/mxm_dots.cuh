/* C = A B by dot products, a thread for each position of C; a warp has 32 neighbouring columns of a row.
 *
 * With B by columns a thread merges row i of A and column j of B; with B by rows it searches row k of B from its start
 * for column j, for every k.  The symbolic phase marks the positions with a product, the numeric phase computes them.
 * Each thread adds its products in ascending k.  After a course study of 2023, whose threads wrote a dense C. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/published/mxm_dots_arguments.h"

/* Whether C(i, j) has a product; FOLDS: *sum = all of them. */
template <bool IS_BY_ROWS, bool FOLDS>
DEVICE bool dots_fold(T *sum, const struct mxm_dots_arguments &a, int64_t i, int32_t j)
{
    bool is_found = false;
    int64_t b = 0, b_end = 0;
    if (!IS_BY_ROWS) {
        b = a.B_start[j];
        b_end = a.B_start[j + 1];
    }
    for (int64_t k = a.A_start[i], end = a.A_start[i + 1]; k < end && (IS_BY_ROWS || b < b_end); k++) {
        int32_t wanted = IS_BY_ROWS ? j : a.A_column[k];
        if (IS_BY_ROWS) {
            b = a.B_start[a.A_column[k]];
            b_end = a.B_start[a.A_column[k] + 1];
        }
        while (b < b_end && a.B_column[b] < wanted)
            b++;
        if (b == b_end || a.B_column[b] != wanted)
            continue;
        if (!FOLDS)
            return true;
        T product = mul(X_VALUE((const T *)a.A_value, k), Y_VALUE((const T *)a.B_value, b));
        *sum = is_found ? add(*sum, product) : product;
        is_found = true;
        if (SEMIRING_IS_ANY)
            break;
    }
    return is_found;
}

template <bool IS_BY_ROWS> DEVICE void dots_mark(const struct mxm_dots_arguments &a)
{
    for (int64_t w = thread_of_grid() / WARP; w < a.rows * a.words; w += threads_of_grid() / WARP) {
        int64_t j = w % a.words * WARP + lane_of_warp();
        T unused;
        bool is_there = j < a.columns && dots_fold<IS_BY_ROWS, false>(&unused, a, w / a.words, (int32_t)j);
        uint32_t bits = __ballot_sync(ALL_LANES, is_there);
        if (lane_of_warp() == 0)
            a.present[w] = bits;
    }
}

template <bool IS_BY_ROWS> DEVICE void dots_fill(const struct mxm_dots_arguments &a)
{
    for (int64_t w = thread_of_grid() / WARP; w < a.rows * a.words; w += threads_of_grid() / WARP) {
        const int lane = lane_of_warp();
        const uint32_t bits = a.present[w];
        int64_t i = w / a.words;
        if (lane == 0 && w % a.words == 0)
            a.C_start[i] = a.rank[w];
        if ((bits >> lane & 1) != 0) {
            int32_t j = (int32_t)(w % a.words * WARP + lane);
            int64_t to = a.rank[w] + __popc(bits & ((1u << lane) - 1));
            T sum = one();
            dots_fold<IS_BY_ROWS, true>(&sum, a, i, j);
            a.C_column[to] = j;
            ((T *)a.C_value)[to] = sum;
        }
    }
    if (thread_of_grid() == 0)
        a.C_start[a.rows] = a.rank[a.rows * a.words];
}

GRAPH_KERNEL void mxm_dots_mark(struct mxm_dots_arguments a) { dots_mark<false>(a); }

GRAPH_KERNEL void mxm_dots_fill(struct mxm_dots_arguments a) { dots_fill<false>(a); }

GRAPH_KERNEL void mxm_dots_mark_by_rows(struct mxm_dots_arguments a) { dots_mark<true>(a); }

GRAPH_KERNEL void mxm_dots_fill_by_rows(struct mxm_dots_arguments a) { dots_fill<true>(a); }
