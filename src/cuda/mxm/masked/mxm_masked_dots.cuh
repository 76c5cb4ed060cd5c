/* Entries of a masked product as dot products, C(i,j) = A(i,:) B(:,j): a warp intersects a row of A with a row of B'.  A
 * block has a tile of entries of the mask, and a warp 32 neighbouring ones at a time, for which it writes a word of bits. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/mxm/masked/mxm_masked_pair_arguments.h"

/* The product of row i of A and row j of B' by one warp: lanes search the longer for the entries of the shorter.  True
 * for every lane if there is one; lane 0 has the value. */
DEVICE bool masked_dot(T *result, const struct mxm_masked_dots_arguments &a, int64_t i, int64_t j)
{
    const T *A_value = (const T *)a.A_value, *B_value = (const T *)a.B_value;
    int64_t a_begin = a.A_start[i], a_end = a.A_start[i + 1], b_begin = a.B_start[j],
            b_end = a.B_start[j + 1];
    bool A_is_short = a_end - a_begin <= b_end - b_begin;
    const int32_t *small = A_is_short ? a.A_column : a.B_column,
                  *large = A_is_short ? a.B_column : a.A_column;
    int64_t s = A_is_short ? a_begin : b_begin, s_end = A_is_short ? a_end : b_end;
    int64_t l = A_is_short ? b_begin : a_begin, l_end = A_is_short ? b_end : a_end;
    int lane = lane_of_warp();
    T sum = one();
    bool is_found = false;
    for (s += lane; __any_sync(ALL_LANES, s < s_end); s += WARP) {
        bool is_hit = false;
        T product = sum;
        if (s < s_end) {
            l = lower_bound(large, l, l_end, small[s]);
            is_hit = l < l_end && large[l] == small[s];
            if (is_hit)
                product = mul(X_VALUE(A_value, A_is_short ? s : l), Y_VALUE(B_value, A_is_short ? l : s));
        }
        if (SEMIRING_IS_ANY) {
            /* The smallest k: the first hit of the first step that has one. */
            unsigned hits = __ballot_sync(ALL_LANES, is_hit);
            if (hits != 0) {
                T *exchange = result + lane;
                *exchange = product;
                __syncwarp();
                T first = result[__ffs((int)hits) - 1];
                __syncwarp();
                *exchange = first;
                return true;
            }
        } else if (is_hit) {
            sum = is_found ? add(sum, product) : product;
            is_found = true;
        }
    }
    if (SEMIRING_IS_ANY)
        return false;
    /* The lanes' sums join in a tree of fixed form. */
    result[lane] = sum;
    unsigned has = __ballot_sync(ALL_LANES, is_found), any = has;
    for (int step = WARP / 2; step > 0; step /= 2) {
        if (lane < step && (has >> (lane + step) & 1)) {
            result[lane] = has >> lane & 1 ? add(result[lane], result[lane + step]) : result[lane + step];
            is_found = true;
        }
        __syncwarp();
        has = __ballot_sync(ALL_LANES, is_found);
    }
    return any != 0;
}

GRAPH_KERNEL void mxm_masked_dots(struct mxm_masked_dots_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    __shared__ T exchange[TILE_THREADS / WARP][WARP];
    T *result = exchange[threadIdx.x / WARP];
    find_tile_rows(row, a.mask);
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t first = entry_of_tile(item) - lane_of_warp();
        uint32_t bits = 0;
        for (int p = 0; p < WARP && first + p < a.mask.entries; p++) {
            const int32_t i = row[first + p - (int64_t)blockIdx.x * TILE];
            if (masked_dot(result, a, i, a.mask_column[first + p])) {
                bits |= 1u << p;
                if (lane_of_warp() == 0)
                    ((T *)a.value)[first + p] = result[0];
            }
            __syncwarp();
        }
        if (first < a.mask.entries && lane_of_warp() == 0)
            a.bits[first / WARP] = bits;
    }
}
