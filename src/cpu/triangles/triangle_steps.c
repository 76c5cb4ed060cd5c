/* See triangle_steps.h.  Lists are short and their lengths unpredictable: with sixteen lanes most take one round. */
#include "cpu/triangles/triangle_steps.h"

#include <string.h>

#include "cpu/common/avx512.h"
#include "cpu/triangles/tuning.h"

static void set_marks(uint8_t *mark, const int32_t *vertex, int64_t n, uint8_t value)
{
    for (int64_t k = 0; k < n; k++)
        mark[vertex[k]] = value;
}

static int64_t keep_after(int32_t *to, uint64_t *loops, const int32_t *vertex, int64_t n, const int32_t *key,
                          int32_t v, bool writes_keys)
{
    int64_t count = 0;
    int32_t v_key = key[v];
    for (int64_t k = 0; k < n; k++) {
        int32_t w = vertex[k], other = key[w];
        to[count] = writes_keys ? other : w;
        count += other > v_key || (other == v_key && w > v);
        *loops += w == v;
    }
    return count;
}

static int64_t split(int32_t *later, int32_t *room, int32_t *next, uint64_t *loops, const int32_t *vertex,
                     int64_t n, const int32_t *key, int32_t v)
{
    int64_t count = 0;
    int32_t v_key = key[v];
    for (int64_t k = 0; k < n; k++) {
        int32_t w = vertex[k], other = key[w];
        if (other > v_key || (other == v_key && w > v))
            later[count++] = w;
        else if (w != v)
            room[next[w]++] = v;
        else
            ++*loops;
    }
    return count;
}

