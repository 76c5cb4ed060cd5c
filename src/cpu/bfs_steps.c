/* See bfs_steps.h.  Whether an edge leads to a new vertex cannot be predicted, so there is no branch for it. */
#include "cpu/bfs_steps.h"

#include "cpu/avx512.h"

static void collect(struct batch *batch, const int32_t *vertex, int64_t n, int32_t u, const uint64_t *visited)
{
    int count = batch->count;
    for (int64_t k = 0; k < n; k++) {
        int32_t v = vertex[k];
        batch->from[count] = u;
        batch->to[count] = v;
        count += !(visited[v >> 6] >> (v & 63) & 1);
    }
    batch->count = count;
}

#ifdef GRAPH_AVX512
GRAPH_AVX512 static void collect_wide(struct batch *batch, const int32_t *vertex, int64_t n, int32_t u,
                                      const uint64_t *visited)
{
    const __m512i one = _mm512_set1_epi32(1), low = _mm512_set1_epi32(31), from = _mm512_set1_epi32(u);
    int count = batch->count;
    for (int64_t k = 0; k < n; k += 16) {
        __mmask16 lanes = graph__lanes(n - k);
        __m512i v = _mm512_maskz_loadu_epi32(lanes, vertex + k);
        /* On x86 the bits of a 64-bit word are those of two 32-bit words, the lower first. */
        __m512i words = _mm512_mask_i32gather_epi32(one, lanes, _mm512_srli_epi32(v, 5), visited, 4);
        __mmask16 is_new =
            _mm512_mask_testn_epi32_mask(lanes, words, _mm512_sllv_epi32(one, _mm512_and_si512(v, low)));
        int new_count = __builtin_popcount(is_new);
        __mmask16 room = graph__lanes(new_count);
        _mm512_mask_storeu_epi32(batch->to + count, room, _mm512_maskz_compress_epi32(is_new, v));
        _mm512_mask_storeu_epi32(batch->from + count, room, from);
        count += new_count;
    }
    batch->count = count;
}

graph__collect *graph__bfs_collect(void) { return graph__has_avx512() ? collect_wide : collect; }
#else
graph__collect *graph__bfs_collect(void) { return collect; }
#endif
