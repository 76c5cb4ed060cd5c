/* Ranks the words of a hash table: the number of bits in words with smaller numbers. */
#ifndef CUDA_MXM_ROWS_MXM_HASH_RANK_CUH
#define CUDA_MXM_ROWS_MXM_HASH_RANK_CUH

#include "cuda/mxm/rows/mxm_row_products.cuh"

#include "cuda/primitives/sorting_network.cuh"

/* Up to 32 words: compares each with all others.  Gives the number of bits. */
DEVICE unsigned rank_small(const struct row_accumulator &row, unsigned keys)
{
    unsigned lane = (unsigned)lane_of_warp(), at = 0, key = NO_KEY, bits = 0, before = 0;
    if (lane < keys) {
        at = row.table.list[lane];
        key = row.table.key[at];
        bits = (unsigned)__popc(row.word[at].bits);
    }
    for (unsigned k = 0; k < keys; k++) {
        unsigned other = __shfl_sync(ALL_LANES, key, (int)k),
                 other_bits = __shfl_sync(ALL_LANES, bits, (int)k);
        before += other < key ? other_bits : 0;
    }
    if (lane < keys)
        row.word[at].before = before;
    __syncwarp();
    return __reduce_add_sync(ALL_LANES, bits);
}

/* Up to 32 EACH words: by a sorting network. */
template <int EACH> DEVICE unsigned rank_sorted(const struct row_accumulator &row, unsigned keys)
{
    int lane = lane_of_warp();
    unsigned key[EACH], at[EACH], bits = 0;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        unsigned k = (unsigned)(e * WARP + lane);
        key[e] = k < keys ? row.table.key[row.table.list[k]] : NO_KEY;
    }
    sort_keys_in_loops<WARP>(key, lane, ALL_LANES);
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (key[e] != NO_KEY) {
            at[e] = place_of_key(row.table, key[e]);
            row.word[at[e]].before = bits;
            bits += (unsigned)__popc(row.word[at[e]].bits);
        }
    unsigned so_far = bits;
#pragma unroll
    for (int d = 1; d < WARP; d *= 2) {
        unsigned other = __shfl_up_sync(ALL_LANES, so_far, d);
        so_far += lane >= d ? other : 0;
    }
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (key[e] != NO_KEY)
            row.word[at[e]].before += so_far - bits;
    __syncwarp();
    return __shfl_sync(ALL_LANES, so_far, WARP - 1);
}

#endif
