/* See mxm_analysis_arguments.h and mxm_compressed_arguments.h: whether the columns of rows lie in clusters, so that a hash table of
 * words or a short list holds them, whether neighbours in the list are alike, and how full the blocks of a matrix are, by
 * samples; and the words of a matrix's rows. */
#include "cuda/runtime/kernel.cuh"

#include "cuda/mxm/whole/mxm_compressed_arguments.h"
#include "cuda/mxm/analysis/mxm_analysis_arguments.h"

/* Whether the rows of A at MXM_CLUSTER_ROWS places of the list have so many columns in common that joined they have at most
 * half of the products; a warp for each.  key: `places` words. */
DEVICE bool are_similar(const struct mxm_samples_arguments &a, int64_t first_place, int64_t end,
                        unsigned *key, unsigned places)
{
    __shared__ unsigned keys;
    __shared__ unsigned long long all, joined;
    const int64_t place = first_place + (int)threadIdx.x / WARP;
    for (unsigned k = threadIdx.x; k < places; k += MXM_SAMPLES_THREADS)
        key[k] = ~0u;
    if (threadIdx.x == 0)
        all = joined = keys = 0;
    __syncthreads();
    unsigned long long lane_all = 0, lane_joined = 0;
    if (place < end && place < first_place + MXM_CLUSTER_ROWS) {
        const int32_t row = a.list[place];
        const int64_t last = a.A_row_start[row + 1];
        for (int64_t e = a.A_row_start[row] + lane_of_warp();
             e < last && *(volatile unsigned *)&keys <= MXM_CLUSTER_ENTRIES; e += WARP) {
            const unsigned k = (unsigned)a.A_column[e];
            const unsigned long long n = (unsigned long long)(a.B_row_start[k + 1] - a.B_row_start[k]);
            unsigned at = (k * 0x9e3779b1u >> 16) % places, seen;
            /* Threads that have come this far enter one column more at most: there is always a free place. */
            while ((seen = atomicCAS(&key[at], ~0u, k)) != ~0u && seen != k)
                at = (at + 1) % places;
            lane_all += n;
            if (seen == ~0u) {
                lane_joined += n;
                atomicAdd(&keys, 1u);
            }
        }
    }
    if (lane_all > 0)
        atomicAdd(&all, lane_all);
    if (lane_joined > 0)
        atomicAdd(&joined, lane_joined);
    __syncthreads();
    return keys <= MXM_CLUSTER_ENTRIES && 2 * joined <= all;
}

enum { PLACES = 2048, EACH = 4, MOST_WORDS = 256 };
static const unsigned NONE = ~0u;

/* Counts the column, and its word, if they are new.  Threads that have seen that the words are not too many yet enter one
 * more each at most: there is always a free place. */
DEVICE void enter_column(unsigned column, unsigned *key, unsigned *bits, unsigned *words_found,
                         unsigned *entries)
{
    const unsigned bit = 1u << (column & 31);
    unsigned at = (column / 32 * 0x9e3779b1u >> 16) % PLACES, seen;
    for (;;) {
        seen = *(volatile unsigned *)&key[at];
        if (seen == NONE)
            seen = atomicCAS(&key[at], NONE, column / 32);
        if (seen == NONE)
            atomicAdd(words_found, 1u);
        if (seen == NONE || seen == column / 32)
            break;
        at = (at + 1) % PLACES;
    }
    if ((*(volatile unsigned *)&bits[at] & bit) == 0 && (atomicOr(&bits[at], bit) & bit) == 0)
        atomicAdd(entries, 1u);
}

/* What is seen of a row: its first 64 entries of A, or as many spread over it. */
struct row_seen {
    unsigned words, entries, low, high;
    unsigned long long products;
    unsigned key[PLACES], bits[PLACES];
};

enum { MOST_PRODUCTS = 8192, MOST_ENTRIES = 64 };

