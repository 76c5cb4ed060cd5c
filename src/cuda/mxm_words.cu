/* See mxm_plan_arguments.h: whether the columns of rows lie in clusters, so that a hash table of words holds them; and the
 * words of a matrix's rows. */
#include "cuda/kernel.cuh"

#include "cuda/mxm_plan_arguments.h"

/* A block for each row of the sample, MXM_WORDS_ROWS of them for each bin. */
static __global__ void words(struct mxm_words_arguments a)
{
    enum {
        PLACES = 1024,
        MOST_WORDS = 256,
        MOST_FEW = MXM_FEW_WORDS / 2,
        MOST_PRODUCTS = 8192,
        MOST_ENTRIES = 64,
        LEAST_LENGTH = 8
    };
    __shared__ unsigned key[PLACES], bits[PLACES], words_found, entries;
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
        all = words_found = entries = 0;
    __syncthreads();
    int64_t products = 0;
    const int64_t entries_seen = last - first < MOST_ENTRIES ? last - first : MOST_ENTRIES;
    for (int64_t n = thread / WARP; n < entries_seen && products < MOST_PRODUCTS * WARP / MXM_WORDS_THREADS;
         n += MXM_WORDS_THREADS / WARP) {
        const int64_t e = first + n * (last - first) / entries_seen;
        const int32_t k = a.A_column[e];
        const int64_t end = a.B_row_start[k + 1];
        products += end - a.B_row_start[k];
        for (int64_t b = a.B_row_start[k] + lane_of_warp();
             b < end && *(volatile unsigned *)&words_found <= MOST_WORDS; b += WARP) {
            const unsigned column = (unsigned)a.B_column[b], bit = 1u << (column & 31);
            unsigned at = (column / 32 * 0x9e3779b1u >> 16) % PLACES;
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
    const bool is_few = is_long && bin <= MXM_SORT_256 && words_found <= MOST_FEW &&
                        entries <= MXM_FEW_SLOTS && 4 * words_found <= all;
    unsigned long long *count = (unsigned long long *)&a.totals->sampled[bin - MXM_FIRST_SAMPLED];
    atomicAdd(&count[0], 1ull);
    atomicAdd(&count[1], (unsigned long long)is_few);
    atomicAdd(&count[2], (unsigned long long)is_small);
    atomicAdd(&count[3], (unsigned long long)is_large);
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

const void *const graph__mxm_row_words = (const void *)row_words;
const void *const graph__mxm_words = (const void *)words;
