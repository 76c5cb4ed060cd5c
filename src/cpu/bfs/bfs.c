/* Breadth-first search in two directions.
 *
 * Top-down reads the edges out of the frontier, which is then a queue.  Bottom-up lets each unreached vertex read its
 * edges in until one comes from the frontier, which is then a bitmap; it wins when the frontier is a large part of the
 * unvisited graph.  Neither direction works on a vertex that is not reached, apart from its bits: outputs are written
 * where a vertex is reached, and become vectors in the form that fits.
 * The smallest parent: bottom-up takes the first one of an ascending row; top-down keeps the minimum over a level, for
 * which `found` (everything reached) and `visited` (everything reached before this level) differ.
 * Source: Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search", SC 2012. */
#include "cpu/bfs/bfs.h"

#include <string.h>

#include "base/memory.h"
#include "base/progress.h"
#include "cpu/bfs/bfs_short.h"
#include "cpu/bfs/bfs_steps.h"
#include "cpu/bfs/tuning.h"

enum {
    BITMAPS = 4,
    SHARE = 16, /* vertices of the frontier, or words of a bitmap, that a thread takes at a time */
    AHEAD = 8,  /* rows are prefetched this many vertices ahead */
};

struct search {
    const struct graph_csr *out, *in;
    int64_t n, words, target;
    int threads;
    const struct bfs_steps *steps;
    uint64_t *bitmaps, *visited, *found, *front, *closed; /* the last two are read only with `in` */
    int32_t *queue; /* the frontier in [begin, end) while top-down; one element more than vertices */
    int64_t begin, end;
    int32_t *level;
    int64_t *parent; /* either may be NULL */
    int32_t depth;   /* of the frontier */
    int64_t frontier_edges, unexplored_edges;
    int64_t reached;
    bool is_uniform;         /* the rows of the frontier have about the same length */
    bool is_closed_prepared; /* closed has what does not change */
    struct graph_progress *progress;
    bool is_parent_prepared; /* unreached vertices have the parent INT64_MAX, for atomic minima */
};

static int64_t degree(const struct graph_csr *A, int64_t v) { return A->row_start[v + 1] - A->row_start[v]; }

static bool has(const uint64_t *bits, int64_t v) { return bits[v >> 6] >> (v & 63) & 1; }

/* Whether the target has been reached. */
static bool is_done(const struct search *s) { return s->target >= 0 && has(s->visited, s->target); }

/* Puts v, which row u names, into the queue unless it is there, and lowers its parent; returns the queue's new end. */
static inline int64_t settle(const struct search *s, int32_t v, int32_t u, int64_t tail)
{
    uint64_t bit = (uint64_t)1 << (v & 63);
    if (!(s->found[v >> 6] & bit)) {
        s->found[v >> 6] |= bit;
        s->queue[tail++] = v;
        if (s->parent != NULL)
            s->parent[v] = u;
    } else if (s->parent != NULL && s->parent[v] > u)
        s->parent[v] = u;
    return tail;
}

static int64_t settle_batch(struct batch *batch, const struct search *s, int64_t tail)
{
    for (int e = 0; e < batch->count; e++)
        tail = settle(s, batch->to[e], batch->from[e], tail);
    batch->count = 0;
    return tail;
}

/* The next level, in batches that are collected without branches; returns the queue's new end. */
static int64_t expand_irregular(const struct search *s)
{
    struct batch batch;
    struct frontier frontier = {s->out, s->queue, s->begin, s->end, -1};
    int64_t tail = s->end;
    batch.count = 0;
    while (!s->steps->collect(&batch, &frontier, s->visited))
        tail = settle_batch(&batch, s, tail);
    return settle_batch(&batch, s, tail);
}

/* As expand_irregular, for rows whose branches are predicted well. */
static int64_t expand_uniform(const struct search *s)
{
    const struct search t = *s; /* what is written through pointers cannot change it */
    int64_t tail = t.end;
    for (int64_t q = t.begin; q < t.end; q++) {
        int32_t u = t.queue[q];
        int64_t end = t.out->row_start[u + 1];
        if (q + AHEAD < t.end)
            __builtin_prefetch(&t.out->column[t.out->row_start[t.queue[q + AHEAD]]]);
        for (int64_t k = t.out->row_start[u]; k < end; k++) {
            int32_t v = t.out->column[k];
            if (!has(t.visited, v))
                tail = settle(&t, v, u, tail);
        }
    }
    return tail;
}

