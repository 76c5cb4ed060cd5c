/* Tiles of one launch, whose places in the result depend on what those before have: each says its own word, and
 * adds up those of the tiles before it.  The blocks of these have begun earlier: blocks begin in the order of
 * their numbers, as CUB's scan takes it too.  A tile reads the own words of the last ones and, of all before
 * those, one word that knows their sum, so that there are few steps from tile to tile (Merrill and Garland, NVIDIA
 * NVR-2016-002, with a fixed distance). */
#ifndef CUDA_PRIMITIVES_LOOKBACK_CUH
#define CUDA_PRIMITIVES_LOOKBACK_CUH

#include "cuda/primitives/warp.cuh"

#include "cuda/primitives/lookback_arguments.h"

enum { TILE_WORD_THREADS = 256 /* of a block */ };
#define TILE_WORD_NUMBER  ((1ull << TILE_WORD_BITS) - 1)
#define TILE_WORD_REFUSED (1ull << (2 * TILE_WORD_BITS))

DEVICE void put_word(const struct tile_words &words, unsigned long long *to, unsigned long long word)
{
    *(volatile unsigned long long *)to = words.tag << TILE_WORD_TAG_SHIFT | word;
}

/* What a tile has, without a tag. */
DEVICE unsigned long long word_of_tile(int64_t entries, int64_t products, bool is_refused)
{
    return (unsigned long long)entries | (unsigned long long)products << TILE_WORD_BITS |
           (is_refused ? TILE_WORD_REFUSED : 0);
}

/* By one thread, as early as can be. */
DEVICE void say_word(const struct tile_words &words, int64_t tile, unsigned long long own)
{
    put_word(words, words.word + tile, own);
}

/* What this thread learns: the sum of LOOKS words, or of one more; a block reads LOOKS * TILE_WORD_THREADS own words. */
template <int LOOKS>
DEVICE unsigned long long look_back(const struct tile_words &words, int64_t tile, bool &is_refused)
{
    const volatile unsigned long long *own = words.word, *all = words.word + gridDim.x;
    const int64_t before_all = tile - 1 - LOOKS * TILE_WORD_THREADS;
    unsigned long long seen[LOOKS], sum = 0;
#pragma unroll
    for (int k = 0; k < LOOKS; k++) {
        const int64_t before = tile - 1 - (int)threadIdx.x - k * TILE_WORD_THREADS;
        seen[k] = before >= 0 ? own[before] : words.tag << TILE_WORD_TAG_SHIFT;
    }
#pragma unroll
    for (int k = 0; k < LOOKS; k++) {
        while (seen[k] >> TILE_WORD_TAG_SHIFT != words.tag)
            seen[k] = own[tile - 1 - (int)threadIdx.x - k * TILE_WORD_THREADS];
        is_refused = is_refused || (seen[k] & TILE_WORD_REFUSED) != 0;
        sum += seen[k] & (TILE_WORD_REFUSED - 1);
    }
    if (threadIdx.x == 0 && before_all >= 0) {
        do
            seen[0] = all[before_all];
        while (seen[0] >> TILE_WORD_TAG_SHIFT != words.tag);
        is_refused = is_refused || (seen[0] & TILE_WORD_REFUSED) != 0;
        sum += seen[0] & (TILE_WORD_REFUSED - 1);
    }
    return sum;
}

/* By all threads of a block, one of which has said *own, in shared memory: the entries of the tiles before this one.  The
 * last tile tells the host, and *end, how many all have.  is_refused: whether this tile, or one before it, cannot be made.
 * With more LOOKS there are fewer steps from tile to tile, and more reads. */
template <int LOOKS>
DEVICE int64_t entries_before(const struct tile_words &words, int64_t tile, const unsigned long long *own,
                              int64_t *end, bool &is_refused)
{
    __shared__ unsigned long long part[TILE_WORD_THREADS / WARP];
    const unsigned long long seen =
        (unsigned long long)sum_of_warp((int64_t)look_back<LOOKS>(words, tile, is_refused));
    if (lane_of_warp() == 0)
        part[threadIdx.x / WARP] = seen;
    is_refused = __syncthreads_or(is_refused) != 0;
    unsigned long long before = 0;
#pragma unroll
    for (int w = 0; w < TILE_WORD_THREADS / WARP; w++)
        before += part[w];
    if (threadIdx.x == 0) {
        const unsigned long long all =
            (before + (*own & (TILE_WORD_REFUSED - 1))) | (is_refused ? TILE_WORD_REFUSED : 0);
        put_word(words, words.word + gridDim.x + tile, all);
        if (tile == gridDim.x - 1) {
            put_word(words, words.answer, all);
            *end = (int64_t)(all & TILE_WORD_NUMBER);
        }
    }
    return (int64_t)(before & TILE_WORD_NUMBER);
}

#endif
