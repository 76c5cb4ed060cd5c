/* The search of betweenness from one source in the order of distances: by Dijkstra where edges have weights, breadth first
 * where they have none.
 *
 * An edge u -> v is on a shortest path if distance(u) + weight = distance(v) and distance(u) < distance(v).  A number of
 * paths is a mantissa times 2^(SHIFT * exponent), so that none is too large.  As vertices come in the order of distances,
 * the paths to a vertex are counted from those before it, and shares go back against the order.
 *
 * Source: Brandes, J. Math. Sociology 25(2), 2001. */
#include <math.h>

#include "base/memory.h"
#include "cpu/centrality/betweenness_search.h"

enum { SHIFT = 512, WAYS = 4 };

graph_status graph__ordered_search_open(struct ordered_search *s, void **block, const struct graph_csr *out,
                                        const struct graph_csr *in)
{
    const int64_t n = out->rows;
    const struct graph_array arrays[] = {GRAPH_ARRAY(s->distance, n), GRAPH_ARRAY(s->paths, n),
                                         GRAPH_ARRAY(s->part, n),     GRAPH_ARRAY(s->exponent, n),
                                         GRAPH_ARRAY(s->order, n),    GRAPH_ARRAY(s->heap, n),
                                         GRAPH_ARRAY(s->place, n)};
    s->out = out;
    s->in = in;
    return graph__allocate_together(block, arrays, sizeof arrays / sizeof arrays[0]);
}

uint64_t graph__ordered_search_bytes(int64_t vertices)
{
    return (uint64_t)vertices * (3 * sizeof(double) + 4 * sizeof(int32_t)) + 7 * 64;
}

/* Moves vertex v up from place `at` of the heap. */
static void rise(struct ordered_search *s, int32_t v, int64_t at)
{
    while (at > 0 && s->distance[s->heap[(at - 1) / WAYS]] > s->distance[v]) {
        s->heap[at] = s->heap[(at - 1) / WAYS];
        s->place[s->heap[at]] = (int32_t)at;
        at = (at - 1) / WAYS;
    }
    s->heap[at] = v;
    s->place[v] = (int32_t)at;
}

/* Fills place 0 of a heap of `count` elements, the last of which takes it. */
static void sink(struct ordered_search *s, int64_t count)
{
    const int32_t v = s->heap[count];
    int64_t at = 0;
    for (;;) {
        const int64_t child = WAYS * at + 1, end = child + WAYS < count ? child + WAYS : count;
        int64_t least = child;
        for (int64_t c = child + 1; c < end; c++)
            if (s->distance[s->heap[c]] < s->distance[s->heap[least]])
                least = c;
        if (child >= count || s->distance[s->heap[least]] >= s->distance[v])
            break;
        s->heap[at] = s->heap[least];
        s->place[s->heap[at]] = (int32_t)at;
        at = least;
    }
    s->heap[at] = v;
    s->place[v] = (int32_t)at;
}

/* Vertices in the order of their distances; their number. */
static int64_t by_weights(struct ordered_search *s, int64_t source)
{
    const double *weight = s->out->value;
    int64_t count = 0, waiting = 1;
    s->distance[source] = 0;
    s->heap[0] = (int32_t)source;
    s->place[source] = 0;
    while (waiting > 0) {
        const int32_t u = s->heap[0];
        s->order[count++] = u;
        waiting--;
        if (waiting > 0)
            sink(s, waiting);
        for (int64_t k = s->out->row_start[u]; k < s->out->row_start[u + 1]; k++) {
            const int32_t v = s->out->column[k];
            const double d = s->distance[u] + weight[k];
            if (!(d < s->distance[v]))
                continue;
            const bool is_new = isinf(s->distance[v]);
            s->distance[v] = d;
            rise(s, v, is_new ? waiting++ : s->place[v]);
        }
    }
    return count;
}

static int64_t by_edges(struct ordered_search *s, int64_t source)
{
    int64_t count = 1;
    s->distance[source] = 0;
    s->order[0] = (int32_t)source;
    for (int64_t i = 0; i < count; i++) {
        const int32_t u = s->order[i];
        for (int64_t k = s->out->row_start[u]; k < s->out->row_start[u + 1]; k++) {
            const int32_t v = s->out->column[k];
            if (!isinf(s->distance[v]))
                continue;
            s->distance[v] = s->distance[u] + 1;
            s->order[count++] = v;
        }
    }
    return count;
}

static inline bool is_tight(const struct ordered_search *s, int64_t u, int64_t v, const double *weight,
                            int64_t k)
{
    const double from = s->distance[u], to = s->distance[v];
    return from < to && to < (double)INFINITY && from + (weight != NULL ? weight[k] : 1) == to;
}

/* The paths to v; false if no edge leads there, since its weight was lost in rounding. */
static bool count_paths(struct ordered_search *s, int64_t v)
{
    const double *weight = s->in->value;
    double sum = 0;
    int32_t exponent = 0;
    for (int64_t k = s->in->row_start[v]; k < s->in->row_start[v + 1]; k++) {
        const int64_t u = s->in->column[k];
        if (!is_tight(s, u, v, weight, k))
            continue;
        if (s->exponent[u] > exponent) {
            sum = ldexp(sum, -SHIFT * (s->exponent[u] - exponent > 4 ? 4 : s->exponent[u] - exponent));
            exponent = s->exponent[u];
        }
        const int32_t less = exponent - s->exponent[u];
        sum += less == 0 ? s->paths[u] : ldexp(s->paths[u], -SHIFT * (less > 4 ? 4 : less));
        if (sum > 0x1p512) {
            sum = ldexp(sum, -SHIFT);
            exponent++;
        }
    }
    s->paths[v] = sum;
    s->exponent[v] = exponent;
    return sum > 0;
}

/* The share of u from those of the vertices after it. */
static double collect(const struct ordered_search *s, int64_t u, double *edge)
{
    const double *weight = s->out->value;
    double share = 0;
    for (int64_t k = s->out->row_start[u]; k < s->out->row_start[u + 1]; k++) {
        const int64_t v = s->out->column[k];
        if (!is_tight(s, u, v, weight, k))
            continue;
        const int32_t less = s->exponent[v] - s->exponent[u]; /* not negative: all paths to u lead on to v */
        double through = s->paths[u] * s->part[v];
        if (less > 0)
            through = ldexp(through, -SHIFT * (less > 4 ? 4 : less));
        share += through;
        if (edge != NULL)
            edge[k] += through;
    }
    return share;
}

bool graph__ordered_search_run(struct ordered_search *s, int64_t source, double *share, uint8_t *seen,
                               int lanes, int lane, double *edge)
{
    for (int64_t v = 0; v < s->out->rows; v++)
        s->distance[v] = INFINITY;
    const int64_t count = s->out->value != NULL ? by_weights(s, source) : by_edges(s, source);
    s->paths[source] = 1;
    s->exponent[source] = 0;
    for (int64_t i = 1; i < count; i++)
        if (!count_paths(s, s->order[i]))
            return false;
    for (int64_t i = count - 1; i >= 0; i--) {
        const int64_t u = s->order[i];
        const double its = collect(s, u, edge);
        s->part[u] = (1 + its) / s->paths[u];
        share[u * lanes + lane] = u == source ? 0 : its;
        seen[u] |= (uint8_t)(1u << lane);
    }
    return true;
}
