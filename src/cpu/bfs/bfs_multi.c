/* Breadth-first search from many sources at once: a bit for each source.
 *
 * seen(v), front(v) and next(v) are words of 64 to 512 lanes, a lane for each source of the group.  One level is
 *     next(v) = (or of front(u) over the edges u -> v) and not seen(v);   seen(v) |= next(v),
 * by rows of the reverse graph (pull) or, while the frontier is small, along the edges (push).  The level of a lane is
 * stored as binary digits: digit k of the level of vertex v in all lanes is the row v of plane k, so that a level costs
 * one `or` for each of its binary ones; planes become numbers at the end.  Counts per lane are binary digits too.
 * Each thread takes whole groups.
 *
 * Source: Then et al., "The more the merrier: efficient multi-source graph traversal", VLDB 2015. */
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "base/memory.h"
#include "base/progress.h"
#include "cpu/bfs/bfs.h"
#include "cpu/bfs/bfs_multi.h"
#include "cpu/bfs/tuning.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

#define WORDS 1
#define TARGET
#define INSTANCE(name) JOIN(name, _1_plain)
#include "cpu/bfs/bfs_multi.inc"

#define WORDS 4
#define TARGET
#define INSTANCE(name) JOIN(name, _4_plain)
#include "cpu/bfs/bfs_multi.inc"

#define WORDS 8
#define TARGET
#define INSTANCE(name) JOIN(name, _8_plain)
#include "cpu/bfs/bfs_multi.inc"

#if defined(__x86_64__)
#define WITH_AVX2
#endif
#define WORDS          4
#define TARGET         GRAPH_TARGET_AVX2
#define INSTANCE(name) JOIN(name, _4_avx2)
#include "cpu/bfs/bfs_multi.inc"

#define WORDS          8
#define TARGET         GRAPH_TARGET_AVX2
#define INSTANCE(name) JOIN(name, _8_avx2)
#include "cpu/bfs/bfs_multi.inc"

#undef WITH_AVX2
#if defined(__x86_64__)
#define WITH_AVX512
#endif
#define WORDS          8
#define TARGET         GRAPH_TARGET_AVX512
#define INSTANCE(name) JOIN(name, _8_avx512)
#include "cpu/bfs/bfs_multi.inc"

/* What one instruction set has for one width. */
struct steps {
    int words;
    enum graph_isa isa;
    void (*pull)(struct graph_bfs_group *);
    void (*push)(struct graph_bfs_group *);
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

/* Adds the lanes counted at this depth to the sums of their sources. */
static void add_counts(struct graph_bfs_group *g)
{
    for (int64_t j = 0; j < g->count; j++) {
        int64_t count = 0;
        for (int k = 0; k < MOST_PLANES; k++)
            count |= (int64_t)(g->counter[k * g->words + j / 64] >> (j % 64) & 1) << k;
        if (count == 0)
            continue;
        if (g->r->reached != NULL)
            g->r->reached[g->first + j] += count;
        if (g->r->distance_sum != NULL)
            g->r->distance_sum[g->first + j] += count * g->depth;
        if (g->r->inverse_sum != NULL)
            g->r->inverse_sum[g->first + j] += (double)count / (double)g->depth;
        if (g->r->eccentricity != NULL)
            g->r->eccentricity[g->first + j] = (int32_t)g->depth;
    }
    memset(g->counter, 0, sizeof g->counter);
}

static void start(struct graph_bfs_group *g)
{
    const struct graph_bfs_multi_request *r = g->r;
    const struct graph_bfs_order *order = g->order;
    const int words = g->words;
    const size_t bytes = (size_t)(r->in.rows * words) * sizeof(uint64_t);
    for (int k = 0; k < g->retained_count; k++)
        if (g->retained[k] != g->front)
            g->spare[g->spares++] = g->retained[k];
    g->retained_count = 0;
    g->is_front_retained = false;
    memset(g->seen, 0, bytes);
    memset(g->front, 0, bytes);
    memset(g->all, 0, sizeof g->all);
    g->active = g->active_edges = 0;
    for (int64_t j = 0; j < g->count; j++) {
        int64_t v = r->source != NULL ? r->source[g->first + j] : r->first_source + g->first + j;
        v = order->number != NULL ? order->number[v] : v;
        bool is_new = true;
        for (int w = 0; w < words; w++)
            is_new = is_new && g->front[v * words + w] == 0;
        if (is_new) {
            g->list[g->active++] = (int32_t)v;
            g->active_edges += order->out.row_start[v + 1] - order->out.row_start[v];
        }
        g->seen[v * words + j / 64] |= (uint64_t)1 << (j % 64);
        g->front[v * words + j / 64] |= (uint64_t)1 << (j % 64);
        g->all[j / 64] |= (uint64_t)1 << (j % 64);
        if (r->reached != NULL)
            r->reached[g->first + j] = 1;
        if (r->distance_sum != NULL)
            r->distance_sum[g->first + j] = 0;
        if (r->inverse_sum != NULL)
            r->inverse_sum[g->first + j] = 0;
        if (r->eccentricity != NULL)
            r->eccentricity[g->first + j] = 0;
    }
}

/* A plane that is there and zero. */
static graph_status add_plane(struct graph_bfs_group *g, int k)
{
    const size_t words = (size_t)(g->r->in.rows * g->words);
    graph_status status;
    if (g->plane[k] != NULL)
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(g->plane_memory[k], words + MOST_WORDS));
    g->plane[k] = (uint64_t *)(((uintptr_t)g->plane_memory[k] + 63) & ~(uintptr_t)63);
done:
    return status;
}

