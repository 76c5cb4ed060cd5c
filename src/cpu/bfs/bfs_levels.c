/* See bfs_levels.h.
 *
 * Threads share consecutive levels without leaving them: there is one barrier in a level, behind which every thread reads
 * the totals of the level and comes to the same conclusion about the next.  Totals rotate through three places, so that
 * one is cleared while nobody reads or writes it.
 * Top-down needs what was reached before a level (`visited`, which is not written then) and what was reached at all
 * (`found`, which threads write).  They swap after each level; whoever expands a vertex of the frontier enters it into
 * the bitmap that does not have it yet.  A level with many edges does without `found`, whose words all threads would
 * change: who lowers a parent from INT64_MAX has reached the vertex, and the bitmaps, also the front of bottom-up, are
 * made of the parents afterwards.
 * Bottom-up, a thread has whole words of the bitmaps for itself; only `front` is read by all. */
#include "cpu/bfs/bfs_levels.h"

#include <omp.h>
#include <string.h>

#include "base/progress.h"
#include "cpu/bfs/tuning.h"

enum {
    AHEAD = 8, /* rows are prefetched this many vertices ahead */
    EDGES_AHEAD =
        16 /* what threads settle, this many edges: behind an atomic operation no load overtakes it */
};

/* The totals of one level that threads share, apart from those of the next ones in the caches. */
struct level {
    _Alignas(64) int64_t taken; /* shares of the work */
    int64_t count, edges;       /* vertices reached, and edges out of them */
};

struct level_totals {
    struct level level[3];
    bool is_cancelled;
};

/* All threads of the team wait for each other.  Alone there is no team: the caller's might be meant instead. */
static inline void meet(int team)
{
    if (team > 1) {
#pragma omp barrier
    }
}

static void clear_next(struct level_totals *totals, int level)
{
    totals->level[(level + 1) % 3] = (struct level){0};
}

static bool has(const uint64_t *bits, int64_t v) { return bits[v >> 6] >> (v & 63) & 1; }

/* Whether the target has been reached. */
static bool is_done(const struct search *s) { return s->target >= 0 && has(s->visited, s->target); }

/* Whether the caller cancels after a level: the work is done to the share of the vertices that are reached. */
static bool is_cancelled(const struct search *s)
{
    return graph__progress_at(s->progress, (double)s->reached / (double)s->n);
}

/* The same, asked by one thread for its team behind the barrier of a level; one thread is enough to ask the caller. */
static bool is_cancelled_by_team(const struct search *s, struct level_totals *totals, int thread, int team)
{
    if (s->progress == NULL)
        return false;
    if (thread == 0)
        totals->is_cancelled = is_cancelled(s);
    meet(team);
    return totals->is_cancelled;
}

/* Whether the frontier is so large a part of what is not explored that bottom-up would be faster. */
static bool is_wide(const struct search *s)
{
    const int64_t unexplored = s->unexplored_edges - s->frontier_edges;
    return s->frontier_edges > unexplored / ALPHA && s->frontier_edges > (s->n - s->reached) / 2 &&
           s->frontier_edges > s->words; /* passing over bitmaps is not free */
}

/* Before a level is expanded top-down. */
static void enter_level(struct search *s)
{
    s->wasted += is_wide(s) && s->in == NULL ? s->frontier_edges : 0;
    s->unexplored_edges -= s->frontier_edges;
}

/* Whether a level top-down is worth several threads. */
static bool is_shared(const struct search *s)
{
    return s->threads > 1 && s->frontier_edges >= s->least_shared_edges;
}

/* ---- Top-down, by one thread ---- */

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
    s->is_front_prepared = false;
    s->is_uniform = changes < (tail - s->end) / UNIFORM;
    s->frontier_edges = edges;
    s->begin = s->end;
    s->end = tail;
}

/* ---- Top-down, by several threads ---- */

