/* Commands on many ranks: what vertices are together, and how central they are. */
#include "ranks_commands.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "progress.h"
#include "ranks.h"

/* The entries of a vector: integers, or fp64. */
struct entries {
    graph_index count, *row;
    int64_t *integer;
    double *real;
};

static void close_entries(struct entries *e)
{
    graph_free(e->row);
    graph_free(e->integer);
    graph_free(e->real);
}

static graph_status open_entries(struct entries *e, const graph_vector *v)
{
    graph_type type = GRAPH_PATTERN;
    graph_status status = graph_vector_entries(&e->count, v);
    if (status == GRAPH_OK)
        status = graph_vector_type(&type, v);
    const bool is_real = type == GRAPH_FP32 || type == GRAPH_FP64;
    if (status == GRAPH_OK)
        status = GRAPH_NEW(e->row, e->count);
    if (status == GRAPH_OK)
        status = is_real ? GRAPH_NEW(e->real, e->count) : GRAPH_NEW(e->integer, e->count);
    return status != GRAPH_OK ? status
                              : graph_vector_extract_tuples(e->row, is_real ? (void *)e->real : e->integer,
                                                            is_real ? GRAPH_FP64 : GRAPH_INT64, &e->count, v);
}

graph_status ranks_write(struct shared *s, graph_vector *const *column, int columns)
{
    enum { MOST = 2 };
    struct entries e[MOST] = {{0}};
    graph_status status = GRAPH_OK;
    if (s->table.stream == NULL)
        return GRAPH_OK;
    for (int c = 0; c < columns && status == GRAPH_OK; c++)
        status = open_entries(&e[c], column[c]);
    for (graph_index k = 0; status == GRAPH_OK && k < e[0].count; k++) {
        graph_write_id(&s->table, &s->graph, e[0].row[k]);
        for (int c = 0; c < columns; c++) {
            fputc(s->table.separator, s->table.stream);
            if (e[c].real != NULL)
                fprintf(s->table.stream, "%.17g", e[c].real[k]);
            else
                fprintf(s->table.stream, "%" PRId64, e[c].integer[k]);
        }
        fputc('\n', s->table.stream);
    }
    for (int c = 0; c < columns; c++)
        close_entries(&e[c]);
    return status;
}

graph_status ranks_triangles(struct shared *s)
{
    graph_vector *at = NULL;
    const graph_triangles_options options = {.size = sizeof options,
                                             .per_vertex = s->arguments->per_vertex != NULL ? &at : NULL};
    uint64_t triangles = 0;
    const double start = clock_seconds();
    graph_status status = graph_dist_triangles(&triangles, s->D, &options);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK && at != NULL)
        status = ranks_write(s, &at, 1);
    if (status == GRAPH_OK)
        output_integer(&s->output, "triangles", triangles);
    graph_vector_release(&at);
    return status;
}

graph_status ranks_clustering(struct shared *s)
{
    graph_clustering_facts facts = {.size = sizeof facts};
    graph_vector *v[2] = {NULL, NULL};
    const bool is_wanted = s->arguments->per_vertex != NULL;
    const graph_clustering_options options = {.size = sizeof options, .triangles = is_wanted ? &v[1] : NULL};
    const double start = clock_seconds();
    graph_status status = graph_dist_clustering(is_wanted ? &v[0] : NULL, &facts, s->D, &options);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK && is_wanted)
        status = ranks_write(s, v, 2);
    if (status == GRAPH_OK) {
        output_real(&s->output, "transitivity", facts.transitivity);
        output_real(&s->output, "average_clustering", facts.mean);
        output_integer(&s->output, "triangles", facts.triangles);
    }
    graph_vector_release(&v[0]);
    graph_vector_release(&v[1]);
    return status;
}

/* The vertices of the largest component. */
static graph_status largest_of(uint64_t *largest, const graph_vector *component, graph_index vertices)
{
    int64_t *of = NULL, *size = calloc(vertices + 1, sizeof *size);
    graph_status status = size == NULL ? GRAPH_E_MEMORY : values_of(&of, component, vertices);
    *largest = 0;
    for (graph_index v = 0; status == GRAPH_OK && v < vertices; v++)
        if ((uint64_t)++size[of[v]] > *largest)
            *largest = (uint64_t)size[of[v]];
    free(size);
    graph_free(of);
    return status;
}

graph_status ranks_components(struct shared *s)
{
    graph_vector *v[2] = {NULL, NULL}; /* weak, strong */
    graph_index count[2] = {0, 0};
    uint64_t largest[2] = {0, 0};
    const double start = clock_seconds();
    graph_status status = graph_dist_weak_components(&v[0], &count[0], s->D, NULL);
    if (status == GRAPH_OK)
        status = graph_dist_strong_components(&v[1], &count[1], s->D, NULL);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK)
        status = largest_of(&largest[0], v[0], s->vertices);
    if (status == GRAPH_OK)
        status = largest_of(&largest[1], v[1], s->vertices);
    if (status == GRAPH_OK)
        status = ranks_write(s, v, 2);
    if (status == GRAPH_OK) {
        output_integer(&s->output, "weak_components", count[0]);
        output_integer(&s->output, "largest_weak_component", largest[0]);
        output_integer(&s->output, "strong_components", count[1]);
        output_integer(&s->output, "largest_strong_component", largest[1]);
    }
    graph_vector_release(&v[0]);
    graph_vector_release(&v[1]);
    return status;
}

