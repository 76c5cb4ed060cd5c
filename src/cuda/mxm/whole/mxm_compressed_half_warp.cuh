/* Half a warp for each row of C, two rows of a warp in step: what the kernels of mxm_compressed.cuh and
 * mxm_compressed_count.cu share. */
#ifndef CUDA_MXM_WHOLE_MXM_COMPRESSED_HALF_WARP_CUH
#define CUDA_MXM_WHOLE_MXM_COMPRESSED_HALF_WARP_CUH

#include "cuda/runtime/kernel.cuh"

#include "cuda/mxm/whole/mxm_compressed_arguments.h"

enum {
    COMPRESSED_LANES = MXM_COMPRESSED_LANES,
    COMPRESSED_ROWS = MXM_COMPRESSED_THREADS / MXM_COMPRESSED_LANES, /* of a block */
    COMPRESSED_BEFORE_BITS = 8, /* of a saved word: the entries of the row before it, below its number */
    COMPRESSED_PAIR_SHIFT = 10  /* two numbers in a word: pieces of entries, words */
};

/* Room: words, entries, pieces of rows of B or of their words, words of all rows of B. */
template <bool IS_LARGE> struct compressed_most {
    enum {
        WORDS = MXM_COMPRESSED_WORDS(IS_LARGE),
        SLOTS = MXM_COMPRESSED_SLOTS(IS_LARGE),
        PIECES = MXM_COMPRESSED_PIECES(IS_LARGE),
        PAIRS = MXM_COMPRESSED_PAIRS(IS_LARGE)
    };
    static_assert(SLOTS < 1 << COMPRESSED_BEFORE_BITS && (int)WORDS < (int)MXM_COMPRESSED_IS_LARGE &&
                      PIECES % 4 == 0,
                  "numbers fit");
};

DEVICE int compressed_lane(void) { return (int)threadIdx.x % COMPRESSED_LANES; }

template <class N> DEVICE N compressed_scan(N x)
{
#pragma unroll
    for (int d = 1; d < COMPRESSED_LANES; d *= 2) {
        const N other = __shfl_up_sync(ALL_LANES, x, d, COMPRESSED_LANES);
        x += compressed_lane() >= d ? other : 0;
    }
    return x;
}

/* A row of A; number -1: none. */
struct compressed_row {
    int64_t first;
    int entries;
    int32_t number;
};

DEVICE struct compressed_row compressed_row_at(const struct mxm_compressed_arguments &a, int32_t number)
{
    struct compressed_row row = {0, 0, number};
    if (number >= 0) {
        row.first = a.A_row_start[number];
        row.entries = (int)(a.A_row_start[number + 1] - row.first);
    }
    return row;
}

/* Which row of all, or of the list, the lanes of this half warp have; -1: none. */
DEVICE int32_t compressed_place(const struct mxm_compressed_arguments &a)
{
    const int64_t place = (int64_t)blockIdx.x * COMPRESSED_ROWS + threadIdx.x / COMPRESSED_LANES;
    return place < a.rows ? (int32_t)place : -1;
}

/* Of a row of B: where it begins, its entries and words, up to 65,535 of each, and its first and last word. */
DEVICE unsigned compressed_entries_of(uint4 record) { return record.y & 0xffff; }
DEVICE unsigned compressed_words_of(uint4 record) { return record.y >> 16; }

#endif
