/* triangles: the triangles of the undirected simple graph. */
#include <inttypes.h>

#include "commands.h"
#include "output.h"
#include "progress.h"
#include "vertices.h"

graph_status command_triangles(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    struct graph graph;
    graph_vector *at = NULL;
    graph_triangles_options options = {.size = sizeof options, .progress = progress_report};
    uint64_t triangles = 0;
    int64_t *count = NULL;
    struct table table = {0};
    double seconds = 0;

    graph_status status = graph_open_table(&graph, &table, arguments);
    if (status == GRAPH_OK) {
        options.per_vertex = table.stream != NULL ? &at : NULL;
        double start = clock_seconds();
        progress_begin_reporting("counting triangles");
        status = progress_end(graph_triangles(&triangles, graph.A, &options));
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK && table.stream != NULL)
        status = values_of(&count, at, graph.vertices);
    for (graph_index v = 0; status == GRAPH_OK && table.stream != NULL && v < graph.vertices; v++) {
        graph_write_id(&table, &graph, v);
        fprintf(table.stream, "%c%" PRId64 "\n", table.separator, count[v]);
    }
    status = table_end(&table, arguments, status);
    if (status == GRAPH_OK) {
        output_integer(&output, "triangles", triangles);
        output_end(&output, seconds);
    }
    graph_free(count);
    graph_vector_release(&at);
    graph_close(&graph);
    return status;
}
