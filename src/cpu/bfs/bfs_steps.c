/* See bfs_steps.h.  Whether an edge leads to a new vertex cannot be predicted, nor where a short row ends: there is no
 * branch for the one, and with sixteen lanes hardly one for the other. */
#include "cpu/bfs/bfs_steps.h"

#include "cpu/bfs/tuning.h"
#include "cpu/common/avx512.h"

enum { PIECE = 16, HALF = 8, SHORT = 4 };

/* Prefetches for the next vertices of the queue: where their rows start, then the rows. */
static inline void prefetch(const struct frontier *f)
{
    if (f->q + 16 < f->end)
        __builtin_prefetch(&f->out->row_start[f->queue[f->q + 16]]);
    if (f->q + 6 < f->end)
        __builtin_prefetch(&f->out->column[f->out->row_start[f->queue[f->q + 6]]]);
}

static bool collect(struct batch *batch, struct frontier *f, const uint64_t *visited)
{
    int count = batch->count;
    for (; f->q < f->end; f->q++, f->k = -1) {
        int32_t u = f->queue[f->q];
        int64_t k = f->k < 0 ? f->out->row_start[u] : f->k, end = f->out->row_start[u + 1];
        prefetch(f);
        while (k < end) {
            int64_t stop = end - k < BATCH - count ? end : k + BATCH - count;
            for (; k < stop; k++) {
                int32_t v = f->out->column[k];
                batch->from[count] = u;
                batch->to[count] = v;
                count += !(visited[v >> 6] >> (v & 63) & 1);
            }
            if (count == BATCH) {
                batch->count = count;
                f->k = k;
                return false;
            }
        }
    }
    batch->count = count;
    return true;
}

static uint64_t find_parents(int32_t *parent, const struct graph_csr *in, int64_t w, uint64_t wanted,
                             const uint64_t *front)
{
    uint64_t reached = 0;
    for (; wanted != 0; wanted &= wanted - 1) {
        int b = __builtin_ctzll(wanted);
        int64_t end = in->row_start[64 * w + b + 1];
        for (int64_t k = in->row_start[64 * w + b]; k < end; k++) {
            int32_t u = in->column[k];
            if (front[u >> 6] >> (u & 63) & 1) {
                reached |= (uint64_t)1 << b;
                parent[b] = u;
                break;
            }
        }
    }
    return reached;
}

static uint64_t empty_rows(const struct graph_csr *in, int64_t w, int64_t count)
{
    uint64_t empty = 0;
    for (int64_t b = 0; b < count; b++)
        empty |= (uint64_t)(in->row_start[64 * w + b] == in->row_start[64 * w + b + 1]) << b;
    return empty;
}

static const struct bfs_steps plain = {collect, find_parents, empty_rows};

#ifdef GRAPH_AVX512
/* The lanes of v whose bit is set (is_set) or not.  On x86 a 64-bit word is two 32-bit words, the lower first. */
GRAPH_AVX512 static inline __mmask16 test_bits(__mmask16 lanes, __m512i v, const uint64_t *bits, bool is_set)
{
    const __m512i one = _mm512_set1_epi32(1), low = _mm512_set1_epi32(31);
    __m512i words =
        _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes, _mm512_srli_epi32(v, 5), bits, 4);
    __m512i bit = _mm512_sllv_epi32(one, _mm512_and_si512(v, low));
    return is_set ? _mm512_mask_test_epi32_mask(lanes, words, bit)
                  : _mm512_mask_testn_epi32_mask(lanes, words, bit);
}

/* Appends what is new in a row of at most four: a whole vector would wait for lines of memory beyond the row. */
GRAPH_AVX512 static inline int append_short(struct batch *batch, int count, int32_t u, const int32_t *column,
                                            int64_t n, const uint64_t *visited)
{
    __mmask8 lanes = (__mmask8)((1u << n) - 1u);
    __m128i v = _mm_maskz_loadu_epi32(lanes, column);
    __m128i words = _mm_mmask_i32gather_epi32(_mm_setzero_si128(), lanes, _mm_srli_epi32(v, 5), visited, 4);
    __m128i bit = _mm_sllv_epi32(_mm_set1_epi32(1), _mm_and_si128(v, _mm_set1_epi32(31)));
    __mmask8 is_new = _mm_mask_testn_epi32_mask(lanes, words, bit);
    _mm_storeu_si128((__m128i *)(batch->to + count), _mm_maskz_compress_epi32(is_new, v));
    _mm_storeu_si128((__m128i *)(batch->from + count), _mm_set1_epi32(u));
    return __builtin_popcount(is_new);
}