/* THREADS of a block look at a row together. */
template <int THREADS, class ARGUMENTS>
DEVICE void inspect_row(struct row_seen *seen, const ARGUMENTS &a, int32_t row)
{
    enum { MOST_LENGTH = 1024 };
    const int64_t first = a.A_row_start[row], last = a.A_row_start[row + 1];
    for (int k = (int)threadIdx.x; k < PLACES; k += THREADS) {
        seen->key[k] = NONE;
        seen->bits[k] = 0;
    }
    if (threadIdx.x == 0) {
        seen->products = seen->words = seen->entries = seen->high = 0;
        seen->low = NONE;
    }
    __syncthreads();
    int64_t products = 0;
    const int64_t entries_seen = last - first < MOST_ENTRIES ? last - first : MOST_ENTRIES;
    for (int64_t n = (int)threadIdx.x / WARP; n < entries_seen && products < MOST_PRODUCTS * WARP / THREADS;
         n += THREADS / WARP) {
        const int64_t e = first + n * (last - first) / entries_seen;
        const int32_t k = a.A_column[e];
        const int64_t begin = a.B_row_start[k], length = a.B_row_start[k + 1] - begin;
        const int64_t end = begin + (length < MOST_LENGTH ? length : MOST_LENGTH);
        products += length;
        if (length > 0 && lane_of_warp() == 0) {
            atomicMin(&seen->low, (unsigned)a.B_column[begin] / 32);
            atomicMax(&seen->high, (unsigned)a.B_column[begin + length - 1] / 32);
        }
        for (int64_t b = begin + lane_of_warp();
             b - lane_of_warp() < end && *(volatile unsigned *)&seen->words <= MOST_WORDS; b += EACH * WARP) {
            unsigned column[EACH];
#pragma unroll
            for (int c = 0; c < EACH; c++)
                column[c] = b + c * WARP < end ? (unsigned)a.B_column[b + c * WARP] : NONE;
#pragma unroll
            for (int c = 0; c < EACH; c++)
                if (column[c] != NONE && *(volatile unsigned *)&seen->words <= MOST_WORDS)
                    enter_column(column[c], seen->key, seen->bits, &seen->words, &seen->entries);
        }
    }
    if (lane_of_warp() == 0)
        atomicAdd(&seen->products, (unsigned long long)products);
    __syncthreads();
}

/* A block for each row of the sample, MXM_SAMPLES_ROWS of them for each bin; then as many again, which look at neighbours. */
static __global__ void __launch_bounds__(MXM_SAMPLES_THREADS, 2) sample_bins(struct mxm_samples_arguments a)
{
    enum { LEAST_LENGTH = 8 };
    __shared__ struct row_seen seen;
    const bool is_of_neighbours = blockIdx.x >= MXM_SAMPLES_BLOCKS;
    const unsigned block = blockIdx.x - (is_of_neighbours ? MXM_SAMPLES_BLOCKS : 0);
    const int bin = MXM_FIRST_SAMPLED + (int)(block / MXM_SAMPLES_ROWS);
    const int64_t rows = a.totals->rows[bin], number = block % MXM_SAMPLES_ROWS;
    const int64_t sampled = rows < MXM_SAMPLES_ROWS ? rows : MXM_SAMPLES_ROWS;
    if (number >= sampled)
        return;
    unsigned long long *count = (unsigned long long *)&a.totals->sampled[bin - MXM_FIRST_SAMPLED];
    int64_t place = number * rows / sampled, bin_first = 0;
    for (int b = MXM_COPY; b < bin; b++)
        bin_first += a.totals->rows[b];
    if (is_of_neighbours) {
        const int64_t from = bin_first + place / MXM_CLUSTER_ROWS * MXM_CLUSTER_ROWS;
        if (are_similar(a, from, bin_first + rows, seen.key, PLACES) && threadIdx.x == 0)
            atomicAdd(&count[3], 1ull);
        return;
    }
    const int32_t row = a.list[bin_first + place];
    const int64_t length = a.A_row_start[row + 1] - a.A_row_start[row];
    inspect_row<MXM_SAMPLES_THREADS>(&seen, a, row);
    if (threadIdx.x != 0)
        return;
    /* Rows of B so short that the lanes of a warp would idle are better sorted. */
    const int64_t entries_seen = length < MOST_ENTRIES ? length : MOST_ENTRIES;
    const bool is_long =
        (int64_t)seen.products >= LEAST_LENGTH * entries_seen || seen.products >= MOST_PRODUCTS;
    const bool is_large = is_long && seen.words <= MOST_WORDS && seen.entries <= 2 * MXM_HASH_LARGE_SLOTS;
    const bool is_small =
        is_large && seen.words <= MXM_HASH_SMALL_WORDS * 3 / 4 && seen.entries <= 2 * MXM_HASH_SMALL_SLOTS;
    atomicAdd(&count[0], 1ull);
    atomicAdd(&count[1], (unsigned long long)is_small);
    atomicAdd(&count[2], (unsigned long long)is_large);
}

