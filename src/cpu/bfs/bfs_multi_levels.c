/* Levels of a group, from its fronts and planes to an array.
 *
 * Row v of plane k holds digit k of the level of v for each lane; a retained front of depth d stands for one bit in
 * each plane of a binary one of d.  A row of lanes becomes bytes by adding 2^k where digit k is set.
 * Rows that will not be read soon go past the caches: an ordinary store to a line that is not in them reads it first. */
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "cpu/bfs/bfs_multi.h"
#include "cpu/bfs/tuning.h"

enum { AHEAD = 16 /* the first and last cache lines of rows are prefetched this many rows ahead */ };

/* 64 bytes, byte j with the bits j of up to eight words: word k gives bit k. */
static void bytes_of_plain(uint8_t *bytes, const uint64_t *words, int count)
{
    for (int part = 0; part < 8; part++) {
        uint64_t sum = 0;
        for (int k = 0; k < count; k++) {
            uint64_t spread = ((words[k] >> (8 * part) & 0xff) * 0x0101010101010101u) & 0x8040201008040201u;
            sum |= ((spread + 0x7f7f7f7f7f7f7f7fu) | spread) >> 7 << k & 0x0101010101010101u << k;
        }
        for (int j = 0; j < 8; j++)
            bytes[8 * part + j] = (uint8_t)(sum >> (8 * j));
    }
}

#if defined(__x86_64__)
GRAPH_TARGET_AVX512 static void bytes_of_avx512(uint8_t *bytes, const uint64_t *words, int count)
{
    __m512i sum = _mm512_setzero_si512();
    for (int k = 0; k < count; k++)
        sum = _mm512_or_si512(sum, _mm512_maskz_set1_epi8(words[k], (char)(1u << k)));
    _mm512_storeu_si512(bytes, sum);
}
#endif

static void bytes_of(uint8_t *bytes, const uint64_t *words, int count, enum graph_isa isa)
{
#if defined(__x86_64__)
    if (isa == GRAPH_ISA_AVX512) {
        bytes_of_avx512(bytes, words, count);
        return;
    }
#endif
    (void)isa;
    bytes_of_plain(bytes, words, count);
}

/* 64 levels from their binary digits; lanes without a bit in `seen` are unreached. */
static void write_levels(void *to, graph_type type, const uint64_t *digit, int digits, uint64_t seen,
                         int64_t lanes, enum graph_isa isa)
{
    uint64_t marked[8];
    uint8_t part[4][64];
    if (type == GRAPH_UINT8) {
        for (int k = 0; k < 8; k++)
            marked[k] = (k < digits ? digit[k] : 0) | ~seen;
        if (lanes == 64) {
            bytes_of(to, marked, seen == UINT64_MAX ? digits : 8, isa);
        } else {
            bytes_of(part[0], marked, 8, isa);
            memcpy(to, part[0], (size_t)lanes);
        }
        return;
    }
    for (int p = 0; p < 4; p++) {
        int count = digits - 8 * p < 0 ? 0 : digits - 8 * p < 8 ? digits - 8 * p : 8;
        bytes_of(part[p], digit + (count > 0 ? 8 * p : 0), count, isa);
    }
    if (type == GRAPH_UINT16) {
        uint16_t *level = to;
        for (int64_t j = 0; j < lanes; j++)
            level[j] = seen >> j & 1 ? (uint16_t)(part[0][j] | part[1][j] << 8) : UINT16_MAX;
    } else {
        int32_t *level = to;
        for (int64_t j = 0; j < lanes; j++)
            level[j] = seen >> j & 1 ? part[0][j] | part[1][j] << 8 | part[2][j] << 16 | part[3][j] << 24
                                     : INT32_MAX;
    }
}

/* Transposes a 64 x 64 bit matrix. */
static void transpose_bits(uint64_t *m)
{
    uint64_t mask = 0x00000000ffffffffu;
    for (int half = 32; half != 0; half >>= 1, mask ^= mask << half)
        for (int k = 0; k < 64; k = (k + half + 1) & ~half) {
            uint64_t t = ((m[k] >> half) ^ m[k + half]) & mask;
            m[k] ^= t << half;
            m[k + half] ^= t;
        }
}

static char *level_at(const struct graph_bfs_multi_request *r, int64_t row, int64_t column)
{
    return (char *)r->level + (size_t)(row * r->stride + column) * graph_type_size(r->level_type);
}

