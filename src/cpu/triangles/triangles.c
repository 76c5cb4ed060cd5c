/* Triangles by marked neighbourhoods.
 *
 * Every undirected edge points to its end of larger (degree, number); then no vertex has more than sqrt(2 edges) edges
 * out.  For each u the ends of its edges are marked, and each of them, v, counts the ends of its edges that are marked:
 * count = sum over u -> v of |N(u) and N(v)|.  In large graphs with many edges a vertex the vertices are renumbered by
 * degree, so that the marks of hubs, which are read most, lie together.  Graphs whose rows are all short do without
 * an order and marks: triangle_rows.h.
 * Source: Schank, Wagner, "Finding, counting and listing all triangles in large graphs", WEA 2005 ("forward"). */
#include "cpu/triangles/triangles.h"

#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress.h"
#include "cpu/triangles/triangle_lists.h"
#include "cpu/triangles/triangle_rows.h"

/* Of the whole time, about: the lists. */
#define LISTS_SHARE 0.2

/* As the step, and one for each triangle at each of its vertices. */
static uint64_t count_corners(int64_t *corners, uint8_t *mark, const struct triangle_lists *t, int64_t u)
{
    const int32_t *ends = t->vertex + graph__list_start(t->list[u]);
    int64_t n = graph__list_length(t->list[u]);
    uint64_t sum = 0;
    for (int64_t k = 0; k < n; k++)
        mark[ends[k]] = 1;
    for (int64_t k = 0; k < n; k++) {
        const int32_t *third = t->vertex + graph__list_start(t->list[ends[k]]);
        int64_t thirds = graph__list_length(t->list[ends[k]]), here = 0;
        for (int64_t j = 0; j < thirds; j++)
            if (mark[third[j]]) {
                __atomic_fetch_add(&corners[third[j]], 1, __ATOMIC_RELAXED);
                here++;
            }
        if (here > 0)
            __atomic_fetch_add(&corners[ends[k]], here, __ATOMIC_RELAXED);
        sum += (uint64_t)here;
    }
    for (int64_t k = 0; k < n; k++)
        mark[ends[k]] = 0;
    if (sum > 0)
        __atomic_fetch_add(&corners[u], (int64_t)sum, __ATOMIC_RELAXED);
    return sum;
}

/* All triangles, unless that is cancelled; corners, if not NULL, gets those of each (new) number added. */
static uint64_t count(int64_t *corners, const struct triangle_lists *t, struct graph_progress *progress)
{
    uint64_t sum = 0;
    int64_t share = t->n / (32 * (int64_t)t->threads) + 1;
    share = share < 256 ? share : 256;
#pragma omp parallel num_threads(t->threads) reduction(+ : sum) if (t->threads > 1)
    {
        uint8_t *mark = t->mark + t->mark_stride * omp_get_thread_num();
        memset(mark, 0, (size_t)t->mark_stride);
#pragma omp for schedule(dynamic, 1)
        for (int64_t first = 0; first < t->n; first += share) {
            int64_t last = t->n - first < share ? t->n : first + share;
            if (graph__progress_at(progress, (double)first / (double)t->n))
                continue;
            if (corners == NULL)
                sum += t->steps->count(mark, t->list, t->vertex, first, last);
            for (int64_t u = first; u < last && corners != NULL; u++)
                sum += count_corners(corners, mark, t, u);
        }
    }
    return sum;
}

graph_status graph__cpu_triangles(struct graph_triangles_request *r)
{
    struct triangle_lists t;
    int64_t *corners = NULL;
    graph_status status;
    if (graph__triangles_by_rows(r))
        return graph__progress_status(r->progress);
    GRAPH_TRY(graph__triangle_lists_make(&t, r));
    if (r->per_vertex != NULL)
        GRAPH_TRY(GRAPH_NEW_ZEROED(corners, t.n));
    graph__progress_part(r->progress, LISTS_SHARE, 1);
    r->count = count(corners, &t, r->progress);
    GRAPH_TRY(graph__progress_status(r->progress));
    r->edges = t.edges;
    r->self_loops = t.self_loops;
    for (int64_t v = 0; v < t.n && corners != NULL; v++)
        r->per_vertex[v] = corners[t.is_renumbered ? t.key[v] : v];
done:
    graph__free(corners);
    graph__triangle_lists_release(&t);
    return status;
}