static void top_down_serial(struct search *s)
{
    int64_t tail = s->is_uniform ? expand_uniform(s) : expand_irregular(s), edges = 0, changes = 0,
            before = 0;
    for (int64_t q = s->end; q < tail; q++) {
        int32_t v = s->queue[q];
        int64_t length = degree(s->out, v);
        s->visited[v >> 6] |= (uint64_t)1 << (v & 63);
        if (s->level != NULL)
            s->level[v] = s->depth + 1;
        edges += length;
        changes += length != before;
        before = length;
    }
    s->is_uniform = changes < (tail - s->end) / UNIFORM;
    s->frontier_edges = edges;
    s->begin = s->end;
    s->end = tail;
}

static void lower_parent(int64_t *parent, int64_t u)
{
    int64_t seen = __atomic_load_n(parent, __ATOMIC_RELAXED);
    while (u < seen &&
           !__atomic_compare_exchange_n(parent, &seen, u, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

/* As settle_batch while other threads do the same; returns the edges out of the vertices that this thread found first. */
static int64_t settle_shared(struct batch *batch, const struct search *s, int64_t *tail)
{
    int fresh = 0;
    int64_t edges = 0;
    for (int e = 0; e < batch->count; e++) {
        int32_t v = batch->to[e];
        uint64_t bit = (uint64_t)1 << (v & 63);
        if (s->parent != NULL)
            lower_parent(&s->parent[v], batch->from[e]);
        if (__atomic_load_n(&s->found[v >> 6], __ATOMIC_RELAXED) & bit ||
            __atomic_fetch_or(&s->found[v >> 6], bit, __ATOMIC_RELAXED) & bit)
            continue;
        batch->to[fresh++] = v;
        edges += degree(s->out, v);
        if (s->level != NULL)
            s->level[v] = s->depth + 1;
    }
    int64_t place = __atomic_fetch_add(tail, fresh, __ATOMIC_RELAXED);
    memcpy(s->queue + place, batch->to, (size_t)fresh * sizeof *s->queue);
    batch->count = 0;
    return edges;
}

static void top_down_parallel(struct search *s)
{
    int64_t tail = s->end, edges = 0;
#pragma omp parallel num_threads(s->threads) reduction(+ : edges)
    {
        struct batch batch;
        batch.count = 0;
        if (s->parent != NULL && !s->is_parent_prepared) {
#pragma omp for schedule(static)
            for (int64_t v = 0; v < s->n; v++)
                if (!has(s->found, v))
                    s->parent[v] = INT64_MAX;
        }
#pragma omp for schedule(dynamic, 1) nowait
        for (int64_t q = s->begin; q < s->end; q += SHARE) {
            struct frontier part = {s->out, s->queue, q, s->end - q < SHARE ? s->end : q + SHARE, -1};
            while (!s->steps->collect(&batch, &part, s->visited))
                edges += settle_shared(&batch, s, &tail);
        }
        edges += settle_shared(&batch, s, &tail);
    }
    memcpy(s->visited, s->found, (size_t)s->words * sizeof *s->found);
    s->is_parent_prepared = true;
    s->frontier_edges = edges;
    s->begin = s->end;
    s->end = tail;
}

/* The bits of the vertices that bottom-up skips: reached ones, ones without edges in, and those beyond n. */
static void close_vertices(struct search *s)
{
    for (int64_t w = 0; w < s->words; w++) {
        int64_t count = s->n - 64 * w;
        if (!s->is_closed_prepared)
            s->closed[w] = count >= 64 ? s->steps->empty_rows(s->in, w, 64)
                                       : s->steps->empty_rows(s->in, w, count) | ~(uint64_t)0 << count;
        s->closed[w] |= s->visited[w];
    }
    s->is_closed_prepared = true;
}

/* One level for the vertices of word w; returns those that were reached. */
static uint64_t bottom_up_word(const struct search *s, int64_t w)
{
    int32_t parent[64];
    uint64_t reached = ~s->closed[w];
    if (reached == 0)
        return 0;
    reached = s->steps->find_parents(parent, s->in, w, reached, s->front);
    for (uint64_t bits = reached; bits != 0; bits &= bits - 1) {
        int b = __builtin_ctzll(bits);
        if (s->parent != NULL)
            s->parent[64 * w + b] = parent[b];
        if (s->level != NULL)
            s->level[64 * w + b] = s->depth + 1;
    }
    return reached;
}

/* One level for the words first .. last - 1; returns how many vertices were reached. */
static int64_t bottom_up_words(uint64_t *next, const struct search *s, int64_t first, int64_t last)
{
    int64_t awake = 0;
    for (int64_t w = first; w < last; w++) {
        next[w] = bottom_up_word(s, w);
        awake += __builtin_popcountll(next[w]);
    }
    return awake;
}

/* Whether the caller cancels after a level: the work is done to the share of the vertices that are reached. */
static bool is_cancelled(const struct search *s)
{
    return graph__progress_at(s->progress, (double)s->reached / (double)s->n);
}

/* Runs bottom-up levels, from the frontier in the queue, until the frontier is small; then writes it to the queue. */
static void bottom_up(struct search *s, int64_t max_depth)
{
    int threads = s->in->entries >= 4 * PARALLEL_EDGES ? s->threads : 1;
    int64_t awake = s->end - s->begin, before, edges = 0, tail = s->end;
    uint64_t *next = s->found;
    memset(s->front, 0, (size_t)s->words * sizeof *s->front);
    for (int64_t q = s->begin; q < s->end; q++)
        s->front[s->queue[q] >> 6] |= (uint64_t)1 << (s->queue[q] & 63);
    close_vertices(s);
    do {
        before = awake;
        awake = 0;
        if (threads == 1)
            awake = bottom_up_words(next, s, 0, s->words);
        else {
            /* A share is a stretch of whole words, so no two threads write one word. */
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) reduction(+ : awake)
            for (int64_t w = 0; w < s->words; w += SHARE)
                awake += bottom_up_words(next, s, w, s->words - w < SHARE ? s->words : w + SHARE);
        }
        for (int64_t w = 0; w < s->words; w++) {
            s->visited[w] |= next[w];
            s->closed[w] |= next[w];
        }
        uint64_t *swap = s->front;
        s->front = next;
        next = swap;
        s->depth++;
        s->reached += awake;
    } while (awake > 0 && (awake >= before || awake > s->n / BETA) && s->depth < max_depth && !is_done(s) &&
             !is_cancelled(s));
    s->found = next;
    memcpy(s->found, s->visited, (size_t)s->words * sizeof *s->found);
    for (int64_t w = 0; w < s->words; w++)
        for (uint64_t bits = s->front[w]; bits != 0; bits &= bits - 1) {
            int32_t v = (int32_t)(w * 64 + __builtin_ctzll(bits));
            edges += degree(s->out, v);
            s->queue[tail++] = v;
        }
    s->begin = s->end;
    s->end = tail;
    s->frontier_edges = edges;
}

/* The vertices reached, in the order of their numbers. */
static void list_reached(int32_t *index, const struct search *s)
{
    for (int64_t w = 0; w < s->words; w++)
        for (uint64_t bits = s->visited[w]; bits != 0; bits &= bits - 1)
            *index++ = (int32_t)(w * 64 + __builtin_ctzll(bits));
}

static void spread_bits(uint8_t *present, const struct search *s)
{
    for (int64_t v = 0; v < s->n; v += 8) {
        uint64_t byte = s->visited[v >> 6] >> (v & 63) & 0xff;
        /* Bit k of the byte to byte k of the word, as 0 or 1. */
        uint64_t bytes = byte * 0x0101010101010101u & 0x8040201008040201u;
        bytes = (bytes + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
        memcpy(present + v, &bytes, s->n - v < 8 ? (size_t)(s->n - v) : 8);
    }
}

/* Makes an output of the array *value, which has room for all vertices and is taken over. */
static graph_status deliver(struct graph_vector_arrays *to, void **value, size_t value_bytes,
                            const struct search *s)
{
    graph_status status = GRAPH_OK;
    if (*value == NULL)
        return GRAPH_OK;
    *to = (struct graph_vector_arrays){.entries = s->reached, .form = GRAPH_FULL};
    if (s->reached < s->n / SPARSE_SHARE) {
        to->form = GRAPH_SPARSE;
        GRAPH_TRY(GRAPH_NEW(to->index, s->reached));
        GRAPH_TRY(graph__allocate_array(&to->value, (size_t)s->reached, value_bytes));
        list_reached(to->index, s);
        for (int64_t k = 0; k < s->reached; k++)
            memcpy((char *)to->value + (size_t)k * value_bytes,
                   (const char *)*value + (size_t)to->index[k] * value_bytes, value_bytes);
        return GRAPH_OK;
    }
    if (s->reached < s->n) {
        to->form = GRAPH_BITMAP;
        GRAPH_TRY(GRAPH_NEW(to->present, s->n));
        spread_bits(to->present, s);
    }
    to->value = *value;
    *value = NULL;
done:
    return status;
}

static void search(struct search *s, struct graph_bfs_request *r)
{
    while (s->begin < s->end && s->depth < r->max_depth && !is_done(s) && !is_cancelled(s)) {
        s->unexplored_edges -= s->frontier_edges;
        bool is_wide = s->frontier_edges > s->unexplored_edges / ALPHA &&
                       s->frontier_edges > (s->n - s->reached) / 2 &&
                       s->frontier_edges > s->words; /* passing over bitmaps is not free */
        if (is_wide && s->in != NULL) {
            bottom_up(s, r->max_depth);
            continue;
        }
        r->wasted += is_wide && s->in == NULL ? s->frontier_edges : 0;
        if (s->threads > 1 && s->frontier_edges >= PARALLEL_EDGES)
            top_down_parallel(s);
        else
            top_down_serial(s);
        s->depth++;
        s->reached += s->end - s->begin;
    }
}

static void release(struct graph_vector_arrays *arrays)
{
    graph__free(arrays->index);
    graph__free(arrays->present);
    graph__free(arrays->value);
    *arrays = (struct graph_vector_arrays){0};
}

graph_status graph__cpu_bfs(struct graph_bfs_request *r)
{
    struct search s = {
        .out = &r->out, .in = r->in.row_start != NULL ? &r->in : NULL, .n = r->out.rows, .target = r->target};
    graph_status status;
    bool is_done;
    GRAPH_TRY(graph__cpu_bfs_short(&is_done, r));
    if (is_done)
        return GRAPH_OK;
    s.words = (s.n + 63) / 64;
    s.threads = r->threads;
    s.progress = r->progress;
    s.steps = graph__bfs_steps(s.words * (int64_t)sizeof *s.visited);
    r->wasted = 0;
    GRAPH_TRY(GRAPH_NEW(s.bitmaps, BITMAPS * s.words));
    s.visited = s.bitmaps;
    s.found = s.bitmaps + s.words;
    s.front = s.bitmaps + 2 * s.words;
    s.closed = s.bitmaps + 3 * s.words;
    memset(s.bitmaps, 0, (size_t)(2 * s.words) * sizeof *s.bitmaps);
    GRAPH_TRY(GRAPH_NEW(s.queue, s.n + 1));
    if (r->wants_level)
        GRAPH_TRY(GRAPH_NEW(s.level, s.n));
    if (r->wants_parent)
        GRAPH_TRY(GRAPH_NEW(s.parent, s.n));

    s.queue[0] = (int32_t)r->source;
    s.end = s.reached = 1;
    s.visited[r->source >> 6] = s.found[r->source >> 6] = (uint64_t)1 << (r->source & 63);
    s.frontier_edges = degree(s.out, r->source);
    s.unexplored_edges = s.out->entries;
    if (s.level != NULL)
        s.level[r->source] = 0;
    if (s.parent != NULL)
        s.parent[r->source] = r->source;
    search(&s, r);
    GRAPH_TRY(graph__progress_status(s.progress));
    GRAPH_TRY(deliver(&r->level, (void **)&s.level, sizeof *s.level, &s));
    GRAPH_TRY(deliver(&r->parent, (void **)&s.parent, sizeof *s.parent, &s));
done:
    if (status < 0) {
        release(&r->level);
        release(&r->parent);
    }
    graph__free(s.bitmaps);
    graph__free(s.queue);
    graph__free(s.level);
    graph__free(s.parent);
    return status;
}