/* The digits of row v from retained fronts and planes, `words` words each; the planes of the row are cleared. */
static void take_digits(uint64_t (*digit)[MOST_WORDS], struct graph_bfs_group *g, int64_t v, int digits)
{
    const int words = g->words;
    for (int k = 0; k < digits; k++)
        for (int w = 0; w < words; w++)
            digit[k][w] = 0;
    for (int j = 0; j < g->retained_count; j++)
        for (int k = 0; k < digits; k++)
            for (int w = 0; g->retained_depth[j] >> k & 1 && w < words; w++)
                digit[k][w] |= g->retained[j][v * words + w];
    if (!g->touched[v])
        return;
    g->touched[v] = 0;
    for (int k = 0; k < digits; k++)
        for (int w = 0; w < words; w++) {
            digit[k][w] |= g->plane[k][v * words + w];
            g->plane[k][v * words + w] = 0;
        }
}

static int64_t number_of(const struct graph_bfs_group *g, int64_t v)
{
    return g->order->number != NULL ? g->order->number[v] : v;
}

#if defined(__x86_64__)
/* The 512 bits of x moved down by `shift`, 0 .. 63. */
GRAPH_TARGET_AVX512 static __m512i moved_down(__m512i x, int64_t shift)
{
    __m512i above = _mm512_alignr_epi64(_mm512_setzero_si512(), x, 1);
    return _mm512_or_si512(_mm512_srl_epi64(x, _mm_cvtsi64_si128(shift)),
                           _mm512_sll_epi64(above, _mm_cvtsi64_si128(64 - shift)));
}

GRAPH_TARGET_AVX512 static __m512i bytes_of_digits(const uint64_t (*digit)[MOST_WORDS], int digits, int w,
                                                   uint64_t seen)
{
    __m512i level = _mm512_setzero_si512();
    for (int k = 0; k < digits; k++)
        level = _mm512_mask_add_epi8(level, digit[k][w], level, _mm512_set1_epi8((char)(1u << k)));
    return _mm512_mask_mov_epi8(_mm512_set1_epi8(-1), seen, level);
}

/* Where the levels of number v begin. */
static uint8_t *row_of(const struct graph_bfs_group *g, int64_t v)
{
    int64_t vertex = g->order->vertex != NULL ? g->order->vertex[v] : v;
    return (uint8_t *)g->r->level + vertex * g->r->stride + g->first;
}

/* The levels of a group of 512 as bytes, a row of lanes for each vertex.  Lines of the array are stored whole. */
GRAPH_TARGET_AVX512 static void write_bytes_avx512(struct graph_bfs_group *g, int digits)
{
    const struct graph_bfs_multi_request *r = g->r;
    const int64_t n = r->in.rows;
    const bool is_large = n * r->sources >= STREAM_BYTES;
    uint64_t digit[8][MOST_WORDS] __attribute__((aligned(64))), seen[MOST_WORDS] __attribute__((aligned(64)));
    __m512i row[8];
    for (int64_t v = 0; v < n; v++) {
        uint8_t *to = row_of(g, v);
        if (v + AHEAD < n) { /* Lines that are stored in part are read first; whole ones are not. */
            __builtin_prefetch(row_of(g, v + AHEAD), 1);
            __builtin_prefetch(row_of(g, v + AHEAD) + g->count - 1, 1);
            for (int k = 0; g->touched[v + AHEAD] && k < digits; k++)
                __builtin_prefetch(g->plane[k] + (v + AHEAD) * MOST_WORDS, 1);
        }
        int64_t head = -(intptr_t)to & 63;
        head = head < g->count ? head : g->count;
        for (int k = 0; k < digits; k++)
            row[k] = _mm512_setzero_si512();
        for (int j = 0; j < g->retained_count; j++)
            for (int k = 0; k < digits; k++)
                if (g->retained_depth[j] >> k & 1)
                    row[k] = _mm512_or_si512(row[k], _mm512_load_si512(g->retained[j] + v * MOST_WORDS));
        for (int k = 0; g->touched[v] && k < digits; k++) {
            row[k] = _mm512_or_si512(row[k], _mm512_load_si512(g->plane[k] + v * MOST_WORDS));
            _mm512_store_si512(g->plane[k] + v * MOST_WORDS, _mm512_setzero_si512());
        }
        g->touched[v] = 0;
        __m512i reached = _mm512_load_si512(g->seen + v * MOST_WORDS);
        for (int k = 0; k < digits; k++)
            _mm512_store_si512(digit[k], row[k]);
        _mm512_store_si512(seen, reached);
        if (head > 0) {
            _mm512_mask_storeu_epi8(
                to, ((uint64_t)1 << head) - 1,
                bytes_of_digits((const uint64_t(*)[MOST_WORDS])digit, digits, 0, seen[0]));
            for (int k = 0; k < digits; k++)
                _mm512_store_si512(digit[k], moved_down(row[k], head));
            _mm512_store_si512(seen, moved_down(reached, head));
        }
        to += head;
        for (int64_t w = 0; w * 64 < g->count - head; w++) {
            int64_t lanes = g->count - head - w * 64;
            __m512i level = bytes_of_digits((const uint64_t(*)[MOST_WORDS])digit, digits, (int)w, seen[w]);
            if (lanes < 64)
                _mm512_mask_storeu_epi8(to + w * 64, ((uint64_t)1 << lanes) - 1, level);
            else if (is_large)
                _mm512_stream_si512((void *)(to + w * 64), level);
            else
                _mm512_store_si512((void *)(to + w * 64), level);
        }
    }
    _mm_sfence();
}
#endif