static int64_t join(int32_t *list, int64_t head, int64_t length, const int32_t *vertex, int64_t n)
{
    int64_t x = 0;
    for (int64_t k = 0; k < n; k++) {
        int32_t w = vertex[k];
        while (x < head && list[x] < w)
            x++;
        list[length] = w;
        length += x == head || list[x] != w;
    }
    return length;
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

static const struct triangle_steps plain = {keep_after, split, join, count};

#ifdef GRAPH_AVX512
GRAPH_AVX512 static int64_t keep_after_wide(int32_t *to, uint64_t *loops, const int32_t *vertex, int64_t n,
                                            const int32_t *key, int32_t v, bool writes_keys)
{
    __m512i v_key = _mm512_set1_epi32(key[v]), self = _mm512_set1_epi32(v);
    int64_t count = 0;
    for (int64_t k = 0; k < n; k += 16) {
        __mmask16 lanes = graph__lanes(n - k);
        __m512i w = _mm512_mask_loadu_epi32(self, lanes, vertex + k);
        __m512i other = _mm512_mask_i32gather_epi32(v_key, lanes, w, key, 4);
        __mmask16 after = _mm512_cmpgt_epi32_mask(other, v_key) |
                          (_mm512_cmpeq_epi32_mask(other, v_key) & _mm512_cmpgt_epi32_mask(w, self));
        __m512i later = _mm512_maskz_compress_epi32(after, writes_keys ? other : w);
        int later_count = __builtin_popcount(after);
        _mm512_mask_storeu_epi32(to + count, graph__lanes(later_count), later);
        count += later_count;
        *loops += (uint64_t)__builtin_popcount(_mm512_mask_cmpeq_epi32_mask(lanes, w, self));
    }
    return count;
}

GRAPH_AVX512 static int64_t split_wide(int32_t *later, int32_t *room, int32_t *next, uint64_t *loops,
                                       const int32_t *vertex, int64_t n, const int32_t *key, int32_t v)
{
    const __m512i self = _mm512_set1_epi32(v);
    int32_t sent[16];
    int64_t count = 0;
    if (n == 0)
        return 0;
    __m512i v_key = _mm512_set1_epi32(key[v]);
    for (int64_t k = 0; k < n; k += 16) {
        __mmask16 lanes = graph__lanes(n - k);
        __m512i w = _mm512_mask_loadu_epi32(self, lanes, vertex + k);
        __m512i other = _mm512_mask_i32gather_epi32(v_key, lanes, w, key, 4);
        __mmask16 after = _mm512_cmpgt_epi32_mask(other, v_key) |
                          (_mm512_cmpeq_epi32_mask(other, v_key) & _mm512_cmpgt_epi32_mask(w, self));
        __mmask16 loop = _mm512_mask_cmpeq_epi32_mask(lanes, w, self);
        __mmask16 before = (__mmask16)(lanes & ~after & ~loop);
        int later_count = __builtin_popcount(after), sent_count = __builtin_popcount(before);
        _mm512_mask_storeu_epi32(later + count, graph__lanes(later_count),
                                 _mm512_maskz_compress_epi32(after, w));
        count += later_count;
        *loops += loop != 0;
        _mm512_storeu_si512(sent, _mm512_maskz_compress_epi32(before, w));
        for (int e = 0; e < sent_count; e++)
            room[next[sent[e]]++] = v;
    }
    return count;
}

/* The head of the list is compared as a whole if it is one vector. */
GRAPH_AVX512 static int64_t join_wide(int32_t *list, int64_t head, int64_t length, const int32_t *vertex,
                                      int64_t n)
{
    if (head > 16)
        return join(list, head, length, vertex, n);
    for (int64_t k = 0; k < n; k += 16) {
        __mmask16 fresh = graph__lanes(n - k);
        __m512i w = _mm512_maskz_loadu_epi32(fresh, vertex + k);
        for (int64_t x = 0; x < head; x++)
            fresh &= _mm512_cmpneq_epi32_mask(w, _mm512_set1_epi32(list[x]));
        int fresh_count = __builtin_popcount(fresh);
        _mm512_mask_storeu_epi32(list + length, graph__lanes(fresh_count),
                                 _mm512_maskz_compress_epi32(fresh, w));
        length += fresh_count;
    }
    return length;
}

/* A list that sixteen vertices at a time are searched in: by comparison if it is short, else by its marks. */
struct member_list {
    const int32_t *list;
    int64_t length;
    const uint8_t *mark; /* NULL for a short list */
};

GRAPH_AVX512 static inline unsigned members(const struct member_list *a, __m512i w)
{
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi32(1);
    unsigned hits = 0;
    if (a->mark != NULL) {
        /* A lane reads the mark and the three bytes behind it. */
        __mmask16 used = _mm512_cmpge_epi32_mask(w, zero);
        __m512i marks = _mm512_mask_i32gather_epi32(zero, used, w, a->mark, 1);
        return (unsigned)__builtin_popcount(_mm512_test_epi32_mask(marks, one));
    }
    for (int64_t k = 0; k < a->length; k++)
        hits |= _mm512_cmpeq_epi32_mask(w, _mm512_set1_epi32(a->list[k]));
    return (unsigned)__builtin_popcount(hits);
}

/* The members of all lists of a list's members.  Short lists share a vector. */
GRAPH_AVX512 static inline uint64_t count_of(const struct member_list *a, const uint64_t *list,
                                             const int32_t *vertex)
{
    const __m512i no_vertex = _mm512_set1_epi32(-1);
    __m512i w = no_vertex;
    int64_t used = 0;
    uint64_t sum = 0;
    for (int64_t k = 0; k < a->length; k++) {
        uint64_t next = list[a->list[k]];
        const int32_t *third = vertex + graph__list_start(next);
        int64_t thirds = graph__list_length(next);
        if (used + thirds > 16) {
            sum += members(a, w);
            w = no_vertex;
            used = 0;
            for (; thirds > 16; thirds -= 16, third += 16)
                sum += members(a, _mm512_loadu_si512(third));
        }
        __mmask16 lanes = (__mmask16)(((1u << thirds) - 1u) << used);
        w = _mm512_mask_expandloadu_epi32(w, lanes, third);
        used += thirds;
    }
    return sum + members(a, w);
}

GRAPH_AVX512 static uint64_t count_wide(uint8_t *mark, const uint64_t *list, const int32_t *vertex,
                                        int64_t first, int64_t last)
{
    uint64_t sum = 0;
    for (int64_t u = first; u < last; u++) {
        struct member_list a = {vertex + graph__list_start(list[u]), graph__list_length(list[u]), NULL};
        if (a.length < 2)
            continue;
        if (a.length <= COMPARE_MOST) {
            sum += count_of(&a, list, vertex);
            continue;
        }
        set_marks(mark, a.list, a.length, 1);
        a.mark = mark;
        sum += count_of(&a, list, vertex);
        set_marks(mark, a.list, a.length, 0);
    }
    return sum;
}

static const struct triangle_steps wide = {keep_after_wide, split_wide, join_wide, count_wide};

const struct triangle_steps *graph__triangle_steps(void) { return graph__has_avx512() ? &wide : &plain; }
#else
const struct triangle_steps *graph__triangle_steps(void) { return &plain; }
#endif