/* A block for each row of a sample of all: whether it has few words, for which it is worth to make those of B. */
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

/* A block row for each warp, whose lanes fetch all that it looks at before they use any of it.  Block columns go into a hash
 * table, and who enters one has opened a block.  Block rows lie as at random in equal parts of A: a mesh repeats itself line
 * by line, and at equal distances all of them could be at one place of a line. */
static __global__ void sample_blocks(struct mxm_sample_arguments a)
{
    enum { EACH = MXM_SAMPLE_MOST / WARP, PLACES = 2 * 8 * MXM_SAMPLE_MOST, NONE = -1 };
    __shared__ int32_t table[MXM_ANALYSIS_THREADS / WARP][PLACES];
    const int64_t warps = threads_of_grid() / WARP, warp = thread_of_grid() / WARP, block_rows = a.rows / 8;
    const int lane = lane_of_warp();
    int32_t *warp_table = table[threadIdx.x / WARP], column[8 * EACH];
    int64_t begin = 0;
    int length = 0, entries = 0, blocks = 0;
    if (lane < 8 && block_rows > 0) {
        const int64_t at_random = (uint32_t)warp * 0x9e3779b1u % block_rows,
                      row = (warp * block_rows + at_random) / warps * 8 + lane;
        begin = a.row_start[row];
        const int64_t n = a.row_start[row + 1] - begin;
        length = n < MXM_SAMPLE_MOST ? (int)n : MXM_SAMPLE_MOST;
    }
    for (int place = lane; place < PLACES; place += WARP)
        warp_table[place] = NONE;
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 8 * EACH; k++) {
        const int64_t from = __shfl_sync(ALL_LANES, begin, k / EACH);
        const int n = __shfl_sync(ALL_LANES, length, k / EACH), at = k % EACH * WARP + lane;
        column[k] = at < n ? a.column[from + at] : NONE;
    }
#pragma unroll
    for (int k = 0; k < 8 * EACH; k++) {
        const int32_t block = column[k] / 8;
        unsigned place = (unsigned)block * 0x9e3779b1u >> 16;
        bool is_known = column[k] == NONE;
        entries += !is_known;
        while (!is_known) {
            place %= PLACES;
            const int32_t seen = atomicCAS(&warp_table[place++], NONE, block);
            blocks += seen == NONE;
            is_known = seen == NONE || seen == block;
        }
    }
    entries = __reduce_add_sync(ALL_LANES, entries);
    blocks = __reduce_add_sync(ALL_LANES, blocks);
    if (lane == 0) {
        atomicAdd((unsigned long long *)a.entries, (unsigned long long)entries);
        atomicAdd((unsigned long long *)a.blocks, (unsigned long long)blocks);
    }
}

/* Some lanes for each row.  Entries of a word that these lanes do not see together make two words.  Rows of C that meet a
 * row with more entries than there is room for do not need its words; the code of its first entry is for lanes that read
 * it for nothing. */
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

const void *const graph__mxm_sample = (const void *)sample_blocks;
const void *const graph__mxm_row_words = (const void *)row_words;
const void *const graph__mxm_compressed_sample = (const void *)sample_compressed;
const void *const graph__mxm_samples = (const void *)sample_bins;
