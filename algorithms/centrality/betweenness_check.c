/* Whether betweenness is what its definition says; see graph_check_betweenness. */
#include <math.h>

#include "algorithms/centrality/betweenness.h"
#include "algorithms/centrality/check_search.h"

enum { EXAMPLES = 4 };

/* What is checked, in sums over ordered pairs, and what the searches say. */
struct claim {
    graph_index n;
    const graph_matrix *A;
    double *vertex;   /* NULL: not given */
    double *in, *out; /* sums of edges; NULL: not given */
    double *in_more, *out_more;
    double between; /* the sum of all vertices */
    graph_index example[EXAMPLES];
    int examples;
    long double at_example[EXAMPLES];
    bool is_too_large[EXAMPLES];
};

static bool differ(double x, double y, double scale) { return !(fabs(x - y) <= 1e-9 * fmax(fabs(scale), 1)); }

static graph_status read_vertex(struct claim *c, const graph_vector *vertex, double scale)
{
    graph_index length, entries;
    graph_type type;
    graph_status status;
    GRAPH_TRY(graph_vector_type(&type, vertex));
    GRAPH_TRY(graph_vector_length(&length, vertex));
    GRAPH_TRY(graph_vector_entries(&entries, vertex));
    if (type != GRAPH_FP64)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "vertex is of %s; expected fp64", graph_type_name(type));
    if (length != c->n)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "vertex has length %llu; A has %llu vertices",
                   (unsigned long long)length, (unsigned long long)c->n);
    if (entries != length)
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "vertex has %llu of %llu values", (unsigned long long)entries,
                   (unsigned long long)length);
    GRAPH_TRY(GRAPH_NEW(c->vertex, c->n));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, c->vertex, GRAPH_FP64, &entries, vertex));
    for (graph_index v = 0; v < c->n; v++) {
        if (!(c->vertex[v] >= 0))
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "the value of vertex %llu is %g", (unsigned long long)v,
                       c->vertex[v]);
        c->vertex[v] /= scale;
    }
done:
    return status;
}

static graph_status read_edges(struct claim *c, const graph_matrix *edges, double scale)
{
    struct graph_edge_arrays e = {.n = 0}, pattern = {.n = 0};
    graph_status status;
    if (edges->type != GRAPH_FP64)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "options.edges is of %s; expected fp64", graph_type_name(edges->type));
    if (edges->rows != c->A->rows || edges->columns != c->A->columns)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "options.edges is %lld x %lld; A has %lld vertices",
                   (long long)edges->rows, (long long)edges->columns, (long long)c->A->rows);
    GRAPH_TRY(graph__edge_arrays(&e, edges, true));
    GRAPH_TRY(graph__edge_arrays(&pattern, c->A, false));
    GRAPH_TRY(GRAPH_NEW_ZEROED(c->in, c->n));
    GRAPH_TRY(GRAPH_NEW_ZEROED(c->out, c->n));
    if (e.edges != pattern.edges)
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "options.edges has %llu entries and A has %llu",
                   (unsigned long long)e.edges, (unsigned long long)pattern.edges);
    for (graph_index k = 0; k < e.edges; k++) {
        if (e.from[k] != pattern.from[k] || e.to[k] != pattern.to[k])
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "options.edges has the entry (%llu, %llu), which A has not",
                       (unsigned long long)e.from[k], (unsigned long long)e.to[k]);
        if (!(e.weight[k] >= 0))
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "the value of edge (%llu, %llu) is %g",
                       (unsigned long long)e.from[k], (unsigned long long)e.to[k], e.weight[k]);
        c->out[e.from[k]] += e.weight[k] / scale;
        c->in[e.to[k]] += e.weight[k] / scale;
    }
done:
    graph__edge_arrays_free(&e);
    graph__edge_arrays_free(&pattern);
    return status;
}

/* The vertex with the largest value, and some others. */
static void choose_examples(struct claim *c)
{
    graph_index largest = 0;
    for (graph_index v = 1; v < c->n; v++)
        if (c->vertex[v] > c->vertex[largest])
            largest = v;
    c->examples = c->n < EXAMPLES ? (int)c->n : EXAMPLES;
    for (int k = 0; k < c->examples; k++)
        c->example[k] = k == 0 ? largest : ((graph_index)k * (c->n / EXAMPLES) + largest) % c->n;
}

