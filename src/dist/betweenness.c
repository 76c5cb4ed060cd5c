/* Betweenness on many ranks: sources go in groups of 64, a group to a rank, and what the groups give is added in their
 * order, so that the ranks do not show in the result.
 * Source: Brandes, J. Math. Sociology 25(2), 2001. */
#include <string.h>

#include "dist/algorithms.h"
#include "semigraph/centrality.h"

enum { TOGETHER = 64 };

static graph_status check_betweenness(const graph_vector *const *vertex, const graph_dist *A,
                                      const graph_index *source, graph_index sources,
                                      const graph_betweenness_options *o)
{
    graph_status status = graph__dist_check_graph(A, o->size, sizeof *o, o->form);
    GRAPH_TRY(status);
    if (vertex == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "vertex is NULL");
    if (source == NULL && sources != 0 && sources != (graph_index)A->rows)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "sources is %llu; expected 0 or %lld without a list",
                   (unsigned long long)sources, (long long)A->rows);
    for (graph_index k = 0; source != NULL && k < sources; k++)
        GRAPH_TRY(graph__dist_check_vertex(A, source[k], "a source"));
    if (o->edges != NULL || o->report != NULL)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "the betweenness of edges and a report are not for many ranks");
done:
    return status;
}

/* sum += what a group of sources gives. */
static graph_status add_group(double *sum, const graph_matrix *all, const graph_index *source, int64_t count,
                              const graph_betweenness_options *o)
{
    graph_betweenness_options plain = *o;
    graph_vector *part = NULL;
    struct graph_vector_view view;
    graph_status status;
    plain.is_normalized = false;
    memset(sum, 0, (size_t)all->rows * sizeof *sum);
    if (count == 0)
        return GRAPH_OK;
    GRAPH_TRY(graph_betweenness(&part, all, source, (graph_index)count, &plain));
    GRAPH_TRY(graph__vector_view(&view, part, graph__cpu()));
    memcpy(sum, view.value, (size_t)all->rows * sizeof *sum);
done:
    graph_vector_release(&part);
    return status;
}

static void normalize(double *sum, int64_t n, int64_t sources, bool is_undirected)
{
    double pairs = n > 2 ? (double)(n - 1) * (double)(n - 2) : 1;
    if (is_undirected && n > 2)
        pairs /= 2;
    for (int64_t v = 0; v < n && sources > 0; v++)
        sum[v] = sum[v] / pairs * ((double)n / (double)sources);
}

graph_status graph_dist_betweenness(graph_vector **vertex, const graph_dist *A, const graph_index *source,
                                    graph_index sources, const graph_betweenness_options *options)
{
    static const graph_betweenness_options defaults = {.size = sizeof defaults};
    const graph_betweenness_options *o = options != NULL ? options : &defaults;
    const graph_matrix *all = NULL;
    double *sum = NULL, *part = NULL, *parts = NULL;
    graph_index group[TOGETHER];
    graph_status status = graph__check_dist(A, "A");
    if (vertex != NULL)
        *vertex = NULL;
    if (status != GRAPH_OK)
        return status;
    graph_group *const g = A->group;
    const int64_t n = A->rows, count = source != NULL ? (int64_t)sources : n;
    GRAPH_TRY(graph__group_enter(
        g, __func__, check_betweenness((const graph_vector *const *)vertex, A, source, sources, o)));
    GRAPH_TRY(graph__dist_replica(&all, A));
    status = GRAPH_NEW_ZEROED(sum, n);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(part, n);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(parts, (size_t)n * (size_t)g->ranks);
    GRAPH_TRY(graph__group_agree(g, status));
    for (int64_t first = 0; first < count; first += (int64_t)TOGETHER * g->ranks) {
        int64_t begin = first + (int64_t)TOGETHER * g->rank;
        begin = begin < count ? begin : count;
        const int64_t ours = count - begin < TOGETHER ? count - begin : TOGETHER;
        for (int64_t k = 0; k < ours; k++)
            group[k] = source != NULL ? source[begin + k] : (graph_index)(begin + k);
        GRAPH_TRY(graph__group_agree(g, add_group(part, all, group, ours, o)));
        GRAPH_TRY(graph__group_all_gather_same(g, parts, part, (size_t)n * sizeof *part));
        for (int r = 0; r < g->ranks; r++)
            for (int64_t v = 0; v < n; v++)
                sum[v] += parts[r * n + v];
    }
    if (o->is_normalized)
        normalize(sum, n, count, o->is_undirected);
    GRAPH_TRY(graph__group_agree(
        g, graph_vector_import_full(vertex, GRAPH_FP64, (graph_index)n, sum, GRAPH_COPY, NULL, NULL)));
done:
    if (status != GRAPH_OK && vertex != NULL)
        graph_vector_release(vertex);
    graph__free(sum);
    graph__free(part);
    graph__free(parts);
    return status;
}
