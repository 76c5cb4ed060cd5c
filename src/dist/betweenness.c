/* Betweenness on many ranks, which share the sources.
 *
 * On the host, sources go in groups of 64, a group to a rank, and what the groups give is added in their order, so that the
 * ranks do not show in the result.  Where the devices are linked, each rank takes its share at once, since a device searches
 * from hundreds of sources together, and the sums never leave the devices: each rank adds the parts of all ranks of some of
 * the elements, in the order of the ranks, and these go to all.
 * Source: Brandes, J. Math. Sociology 25(2), 2001. */
#include <string.h>

#include "algorithms/centrality/betweenness.h"
#include "base/threads.h"
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

static graph_status open_sums(struct sums *s, int ranks)
{
    const int64_t n = s->vertices + s->edges;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(s->sum, n));
    GRAPH_TRY(GRAPH_NEW(s->part, n));
    GRAPH_TRY(graph__allocate_array((void **)&s->parts, (size_t)n, (size_t)ranks * sizeof *s->parts));
    GRAPH_TRY(GRAPH_NEW(s->group, TOGETHER));
done:
    return status;
}

/* What the search of one machine says of the options, of which groups see no is_undirected. */
static graph_status check_options(const struct sums *s)
{
    const graph_index none = 0;
    graph_betweenness_options plain = *s->o;
    graph_vector *vertex = NULL;
    plain.report = NULL;
    plain.edges = NULL;
    const graph_status status = graph_betweenness(&vertex, s->all, &none, 0, &plain);
    graph_vector_release(&vertex);
    return status;
}

/* s->part = what the first `count` sources of s->group give. */
static graph_status run_group(struct sums *s, int64_t count)
{
    graph_betweenness_options plain = *s->o;
    graph_betweenness_report report = {.size = sizeof report};
    graph_vector *vertex = NULL;
    graph_matrix *edges = NULL;
    struct graph_vector_view at;
    struct graph_csr along;
    graph_status status;
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
static graph_status add_all(struct sums *s, const graph_index *source, int64_t count, graph_group *g)
{
    const int64_t n = s->vertices + s->edges;
    graph_status status;
    for (int64_t first = 0; first < count; first += (int64_t)TOGETHER * g->ranks) {
        int64_t begin = first + (int64_t)TOGETHER * g->rank;
        begin = begin < count ? begin : count;
        const int64_t ours = count - begin < TOGETHER ? count - begin : TOGETHER;
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

/* ---- On linked devices ---- */

/* The edges of a graph both ways, at the place of the link. */
static graph_status open_edges(struct graph_betweenness_request *r, const graph_matrix *A,
                               const struct graph_backend *place, int threads)
{
    bool is_symmetric = false;
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&r->out, A, place));
    GRAPH_TRY(graph__matrix_symmetry(&is_symmetric, A));
    r->in = r->out;
    if (!is_symmetric)
        GRAPH_TRY(graph__matrix_view_transposed(&r->in, A, place, threads));
    r->out.value = r->in.value = NULL;
done:
    return status;
}

/* x[k] = its sum over the ranks, in their order, times `scale`: each rank sums a part of x, and the parts go to all.  Of n
 * elements on the devices.  Collective. */
static graph_status sum_linked(double *x, int64_t n, double scale, graph_group *g)
{
    const struct graph_backend *const place = g->link_place;
    size_t *const to_start = g->counts, *const to_bytes = to_start + g->ranks,
                  *const from_start = to_bytes + g->ranks, *const from_bytes = from_start + g->ranks;
    const graph_scalar factor = {.type = GRAPH_FP64, .value.f = scale};
    int64_t *cut = NULL, ours = 0;
    double *part = NULL;
    graph_status status = GRAPH_NEW(cut, (size_t)g->ranks + 1);
    if (status == GRAPH_OK) {
        graph__equal_cuts(cut, n, g->ranks);
        ours = cut[g->rank + 1] - cut[g->rank];
        status = place->allocate((void **)&part, (size_t)ours * (size_t)g->ranks, sizeof *part);
    }
    GRAPH_TRY(graph__group_agree(g, status));
    for (int r = 0; r < g->ranks; r++) {
        to_start[r] = (size_t)(ours * r) * sizeof *part;
        to_bytes[r] = (size_t)ours * sizeof *part;
        from_start[r] = (size_t)cut[r] * sizeof *part;
        from_bytes[r] = (size_t)(cut[r + 1] - cut[r]) * sizeof *part;
    }
    GRAPH_TRY(graph__group_link_exchange(g, part, to_start, to_bytes, x, from_start, from_bytes));
    for (int r = 1; r < g->ranks && ours > 0 && status == GRAPH_OK; r++)
        status = place->binary(part, part, part + ours * r, GRAPH_PLUS, GRAPH_FP64, ours, 1);
    if (scale != 1 && ours > 0 && status == GRAPH_OK) {
        status = place->fill(part + ours, GRAPH_FP64, factor, ours, 1); /* there are at least two parts */
        if (status == GRAPH_OK)
            status = place->binary(part, part, part + ours, GRAPH_TIMES, GRAPH_FP64, ours, 1);
    }
    GRAPH_TRY(graph__group_agree(g, status));
    for (int r = 0; r < g->ranks; r++) {
        to_start[r] = (size_t)cut[r] * sizeof *part;
        to_bytes[r] = (size_t)(cut[r + 1] - cut[r]) * sizeof *part;
        from_start[r] = 0;
        from_bytes[r] = (size_t)ours * sizeof *part;
    }
    GRAPH_TRY(graph__group_link_exchange(g, x, to_start, to_bytes, part, from_start, from_bytes));
done:
    place->release(part);
    graph__free(cut);
    return status;
}

/* What this rank's share of the sources gives, on its device. */
static graph_status run_share(struct graph_betweenness_request *r, const struct sums *s, graph_group *g,
                              const graph_index *source, int64_t count)
{
    int64_t *list = NULL, *share = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW(share, (size_t)g->ranks + 1));
    graph__equal_cuts(share, count, g->ranks);
    const int64_t begin = share[g->rank];
    r->sources = share[g->rank + 1] - begin;
    GRAPH_TRY(GRAPH_NEW(list, r->sources));
    for (int64_t k = 0; k < r->sources; k++)
        list[k] = source != NULL ? (int64_t)source[begin + k] : begin + k;
    r->source = list;
    r->threads = graph__threads(s->o->threads);
    r->most_bytes = s->o->most_bytes != 0 ? s->o->most_bytes : graph__machine_bytes();
    r->progress = s->o->progress;
    r->context = s->o->context;
    GRAPH_TRY(g->link_place->betweenness(r));
    graph__place_used(g->link_place->kind);
done:
    graph__free(list);
    graph__free(share);
    return status;
}