/* A row of lanes for each vertex. */
static void write_by_vertex(struct graph_bfs_group *g, int digits, enum graph_isa isa)
{
    const struct graph_bfs_multi_request *r = g->r;
    const int words = g->words;
    uint64_t digit[MOST_PLANES + 1][MOST_WORDS], column[MOST_PLANES + 1];
    for (int64_t vertex = 0; vertex < r->in.rows; vertex++) {
        int64_t v = number_of(g, vertex);
        take_digits(digit, g, v, digits);
        for (int64_t w = 0; w * 64 < g->count; w++) {
            for (int k = 0; k < digits; k++)
                column[k] = digit[k][w];
            write_levels(level_at(r, vertex, g->first + w * 64), r->level_type, column, digits,
                         g->seen[v * words + w], g->count - w * 64 < 64 ? g->count - w * 64 : 64, isa);
        }
    }
}

/* A row of vertices for each lane: bits are transposed in blocks of 64 x 64 at a time. */
static void write_by_source(struct graph_bfs_group *g, int digits, enum graph_isa isa)
{
    const struct graph_bfs_multi_request *r = g->r;
    const int64_t n = r->in.rows;
    const int words = g->words;
    uint64_t digit[MOST_PLANES + 1][MOST_WORDS], column[MOST_PLANES + 1];
    uint64_t(*transposed)[MOST_PLANES + 2][64] = g->transposed;
    for (int64_t v = 0; v < n; v += 64) {
        int64_t height = n - v < 64 ? n - v : 64;
        for (int64_t i = 0; i < 64; i++) {
            int64_t row = i < height ? number_of(g, v + i) : 0;
            if (i < height)
                take_digits(digit, g, row, digits);
            for (int w = 0; w < words; w++) {
                for (int k = 0; k < digits; k++)
                    transposed[w][k][i] = i < height ? digit[k][w] : 0;
                transposed[w][digits][i] = i < height ? g->seen[row * words + w] : 0;
            }
        }
        for (int64_t w = 0; w * 64 < g->count; w++) {
            int64_t width = g->count - w * 64 < 64 ? g->count - w * 64 : 64;
            for (int k = 0; k <= digits; k++)
                transpose_bits(transposed[w][k]);
            for (int64_t s = 0; s < width; s++) {
                for (int k = 0; k < digits; k++)
                    column[k] = transposed[w][k][s];
                write_levels(level_at(r, g->first + w * 64 + s, v), r->level_type, column, digits,
                             transposed[w][digits][s], height, isa);
            }
        }
    }
}

void graph__bfs_write_levels(struct graph_bfs_group *g, int digits)
{
    enum graph_isa isa = graph__cpu_isa();
#if defined(__x86_64__)
    if (isa == GRAPH_ISA_AVX512 && g->words == MOST_WORDS && g->r->is_by_vertex &&
        g->r->level_type == GRAPH_UINT8) {
        write_bytes_avx512(g, digits);
        return;
    }
#endif
    if (g->r->is_by_vertex)
        write_by_vertex(g, digits, isa);
    else
        write_by_source(g, digits, isa);
}
