/* See mxm_compressed.cuh: whether the rows of a sample of C are compressible, and the words of the rows of B. */
#include "cuda/runtime/kernel.cuh"

#include "cuda/mxm/analysis/mxm_row_sample.cuh"
#include "cuda/mxm/whole/mxm_compressed_arguments.h"

/* A block for each sampled row: whether its columns lie in so small a number of words that the words of B pay. */
static __global__ void __launch_bounds__(MXM_COMPRESSED_SAMPLE_THREADS, 4)
    sample_compressed(struct mxm_compressed_arguments a)
{
    enum { LEAST_PRODUCTS = 65, PRODUCTS_OF_WORD = 4 };
    __shared__ struct row_seen seen;
    const int32_t row = (int32_t)((int64_t)blockIdx.x * a.rows / MXM_COMPRESSED_SAMPLED_ROWS);
    if (a.A_row_start[row] == a.A_row_start[row + 1])
        return;
    inspect_row<MXM_COMPRESSED_SAMPLE_THREADS>(&seen, a, row);
    if (threadIdx.x != 0)
        return;
    const bool is_compressed =
        a.A_row_start[row + 1] - a.A_row_start[row] <= MOST_ENTRIES && seen.products >= LEAST_PRODUCTS &&
        seen.words <= MXM_COMPRESSED_WORDS(true) && seen.entries <= MXM_COMPRESSED_SLOTS(true) &&
        PRODUCTS_OF_WORD * seen.words <= seen.products && seen.high - seen.low < MXM_COMPRESSED_SPAN;
    atomicAdd((unsigned long long *)&a.state->sampled, 1ull);
    atomicAdd((unsigned long long *)&a.state->compressed, (unsigned long long)is_compressed);
}

/* MXM_ROW_WORDS_LANES lanes for each row.  Entries of a word that these lanes do not see together make two words.  Rows
 * of C that meet a row with more entries than there is room for do not need its words; the code of its first entry is for
 * lanes without an entry, which read it too. */
static __global__ void row_words(struct mxm_row_words_arguments a)
{
    enum {
        LANES = MXM_ROW_WORDS_LANES,
        MOST = MXM_COMPRESSED_LANES * MXM_COMPRESSED_PIECES(true),
        TOO_MANY = 0xffff
    };
    const int lane = lane_of_warp() % LANES, shift = lane_of_warp() - lane;
    const int64_t row = thread_of_grid() / LANES;
    const int64_t first = row < a.rows ? a.row_start[row] : 0, last = row < a.rows ? a.row_start[row + 1] : 0;
    const bool is_long = last - first > MOST;
    const int64_t end_made = is_long ? first : last;
    int words = is_long ? TOO_MANY : 0;
    if (is_long && lane == 0)
        a.code[first] = 0;
    for (int64_t e = first + lane; __any_sync(ALL_LANES, e - lane < end_made); e += LANES) {
        const uint32_t column = e < end_made ? (uint32_t)a.column[e] : ~0u, word = column / 32;
        const uint32_t before = __shfl_up_sync(ALL_LANES, word, 1, LANES);
        const bool is_first = lane == 0 || before != word;
        const unsigned firsts = __ballot_sync(ALL_LANES, is_first) >> shift & (ALL_LANES >> (WARP - LANES));
        const unsigned next = firsts >> lane >> 1;
        const int end = next != 0 ? lane + __ffs((int)next) : LANES;
        uint32_t bits = 1u << (column & 31);
#pragma unroll
        for (int d = 1; d < LANES; d *= 2) {
            const uint32_t other = __shfl_down_sync(ALL_LANES, bits, d, LANES);
            bits |= lane + d < end ? other : 0;
        }
        const int number = words + __popc(firsts & ((2u << lane) - 1)) - 1;
        if (e < end_made) {
            a.code[e] = (uint16_t)((uint32_t)number << 5 | (column & 31));
            if (is_first)
                ((uint2 *)a.word)[first + number] = make_uint2(word, bits);
        }
        words += __popc(firsts & __ballot_sync(ALL_LANES, e < end_made) >> shift);
    }
    if (lane == 0 && row < a.rows)
        ((uint4 *)a.record)[row] = make_uint4((uint32_t)first,
                                              (uint32_t)min(last - first, (int64_t)0xffff) |
                                                  (uint32_t)min(words, (int)TOO_MANY) << 16,
                                              first < last ? (uint32_t)a.column[first] / 32 : ~0u,
                                              first < last ? (uint32_t)a.column[last - 1] / 32 : 0u);
}

const void *const graph__mxm_compressed_sample = (const void *)sample_compressed;
const void *const graph__mxm_row_words = (const void *)row_words;
