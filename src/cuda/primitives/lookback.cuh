/* Places of variable-sized results in one pass: decoupled look-back with a fixed distance.
 *
 * One launch has a tile for each block.  A tile publishes its word (entries, products, whether it is refused), then reads
 * the words of the READS * LOOKBACK_WORD_THREADS tiles before it and, for all tiles before those, one word with their prefix
 * sum.  The number of reads is fixed, and the chain from the first tile to the last is short.  Blocks start in the order of
 * their numbers, as CUB's scan assumes too, so that all tiles before this one run or are done.
 *
 * After Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA NVR-2016-002. */
#ifndef CUDA_PRIMITIVES_LOOKBACK_CUH
#define CUDA_PRIMITIVES_LOOKBACK_CUH

#include "cuda/primitives/warp.cuh"

#include "cuda/primitives/lookback_arguments.h"

enum { LOOKBACK_WORD_THREADS = 256 /* of a block */ };
#define LOOKBACK_WORD_NUMBER  ((1ull << LOOKBACK_WORD_BITS) - 1)
#define LOOKBACK_WORD_REFUSED (1ull << (2 * LOOKBACK_WORD_BITS))

DEVICE void put_word(const struct lookback_words &words, unsigned long long *to, unsigned long long word)
{
    *(volatile unsigned long long *)to = words.tag << LOOKBACK_WORD_TAG_SHIFT | word;
}

/* The word of a tile, without the tag. */
DEVICE unsigned long long word_of_tile(int64_t entries, int64_t products, bool is_refused)
{
    return (unsigned long long)entries | (unsigned long long)products << LOOKBACK_WORD_BITS |
           (is_refused ? LOOKBACK_WORD_REFUSED : 0);
}

/* Publishes a tile's word; by one thread, as soon as the word is known. */
DEVICE void publish_word(const struct lookback_words &words, int64_t tile, unsigned long long word)
{
    put_word(words, words.word + tile, word);
}

/* A tile that is refused says so at once: to the host, which goes on with another method, and to the tiles that begin after
 * that, which need not work.  By one thread; its word is published as usual. */
DEVICE void refuse_words(const struct lookback_words &words)
{
    put_word(words, words.answer, LOOKBACK_WORD_REFUSED);
    put_word(words, words.word + 2 * gridDim.x - 1, LOOKBACK_WORD_REFUSED);
}

/* Whether a tile has been seen to be refused. */
DEVICE bool are_words_refused(const struct lookback_words &words)
{
    const unsigned long long last = *(const volatile unsigned long long *)(words.word + 2 * gridDim.x - 1);
    return last >> LOOKBACK_WORD_TAG_SHIFT == words.tag && (last & LOOKBACK_WORD_REFUSED) != 0;
}

/* This thread's share: the sum of READS words of earlier tiles; thread 0 adds the prefix of all tiles before them. */
template <int READS>
DEVICE unsigned long long look_back(const struct lookback_words &words, int64_t tile, bool &is_refused)
{
    const volatile unsigned long long *single = words.word, *prefix = words.word + gridDim.x;
    const int64_t before_all = tile - 1 - READS * LOOKBACK_WORD_THREADS;
    unsigned long long seen[READS], sum = 0;
#pragma unroll
    for (int k = 0; k < READS; k++) {
        const int64_t before = tile - 1 - (int)threadIdx.x - k * LOOKBACK_WORD_THREADS;
        seen[k] = before >= 0 ? single[before] : words.tag << LOOKBACK_WORD_TAG_SHIFT;
    }
#pragma unroll
    for (int k = 0; k < READS; k++) {
        while (seen[k] >> LOOKBACK_WORD_TAG_SHIFT != words.tag)
            seen[k] = single[tile - 1 - (int)threadIdx.x - k * LOOKBACK_WORD_THREADS];
        is_refused = is_refused || (seen[k] & LOOKBACK_WORD_REFUSED) != 0;
        sum += seen[k] & (LOOKBACK_WORD_REFUSED - 1);
    }
    if (threadIdx.x == 0 && before_all >= 0) {
        do
            seen[0] = prefix[before_all];
        while (seen[0] >> LOOKBACK_WORD_TAG_SHIFT != words.tag);
        is_refused = is_refused || (seen[0] & LOOKBACK_WORD_REFUSED) != 0;
        sum += seen[0] & (LOOKBACK_WORD_REFUSED - 1);
    }
    return sum;
}

/* The entries of all tiles before this one; for a whole block.  *word, in shared memory, is the word that one of its
 * threads has published.  The last tile writes the total to *end and to the host's answer.  is_refused: on entry whether
 * this tile is refused, on return whether this one or one before it is.  More READS mean fewer steps between tiles and
 * more reads. */
template <int READS>
DEVICE int64_t entries_before(const struct lookback_words &words, int64_t tile,
                              const unsigned long long *word, int64_t *end, bool &is_refused)
{
    __shared__ unsigned long long part[LOOKBACK_WORD_THREADS / WARP];
    const unsigned long long seen =
        (unsigned long long)reduce_warp((int64_t)look_back<READS>(words, tile, is_refused));
    if (lane_of_warp() == 0)
        part[threadIdx.x / WARP] = seen;
    is_refused = __syncthreads_or(is_refused) != 0;
    unsigned long long before = 0;
#pragma unroll
    for (int w = 0; w < LOOKBACK_WORD_THREADS / WARP; w++)
        before += part[w];
    if (threadIdx.x == 0) {
        const unsigned long long all =
            (before + (*word & (LOOKBACK_WORD_REFUSED - 1))) | (is_refused ? LOOKBACK_WORD_REFUSED : 0);
        put_word(words, words.word + gridDim.x + tile, all);
        if (tile == gridDim.x - 1) {
            put_word(words, words.answer, all);
            *end = (int64_t)(all & LOOKBACK_WORD_NUMBER);
        }
    }
    return (int64_t)(before & LOOKBACK_WORD_NUMBER);
}

#endif
