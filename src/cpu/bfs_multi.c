/* Breadth-first search from many sources at once: a bit for each source.
 *
 * seen(v), front(v) and next(v) are words of 64 to 512 lanes, a lane for each source of the group.  One level is
 *     next(v) = (or of front(u) over the edges u -> v) and not seen(v);   seen(v) |= next(v),
 * by rows of the reverse graph (pull) or, while few vertices are active, along the edges (push).  The level of a lane
 * is kept as binary digits: digit k of the level of vertex v in all lanes is the row v of plane k, so that a level costs
 * one `or` for each of its binary ones; planes turn into numbers at the end.  Counts per lane are binary digits too.
 * Each thread takes whole groups.
 *
 * Source: Then et al., "The more the merrier: efficient multi-source graph traversal", VLDB 2015. */
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "base/memory.h"
#include "cpu/isa.h"
#include "cpu/paths.h"

enum { MOST_WORDS = 8, MOST_PLANES = 31 };

struct group {
    const struct graph_bfs_multi_request *r;
    int64_t first, count; /* sources of the group */
    int64_t depth, active, active_edges;
    bool has_levels, is_counting;
    uint64_t *seen, *front, *next, *plane[MOST_PLANES + 1];
    int32_t *list, *found; /* vertices with a lane in front, and room for the next ones */
    uint64_t all[MOST_WORDS];
    uint64_t counter[MOST_PLANES * MOST_WORDS + MOST_WORDS];
};

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

#define WORDS 1
#define TARGET
#define INSTANCE(name) JOIN(name, _1_plain)
#include "cpu/bfs_multi.inc"

#define WORDS 4
#define TARGET
#define INSTANCE(name) JOIN(name, _4_plain)
#include "cpu/bfs_multi.inc"

#define WORDS 8
#define TARGET
#define INSTANCE(name) JOIN(name, _8_plain)
#include "cpu/bfs_multi.inc"

#define WORDS          4
#define TARGET         GRAPH_TARGET_AVX2
#define INSTANCE(name) JOIN(name, _4_avx2)
#include "cpu/bfs_multi.inc"

#define WORDS          8
#define TARGET         GRAPH_TARGET_AVX2
#define INSTANCE(name) JOIN(name, _8_avx2)
#include "cpu/bfs_multi.inc"

#define WORDS          8
#define TARGET         GRAPH_TARGET_AVX512
#define INSTANCE(name) JOIN(name, _8_avx512)
#include "cpu/bfs_multi.inc"

/* What one instruction set has for one width. */
struct steps {
    int words;
    enum graph_isa isa;
    void (*pull)(struct group *);
    void (*push)(struct group *);
};

static const struct steps all_steps[] = {
    {8, GRAPH_ISA_AVX512, pull_8_avx512, push_8_avx512}, {8, GRAPH_ISA_AVX2, pull_8_avx2, push_8_avx2},
    {8, GRAPH_ISA_PLAIN, pull_8_plain, push_8_plain},    {4, GRAPH_ISA_AVX2, pull_4_avx2, push_4_avx2},
    {4, GRAPH_ISA_PLAIN, pull_4_plain, push_4_plain},    {1, GRAPH_ISA_PLAIN, pull_1_plain, push_1_plain},
};

static const struct steps *find_steps(int group)
{
    enum graph_isa isa = graph__cpu_isa();
    const struct steps *s = all_steps;
    while (s->words > 1 && (s->words * 64 > group || s->isa > isa))
        s++;
    return s;
}

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

/* Turns a 64 x 64 bit matrix. */
static void turn_bits(uint64_t *m)
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

#if defined(__x86_64__)
/* The levels of a group as bytes, a row of lanes for each vertex. */
GRAPH_TARGET_AVX512 static void write_bytes_avx512(const struct group *g, int words, int digits)
{
    const struct graph_bfs_multi_request *r = g->r;
    const int64_t n = r->in.rows;
    const __m512i unreached = _mm512_set1_epi8(-1);
    __m512i bit[8];
    for (int k = 0; k < 8; k++)
        bit[k] = _mm512_set1_epi8((char)(1u << k));
    for (int64_t v = 0; v < n; v++)
        for (int64_t w = 0; w * 64 < g->count; w++) {
            int64_t lanes = g->count - w * 64;
            uint64_t kept = lanes >= 64 ? UINT64_MAX : ((uint64_t)1 << lanes) - 1;
            __m512i level = _mm512_setzero_si512();
            for (int k = 0; k < digits; k++)
                level = _mm512_or_si512(level, _mm512_maskz_mov_epi8(g->plane[k][v * words + w], bit[k]));
            level = _mm512_mask_mov_epi8(unreached, g->seen[v * words + w], level);
            _mm512_mask_storeu_epi8((uint8_t *)r->level + v * r->stride + g->first + w * 64, kept, level);
        }
}
#endif

