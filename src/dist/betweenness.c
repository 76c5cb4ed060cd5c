/* Betweenness on many ranks, which share the sources.
 *
 * On the host, sources go in groups of 64, a group to a rank, and what the groups give is added in their order, so that the
 * ranks do not show in the result.  Where the devices are linked, each rank takes its share at once, since a device searches
 * from hundreds of sources together.
 * Source: Brandes, J. Math. Sociology 25(2), 2001. */
#include <string.h>

#include "algorithms/centrality/betweenness.h"
#include "dist/algorithms.h"

enum { TOGETHER = 64 };

static graph_status check(graph_vector **vertex, const graph_dist *A, const graph_index *source,
                          graph_index sources, const graph_betweenness_options *o)
{
    graph_status status = graph__dist_check_graph(A, o->size, sizeof *o, o->form);
    GRAPH_TRY(status);
    if (vertex == NULL && o->edges == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "vertex is NULL, and options.edges too");
    if (source == NULL && sources != 0 && sources != (graph_index)A->rows)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "sources is %llu; expected 0 or %lld without a list",
                   (unsigned long long)sources, (long long)A->rows);
    for (graph_index k = 0; source != NULL && k < sources; k++)
        GRAPH_TRY(graph__dist_check_vertex(A, source[k], "a source"));
    GRAPH_CHECK_REPORT(o->report);
done:
    return status;
}

/* Sums over ordered pairs: of the vertices, then of the entries, as far as they are wanted. */
struct sums {
    const graph_matrix *all;
    const graph_betweenness_options *o;
    int64_t vertices, edges;
    double *sum, *part, *parts; /* of all sources so far, of a group here, of the groups of all ranks */
    graph_index *group;
    int64_t bytes, wide; /* of the report */
};

static void close_sums(struct sums *s)
{
    graph__free(s->sum);
    graph__free(s->part);
    graph__free(s->parts);
    graph__free(s->group);
}

static graph_status open_sums(struct sums *s, int64_t together, int ranks)
{
    const int64_t n = s->vertices + s->edges;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(s->sum, n));
    GRAPH_TRY(GRAPH_NEW(s->part, n));
    GRAPH_TRY(graph__allocate_array((void **)&s->parts, (size_t)n, (size_t)ranks * sizeof *s->parts));
    GRAPH_TRY(GRAPH_NEW(s->group, together));
done:
    return status;
}

/* s->part = what the first `count` sources of s->group give.  None: the options are checked. */
static graph_status run_group(struct sums *s, int64_t count)
{
    graph_betweenness_options plain = *s->o;
    graph_betweenness_report report = {.size = sizeof report};
    graph_vector *vertex = NULL;
    graph_matrix *edges = NULL;
    struct graph_vector_view at;
    struct graph_csr along;
    graph_status status;
    if (count > 0)
        plain.is_normalized = plain.is_undirected = false;
    plain.report = &report;
    plain.edges = s->edges > 0 ? &edges : NULL;
    memset(s->part, 0, (size_t)(s->vertices + s->edges) * sizeof *s->part);
    GRAPH_TRY(graph_betweenness(&vertex, s->all, s->group, (graph_index)count, &plain));
    if (s->vertices > 0) {
        GRAPH_TRY(graph__vector_view(&at, vertex, graph__cpu()));
        memcpy(s->part, at.value, (size_t)s->vertices * sizeof *s->part);
    }
    if (s->edges > 0) {
        GRAPH_TRY(graph__matrix_view(&along, edges, graph__cpu()));
        memcpy(s->part + s->vertices, along.value, (size_t)s->edges * sizeof *s->part);
    }
    s->bytes = (int64_t)report.bytes > s->bytes ? (int64_t)report.bytes : s->bytes;
    s->wide += (int64_t)report.wide;
done:
    graph_vector_release(&vertex);
    graph_matrix_release(&edges);
    return status;
}