static void lower_parent(int64_t *parent, int64_t u)
{
    int64_t seen = __atomic_load_n(parent, __ATOMIC_RELAXED);
    while (u < seen &&
           !__atomic_compare_exchange_n(parent, &seen, u, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

static inline void prefetch_vertex(const struct search *s, int32_t v)
{
    if (s->parent != NULL)
        __builtin_prefetch(&s->parent[v], 1);
    if (s->level != NULL)
        __builtin_prefetch(&s->level[v], 1);
    __builtin_prefetch(&s->out->row_start[v]);
}

/* Appends the first vertices of the batch to the queue. */
static void append_batch(struct batch *batch, int fresh, int64_t edges, const struct search *s,
                         struct level *level)
{
    const int64_t place = s->end + __atomic_fetch_add(&level->count, fresh, __ATOMIC_RELAXED);
    memcpy(s->queue + place, batch->to, (size_t)fresh * sizeof *s->queue);
    batch->count = 0;
    __atomic_fetch_add(&level->edges, edges, __ATOMIC_RELAXED);
}

/* A vertex of the batch that this thread was the first to reach moves to the front of it. */
static inline void keep(struct batch *batch, int *fresh, int64_t *edges, int32_t v, const struct search *s)
{
    batch->to[(*fresh)++] = v;
    *edges += degree(s->out, v);
    if (s->level != NULL)
        s->level[v] = s->depth + 1;
}

/* As settle_batch while other threads do the same. */
static void settle_shared(struct batch *batch, const struct search *s, struct level *level)
{
    if (batch->count == 0)
        return;
    int fresh = 0;
    int64_t edges = 0;
    for (int e = 0; e < batch->count; e++) {
        int32_t v = batch->to[e];
        uint64_t bit = (uint64_t)1 << (v & 63);
        if (e + EDGES_AHEAD < batch->count)
            prefetch_vertex(s, batch->to[e + EDGES_AHEAD]);
        if (s->parent != NULL)
            lower_parent(&s->parent[v], batch->from[e]);
        if (__atomic_load_n(&s->found[v >> 6], __ATOMIC_RELAXED) & bit ||
            __atomic_fetch_or(&s->found[v >> 6], bit, __ATOMIC_RELAXED) & bit)
            continue;
        keep(batch, &fresh, &edges, v, s);
    }
    append_batch(batch, fresh, edges, s, level);
}

/* The same by the parents alone. */
static void settle_by_parents(struct batch *batch, const struct search *s, struct level *level)
{
    int fresh = 0;
    int64_t edges = 0;
    for (int e = 0; e < batch->count; e++) {
        const int32_t v = batch->to[e];
        const int64_t u = batch->from[e];
        int64_t seen = __atomic_load_n(&s->parent[v], __ATOMIC_RELAXED);
        if (e + EDGES_AHEAD < batch->count)
            prefetch_vertex(s, batch->to[e + EDGES_AHEAD]);
        while (u < seen && !__atomic_compare_exchange_n(&s->parent[v], &seen, u, true, __ATOMIC_RELAXED,
                                                        __ATOMIC_RELAXED))
            ;
        if (seen != INT64_MAX)
            continue;
        keep(batch, &fresh, &edges, v, s);
    }
    append_batch(batch, fresh, edges, s, level);
}

/* Makes the words first .. last - 1 of the bitmaps of what has a parent after such a level. */
static void mark_by_parents(const struct search *s, int64_t first, int64_t last)
{
    for (int64_t w = first; w < last; w++) {
        const int64_t count = s->n - 64 * w < 64 ? s->n - 64 * w : 64;
        uint64_t bits = 0;
        if (s->visited[w] != ~(uint64_t)0)
            for (int64_t b = 0; b < count; b++)
                bits |= (uint64_t)(s->parent[64 * w + b] != INT64_MAX) << b;
        s->front[w] = bits & ~s->visited[w];
        s->visited[w] |= bits;
        s->found[w] = s->visited[w];
    }
}

/* Enters the vertices first .. last - 1 of the queue into a bitmap, as the only thread or not. */
static void enter_vertices(uint64_t *bits, const struct search *s, int64_t first, int64_t last, int team)
{
    if (team == 1) {
        for (int64_t q = first; q < last; q++)
            bits[s->queue[q] >> 6] |= (uint64_t)1 << (s->queue[q] & 63);
        return;
    }
    for (int64_t q = first; q < last; q++)
        __atomic_fetch_or(&bits[s->queue[q] >> 6], (uint64_t)1 << (s->queue[q] & 63), __ATOMIC_RELAXED);
}

/* The vertices that a thread takes at a time: about SHARE_EDGES edges, unless some threads would get nothing. */
static int64_t top_down_share(const struct search *s, int team)
{
    const int64_t count = s->end - s->begin, fair = count / (2 * team) + 1,
                  share = (int64_t)((double)count * SHARE_EDGES / (double)(s->frontier_edges + 1)) + 1;
    return share < fair ? share : fair;
}

/* A thread's part of a level. */
static void expand_shared(const struct search *s, struct level *level, bool is_complete, bool has_many_edges,
                          int team)
{
    void (*const settle_all)(struct batch *, const struct search *, struct level *) =
        has_many_edges ? settle_by_parents : settle_shared;
    const int64_t share = top_down_share(s, team);
    struct batch batch;
    batch.count = 0;
    for (;;) {
        const int64_t q = s->begin + __atomic_fetch_add(&level->taken, share, __ATOMIC_RELAXED);
        if (q >= s->end)
            break;
        struct frontier part = {s->out, s->queue, q, s->end - q < share ? s->end : q + share, -1};
        if (!is_complete && !has_many_edges)
            enter_vertices(s->found, s, part.q, part.end, team);
        while (!s->steps->collect(&batch, &part, s->visited))
            settle_all(&batch, s, level);
    }
    settle_all(&batch, s, level);
}

/* After the barrier of a level: moves on to the next. */
static void next_level(struct search *s, const struct level *level)
{
    s->begin = s->end;
    s->end += level->count;
    s->reached += level->count;
    s->frontier_edges = level->edges;
    s->depth++;
}

/* Levels until one is better expanded in another way; the first has been entered. */
static void top_down_team(struct search *s, struct level_totals *totals, int thread, int team)
{
    struct search t = *s;
    if (t.parent != NULL && !t.is_parent_prepared) {
#pragma omp for schedule(static)
        for (int64_t v = 0; v < t.n; v++)
            if (!has(t.found, v))
                t.parent[v] = INT64_MAX;
    }
    t.is_parent_prepared = t.parent != NULL;
    bool is_complete = true; /* found has all that visited has */
    for (int level = 0;; level++) {
        struct level *l = &totals->level[level % 3];
        const bool has_many_edges = t.parent != NULL && t.frontier_edges >= t.n / MANY_EDGES_PART;
        if (thread == 0)
            clear_next(totals, level);
        expand_shared(&t, l, is_complete, has_many_edges, team);
        meet(team);
        if (has_many_edges) {
            mark_by_parents(&t, t.words * thread / team, t.words * (thread + 1) / team);
            meet(team);
        } else {
            uint64_t *swap = t.visited;
            t.visited = t.found;
            t.found = swap;
        }
        is_complete = t.is_front_prepared = has_many_edges;
        next_level(&t, l);
        if (t.begin == t.end || t.depth >= t.max_depth || is_done(&t) || !is_shared(&t) ||
            (is_wide(&t) && t.in != NULL) || is_cancelled_by_team(&t, totals, thread, team))
            break;
        enter_level(&t);
    }
    if (!is_complete)
        enter_vertices(t.found, &t, t.begin + (t.end - t.begin) * thread / team,
                       t.begin + (t.end - t.begin) * (thread + 1) / team, team);
    if (thread == 0)
        *s = t;
}

static void top_down_shared(struct search *s)
{
    struct level_totals totals = {0};
#pragma omp parallel num_threads(s->threads)
    top_down_team(s, &totals, omp_get_thread_num(), omp_get_num_threads());
}

/* ---- Bottom-up ---- */

/* The bits of the vertices that bottom-up skips: reached ones, ones without edges in, and those beyond n. */
static void close_word(const struct search *s, int64_t w)
{
    const int64_t count = s->n - 64 * w;
    if (!s->is_closed_prepared)
        s->closed[w] = count >= 64 ? s->steps->empty_rows(s->in, w, 64)
                                   : s->steps->empty_rows(s->in, w, count) | ~(uint64_t)0 << count;
    s->closed[w] |= s->visited[w];
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
static int64_t bottom_up_words(uint64_t *next, const struct search *s, int64_t first, int64_t last,
                               bool is_first)
{
    int64_t awake = 0;
    for (int64_t w = first; w < last; w++) {
        if (is_first)
            close_word(s, w);
        next[w] = bottom_up_word(s, w);
        if (next[w] == 0)
            continue;
        s->visited[w] |= next[w];
        s->closed[w] |= next[w];
        awake += __builtin_popcountll(next[w]);
    }
    return awake;
}

/* A thread's part of a level: shares of whole words, so no two threads write one word. */
static void bottom_up_shared(uint64_t *next, const struct search *s, struct level *level, bool is_first,
                             int team)
{
    const int64_t fair = s->words / (SHARES * team), share = team == 1            ? s->words
                                                             : fair < LEAST_WORDS ? LEAST_WORDS
                                                                                  : fair & -LEAST_WORDS;
    int64_t awake = 0;
    for (;;) {
        const int64_t w = __atomic_fetch_add(&level->taken, share, __ATOMIC_RELAXED);
        if (w >= s->words)
            break;
        awake += bottom_up_words(next, s, w, s->words - w < share ? s->words : w + share, is_first);
    }
    __atomic_fetch_add(&level->count, awake, __ATOMIC_RELAXED);
}

/* Appends the frontier's vertices of the words first .. last - 1 to the queue. */
static void list_front(const struct search *s, struct level *level, int64_t first, int64_t last)
{
    int64_t count = 0, edges = 0;
    for (int64_t w = first; w < last; w++)
        count += __builtin_popcountll(s->front[w]);
    int64_t place = s->end + __atomic_fetch_add(&level->count, count, __ATOMIC_RELAXED);
    for (int64_t w = first; w < last; w++)
        for (uint64_t bits = s->front[w]; bits != 0; bits &= bits - 1) {
            const int32_t v = (int32_t)(w * 64 + __builtin_ctzll(bits));
            edges += degree(s->out, v);
            s->queue[place++] = v;
        }
    __atomic_fetch_add(&level->edges, edges, __ATOMIC_RELAXED);
}

/* Levels, from the frontier in the queue, until the frontier is small; then writes it to the queue. */
static void bottom_up_team(struct search *s, struct level_totals *totals, int thread, int team)
{
    struct search t = *s;
    const int64_t first = t.words * thread / team, last = t.words * (thread + 1) / team;
    const int64_t count = t.end - t.begin;
    int64_t awake = count, before;
    uint64_t *next = t.found;
    int level = 0;
    if (!t.is_front_prepared) {
        memset(t.front + first, 0, (size_t)(last - first) * sizeof *t.front);
        meet(team);
        enter_vertices(t.front, &t, t.begin + count * thread / team, t.begin + count * (thread + 1) / team,
                       team);
    }
    meet(team);
    do {
        struct level *l = &totals->level[level % 3];
        if (thread == 0)
            clear_next(totals, level);
        bottom_up_shared(next, &t, l, level == 0, team);
        meet(team);
        before = awake;
        awake = l->count;
        uint64_t *swap = t.front;
        t.front = next;
        next = swap;
        t.depth++;
        t.reached += awake;
        level++;
    } while (awake > 0 && (awake >= before || awake > t.n / BETA) && t.depth < t.max_depth && !is_done(&t) &&
             !is_cancelled_by_team(&t, totals, thread, team));
    t.found = next;
    t.is_closed_prepared = true;
    t.is_front_prepared = false;
    struct level *l = &totals->level[level % 3];
    memcpy(t.found + first, t.visited + first, (size_t)(last - first) * sizeof *t.found);
    list_front(&t, l, first, last);
    meet(team);
    t.begin = t.end;
    t.end += l->count;
    t.frontier_edges = l->edges;
    if (thread == 0)
        *s = t;
}

static void bottom_up(struct search *s)
{
    struct level_totals totals = {0};
    if (s->threads == 1 || s->in->entries < 4 * s->least_shared_edges)
        bottom_up_team(s, &totals, 0, 1);
    else
#pragma omp parallel num_threads(s->threads)
        bottom_up_team(s, &totals, omp_get_thread_num(), omp_get_num_threads());
}

void graph__bfs_levels(struct search *s)
{
    if (s->least_shared_edges == 0)
        s->least_shared_edges = s->threads >= MANY_THREADS && s->threads <= omp_get_num_procs()
                                    ? MANY_THREADS_EDGES / s->threads
                                    : PARALLEL_EDGES;
    while (s->begin < s->end && s->depth < s->max_depth && !is_done(s) && !is_cancelled(s)) {
        if (is_wide(s) && s->in != NULL) {
            s->unexplored_edges -= s->frontier_edges;
            bottom_up(s);
            continue;
        }
        enter_level(s);
        if (is_shared(s)) {
            top_down_shared(s);
            continue;
        }
        top_down_serial(s);
        s->depth++;
        s->reached += s->end - s->begin;
    }
}
