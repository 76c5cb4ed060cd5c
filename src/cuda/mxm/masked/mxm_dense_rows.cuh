/* C<M> = A B for a matrix A of a handful of long rows, where B' is at hand: dot products of rows of B' with rows of A as
 * arrays, for every position of C that the mask admits.
 *
 * A bit for each position says where A has entries, what the mask admits, and then where C has entries.  A warp takes
 * neighbouring words of the mask; of the columns that they admit it computes four dot products at a time, eight lanes
 * each.  Long rows of B' are for a second kernel, in which a block shares each.  The sums of the lanes are joined in a
 * tree of fixed form, so that no result depends on the order of the warps.
 *
 * After Yang, Buluc and Owens, "Implementing push-pull efficiently in GraphBLAS", ICPP 2018 (the pull, for some vectors at
 * once). */
#include "cuda/semiring/semiring.cuh"

#include "cuda/mxm/masked/mxm_dense_rows_arguments.h"
#include "cuda/primitives/entry_tiles.cuh"
#include "cuda/primitives/warp.cuh"

enum { DENSE_ROWS_GROUPS = WARP / DENSE_ROWS_LANES };

/* A as arrays and bits, and the mask as bits.  Lanes that have bits of one word set them together. */
GRAPH_KERNEL void mxm_dense_rows_spread(struct mxm_dense_rows_arguments a)
{
    const int64_t n = a.A_entries + a.mask_entries;
    for (int64_t e = thread_of_grid(); e - lane_of_warp() < n; e += threads_of_grid()) {
        int64_t word = -1;
        int32_t j = 0;
        if (e < a.A_entries) {
            const int64_t i = row_of_entry(a.A_start, 0, a.rows, e);
            j = a.A_column[e];
            word = i * a.A_words + (j >> 5);
            if (READS_X)
                ((T *)a.A_dense)[i * a.inner + j] = ((const T *)a.A_value)[e];
        } else if (e < n) {
            j = a.mask_column[e - a.A_entries];
            word = a.rows * a.A_words + row_of_entry(a.mask_start, 0, a.rows, e - a.A_entries) * a.C_words +
                   (j >> 5);
        }
        const unsigned peers = __match_any_sync(ALL_LANES, (unsigned long long)word);
        const uint32_t bits = __reduce_or_sync(peers, 1u << (j & 31));
        if (word >= 0 && lane_of_warp() == __ffs((int)peers) - 1)
            atomicOr(&a.A_bits[word], bits);
    }
}

struct dense_sum {
    T value;
    bool is_found;
};

/* A lane's part of the dot product of row i of A and entries k, k + step, ... before end of B'. */
DEVICE struct dense_sum dense_rows_fold(const struct mxm_dense_rows_arguments &a, int64_t i, int64_t k,
                                        int64_t end, int step)
{
    const uint32_t *bits = a.A_bits + i * a.A_words;
    const T *x = (const T *)a.A_dense + i * a.inner, *y = (const T *)a.B_value;
    struct dense_sum sum = {one(), false};
    enum { AHEAD = 4 }; /* loads that come before the first use */
    for (; k < end && !(sum.is_found && absorbs(sum.value)); k += AHEAD * step) {
        int32_t j[AHEAD];
        uint32_t is_met[AHEAD];
#pragma unroll
        for (int l = 0; l < AHEAD; l++)
            j[l] = k + l * step < end ? a.B_column[k + l * step] : -1;
#pragma unroll
        for (int l = 0; l < AHEAD; l++)
            is_met[l] = j[l] >= 0 ? bits[j[l] >> 5] >> (j[l] & 31) & 1 : 0;
        T product[AHEAD];
#pragma unroll
        for (int l = 0; l < AHEAD; l++)
            if (is_met[l])
                product[l] = mul(X_VALUE(x, j[l]), Y_VALUE(y, k + l * step));
#pragma unroll
        for (int l = 0; l < AHEAD; l++)
            if (is_met[l]) {
                sum.value = sum.is_found ? add(sum.value, product[l]) : product[l];
                sum.is_found = true;
            }
    }
    return sum;
}

/* Joins the sums of `lanes` neighbouring lanes, a power of two, in the first of them.  exchange: a place for each lane. */
DEVICE void dense_rows_join(struct dense_sum &sum, T *exchange, int lanes)
{
    const int lane = lane_of_warp();
    unsigned found = __ballot_sync(ALL_LANES, sum.is_found);
    exchange[lane] = sum.value;
    __syncwarp();
    for (int step = lanes / 2; step > 0; step /= 2) {
        if ((lane & (lanes - 1)) < step && found >> (lane + step) & 1) {
            exchange[lane] =
                sum.is_found ? add(exchange[lane], exchange[lane + step]) : exchange[lane + step];
            sum.is_found = true;
        }
        __syncwarp();
        found = __ballot_sync(ALL_LANES, sum.is_found);
    }
    sum.value = exchange[lane];
    __syncwarp();
}

/* The bits of the columns of a word of C that the mask admits, of rows of A that have entries. */
DEVICE uint32_t dense_rows_open(const struct mxm_dense_rows_arguments &a, int64_t word)
{
    const int64_t i = word / a.C_words, behind = a.columns - (word - i * a.C_words) * 32;
    uint32_t open = a.has_mask ? a.mask_bits[word] : 0;
    open = a.is_complement || !a.has_mask ? ~open : open;
    open = behind < 32 ? open & ((1u << behind) - 1) : open;
    return a.A_start[i + 1] > a.A_start[i] ? open : 0;
}

