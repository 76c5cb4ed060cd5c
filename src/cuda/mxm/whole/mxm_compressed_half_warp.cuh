/* Rows of C whose products lie in few words of 32 columns, see mxm_compressed.cuh: half a warp for each row, two rows of a
 * warp in step. */
#ifndef CUDA_MXM_WHOLE_MXM_COMPRESSED_HALF_WARP_CUH
#define CUDA_MXM_WHOLE_MXM_COMPRESSED_HALF_WARP_CUH

#include "cuda/runtime/kernel.cuh"

#include "cuda/mxm/whole/mxm_compressed_arguments.h"

enum {
    FEW_LANES = MXM_FEW_LANES,
    FEW_ROWS = MXM_FEW_THREADS / MXM_FEW_LANES, /* of a block */
    FEW_BEFORE_BITS =
        8, /* what is kept of a word: its number, and how many entries of the row lie before it */
    FEW_PAIR_SHIFT = 10 /* two numbers in a word: pieces of entries, words */
};

/* What there is room for: words, entries, pieces of rows of B or of their words, words of all rows of B. */
template <bool IS_LARGE> struct few_most {
    enum {
        WORDS = MXM_FEW_WORDS(IS_LARGE),
        SLOTS = MXM_FEW_SLOTS(IS_LARGE),
        PIECES = MXM_FEW_PIECES(IS_LARGE),
        PAIRS = MXM_FEW_PAIRS(IS_LARGE)
    };
    static_assert(SLOTS < 1 << FEW_BEFORE_BITS && (int)WORDS < (int)MXM_FEW_IS_LARGE && PIECES % 4 == 0,
                  "numbers fit");
};

DEVICE int few_lane(void) { return (int)threadIdx.x % FEW_LANES; }

template <class N> DEVICE N few_sum_so_far(N x)
{
#pragma unroll
    for (int d = 1; d < FEW_LANES; d *= 2) {
        const N other = __shfl_up_sync(ALL_LANES, x, d, FEW_LANES);
        x += few_lane() >= d ? other : 0;
    }
    return x;
}

/* A row of A; number -1: none. */
struct few_row {
    int64_t first;
    int entries;
    int32_t number;
};

DEVICE struct few_row few_row_at(const struct mxm_few_arguments &a, int32_t number)
{
    struct few_row row = {0, 0, number};
    if (number >= 0) {
        row.first = a.A_row_start[number];
        row.entries = (int)(a.A_row_start[number + 1] - row.first);
    }
    return row;
}

/* Which row of all, or of the list, the lanes of this half warp have; -1: none. */
DEVICE int32_t few_place(const struct mxm_few_arguments &a)
{
    const int64_t place = (int64_t)blockIdx.x * FEW_ROWS + threadIdx.x / FEW_LANES;
    return place < a.rows ? (int32_t)place : -1;
}

/* Of a row of B: where it begins, its entries and words, up to 65,535 of each, and its first and last word. */
DEVICE unsigned few_entries_of(uint4 record) { return record.y & 0xffff; }
DEVICE unsigned few_words_of(uint4 record) { return record.y >> 16; }

#endif
