/* See mxm_plan_arguments.h: whether the columns of rows lie in clusters, so that a hash table of words holds them; and the
 * words of a matrix's rows. */
#include "cuda/kernel.cuh"

#include "cuda/mxm_plan_arguments.h"
#include "cuda/together.cuh"

/* A block for each row of the sample, MXM_WORDS_ROWS of them for each bin. */
static __global__ void words(struct mxm_words_arguments a)
{
    enum { PLACES = 1024, MOST_WORDS = 256, MOST_PRODUCTS = 8192, MOST_ENTRIES = 64, LEAST_LENGTH = 8 };
    __shared__ unsigned key[PLACES], bits[PLACES], words_found, entries, pieces, pairs;
    __shared__ unsigned long long all;
    const int bin = MXM_FIRST_SAMPLED + (int)(blockIdx.x / MXM_WORDS_ROWS), thread = (int)threadIdx.x;
    const int64_t rows = a.totals->rows[bin], number = blockIdx.x % MXM_WORDS_ROWS;
    const int64_t sampled = rows < MXM_WORDS_ROWS ? rows : MXM_WORDS_ROWS;
    if (number >= sampled)
        return;
    int64_t place = number * rows / sampled;
    for (int b = MXM_COPY; b < bin; b++)
        place += a.totals->rows[b];
    const int32_t row = a.list[place];
    const int64_t first = a.A_row_start[row], last = a.A_row_start[row + 1];
    for (int k = thread; k < PLACES; k += MXM_WORDS_THREADS) {
        key[k] = ~0u;
        bits[k] = 0;
    }
    if (thread == 0)
        all = words_found = entries = pieces = pairs = 0;
    __syncthreads();
    int64_t products = 0;
    const int64_t entries_seen = last - first < MOST_ENTRIES ? last - first : MOST_ENTRIES;
    for (int64_t n = thread / WARP; n < entries_seen && products < MOST_PRODUCTS * WARP / MXM_WORDS_THREADS;
         n += MXM_WORDS_THREADS / WARP) {
        const int64_t e = first + n * (last - first) / entries_seen;
        const int32_t k = a.A_column[e];
        const int64_t end = a.B_row_start[k + 1];
        const int64_t start = a.B_row_start[k];
        products += end - start;
        if (lane_of_warp() == 0)
            atomicAdd(&pieces, (unsigned)min((end - start + MXM_FEW_LANES - 1) / MXM_FEW_LANES,
                                             (int64_t)MXM_FEW_PIECES + 1));
        for (int64_t b = start + lane_of_warp(); b < end && *(volatile unsigned *)&words_found <= MOST_WORDS;
             b += WARP) {
            const unsigned column = (unsigned)a.B_column[b], bit = 1u << (column & 31);
            unsigned at = (column / 32 * 0x9e3779b1u >> 16) % PLACES;
            if (b == start || (unsigned)a.B_column[b - 1] / 32 != column / 32)
                atomicAdd(&pairs, 1u);
            /* Beyond the most a thread enters one word: there is always a free place. */
            for (;;) {
                unsigned seen = *(volatile unsigned *)&key[at];
                if (seen == ~0u)
                    seen = atomicCAS(&key[at], ~0u, column / 32);
                if (seen == ~0u)
                    atomicAdd(&words_found, 1u);
                if (seen == ~0u || seen == column / 32)
                    break;
                at = (at + 1) % PLACES;
            }
            if ((*(volatile unsigned *)&bits[at] & bit) == 0 && (atomicOr(&bits[at], bit) & bit) == 0)
                atomicAdd(&entries, 1u);
        }
    }
    if (lane_of_warp() == 0)
        atomicAdd(&all, (unsigned long long)products);
    __syncthreads();
    if (thread != 0)
        return;
    /* Rows of B so short that the lanes of a warp would idle are better sorted. */
    const bool is_long = (int64_t)all >= LEAST_LENGTH * entries_seen || all >= MOST_PRODUCTS;
    const bool is_large = is_long && words_found <= MOST_WORDS && entries <= 2 * MXM_HASH_LARGE_SLOTS;
    const bool is_small =
        is_large && words_found <= MXM_HASH_SMALL_WORDS * 3 / 4 && entries <= 2 * MXM_HASH_SMALL_SLOTS;
    const bool is_seen = last - first <= MOST_ENTRIES && words_found <= MOST_WORDS &&
                         all <= MOST_PRODUCTS * WARP / MXM_WORDS_THREADS;
    const bool is_few = is_long && is_seen && bin <= MXM_SORT_1024 && 4 * words_found <= all &&
                        words_found <= MXM_FEW_WORDS * 3 / 4 && entries <= MXM_FEW_ENTRIES_OF_ROW &&
                        pieces <= MXM_FEW_PIECES && pairs <= MXM_FEW_PAIRS;
    unsigned long long *count = (unsigned long long *)&a.totals->sampled[bin - MXM_FIRST_SAMPLED];
    atomicAdd(&count[0], 1ull);
    atomicAdd(&count[1], (unsigned long long)is_few);
    atomicAdd(&count[2], (unsigned long long)is_small);
    atomicAdd(&count[3], (unsigned long long)is_large);
    if (is_seen) {
        atomicAdd(&count[4], 1ull);
        atomicAdd(&count[5], all);
        atomicAdd(&count[6], (unsigned long long)entries);
    }
}

