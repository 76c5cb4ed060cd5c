/* Breadth-first search in two directions.
 *
 * Top-down reads the edges out of the frontier, which is then a queue.  Bottom-up lets each unreached vertex read its
 * edges in until one comes from the frontier, which is then a bitmap; it wins when the frontier is a large part of the
 * unvisited graph.  Neither direction works on a vertex that is not reached, apart from its bits: outputs are written
 * where a vertex is reached, and become vectors in the form that fits.
 * The smallest parent: bottom-up takes the first one of an ascending row; top-down keeps the minimum over a level, for
 * which `found` (everything reached) and `visited` (everything reached before this level) differ.
 * bfs_levels.c has the levels.
 * Source: Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search", SC 2012. */
#include "cpu/bfs/bfs.h"

#include <string.h>

#include "base/memory.h"
#include "base/progress.h"
#include "cpu/bfs/bfs_levels.h"
#include "cpu/bfs/bfs_short.h"
#include "cpu/bfs/tuning.h"

enum { BITMAPS = 4 };

/* The vertices reached, in the order of their numbers. */
static void list_reached(int32_t *index, const struct search *s)
{
    for (int64_t w = 0; w < s->words; w++)
        for (uint64_t bits = s->visited[w]; bits != 0; bits &= bits - 1)
            *index++ = (int32_t)(w * 64 + __builtin_ctzll(bits));
}

static void spread_bits(uint8_t *present, const struct search *s)
{
#pragma omp parallel for num_threads(s->threads) if (s->n >= PARALLEL_VERTICES) schedule(static)
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
    s.max_depth = r->max_depth;
    s.least_shared_edges = r->least_shared_edges;
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
    graph__bfs_levels(&s);
    r->wasted = s.wasted;
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