/* The results of this rank, of sums on its device. */
static graph_status take_sums(graph_vector **vertex, graph_matrix **edges, const struct sums *s,
                              double **vertex_there, const double *edge_there,
                              const struct graph_backend *place)
{
    struct graph_vector_arrays arrays = {.form = GRAPH_FULL, .entries = s->vertices};
    double *along = NULL;
    graph_status status = GRAPH_OK;
    if (vertex != NULL) {
        GRAPH_TRY(graph_vector_create(vertex, GRAPH_FP64, (graph_index)s->vertices));
        arrays.value = *vertex_there;
        *vertex_there = NULL;
        GRAPH_TRY(graph__vector_adopt(*vertex, &arrays, place));
    }
    if (edges != NULL) {
        GRAPH_TRY(GRAPH_NEW(along, s->edges));
        GRAPH_TRY(place->download(along, edge_there, (size_t)s->edges * sizeof *along));
        GRAPH_TRY(graph__edge_matrix(edges, s->all, &along, s->o));
    }
done:
    graph__vector_arrays_release(&arrays, place);
    graph__free(along);
    return status;
}

/* All of the call.  GRAPH_E_DEVICE_MEMORY: not here.  Collective. */
static graph_status run_linked(graph_vector **vertex, graph_matrix **edges, struct sums *s,
                               const graph_index *source, int64_t count, graph_group *g)
{
    const struct graph_backend *const place = g->link_place;
    double *vertex_there = NULL, *edge_there = NULL, vertex_scale, edge_scale;
    struct graph_betweenness_request r = {.vertex_there = vertex != NULL ? &vertex_there : NULL,
                                          .edge_there = edges != NULL ? &edge_there : NULL};
    graph_status status;
    GRAPH_TRY(graph__group_agree(g, open_edges(&r, s->all, place, graph__threads(s->o->threads))));
    GRAPH_TRY(graph__group_agree(g, run_share(&r, s, g, source, count)));
    graph__betweenness_scales(&vertex_scale, &edge_scale, s->all->rows, count, s->o);
    if (vertex != NULL)
        GRAPH_TRY(sum_linked(vertex_there, s->vertices, vertex_scale, g));
    if (edges != NULL)
        GRAPH_TRY(sum_linked(edge_there, s->edges, edge_scale, g));
    s->bytes = (int64_t)r.bytes;
    s->wide = r.wide;
    GRAPH_TRY(graph__group_all_reduce(g, &s->bytes, 1, GRAPH_MAX));
    GRAPH_TRY(graph__group_all_reduce(g, &s->wide, 1, GRAPH_PLUS));
    GRAPH_TRY(graph__group_agree(g, take_sums(vertex, edges, s, &vertex_there, edge_there, place)));
done:
    place->release(vertex_there);
    place->release(edge_there);
    return status;
}

/* Whether a device may be asked. */
static bool suits_devices(const graph_betweenness_options *o)
{
    return o->backend != GRAPH_BACKEND_CPU && o->form != GRAPH_FORM_ALGEBRA && !o->is_weighted;
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
    status = graph_matrix_entries(&entries, s.all);
    s.vertices = vertex != NULL ? n : 0;
    s.edges = wants_edges ? (int64_t)entries : 0;
    if (status == GRAPH_OK && (o->is_undirected || count == 0))
        status = check_options(&s);
    GRAPH_TRY(graph__group_agree(g, status));
    graph_vector **const to = vertex != NULL ? &made : NULL;
    graph_matrix **const along = wants_edges ? &edges : NULL;
    bool is_made = false;
    if (g->link != NULL && g->link_place->betweenness != NULL && suits_devices(o) && n > 0) {
        status = run_linked(to, along, &s, source, count, g);
        is_made = status != GRAPH_E_DEVICE_MEMORY;
        if (is_made)
            GRAPH_TRY(status);
    }
    if (!is_made) {
        graph_vector_release(&made);
        graph_matrix_release(&edges);
        s.bytes = s.wide = 0;
        GRAPH_TRY(graph__group_agree(g, open_sums(&s, g->ranks)));
        GRAPH_TRY(add_all(&s, source, count, g));
        GRAPH_TRY(graph__group_agree(g, finish(to, along, &s, count)));
    }
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
