/* sssp: distances from one source. */
#include <inttypes.h>

#include "base/memory.h"
#include "commands.h"
#include "distances.h"
#include "output.h"
#include "progress.h"
#include "vertices.h"

/* Sums up the distances from row `source`, and writes a line for each vertex reached if a table is wanted. */
static graph_status sum_up(struct distances *d, const struct table *table, const struct graph *graph,
                           graph_index source, const graph_vector *distance)
{
    graph_index count = graph->vertices, *index = NULL;
    void *value = NULL;
    bool is_real = d->type == GRAPH_FP64;
    graph_status status = GRAPH_NEW(index, count);
    if (status == GRAPH_OK)
        status = graph__allocate_array(&value, count, sizeof(int64_t));
    if (status == GRAPH_OK)
        status =
            graph_vector_extract_tuples(index, value, is_real ? GRAPH_FP64 : GRAPH_INT64, &count, distance);
    for (graph_index k = 0; status == GRAPH_OK && k < count; k++) {
        graph_scalar at = is_real ? graph_fp64(((double *)value)[k]) : graph_int64(((int64_t *)value)[k]);
        if (index[k] != source)
            distances_add_one(d, at);
        if (table->stream == NULL)
            continue;
        graph_write_id(table, graph, index[k]);
        if (is_real)
            fprintf(table->stream, "%c%.17g\n", table->separator, at.value.f);
        else
            fprintf(table->stream, "%c%" PRId64 "\n", table->separator, at.value.i);
    }
    graph_free(index);
    graph_free(value);
    return status;
}

graph_status command_sssp(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    struct distances d = {0};
    struct graph graph;
    graph_vector *distance = NULL;
    graph_index source = 0;
    struct table table = {0};
    double seconds = 0;

    graph_status status = graph_open(&graph, arguments);
    if (status == GRAPH_OK)
        status = graph_source(&source, &graph, arguments);
    if (status == GRAPH_OK)
        status = distances_type(&d.type, graph.A, arguments->is_weighted);
    if (status == GRAPH_OK)
        status = table_open(&table, arguments->per_vertex, arguments);
    if (status == GRAPH_OK) {
        graph_sssp_options options = {.size = sizeof options, .type = d.type, .progress = progress_report};
        graph_bfs_options hops = {.size = sizeof hops, .progress = progress_report};
        double start = clock_seconds();
        progress_begin_reporting("finding distances");
        status = arguments->is_weighted ? graph_sssp(&distance, NULL, graph.A, source, &options)
                                        : graph_bfs(&distance, NULL, graph.A, source, &hops);
        status = progress_end(status);
        graph_explain_cycle(&graph, status, arguments);
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK)
        status = sum_up(&d, &table, &graph, source, distance);
    status = table_end(&table, arguments, status);
    if (status == GRAPH_OK)
        status = distances_plot(&d, graph.A, arguments);
    if (status == GRAPH_OK) {
        graph_output_id(&output, "source", &graph, source);
        output_integer(&output, "reached", d.pairs + 1);
        output_scalar(&output, "max_distance", distances_most(&d));
        output_scalar(&output, "sum_distance", distances_sum(&d));
        output_end(&output, seconds);
    }
    graph_vector_release(&distance);
    graph_close(&graph);
    return status;
}