/* Writes the levels of a group; is_by_vertex: a row of lanes for each vertex. */
static void write_group(const struct group *g, int words, int digits, enum graph_isa isa)
{
    const struct graph_bfs_multi_request *r = g->r;
    const int64_t n = r->in.rows;
    uint64_t digit[MOST_PLANES + 1], turned[MOST_PLANES + 1][64];
#if defined(__x86_64__)
    if (isa == GRAPH_ISA_AVX512 && r->is_by_vertex && r->level_type == GRAPH_UINT8) {
        write_bytes_avx512(g, words, digits);
        return;
    }
#endif
    for (int64_t v = 0; v < n && r->is_by_vertex; v++)
        for (int64_t w = 0; w * 64 < g->count; w++) {
            for (int k = 0; k < digits; k++)
                digit[k] = g->plane[k][v * words + w];
            write_levels(level_at(r, v, g->first + w * 64), r->level_type, digit, digits,
                         g->seen[v * words + w], g->count - w * 64 < 64 ? g->count - w * 64 : 64, isa);
        }
    for (int64_t w = 0; w * 64 < g->count && !r->is_by_vertex; w++)
        for (int64_t v = 0; v < n; v += 64) {
            int64_t height = n - v < 64 ? n - v : 64, width = g->count - w * 64 < 64 ? g->count - w * 64 : 64;
            for (int k = 0; k <= digits; k++) {
                const uint64_t *plane = k < digits ? g->plane[k] : g->seen;
                for (int64_t i = 0; i < 64; i++)
                    turned[k][i] = i < height ? plane[(v + i) * words + w] : 0;
                turn_bits(turned[k]);
            }
            for (int64_t s = 0; s < width; s++) {
                for (int k = 0; k < digits; k++)
                    digit[k] = turned[k][s];
                write_levels(level_at(r, g->first + w * 64 + s, v), r->level_type, digit, digits,
                             turned[digits][s], height, isa);
            }
        }
}

/* Adds the lanes counted at this depth to the sums of their sources. */
static void add_counts(struct group *g, int words)
{
    for (int64_t j = 0; j < g->count; j++) {
        int64_t count = 0;
        for (int k = 0; k < MOST_PLANES; k++)
            count |= (int64_t)(g->counter[k * words + j / 64] >> (j % 64) & 1) << k;
        if (count == 0)
            continue;
        if (g->r->reached != NULL)
            g->r->reached[g->first + j] += count;
        if (g->r->distance_sum != NULL)
            g->r->distance_sum[g->first + j] += count * g->depth;
        if (g->r->eccentricity != NULL)
            g->r->eccentricity[g->first + j] = (int32_t)g->depth;
    }
    memset(g->counter, 0, sizeof g->counter);
}

static void start(struct group *g, int words)
{
    const struct graph_bfs_multi_request *r = g->r;
    const int64_t n = r->in.rows;
    const size_t bytes = (size_t)(n * words) * sizeof(uint64_t);
    memset(g->seen, 0, bytes);
    memset(g->front, 0, bytes);
    memset(g->next, 0, bytes);
    for (int k = 0; k <= MOST_PLANES && g->plane[k] != NULL; k++)
        memset(g->plane[k], 0, bytes);
    memset(g->all, 0, sizeof g->all);
    g->active = g->active_edges = 0;
    for (int64_t j = 0; j < g->count; j++) {
        int64_t v = r->source != NULL ? r->source[g->first + j] : r->first_source + g->first + j;
        bool is_new = true;
        for (int w = 0; w < words; w++)
            is_new = is_new && g->front[v * words + w] == 0;
        if (is_new) {
            g->list[g->active++] = (int32_t)v;
            g->active_edges += r->out.row_start[v + 1] - r->out.row_start[v];
        }
        g->seen[v * words + j / 64] |= (uint64_t)1 << (j % 64);
        g->front[v * words + j / 64] |= (uint64_t)1 << (j % 64);
        g->all[j / 64] |= (uint64_t)1 << (j % 64);
        if (r->reached != NULL)
            r->reached[g->first + j] = 1;
        if (r->distance_sum != NULL)
            r->distance_sum[g->first + j] = 0;
        if (r->eccentricity != NULL)
            r->eccentricity[g->first + j] = 0;
    }
}