GRAPH_AVX512 static bool collect_wide(struct batch *batch, struct frontier *f, const uint64_t *visited)
{
    int count = batch->count;
    for (; f->q < f->end; f->q++, f->k = -1) {
        int32_t u = f->queue[f->q];
        int64_t k = f->k < 0 ? f->out->row_start[u] : f->k, end = f->out->row_start[u + 1];
        const __m512i from = _mm512_set1_epi32(u);
        prefetch(f);
        if (end - k <= SHORT && count <= BATCH - PIECE) {
            count += append_short(batch, count, u, f->out->column + k, end - k, visited);
            continue;
        }
        for (; k < end; k += PIECE) {
            if (count > BATCH - PIECE) {
                batch->count = count;
                f->k = k;
                return false;
            }
            __mmask16 lanes = graph__lanes(end - k);
            __m512i v = _mm512_maskz_loadu_epi32(lanes, f->out->column + k);
            __mmask16 is_new = test_bits(lanes, v, visited, false);
            /* All sixteen are written: there is room, and the next piece overwrites what does not count. */
            _mm512_storeu_si512(batch->to + count, _mm512_maskz_compress_epi32(is_new, v));
            _mm512_storeu_si512(batch->from + count, from);
            count += __builtin_popcount(is_new);
        }
    }
    batch->count = count;
    return true;
}

/* As a whole vector for a row of at most eight, in half the time; returns whether one of it is in front. */
GRAPH_AVX512 static inline bool find_parent_half(int32_t *parent, const int32_t *row, int64_t n,
                                                 const uint64_t *front)
{
    __mmask8 lanes = (__mmask8)((1u << n) - 1u);
    __m256i u = _mm256_maskz_loadu_epi32(lanes, row);
    __m256i words =
        _mm256_mmask_i32gather_epi32(_mm256_setzero_si256(), lanes, _mm256_srli_epi32(u, 5), front, 4);
    __m256i bit = _mm256_sllv_epi32(_mm256_set1_epi32(1), _mm256_and_si256(u, _mm256_set1_epi32(31)));
    __mmask8 hits = _mm256_mask_test_epi32_mask(lanes, words, bit);
    *parent = _mm_cvtsi128_si32(_mm256_castsi256_si128(_mm256_maskz_compress_epi32(hits, u)));
    return hits != 0;
}

GRAPH_AVX512 static uint64_t find_parents_wide(int32_t *parent, const struct graph_csr *in, int64_t w,
                                               uint64_t wanted, const uint64_t *front)
{
    uint64_t reached = 0;
    for (; wanted != 0; wanted &= wanted - 1) {
        int b = __builtin_ctzll(wanted);
        int64_t k = in->row_start[64 * w + b], end = in->row_start[64 * w + b + 1];
        if (end - k <= HALF) {
            reached |= (uint64_t)find_parent_half(&parent[b], in->column + k, end - k, front) << b;
            continue;
        }
        __mmask16 hits = 0;
        __m512i u = _mm512_setzero_si512();
        for (; k < end && hits == 0; k += PIECE) {
            __mmask16 lanes = graph__lanes(end - k);
            u = _mm512_maskz_loadu_epi32(lanes, in->column + k);
            hits = test_bits(lanes, u, front, true);
        }
        parent[b] = _mm_cvtsi128_si32(_mm512_castsi512_si128(_mm512_maskz_compress_epi32(hits, u)));
        reached |= (uint64_t)(hits != 0) << b;
    }
    return reached;
}

GRAPH_AVX512 static uint64_t empty_rows_wide(const struct graph_csr *in, int64_t w, int64_t count)
{
    const int64_t *start = in->row_start + 64 * w;
    uint64_t empty = 0;
    if (count < 64)
        return empty_rows(in, w, count);
    for (int b = 0; b < 64; b += 8)
        empty |= (uint64_t)_mm512_cmpeq_epi64_mask(_mm512_loadu_si512(start + b),
                                                   _mm512_loadu_si512(start + b + 1))
                 << b;
    return empty;
}

/* Sixteen lanes read more of a row than the first hit: that is free only while bitmaps are in a near cache. */
static const struct bfs_steps wide = {collect_wide, find_parents_wide, empty_rows_wide},
                              wide_large = {collect_wide, find_parents, empty_rows_wide};

const struct bfs_steps *graph__bfs_steps(int64_t bitmap_bytes)
{
    return !graph__has_avx512() ? &plain : bitmap_bytes < LARGE_BITMAP ? &wide : &wide_large;
}
#else
const struct bfs_steps *graph__bfs_steps(int64_t bitmap_bytes) { return bitmap_bytes < 0 ? NULL : &plain; }
#endif