/* One level, along the edges or against them. */
static void step(struct graph_bfs_group *g, const struct steps *steps)
{
    const struct graph_csr *in = &g->order->in;
    const size_t row_bytes = (size_t)g->words * sizeof(uint64_t);
    int64_t before = g->active;
    bool is_push = g->active_edges + g->active < (in->entries + in->rows) / 8;
    bool is_retained = !is_push && g->has_levels && g->retained_count < g->retained_room;
    g->plane_depth = g->has_levels && !is_retained ? g->depth : 0;
    if (is_push) {
        if (!g->is_next_clean)
            memset(g->next, 0, (size_t)in->rows * row_bytes);
        steps->push(g);
        if (!g->is_front_retained)
            for (int64_t a = 0; a < before; a++) /* push has swapped the lists */
                memset(g->front + g->found[a] * (int64_t)g->words, 0, row_bytes);
    } else {
        steps->pull(g);
    }
    uint64_t *old = g->front;
    g->front = g->next;
    g->is_next_clean = is_push && !g->is_front_retained;
    g->next = g->is_front_retained ? g->spare[--g->spares] : old;
    g->is_front_retained = is_retained;
    if (is_retained) {
        g->retained[g->retained_count] = g->front;
        g->retained_depth[g->retained_count++] = g->depth;
    }
}

static graph_status run_group(struct graph_bfs_group *g, const struct steps *steps)
{
    const struct graph_bfs_multi_request *r = g->r;
    const int64_t most = r->level_type == GRAPH_UINT8 ? UINT8_MAX - 1 : UINT16_MAX - 1;
    int digits = 0;
    graph_status status = GRAPH_OK;
    start(g);
    for (g->depth = 1; g->active > 0 && g->depth <= r->max_depth; g->depth++) {
        if (g->has_levels && r->level_type != GRAPH_INT32 && g->depth > most)
            break; /* An error only if another vertex is reached; see below. */
        if (g->has_levels && (g->depth & (g->depth - 1)) == 0)
            GRAPH_TRY(add_plane(g, digits++));
        step(g, steps);
        if (g->is_counting)
            add_counts(g);
    }
    if (g->active > 0 && g->has_levels && g->depth > most && g->depth <= r->max_depth &&
        r->level_type != GRAPH_INT32) {
        g->is_counting = false;
        g->plane_depth = 0;
        steps->pull(g);
        if (g->active > 0)
            GRAPH_FAIL(GRAPH_E_DOMAIN, "a level is above %lld; the type %s ends there", (long long)most,
                       graph_type_name(r->level_type));
    }
    if (g->has_levels)
        graph__bfs_write_levels(g, digits);
done:
    return status;
}

static void release(struct graph_bfs_group *g)
{
    graph__free(g->arena);
    graph__free(g->touched);
    graph__free(g->list);
    graph__free(g->found);
    for (int k = 0; k <= MOST_PLANES; k++)
        graph__free(g->plane_memory[k]);
    graph__free(g);
}

static graph_status make(struct graph_bfs_group **made, const struct graph_bfs_multi_request *r,
                         const struct graph_bfs_order *order, int words)
{
    const int64_t n = r->in.rows;
    struct graph_bfs_group *g;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(g, 1));
    *made = g;
    g->r = r;
    g->order = order;
    g->words = words;
    g->has_levels = r->level != NULL;
    g->retained_room =
        g->has_levels && n * words * (int64_t)sizeof(uint64_t) <= RETAINED_BYTES ? MOST_RETAINED : 0;
    /* Rows of 64 bytes, eight words apart from the start of an array. */
    const int64_t array = (n * words + MOST_WORDS - 1) / MOST_WORDS * MOST_WORDS;
    GRAPH_TRY(GRAPH_NEW(g->arena, array * (3 + g->retained_room) + MOST_WORDS));
    uint64_t *next = (uint64_t *)(((uintptr_t)g->arena + 63) & ~(uintptr_t)63);
    g->seen = next;
    g->front = next + array;
    g->next = next + 2 * array;
    for (int k = 0; k < g->retained_room; k++)
        g->spare[g->spares++] = next + (3 + k) * array;
    GRAPH_TRY(GRAPH_NEW_ZEROED(g->touched, n));
    GRAPH_TRY(GRAPH_NEW(g->list, n));
    GRAPH_TRY(GRAPH_NEW(g->found, n));
