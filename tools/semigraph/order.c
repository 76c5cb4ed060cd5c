/* order: the vertices of a graph without cycles so that every edge leads onward. */
#include <inttypes.h>

#include "base/memory.h"
#include "commands.h"
#include "output.h"
#include "progress.h"
#include "vertices.h"

/* A line for each vertex: its id, its place in the order, its level. */
static graph_status print_places(const struct table *table, const struct graph *graph, const int64_t *order,
                                 const int64_t *level)
{
    int64_t *place = NULL;
    const graph_status status = GRAPH_NEW(place, graph->vertices);
    for (graph_index k = 0; status == GRAPH_OK && k < graph->vertices; k++)
        place[order[k]] = (int64_t)k;
    for (graph_index v = 0; status == GRAPH_OK && v < graph->vertices; v++) {
        graph_write_id(table, graph, v);
        fprintf(table->stream, "%c%" PRId64 "%c%" PRId64 "\n", table->separator, place[v], table->separator,
                level[v]);
    }
    graph_free(place);
    return status;
}

graph_status command_order(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    struct graph graph;
    struct table table = {0};
    graph_vector *order = NULL, *of_level = NULL;
    const graph_order_options options = {.size = sizeof options, .level = &of_level};
    int64_t *place = NULL, *level = NULL, levels = 0;
    double seconds = 0;

    graph_status status = graph_open_table(&graph, &table, arguments);
    if (status == GRAPH_OK) {
        const double start = clock_seconds();
        progress_begin("ordering vertices");
        status = progress_end(graph_topological_order(&order, graph.A, &options));
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK && arguments->is_verified)
        status = graph_check_topological_order(order, graph.A);
    if (status == GRAPH_OK)
        status = values_of(&place, order, graph.vertices);
    if (status == GRAPH_OK)
        status = values_of(&level, of_level, graph.vertices);
    for (graph_index v = 0; status == GRAPH_OK && v < graph.vertices; v++)
        levels = level[v] >= levels ? level[v] + 1 : levels;
    if (status == GRAPH_OK && table.stream != NULL)
        status = print_places(&table, &graph, place, level);
    status = table_end(&table, arguments, status);
    if (status == GRAPH_OK) {
        output_integer(&output, "vertices", graph.vertices);
        output_integer(&output, "levels", (uint64_t)levels);
        if (arguments->is_verified)
            output_boolean(&output, "verified", true);
        output_end(&output, seconds);
    }
    graph_free(place);
    graph_free(level);
    graph_vector_release(&order);
    graph_vector_release(&of_level);
    graph_close(&graph);
    return status;
}
