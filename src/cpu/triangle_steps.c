/* See triangle_steps.h.  Lists are short and their lengths unpredictable: with sixteen lanes most take one round. */
#include "cpu/triangle_steps.h"

#include "cpu/avx512.h"

enum { FEW = 8 /* so many comparisons cost less than looking up marks */ };

static void set_marks(uint8_t *mark, const int32_t *vertex, int64_t n, uint8_t value)
{
    for (int64_t k = 0; k < n; k++)
        mark[vertex[k]] = value;
}

static int64_t keep_after(int32_t *to, uint64_t *loops, const int32_t *vertex, int64_t n, const int32_t *key,
                          int32_t v, bool writes_keys)
{
    int64_t count = 0;
    int32_t own = key[v];
    for (int64_t k = 0; k < n; k++) {
        int32_t w = vertex[k], other = key[w];
        to[count] = writes_keys ? other : w;
        count += other > own || (other == own && w > v);
        *loops += w == v;
    }
    return count;
}

static uint64_t count(uint8_t *mark, const uint64_t *list, const int32_t *vertex, int64_t first, int64_t last)
{
    uint64_t sum = 0;
    for (int64_t u = first; u < last; u++) {
        const int32_t *ends = vertex + graph__list_start(list[u]);
        int64_t n = graph__list_length(list[u]);
        if (n < 2)
            continue;
        set_marks(mark, ends, n, 1);
        for (int64_t k = 0; k < n; k++) {
            const int32_t *third = vertex + graph__list_start(list[ends[k]]);
            int64_t thirds = graph__list_length(list[ends[k]]);
            for (int64_t j = 0; j < thirds; j++)
                sum += mark[third[j]];
        }
        set_marks(mark, ends, n, 0);
    }
    return sum;
}

static const struct triangle_steps plain = {keep_after, count};

#ifdef GRAPH_AVX512
GRAPH_AVX512 static int64_t keep_after_wide(int32_t *to, uint64_t *loops, const int32_t *vertex, int64_t n,
                                            const int32_t *key, int32_t v, bool writes_keys)
{
    __m512i own = _mm512_set1_epi32(key[v]), self = _mm512_set1_epi32(v);
    int64_t count = 0;
    for (int64_t k = 0; k < n; k += 16) {
        __mmask16 lanes = graph__lanes(n - k);
        __m512i w = _mm512_mask_loadu_epi32(self, lanes, vertex + k);
        __m512i other = _mm512_mask_i32gather_epi32(own, lanes, w, key, 4);
        __mmask16 after = _mm512_cmpgt_epi32_mask(other, own) |
                          (_mm512_cmpeq_epi32_mask(other, own) & _mm512_cmpgt_epi32_mask(w, self));
        __m512i kept = _mm512_maskz_compress_epi32(after, writes_keys ? other : w);
        int kept_count = __builtin_popcount(after);
        _mm512_mask_storeu_epi32(to + count, graph__lanes(kept_count), kept);
        count += kept_count;
        *loops += (uint64_t)__builtin_popcount(_mm512_mask_cmpeq_epi32_mask(lanes, w, self));
    }
    return count;
}

/* The members of the second list that are in the first, which has at most FEW. */
GRAPH_AVX512 static inline uint64_t count_common(const int32_t *few, int64_t n, const int32_t *third,
                                                 int64_t thirds)
{
    uint64_t sum = 0;
    for (int64_t j = 0; j < thirds; j += 16) {
        __mmask16 lanes = graph__lanes(thirds - j);
        __m512i w = _mm512_maskz_loadu_epi32(lanes, third + j);
        unsigned hits = 0;
        for (int64_t k = 0; k < n; k++)
            hits |= _mm512_mask_cmpeq_epi32_mask(lanes, w, _mm512_set1_epi32(few[k]));
        sum += (uint64_t)__builtin_popcount(hits);
    }
    return sum;
}

/* The members of a list that are marked. */
GRAPH_AVX512 static inline uint64_t count_marked(const uint8_t *mark, const int32_t *third, int64_t thirds)
{
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi32(1);
    uint64_t sum = 0;
    for (int64_t j = 0; j < thirds; j += 16) {
        __mmask16 lanes = graph__lanes(thirds - j);
        __m512i w = _mm512_maskz_loadu_epi32(lanes, third + j);
        /* A lane reads the mark and the three bytes behind it. */
        __m512i marks = _mm512_mask_i32gather_epi32(zero, lanes, w, mark, 1);
        sum += (uint64_t)__builtin_popcount(_mm512_test_epi32_mask(marks, one));
    }
    return sum;
}

GRAPH_AVX512 static uint64_t count_wide(uint8_t *mark, const uint64_t *list, const int32_t *vertex,
                                        int64_t first, int64_t last)
{
    uint64_t sum = 0;
    for (int64_t u = first; u < last; u++) {
        const int32_t *ends = vertex + graph__list_start(list[u]);
        int64_t n = graph__list_length(list[u]);
        if (n < 2)
            continue;
        if (n <= FEW) {
            for (int64_t k = 0; k < n; k++)
                sum += count_common(ends, n, vertex + graph__list_start(list[ends[k]]),
                                    graph__list_length(list[ends[k]]));
            continue;
        }
        set_marks(mark, ends, n, 1);
        for (int64_t k = 0; k < n; k++)
            sum += count_marked(mark, vertex + graph__list_start(list[ends[k]]),
                                graph__list_length(list[ends[k]]));
        set_marks(mark, ends, n, 0);
    }
    return sum;
}

static const struct triangle_steps wide = {keep_after_wide, count_wide};

const struct triangle_steps *graph__triangle_steps(void) { return graph__has_avx512() ? &wide : &plain; }
#else
const struct triangle_steps *graph__triangle_steps(void) { return &plain; }
#endif
