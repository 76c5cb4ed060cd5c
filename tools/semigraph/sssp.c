/* sssp: distances from one source. */
#include "commands.h"
#include "distances.h"
#include "output.h"
#include "progress.h"
#include "vertices.h"

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
        status = distances_add_vector(&d, &table, &graph, source, distance);
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