/* Some lanes for each row.  Entries of a word that these lanes do not see together make two words. */
static __global__ void row_words(struct mxm_row_words_arguments a)
{
    enum { LANES = MXM_ROW_WORDS_LANES };
    const int lane = lane_of_warp() % LANES, shift = lane_of_warp() - lane;
    const int64_t row = thread_of_grid() / LANES;
    const int64_t first = row < a.rows ? a.row_start[row] : 0, last = row < a.rows ? a.row_start[row + 1] : 0;
    int words = 0;
    for (int64_t e = first + lane; __any_sync(ALL_LANES, e - lane < last); e += LANES) {
        const uint32_t column = e < last ? (uint32_t)a.column[e] : ~0u, word = column / 32;
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
        const int own = words + __popc(firsts & ((2u << lane) - 1)) - 1;
        if (e < last) {
            a.code[e] = (uint16_t)((uint32_t)own << 5 | (column & 31));
            if (is_first)
                ((uint2 *)a.word)[first + own] = make_uint2(word, bits);
        }
        words += __popc(firsts & __ballot_sync(ALL_LANES, e < last) >> shift);
    }
    if (lane == 0 && row < a.rows)
        a.words[row] = words;
}

/* A warp for each row of a list: those for which mxm_few_words has no room are counted, and left to others, before it runs,
 * since all rows behind them wait for their number of entries. */
static __global__ void __launch_bounds__(MXM_LEFT_WARPS *WARP) left_rows(struct mxm_left_arguments a)
{
    enum { PLACES = MXM_FEW_TABLE, MARKERS = 8 };
    __shared__ unsigned keys[MXM_LEFT_WARPS][PLACES], all_bits[MXM_LEFT_WARPS][PLACES];
    const int lane = lane_of_warp(), marker = lane % MARKERS;
    const int64_t place = thread_of_grid() / WARP;
    unsigned *key = keys[threadIdx.x / WARP], *bits = all_bits[threadIdx.x / WARP];
    if (place >= a.rows)
        return;
    const int32_t row = a.list[a.first + place];
    for (int k = lane; k < PLACES / 4; k += WARP) {
        ((uint4 *)key)[k] = make_uint4(~0u, ~0u, ~0u, ~0u);
        ((uint4 *)bits)[k] = make_uint4(0, 0, 0, 0);
    }
    __syncwarp();
    int64_t pieces = 0, word_pieces = 0, pairs = 0;
    for (int64_t e = a.A_row_start[row] + lane / MARKERS; e < a.A_row_start[row + 1]; e += WARP / MARKERS) {
        const int32_t k = a.A_column[e], words = a.B_words[k];
        const int64_t start = a.B_row_start[k];
        if (marker == 0) {
            pieces += (a.B_row_start[k + 1] - start + MXM_FEW_LANES - 1) / MXM_FEW_LANES;
            word_pieces += (words + MARKERS - 1) / MARKERS;
            pairs += words;
        }
        for (int w = marker; w < words; w += MARKERS) {
            const uint2 word = ((const uint2 *)a.B_word)[start + w];
            unsigned at = (word.x * 0x9e3779b1u >> 16) % PLACES;
            for (int tries = 0; tries < PLACES; tries++, at = (at + 1) % PLACES) {
                const unsigned seen = atomicCAS(&key[at], ~0u, word.x);
                if (seen == ~0u || seen == word.x) {
                    atomicOr(&bits[at], word.y);
                    break;
                }
            }
        }
    }
    __syncwarp();
    int words = 0, entries = 0;
    for (int k = lane; k < PLACES; k += WARP) {
        words += key[k] != ~0u;
        entries += __popc(bits[k]);
    }
    words = __reduce_add_sync(ALL_LANES, words);
    entries = __reduce_add_sync(ALL_LANES, entries);
    pieces = sum_of_warp(pieces);
    word_pieces = sum_of_warp(word_pieces);
    pairs = sum_of_warp(pairs);
    if (lane == 0 && (words > MXM_FEW_WORDS || entries > MXM_FEW_ENTRIES_OF_ROW || pieces > MXM_FEW_PIECES ||
                      word_pieces > MXM_FEW_PIECES || pairs > MXM_FEW_PAIRS)) {
        a.count[row] = entries;
        a.bin[row] = MXM_EMPTY;
        a.deferred[atomicAdd((unsigned long long *)a.deferred_rows, 1ull)] = row;
    }
}

const void *const graph__mxm_left_rows = (const void *)left_rows;
const void *const graph__mxm_row_words = (const void *)row_words;
const void *const graph__mxm_words = (const void *)words;
