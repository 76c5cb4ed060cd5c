/* triangles: the triangles of the undirected simple graph. */
#include <inttypes.h>
#include <stdlib.h>

#include "commands.h"
#include "load.h"
#include "output.h"
#include "vertices.h"

graph_status command_triangles(const struct arguments *arguments)
{
    struct output output = {.is_json = arguments->is_json};
    struct graph graph;
    graph_vector *at = NULL;
    graph_triangles_options options = {.size = sizeof options};
    uint64_t triangles = 0;
    int64_t *count = NULL;
    FILE *file = NULL;
    double seconds = 0;

    graph_status status = graph_open_table(&graph, &file, arguments);
    if (status == GRAPH_OK) {
        options.per_vertex = file != NULL ? &at : NULL;
        double start = clock_seconds();
        status = graph_triangles(&triangles, graph.A, &options);
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK && file != NULL)
        status = values_of(&count, at, graph.vertices);
    for (graph_index v = 0; status == GRAPH_OK && file != NULL && v < graph.vertices; v++)
        fprintf(file, "%" PRIu64 "\t%" PRId64 "\n", graph_id(&graph, v), count[v]);
    status = table_end(&file, arguments, status);
    if (status == GRAPH_OK) {
        output_integer(&output, "triangles", triangles);
        output_end(&output, seconds);
    }
    free(count);
    graph_vector_release(&at);
    graph_close(&graph);
    return status;
}