/* Adds what all sources give.  Collective. */
static graph_status add_all(struct sums *s, const graph_index *source, int64_t count, int64_t together,
                            graph_group *g)
{
    const int64_t n = s->vertices + s->edges;
    graph_status status;
    /* Without sources only the options are checked, of which groups see no is_undirected. */
    GRAPH_TRY(graph__group_agree(g, s->o->is_undirected || count == 0 ? run_group(s, 0) : GRAPH_OK));
    for (int64_t first = 0; first < count; first += together * g->ranks) {
        int64_t begin = first + together * g->rank;
        begin = begin < count ? begin : count;
        const int64_t ours = count - begin < together ? count - begin : together;
        for (int64_t k = 0; k < ours; k++)
            s->group[k] = source != NULL ? source[begin + k] : (graph_index)(begin + k);
        GRAPH_TRY(graph__group_agree(g, ours > 0 ? run_group(s, ours) : GRAPH_OK));
        if (ours == 0)
            memset(s->part, 0, (size_t)n * sizeof *s->part);
        GRAPH_TRY(graph__group_all_gather_same(g, s->parts, s->part, (size_t)n * sizeof *s->part));
        for (int r = 0; r < g->ranks; r++)
            for (int64_t k = 0; k < n; k++)
                s->sum[k] += s->parts[r * n + k];
    }
    GRAPH_TRY(graph__group_all_reduce(g, &s->bytes, 1, GRAPH_MAX));
    GRAPH_TRY(graph__group_all_reduce(g, &s->wide, 1, GRAPH_PLUS));
done:
    return status;
}

/* The results, of this rank alone. */
static graph_status finish(graph_vector **vertex, graph_matrix **edges, const struct sums *s, int64_t count)
{
    double vertex_scale, edge_scale, *along = NULL;
    graph_status status = GRAPH_OK;
    graph__betweenness_scales(&vertex_scale, &edge_scale, s->all->rows, count, s->o);
    for (int64_t v = 0; v < s->vertices; v++)
        s->sum[v] *= vertex_scale;
    if (vertex != NULL)
        GRAPH_TRY(graph_vector_import_full(vertex, GRAPH_FP64, (graph_index)s->vertices, s->sum, GRAPH_COPY,
                                           NULL, NULL));
    if (edges != NULL) {
        GRAPH_TRY(GRAPH_NEW(along, s->edges));
        for (int64_t e = 0; e < s->edges; e++)
            along[e] = s->sum[s->vertices + e] * edge_scale;
        GRAPH_TRY(graph__edge_matrix(edges, s->all, &along, s->o));
    }
done:
    graph__free(along);
    return status;
}

graph_status graph_dist_betweenness(graph_vector **vertex, const graph_dist *A, const graph_index *source,
                                    graph_index sources, const graph_betweenness_options *options)
{
    static const graph_betweenness_options defaults = {.size = sizeof defaults};
    const graph_betweenness_options *o = options != NULL ? options : &defaults;
    struct sums s = {.o = o};
    graph_index entries = 0;
    graph_vector *made = NULL;
    graph_matrix *edges = NULL;
    graph_status status = graph__check_dist(A, "A");
    const bool wants_edges = o->size == sizeof *o && o->edges != NULL;
    if (vertex != NULL)
        *vertex = NULL;
    if (wants_edges)
        *o->edges = NULL;
    if (status != GRAPH_OK)
        return status;
    graph_group *const g = A->group;
    const int64_t n = A->rows, count = source != NULL ? (int64_t)sources : n;
    GRAPH_TRY(graph__group_enter(g, __func__, check(vertex, A, source, sources, o)));
    GRAPH_TRY(graph__dist_replica(&s.all, A));
    const bool is_linked =
        g->link != NULL && g->link_place->betweenness != NULL && o->backend != GRAPH_BACKEND_CPU;
    const int64_t together = is_linked ? (count + g->ranks - 1) / g->ranks : TOGETHER;
    status = graph_matrix_entries(&entries, s.all);
    s.vertices = vertex != NULL ? n : 0;
    s.edges = wants_edges ? (int64_t)entries : 0;
    if (status == GRAPH_OK)
        status = open_sums(&s, together > 0 ? together : 1, g->ranks);
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(add_all(&s, source, count, together, g));
    GRAPH_TRY(
        graph__group_agree(g, finish(vertex != NULL ? &made : NULL, wants_edges ? &edges : NULL, &s, count)));
    if (vertex != NULL)
        *vertex = made;
    if (wants_edges)
        *o->edges = edges;
    made = NULL;
    edges = NULL;
    if (o->report != NULL)
        *o->report = (graph_betweenness_report){.size = sizeof *o->report,
                                                .sources = (graph_index)count,
                                                .bytes = (uint64_t)s.bytes,
                                                .wide = (graph_index)s.wide};
done:
    graph_vector_release(&made);
    graph_matrix_release(&edges);
    close_sums(&s);
    return status;
}