graph_status ranks_closure(struct shared *s)
{
    const graph_closure_options options = {.size = sizeof options,
                                           .is_reflexive = s->arguments->is_reflexive};
    uint64_t pairs = 0;
    const double start = clock_seconds();
    const graph_status status = graph_dist_closure_count(&pairs, s->D, &options);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK)
        output_integer(&s->output, "pairs", pairs);
    return status;
}

graph_status ranks_square(struct shared *s)
{
    const graph_semiring *semiring = s->arguments->semiring;
    graph_dist *C = NULL;
    graph_dist_facts facts = {.size = sizeof facts};
    graph_scalar sum = graph_int64(0);
    if (semiring == NULL)
        semiring = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64);
    const graph_type type = graph_semiring_type(semiring);
    graph_status status = graph_dist_create(&C, s->group, type, s->vertices, s->vertices);
    const double start = clock_seconds();
    if (status == GRAPH_OK)
        status = graph_dist_mxm(C, NULL, GRAPH_NO_OP, semiring, s->D, s->D, NULL);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK)
        status = graph_dist_get_facts(&facts, C);
    if (status == GRAPH_OK)
        status = graph_dist_reduce(&sum, output_sum_type(type), GRAPH_PLUS, C, NULL);
    if (status == GRAPH_OK) {
        output_integer(&s->output, "entries", facts.entries);
        output_scalar(&s->output, "sum", sum);
    }
    graph_dist_release(&C);
    return status;
}

/* The vertex with the largest value, the first of several, and that value. */
static graph_status say_largest(struct shared *s, const graph_vector *v)
{
    graph_index count = s->vertices, largest = 0;
    double *value = NULL;
    graph_status status = GRAPH_NEW(value, count);
    if (status == GRAPH_OK)
        status = graph_vector_extract_tuples(NULL, value, GRAPH_FP64, &count, v);
    for (graph_index k = 1; status == GRAPH_OK && k < count; k++)
        largest = value[k] > value[largest] ? k : largest;
    if (status == GRAPH_OK && count > 0) {
        graph_output_id(&s->output, "largest", &s->graph, largest);
        output_real(&s->output, "largest_value", value[largest]);
    }
    graph_free(value);
    return status;
}

graph_status ranks_pagerank(struct shared *s)
{
    graph_pagerank_report report = {.size = sizeof report};
    graph_pagerank_options options = {
        .size = sizeof options, .is_weighted = s->arguments->is_weighted, .report = &report};
    graph_vector *rank = NULL, *p = NULL;
    graph_status status = GRAPH_OK;
    if (s->source != NULL)
        status = graph_ones_at(&p, s->vertices, s->source, s->sources);
    status = graph_group_agree(s->group, status);
    options.personalization = p;
    const double start = clock_seconds();
    if (status == GRAPH_OK)
        status = graph_dist_pagerank(&rank, s->D, &options);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK) {
        output_integer(&s->output, "rounds", report.rounds);
        output_real(&s->output, "residual", report.residual);
        output_boolean(&s->output, "converged", report.has_converged);
        output_integer(&s->output, "dangling", report.dangling);
        status = say_largest(s, rank);
        if (status == GRAPH_OK)
            status = ranks_write(s, &rank, 1);
    }
    graph_vector_release(&rank);
    graph_vector_release(&p);
    return status;
}

/* Whether every edge leads both ways, with the same weight if weights are read.  The first rank looks. */
static graph_status is_undirected(bool *is, struct shared *s)
{
    graph_matrix *all = NULL;
    graph_properties properties = {.size = sizeof properties};
    graph_status status = graph_dist_gather(&all, s->D, 0);
    if (status == GRAPH_OK && all != NULL)
        status = graph_matrix_properties(&properties, all);
    graph_matrix_release(&all);
    status = graph_group_agree(s->group, status);
    *is = s->arguments->is_weighted ? properties.is_symmetric : properties.has_symmetric_pattern;
    return status == GRAPH_OK ? graph_group_broadcast(s->group, is, sizeof *is, 0) : status;
}

graph_status ranks_betweenness(struct shared *s)
{
    graph_betweenness_report report = {.size = sizeof report};
    graph_betweenness_options options = {.size = sizeof options,
                                         .is_weighted = s->arguments->is_weighted,
                                         .most_bytes = s->arguments->most_memory / (uint64_t)ranks_here(),
                                         .report = &report};
    graph_vector *value = NULL;
    graph_status status = is_undirected(&options.is_undirected, s);
    const double start = clock_seconds();
    if (status == GRAPH_OK)
        status = graph_dist_betweenness(&value, s->D, s->source, s->sources, &options);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK) {
        output_integer(&s->output, "sources", report.sources);
        output_boolean(&s->output, "undirected", options.is_undirected);
        status = say_largest(s, value);
        if (status == GRAPH_OK)
            status = ranks_write(s, &value, 1);
        output_integer(&s->output, "work_bytes", report.bytes);
    }
    graph_vector_release(&value);
    return status;
}
