/* See sort_keys.h.  Up to 128 keys are sorted by a bitonic network over vectors of eight, which has no branch to
 * predict; longer lists are distributed by 8 bits at a time, from the lowest that differ.
 * Source: Batcher, "Sorting networks and their applications", AFIPS 1968. */
#include "cpu/common/sort_keys.h"

#include <string.h>

#include "cpu/common/avx512.h"

void graph__sort_keys_plain(uint64_t *key, uint64_t *spare, int64_t n)
{
    if (n <= 24) {
        for (int64_t k = 1; k < n; k++) {
            uint64_t moving = key[k];
            int64_t to = k;
            for (; to > 0 && key[to - 1] > moving; to--)
                key[to] = key[to - 1];
            key[to] = moving;
        }
        return;
    }
    uint64_t differ = 0;
    for (int64_t k = 1; k < n; k++)
        differ |= key[k] ^ key[0];
    uint64_t *from = key, *to = spare;
    for (int shift = 32; shift < 64; shift += 8) {
        int64_t start[257] = {0};
        if ((differ >> shift & 255) == 0)
            continue;
        for (int64_t k = 0; k < n; k++)
            start[(from[k] >> shift & 255) + 1]++;
        for (int b = 0; b < 256; b++)
            start[b + 1] += start[b];
        for (int64_t k = 0; k < n; k++)
            to[start[from[k] >> shift & 255]++] = from[k];
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != key)
        memcpy(key, from, (size_t)n * sizeof *key);
}

#if defined(GRAPH_AVX512)
#define INLINE static inline GRAPH_AVX512 __attribute__((always_inline))

INLINE __m512i reversed(__m512i v)
{
    return _mm512_permutexvar_epi64(_mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7), v);
}

/* Each lane and its partner in p: the lanes of `upper` take the larger. */
INLINE __m512i exchange(__m512i v, __m512i p, __mmask8 upper)
{
    return _mm512_mask_max_epu64(_mm512_min_epu64(v, p), upper, v, p);
}

/* The last three steps of a merge: partners at distance 4, 2, 1. */
INLINE __m512i merge_lanes(__m512i v)
{
    v = exchange(v, _mm512_shuffle_i64x2(v, v, 0x4e), 0xf0);
    v = exchange(v, _mm512_permutex_epi64(v, 0x4e), 0xcc);
    return exchange(v, _mm512_permutex_epi64(v, 0xb1), 0xaa);
}

INLINE __m512i sort_lanes(__m512i v)
{
    v = exchange(v, _mm512_permutex_epi64(v, 0xb1), 0xaa);
    v = exchange(v, _mm512_permutex_epi64(v, 0x1b), 0xcc);
    v = exchange(v, _mm512_permutex_epi64(v, 0xb1), 0xaa);
    v = exchange(v, reversed(v), 0xf0);
    v = exchange(v, _mm512_permutex_epi64(v, 0x4e), 0xcc);
    return exchange(v, _mm512_permutex_epi64(v, 0xb1), 0xaa);
}

/* Puts the smaller of each two keys low. */
INLINE void order(__m512i *low, __m512i *high, bool is_reversed)
{
    __m512i x = *low, y = is_reversed ? reversed(*high) : *high;
    *low = _mm512_min_epu64(x, y);
    *high = _mm512_max_epu64(x, y);
}

/* Sorts `count` vectors, a power of two that is constant where this is inlined, so that they stay in registers. */
INLINE void sort_vectors(uint64_t *key, int64_t n, int count)
{
    __m512i v[GRAPH_SORT_NETWORK / 8];
#pragma GCC unroll 16
    for (int r = 0; r < count; r++) {
        int64_t rest = n - 8 * r;
        __mmask8 some = rest >= 8 ? 0xff : rest <= 0 ? 0 : (__mmask8)((1 << rest) - 1);
        v[r] = sort_lanes(_mm512_mask_loadu_epi64(_mm512_set1_epi64(-1), some, key + 8 * r));
    }
#pragma GCC unroll 4
    for (int size = 2; size <= count; size *= 2) {
#pragma GCC unroll 8
        for (int first = 0; first < count; first += size)
#pragma GCC unroll 8
            for (int r = 0; r < size / 2; r++)
                order(&v[first + r], &v[first + size - 1 - r], true);
                /* The upper halves are bitonic whichever way round a vector lies. */
#pragma GCC unroll 4
        for (int distance = size / 4; distance > 0; distance /= 2)
#pragma GCC unroll 8
            for (int first = 0; first < count; first += 2 * distance)
#pragma GCC unroll 8
                for (int r = first; r < first + distance; r++)
                    order(&v[r], &v[r + distance], false);
#pragma GCC unroll 16
        for (int r = 0; r < count; r++)
            v[r] = merge_lanes(v[r]);
    }
#pragma GCC unroll 16
    for (int r = 0; r < count; r++) {
        int64_t rest = n - 8 * r;
        __mmask8 some = rest >= 8 ? 0xff : rest <= 0 ? 0 : (__mmask8)((1 << rest) - 1);
        _mm512_mask_storeu_epi64(key + 8 * r, some, v[r]);
    }
}

static GRAPH_AVX512 void sort_network(uint64_t *key, int64_t n)
{
    if (n <= 8)
        sort_vectors(key, n, 1);
    else if (n <= 16)
        sort_vectors(key, n, 2);
    else if (n <= 32)
        sort_vectors(key, n, 4);
    else if (n <= 64)
        sort_vectors(key, n, 8);
    else
        sort_vectors(key, n, 16);
}
#endif

void graph__sort_keys(uint64_t *key, uint64_t *spare, int64_t n)
{
#if defined(GRAPH_AVX512)
    if (n > 1 && n <= GRAPH_SORT_NETWORK && graph__has_avx512()) {
        sort_network(key, n);
        return;
    }
#endif
    graph__sort_keys_plain(key, spare, n);
}
