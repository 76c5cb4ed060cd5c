/* clustering: how many of the pairs of neighbours are neighbours of each other. */
#include <inttypes.h>

#include "base/memory.h"
#include "commands.h"
#include "output.h"
#include "progress.h"
#include "vertices.h"

/* A line for each vertex: its id, its coefficient, its triangles. */
static graph_status write_vertices(const struct table *table, const struct graph *graph,
                                   const graph_vector *local, const graph_vector *triangles)
{
    graph_index count = graph->vertices;
    double *coefficient = NULL;
    int64_t *at = NULL;
    graph_status status = GRAPH_NEW(coefficient, count);
    if (status == GRAPH_OK)
        status = values_of(&at, triangles, count);
    if (status == GRAPH_OK)
        status = graph_vector_extract_tuples(NULL, coefficient, GRAPH_FP64, &count, local);
    for (graph_index v = 0; status == GRAPH_OK && v < graph->vertices; v++) {
        graph_write_id(table, graph, v);
        fprintf(table->stream, "%c%.17g%c%" PRId64 "\n", table->separator, coefficient[v], table->separator,
                at[v]);
    }
    graph_free(coefficient);
    graph_free(at);
    return status;
}

graph_status command_clustering(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    struct graph graph;
    graph_clustering_facts facts = {.size = sizeof facts};
    graph_vector *local = NULL, *triangles = NULL;
    graph_clustering_options options = {
        .size = sizeof options, .triangles = &triangles, .progress = progress_report};
    struct table table = {0};
    double seconds = 0;

    graph_status status = graph_open_table(&graph, &table, arguments);
    if (status == GRAPH_OK) {
        double start = clock_seconds();
        progress_begin_reporting("counting triangles");
        status = progress_end(graph_clustering(&local, &facts, graph.A, &options));
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK && table.stream != NULL)
        status = write_vertices(&table, &graph, local, triangles);
    status = table_end(&table, arguments, status);
    if (status == GRAPH_OK) {
        output_real(&output, "transitivity", facts.transitivity);
        output_real(&output, "average_clustering", facts.mean);
        output_integer(&output, "triangles", facts.triangles);
        output_end(&output, seconds);
    }
    graph_vector_release(&local);
    graph_vector_release(&triangles);
    graph_close(&graph);
    return status;
}