static graph_status walk(struct group *g, const struct steps *steps)
{
    const struct graph_bfs_multi_request *r = g->r;
    const int64_t n = r->in.rows;
    const int words = steps->words;
    const size_t bytes = (size_t)(n * words) * sizeof(uint64_t);
    const int64_t most = r->level_type == GRAPH_UINT8 ? UINT8_MAX - 1 : UINT16_MAX - 1;
    int digits = 0;
    graph_status status = GRAPH_OK;
    start(g, words);
    for (g->depth = 1; g->active > 0 && g->depth <= r->max_depth; g->depth++) {
        if (g->has_levels && r->level_type != GRAPH_INT32 && g->depth > most)
            break; /* An error only if another vertex is reached; see below. */
        if (g->has_levels && (g->depth & (g->depth - 1)) == 0) {
            if (g->plane[digits] == NULL)
                GRAPH_TRY(GRAPH_NEW_ZEROED(g->plane[digits], n * words));
            digits++;
        }
        int64_t before = g->active;
        bool is_push = g->active_edges + g->active < (r->in.entries + n) / 8;
        if (is_push) {
            steps->push(g);
            for (int64_t a = 0; a < before; a++) /* push has swapped the lists */
                memset(g->front + g->found[a] * (int64_t)words, 0, (size_t)words * sizeof(uint64_t));
        } else {
            steps->pull(g);
        }
        uint64_t *swap = g->front;
        g->front = g->next;
        g->next = swap;
        if (!is_push)
            memset(g->next, 0, bytes);
        if (g->is_counting)
            add_counts(g, words);
    }
    if (g->active > 0 && g->has_levels && g->depth > most && g->depth <= r->max_depth &&
        r->level_type != GRAPH_INT32) {
        g->has_levels = false;
        g->is_counting = false;
        steps->pull(g);
        g->has_levels = true;
        if (g->active > 0)
            GRAPH_FAIL(GRAPH_E_DOMAIN, "a level is above %lld; the type %s ends there", (long long)most,
                       graph_type_name(r->level_type));
    }
    if (g->has_levels)
        write_group(g, words, digits, graph__cpu_isa());
done:
    return status;
}

static void release(struct group *g)
{
    graph__free(g->seen);
    graph__free(g->front);
    graph__free(g->next);
    graph__free(g->list);
    graph__free(g->found);
    for (int k = 0; k <= MOST_PLANES; k++)
        graph__free(g->plane[k]);
    graph__free(g);
}

static graph_status make(struct group **made, const struct graph_bfs_multi_request *r, int words)
{
    struct group *g;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(g, 1));
    *made = g;
    g->r = r;
    g->has_levels = r->level != NULL;
    g->is_counting = r->reached != NULL || r->distance_sum != NULL || r->eccentricity != NULL;
    GRAPH_TRY(GRAPH_NEW(g->seen, r->in.rows * words));
    GRAPH_TRY(GRAPH_NEW(g->front, r->in.rows * words));
    GRAPH_TRY(GRAPH_NEW(g->next, r->in.rows * words));
    GRAPH_TRY(GRAPH_NEW(g->list, r->in.rows));
    GRAPH_TRY(GRAPH_NEW(g->found, r->in.rows));
done:
    return status;
}

graph_status graph__cpu_bfs_multi(struct graph_bfs_multi_request *r)
{
    /* Wide groups share more work; but every thread should have one. */
    int64_t each = (r->sources + r->threads - 1) / r->threads;
    int group = r->group > 0 ? r->group : each > 256 ? 512 : each > 64 ? 256 : 64;
    const struct steps *steps = find_steps(group);
    int64_t lanes = 64 * steps->words, groups = (r->sources + lanes - 1) / lanes, finished = 0;
    graph_status failure = GRAPH_OK;
#pragma omp parallel num_threads(r->threads)
    {
        struct group *g = NULL;
        graph_status mine = make(&g, r, steps->words);
#pragma omp for schedule(dynamic, 1)
        for (int64_t k = 0; k < groups; k++) {
            graph_status seen;
#pragma omp atomic read
            seen = failure;
            if (seen < 0 || mine < 0)
                continue;
            g->first = k * lanes;
            g->count = r->sources - g->first < lanes ? r->sources - g->first : lanes;
            g->is_counting = r->reached != NULL || r->distance_sum != NULL || r->eccentricity != NULL;
            mine = walk(g, steps);
            if (mine == GRAPH_OK && r->progress != NULL) {
#pragma omp critical(graph_bfs_multi_progress)
                if (r->progress((double)++finished / (double)groups, r->context) != 0)
                    mine = GRAPH_E_CANCELLED;
            }
        }
        if (mine < 0) {
#pragma omp atomic write
            failure = mine;
        }
        if (g != NULL)
            release(g);
    }
    if (failure == GRAPH_E_DOMAIN)
        return graph__fail(failure, "a level does not fit the type %s", graph_type_name(r->level_type));
    if (failure < 0)
        return graph__fail(failure, "levels from many sources: %s", graph_status_text(failure));
    return GRAPH_OK;
}