/* The dot products for the bits of a word: returns those that have a value.  Long rows are listed. */
DEVICE uint32_t dense_rows_word(const struct mxm_dense_rows_arguments &a, T *exchange, int64_t word,
                                uint32_t open)
{
    const int lane = lane_of_warp(), part = lane & (DENSE_ROWS_LANES - 1), dots = __popc(open);
    const int64_t i = word / a.C_words, first = (word - i * a.C_words) * 32;
    uint32_t made = 0;
    for (int d = lane / DENSE_ROWS_LANES; d - lane / DENSE_ROWS_LANES < dots; d += DENSE_ROWS_GROUPS) {
        const int bit = d < dots ? lane_of_bit(open, d) : 0;
        int64_t begin = 0, end = 0;
        if (d < dots) {
            begin = a.B_start[first + bit];
            end = a.B_start[first + bit + 1];
        }
        if (end - begin > DENSE_ROWS_LONG) {
            if (part == 0)
                a.long_dot[atomicAdd(a.long_dots, 1ull)] = word * 32 + bit;
            end = begin;
        }
        struct dense_sum sum = dense_rows_fold(a, i, begin + part, end, DENSE_ROWS_LANES);
        dense_rows_join(sum, exchange, DENSE_ROWS_LANES);
        const bool has_value = part == 0 && sum.is_found;
        if (has_value)
            ((T *)a.C_dense)[i * a.columns + first + bit] = sum.value;
        made |= __reduce_or_sync(ALL_LANES, has_value ? 1u << bit : 0);
    }
    return made;
}

GRAPH_KERNEL void __launch_bounds__(DENSE_ROWS_THREADS) mxm_dense_rows_dots(struct mxm_dense_rows_arguments a)
{
    __shared__ T exchange[DENSE_ROWS_THREADS];
    T *mine = exchange + threadIdx.x / WARP * WARP;
    const int64_t words = a.rows * a.C_words, step = threads_of_grid() / WARP * DENSE_ROWS_WORDS;
    for (int64_t first = thread_of_grid() / WARP * DENSE_ROWS_WORDS; first < words; first += step) {
        const int64_t word = first + lane_of_warp();
        const bool has_word = lane_of_warp() < DENSE_ROWS_WORDS && word < words;
        const uint32_t open = has_word ? dense_rows_open(a, word) : 0;
        for (unsigned waiting = __ballot_sync(ALL_LANES, open != 0); waiting != 0; waiting &= waiting - 1) {
            const int owner = __ffs((int)waiting) - 1;
            const uint32_t made =
                dense_rows_word(a, mine, first + owner, __shfl_sync(ALL_LANES, open, owner));
            if (lane_of_warp() == 0)
                a.C_bits[first + owner] = made;
        }
    }
}

/* A block for each dot product with a long row. */
GRAPH_KERNEL void __launch_bounds__(DENSE_ROWS_THREADS) mxm_dense_rows_long(struct mxm_dense_rows_arguments a)
{
    __shared__ T exchange[DENSE_ROWS_THREADS], of_warp[WARP];
    __shared__ bool is_found[WARP];
    const int warp = (int)threadIdx.x / WARP, lane = lane_of_warp();
    if (threadIdx.x < WARP)
        is_found[threadIdx.x] = false;
    for (int64_t t = blockIdx.x; t < (int64_t)*a.long_dots; t += gridDim.x) {
        const int64_t dot = a.long_dot[t], word = dot >> 5, i = word / a.C_words,
                      j = (word - i * a.C_words) * 32 + (dot & 31);
        struct dense_sum sum =
            dense_rows_fold(a, i, a.B_start[j] + threadIdx.x, a.B_start[j + 1], DENSE_ROWS_THREADS);
        dense_rows_join(sum, exchange + warp * WARP, WARP);
        __syncthreads();
        if (lane == 0) {
            of_warp[warp] = sum.value;
            is_found[warp] = sum.is_found;
        }
        __syncthreads();
        if (warp == 0) {
            sum.value = of_warp[lane];
            sum.is_found = is_found[lane];
            dense_rows_join(sum, exchange, WARP);
            if (lane == 0 && sum.is_found) {
                ((T *)a.C_dense)[i * a.columns + j] = sum.value;
                atomicOr(&a.C_bits[word], 1u << (dot & 31));
            }
        }
        __syncthreads();
    }
}

/* Moves the entries of C together; and where its rows begin. */
GRAPH_KERNEL void mxm_dense_rows_close(struct mxm_dense_rows_arguments a)
{
    const int64_t words = a.rows * a.C_words, step = threads_of_grid() / WARP * WARP;
    const int lane = lane_of_warp();
    if (thread_of_grid() <= a.rows)
        a.C_start[thread_of_grid()] = a.rank[thread_of_grid() * a.C_words];
    for (int64_t first = thread_of_grid() / WARP * WARP; first < words; first += step) {
        const uint32_t mine = first + lane < words ? a.C_bits[first + lane] : 0;
        for (unsigned waiting = __ballot_sync(ALL_LANES, mine != 0); waiting != 0; waiting &= waiting - 1) {
            const int owner = __ffs((int)waiting) - 1;
            const uint32_t bits = __shfl_sync(ALL_LANES, mine, owner);
            if (bits >> lane & 1) {
                const int64_t word = first + owner, i = word / a.C_words,
                              j = (word - i * a.C_words) * 32 + lane,
                              at = a.rank[word] + __popc(bits & ((1u << lane) - 1));
                a.C_column[at] = (int32_t)j;
                ((T *)a.C_value)[at] = ((const T *)a.C_dense)[i * a.columns + j];
            }
        }
    }
}
