/* Betweenness: checks, the fused form, scaling.  The definition is in betweenness_algebra.c.
 *
 * Source: Brandes, "A faster algorithm for betweenness centrality", J. Math. Sociology 25(2), 2001. */
#include <string.h>

#include "algorithms/centrality/betweenness.h"

static graph_status check(const graph_matrix *A, const graph_betweenness_options *o)
{
    bool is_symmetric = true;
    graph_properties properties = {.size = sizeof properties};
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_CHECK_REPORT(o->report);
    if (o->is_weighted)
        GRAPH_TRY(graph__check_weights(A, true, true, o->threads));
    if (o->is_undirected && o->is_weighted && A->type != GRAPH_PATTERN) {
        GRAPH_TRY(graph_matrix_properties(&properties, A));
        is_symmetric = properties.is_symmetric;
    } else if (o->is_undirected) {
        GRAPH_TRY(graph__matrix_symmetry(&is_symmetric, A));
    }
    if (!is_symmetric)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.is_undirected is set and A is not symmetric");
done:
    return status;
}

void graph__betweenness_scales(double *vertex, double *edge, int64_t n, int64_t sources,
                               const graph_betweenness_options *o)
{
    *vertex = *edge = o->is_undirected ? 0.5 : 1;
    if (!o->is_normalized || sources == 0)
        return;
    const double size = (double)n, times = size / (double)sources;
    /* Halving both counts and pairs changes nothing. */
    *vertex = times * (n > 2 ? 1 / ((size - 1) * (size - 2)) : 1);
    *edge = times * (n > 1 ? 1 / (size * (size - 1)) : 1);
}

graph_status graph__edge_matrix(graph_matrix **edges, const graph_matrix *A, double **value,
                                const graph_betweenness_options *o)
{
    const graph_descriptor d = {.size = sizeof d, .threads = o->threads, .backend = GRAPH_BACKEND_CPU};
    graph_index n = (graph_index)A->rows;
    graph_matrix *E = NULL, *reverse = NULL;
    void *values = *value;
    graph_status status;
    *value = NULL;
    status = graph_matrix_create(&E, GRAPH_FP64, n, n);
    if (status < 0) {
        graph__free(values);
        goto done;
    }
    GRAPH_TRY(graph__matrix_adopt_values(E, A, values, graph__cpu()));
    if (o->is_undirected) {
        GRAPH_TRY(graph_matrix_create(&reverse, GRAPH_FP64, n, n));
        GRAPH_TRY(graph_transpose(reverse, NULL, GRAPH_NO_OP, E, &d));
        GRAPH_TRY(graph_ewise_mult(E, NULL, GRAPH_NO_OP, GRAPH_PLUS, E, reverse, &d));
    }
    *edges = E;
    E = NULL;
done:
    graph_matrix_release(&E);
    graph_matrix_release(&reverse);
    return status;
}

static graph_status find(double *vertex, double *edge, graph_betweenness_report *report,
                         const graph_matrix *A, const int64_t *list, int64_t count,
                         const graph_betweenness_options *o, const struct graph_place *place)
{
    struct graph_betweenness_request request = {.source = list,
                                                .sources = count,
                                                .threads = place->threads,
                                                .most_bytes = o->most_bytes != 0 ? o->most_bytes
                                                                                 : graph__machine_bytes(),
                                                .vertex = vertex,
                                                .edge = edge,
                                                .progress = o->progress,
                                                .context = o->context};
    graph_status status;
    if (o->form == GRAPH_FORM_ALGEBRA)
        status = graph__betweenness_algebra(vertex, edge, A, list, count, o, place);
    else
        status = graph__fused_betweenness(&request, A, o->is_weighted, place);
    report->sources = (graph_index)count;
    report->bytes = request.bytes;
    report->wide = (graph_index)request.wide;
    return status;
}

graph_status graph_betweenness(graph_vector **vertex, const graph_matrix *A, const graph_index *source,
                               graph_index sources, const graph_betweenness_options *options)
{
    static const graph_betweenness_options defaults = {.size = sizeof(graph_betweenness_options)};
    const graph_betweenness_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    graph_betweenness_report report = {.size = sizeof report};
    graph_vector *result = NULL;
    graph_matrix *edges = NULL;
    int64_t *list = NULL, count = 0;
    double *at = NULL, *along = NULL, vertex_scale, edge_scale;
    const bool wants_edges = o->size == sizeof *o && o->edges != NULL;
    graph_index entries;
    graph_status status;
    GRAPH_TRY(check(A, o));
    if (o->form == GRAPH_FORM_ALGEBRA) {
        GRAPH_TRY(graph__place_algorithm(&place, o->backend, o->threads));
        GRAPH_TRY(graph__place_choose(&place, "betweenness", true, GRAPH_HEAVY,
                                      &(const struct graph_operands){.A = A}));
    } else {
        GRAPH_PLACE_FUSED(&place, o, betweenness, GRAPH_HEAVY, A);
    }
    GRAPH_TRY(graph__source_list(&list, &count, source, sources, A->rows));
    GRAPH_TRY(graph__matrix_finish(A));
    GRAPH_TRY(graph_matrix_entries(&entries, A));
    if (vertex != NULL)
        GRAPH_TRY(GRAPH_NEW_ZEROED(at, A->rows));
    if (wants_edges)
        GRAPH_TRY(GRAPH_NEW_ZEROED(along, entries));
    GRAPH_TRY(find(at, along, &report, A, list, count, o, &place));
    graph__betweenness_scales(&vertex_scale, &edge_scale, A->rows, count, o);
    for (int64_t v = 0; vertex != NULL && v < A->rows; v++)
        at[v] *= vertex_scale;
    for (graph_index e = 0; wants_edges && e < entries; e++)
        along[e] *= edge_scale;
    if (vertex != NULL)
        GRAPH_TRY(graph__vector_of_values(&result, GRAPH_FP64, A->rows, (void **)&at));
    if (wants_edges)
        GRAPH_TRY(graph__edge_matrix(&edges, A, &along, o));
    if (o->report != NULL)
        *o->report = report;
done:
    graph__place_end(&place, status);
    graph__free(list);
    graph__free(at);
    graph__free(along);
    if (status < 0)
        graph_vector_release(&result);
    if (vertex != NULL)
        *vertex = result;
    if (wants_edges)
        *o->edges = edges;
    return status;
}
