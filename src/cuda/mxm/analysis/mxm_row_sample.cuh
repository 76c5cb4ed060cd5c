/* A sampled row of C: how many columns, and words of 32 columns, the products of its first entries have. */
#ifndef CUDA_MXM_ANALYSIS_MXM_ROW_SAMPLE_CUH
#define CUDA_MXM_ANALYSIS_MXM_ROW_SAMPLE_CUH

#include "cuda/runtime/kernel.cuh"

enum { PLACES = 2048, EACH = 4, MOST_WORDS = 256 };
static const unsigned NONE = ~0u;

/* Counts the column, and its word, if they are new.  Each thread that finds the table not yet full enters at most one
 * word more: there is always a free place. */
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

/* What is counted of a row: of its first 64 entries of A, or of as many spread over it. */
struct row_seen {
    unsigned words, entries, low, high;
    unsigned long long products;
    unsigned key[PLACES], bits[PLACES];
};

enum { MOST_PRODUCTS = 8192, MOST_ENTRIES = 64 };

/* THREADS of a block inspect a row together. */
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

#endif