/* What one search says: the sums, and the shares of the examples, from which `onward` has the searches. */
static void add_source(struct claim *c, const struct graph_check_search *from,
                       const struct graph_check_search *onward, graph_index source)
{
    for (graph_index i = 1; i < from->count; i++) {
        const graph_index t = from->order[i];
        c->between += from->edges[t] - 1;
        c->in_more[t]++;
    }
    c->out_more[source] += (double)from->count - 1;
    for (int k = 0; k < c->examples; k++) {
        const graph_index v = c->example[k];
        if (v == source || isinf(from->distance[v]))
            continue;
        for (graph_index i = 1; i < onward[k].count; i++) {
            const graph_index t = onward[k].order[i];
            if (t == source || from->distance[v] + onward[k].distance[t] != from->distance[t])
                continue;
            const long double share = from->paths[v] / from->paths[t] * onward[k].paths[t];
            c->is_too_large[k] = c->is_too_large[k] || !isfinite(share) || !isfinite(from->paths[t]);
            c->at_example[k] += share;
        }
    }
}

static graph_status compare(const struct claim *c, bool is_undirected)
{
    graph_status status = GRAPH_OK;
    double sum = 0;
    for (graph_index v = 0; c->vertex != NULL && v < c->n; v++)
        sum += c->vertex[v];
    if (c->vertex != NULL && differ(sum, c->between, c->between))
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "the values of vertices add up to %.17g; expected %.17g", sum,
                   c->between);
    for (int k = 0; k < c->examples; k++)
        if (!c->is_too_large[k] &&
            differ(c->vertex[c->example[k]], (double)c->at_example[k], (double)c->at_example[k]))
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "the value of vertex %llu is %.17g; expected %.17g",
                       (unsigned long long)c->example[k], c->vertex[c->example[k]], (double)c->at_example[k]);
    for (graph_index v = 0; c->in != NULL && v < c->n; v++) {
        /* An undirected edge has both directions at either entry. */
        const double share = is_undirected ? 0.5 : 1;
        const double in = share * c->in[v] - c->in_more[v], out = share * c->out[v] - c->out_more[v];
        const double scale = c->in[v] + c->out[v];
        if (!is_undirected && differ(in, out, scale))
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "%.17g goes into vertex %llu and %.17g out of it", in,
                       (unsigned long long)v, out);
        if (c->vertex != NULL && differ(in + out, 2 * c->vertex[v], scale))
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "%.17g goes through vertex %llu, whose value is %.17g",
                       (in + out) / 2, (unsigned long long)v, c->vertex[v]);
    }
done:
    return status;
}

graph_status graph_check_betweenness(const graph_vector *vertex, const graph_matrix *A,
                                     const graph_index *source, graph_index sources,
                                     const graph_betweenness_options *options)
{
    static const graph_betweenness_options defaults = {.size = sizeof(graph_betweenness_options)};
    const graph_betweenness_options *o = options != NULL ? options : &defaults;
    struct graph_check_search from = {.n = 0}, onward[EXAMPLES] = {{.n = 0}};
    struct claim c = {.A = A};
    double vertex_scale, edge_scale;
    int64_t *list = NULL, count = 0;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    if (vertex == NULL && (o->edges == NULL || *o->edges == NULL))
        GRAPH_FAIL(GRAPH_E_NULL, "vertex and options.edges are NULL");
    if (o->is_weighted)
        GRAPH_TRY(graph__check_weights(A, true, true, o->threads));
    GRAPH_TRY(graph__source_list(&list, &count, source, sources, A->rows));
    c.n = (graph_index)A->rows;
    graph__betweenness_scales(&vertex_scale, &edge_scale, A->rows, count, o);
    if (vertex != NULL) {
        GRAPH_TRY(read_vertex(&c, vertex, vertex_scale));
        choose_examples(&c);
    }
    if (o->edges != NULL && *o->edges != NULL)
        GRAPH_TRY(read_edges(&c, *o->edges, edge_scale));
    GRAPH_TRY(GRAPH_NEW_ZEROED(c.in_more, c.n));
    GRAPH_TRY(GRAPH_NEW_ZEROED(c.out_more, c.n));
    GRAPH_TRY(graph__check_search_open(&from, A, o->is_weighted, false));
    c.examples = from.is_exact ? c.examples : 0;
    for (int k = 0; k < c.examples; k++) {
        GRAPH_TRY(graph__check_search_open(&onward[k], A, o->is_weighted, false));
        graph__check_search_run(&onward[k], c.example[k]);
    }
    for (int64_t k = 0; k < count; k++) {
        const graph_index s = (graph_index)(list != NULL ? list[k] : k);
        graph__check_search_run(&from, s);
        add_source(&c, &from, onward, s);
        if (o->progress != NULL && o->progress((double)(k + 1) / (double)count, o->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
    }
    GRAPH_TRY(compare(&c, o->is_undirected));
done:
    graph__check_search_close(&from);
    for (int k = 0; k < EXAMPLES; k++)
        graph__check_search_close(&onward[k]);
    graph__free(list);
    graph__free(c.vertex);
    graph__free(c.in);
    graph__free(c.out);
    graph__free(c.in_more);
    graph__free(c.out_more);
    return status;
}