done:
    return status;
}

/* *to = A with the numbers of an order. */
static graph_status renumber(struct graph_csr *to, int64_t **row_start, int32_t **column,
                             const struct graph_csr *A, const int32_t *number, const int32_t *vertex)
{
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(*row_start, A->rows + 1));
    GRAPH_TRY(GRAPH_NEW(*column, A->entries));
    int64_t end = 0;
    for (int64_t v = 0; v < A->rows; v++) {
        (*row_start)[v] = end;
        for (int64_t k = A->row_start[vertex[v]]; k < A->row_start[vertex[v] + 1]; k++)
            (*column)[end++] = number[A->column[k]];
    }
    (*row_start)[A->rows] = end;
    *to = *A;
    to->row_start = *row_start;
    to->column = *column;
done:
    return status;
}

enum { LENGTHS = 4096 };

static int64_t place_of_length(const struct graph_csr *A, int64_t v)
{
    int64_t length = A->row_start[v + 1] - A->row_start[v];
    return length < LENGTHS ? LENGTHS - 1 - length : 0;
}

/* Numbers by falling length of the rows of A, so that a loop over a row ends where the processor expects it. */
static void sort_by_length(int32_t *number, int32_t *vertex, const struct graph_csr *A)
{
    int64_t first[LENGTHS + 1] = {0};
    for (int64_t v = 0; v < A->rows; v++)
        first[place_of_length(A, v) + 1]++;
    for (int k = 0; k < LENGTHS; k++)
        first[k + 1] += first[k];
    for (int64_t v = 0; v < A->rows; v++) {
        number[v] = (int32_t)first[place_of_length(A, v)]++;
        vertex[number[v]] = (int32_t)v;
    }
}

/* The memory behind an order. */
struct order_memory {
    int32_t *number, *vertex, *column[2];
    int64_t *row_start[2];
};

static graph_status make_order(struct graph_bfs_order *order, struct order_memory *memory,
                               const struct graph_bfs_multi_request *r)
{
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(memory->number, r->in.rows));
    GRAPH_TRY(GRAPH_NEW(memory->vertex, r->in.rows));
    sort_by_length(memory->number, memory->vertex, &r->in);
    GRAPH_TRY(renumber(&order->in, &memory->row_start[0], &memory->column[0], &r->in, memory->number,
                       memory->vertex));
    GRAPH_TRY(renumber(&order->out, &memory->row_start[1], &memory->column[1], &r->out, memory->number,
                       memory->vertex));
    order->number = memory->number;
    order->vertex = memory->vertex;
done:
    return status;
}

static void release_order(struct order_memory *memory)
{
    graph__free(memory->number);
    graph__free(memory->vertex);
    for (int k = 0; k < 2; k++) {
        graph__free(memory->column[k]);
        graph__free(memory->row_start[k]);
    }
}

graph_status graph__cpu_bfs_multi(struct graph_bfs_multi_request *r)
{
    /* Wide groups share more work; but every thread should have one. */
    int64_t each = (r->sources + r->threads - 1) / r->threads;
    int group = r->group > 0 ? r->group : each > 256 ? 512 : each > 64 ? 256 : 64;
    const struct steps *steps = find_steps(group);
    int64_t lanes = 64 * steps->words, groups = (r->sources + lanes - 1) / lanes, finished = 0;
    struct graph_bfs_order order = {.out = r->out, .in = r->in};
    struct order_memory memory = {0};
    graph_status prepared = GRAPH_OK, failure = GRAPH_OK;
    if (groups >= LEAST_TO_ORDER)
        prepared = make_order(&order, &memory, r);
#pragma omp parallel num_threads(r->threads)
    {
        struct graph_bfs_group *g = NULL;
        graph_status mine = prepared < 0 ? prepared : make(&g, r, &order, steps->words);
#pragma omp for schedule(dynamic, 1)
        for (int64_t k = 0; k < groups; k++) {
            graph_status seen;
#pragma omp atomic read
            seen = failure;
            if (seen < 0 || mine < 0)
                continue;
            g->first = k * lanes;
            g->count = r->sources - g->first < lanes ? r->sources - g->first : lanes;
            g->is_counting = r->reached != NULL || r->distance_sum != NULL || r->eccentricity != NULL ||
                             r->inverse_sum != NULL;
            mine = run_group(g, steps);
            if (mine == GRAPH_OK && r->progress != NULL) {
                int64_t done;
#pragma omp atomic capture
                done = ++finished;
                if (graph__progress_at(r->progress, (double)done / (double)groups))
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
    release_order(&memory);
    if (failure == GRAPH_E_DOMAIN)
        return graph__fail(failure, "a level does not fit the type %s", graph_type_name(r->level_type));
    if (failure < 0)
        return graph__fail(failure, "levels from many sources: %s", graph_status_text(failure));
    return GRAPH_OK;
}
