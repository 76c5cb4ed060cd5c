/* Distances, paths and their edges from one vertex, for the checks: vertices whose distance fell wait in a queue (the method
 * of Bellman, Ford and Moore), then they are sorted by distance. */
#include "algorithms/centrality/check_search.h"

#include <math.h>

graph_status graph__check_search_open(struct graph_check_search *s, const graph_matrix *A, bool is_weighted,
                                      bool is_reversed)
{
    struct graph_edge_arrays e;
    graph_status status;
    *s = (struct graph_check_search){.n = (graph_index)A->rows, .is_exact = true};
    GRAPH_TRY(graph__edge_arrays(&e, A, is_weighted));
    const graph_index *from = is_reversed ? e.to : e.from, *to = is_reversed ? e.from : e.to;
    GRAPH_TRY(GRAPH_NEW_ZEROED(s->start, s->n + 2));
    GRAPH_TRY(GRAPH_NEW(s->to, e.edges));
    if (e.weight != NULL)
        GRAPH_TRY(GRAPH_NEW(s->weight, e.edges));
    GRAPH_TRY(GRAPH_NEW(s->distance, s->n));
    GRAPH_TRY(GRAPH_NEW(s->paths, s->n));
    GRAPH_TRY(GRAPH_NEW(s->edges, s->n));
    GRAPH_TRY(GRAPH_NEW(s->order, s->n + 1));
    GRAPH_TRY(GRAPH_NEW_ZEROED(s->is_waiting, s->n));
    for (graph_index k = 0; k < e.edges; k++)
        s->start[from[k] + 2]++;
    for (graph_index v = 0; v < s->n; v++)
        s->start[v + 2] += s->start[v + 1];
    for (graph_index k = 0; k < e.edges; k++) {
        const int64_t at = s->start[from[k] + 1]++;
        s->to[at] = to[k];
        if (e.weight == NULL)
            continue;
        s->weight[at] = e.weight[k];
        s->is_exact = s->is_exact && floor(e.weight[k]) == e.weight[k] && fabs(e.weight[k]) < 0x1p24;
    }
done:
    graph__edge_arrays_free(&e);
    if (status < 0)
        graph__check_search_close(s);
    return status;
}

void graph__check_search_close(struct graph_check_search *s)
{
    graph__free(s->start);
    graph__free(s->to);
    graph__free(s->weight);
    graph__free(s->distance);
    graph__free(s->paths);
    graph__free(s->edges);
    graph__free(s->order);
    graph__free(s->is_waiting);
    *s = (struct graph_check_search){.n = 0};
}

static double cost_of(const struct graph_check_search *s, int64_t k)
{
    return s->weight != NULL ? s->weight[k] : 1;
}

/* order[root] sinks in the heap order[0 .. count - 1], the farthest on top. */
static void sink(struct graph_check_search *s, graph_index root, graph_index count)
{
    for (graph_index child; (child = 2 * root + 1) < count; root = child) {
        const graph_index up = s->order[root];
        if (child + 1 < count && s->distance[s->order[child + 1]] > s->distance[s->order[child]])
            child++;
        if (s->distance[up] >= s->distance[s->order[child]])
            return;
        s->order[root] = s->order[child];
        s->order[child] = up;
    }
}

static void sort(struct graph_check_search *s)
{
    for (graph_index k = s->count / 2; k-- > 0;)
        sink(s, k, s->count);
    for (graph_index k = s->count; k-- > 1;) {
        const graph_index top = s->order[0];
        s->order[0] = s->order[k];
        s->order[k] = top;
        sink(s, 0, k);
    }
}

static void find_distances(struct graph_check_search *s, graph_index source)
{
    const graph_index room = s->n + 1; /* a ring: each vertex waits at most once */
    graph_index head = 0, tail = 1;
    for (graph_index v = 0; v < s->n; v++)
        s->distance[v] = INFINITY;
    s->distance[source] = 0;
    s->order[0] = source;
    while (head != tail) {
        const graph_index u = s->order[head];
        head = (head + 1) % room;
        s->is_waiting[u] = false;
        for (int64_t k = s->start[u]; k < s->start[u + 1]; k++) {
            const graph_index v = s->to[k];
            if (!(s->distance[u] + cost_of(s, k) < s->distance[v]))
                continue;
            s->distance[v] = s->distance[u] + cost_of(s, k);
            if (s->is_waiting[v])
                continue;
            s->is_waiting[v] = true;
            s->order[tail] = v;
            tail = (tail + 1) % room;
        }
    }
    s->count = 0;
    for (graph_index v = 0; v < s->n; v++)
        if (!isinf(s->distance[v]))
            s->order[s->count++] = v;
    sort(s);
}

void graph__check_search_run(struct graph_check_search *s, graph_index source)
{
    find_distances(s, source);
    for (graph_index i = 0; i < s->count; i++)
        s->paths[s->order[i]] = s->edges[s->order[i]] = 0;
    s->paths[source] = 1;
    for (graph_index i = 0; i < s->count; i++) {
        const graph_index u = s->order[i];
        for (int64_t k = s->start[u]; k < s->start[u + 1]; k++) {
            const graph_index v = s->to[k];
            if (isinf(s->distance[v]) || !(s->distance[u] < s->distance[v]) ||
                s->distance[u] + cost_of(s, k) != s->distance[v])
                continue;
            const long double paths = s->paths[v] + s->paths[u];
            s->edges[v] += (double)(s->paths[u] / paths) * (s->edges[u] + 1 - s->edges[v]);
            s->paths[v] = paths;
        }
    }
}
