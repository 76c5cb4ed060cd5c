/* components: what hangs together, along edges and whatever their direction. */
#include <inttypes.h>

#include "base/memory.h"
#include "commands.h"
#include "output.h"
#include "progress.h"
#include "vertices.h"

/* *largest = the vertices of the largest of `count` components. */
static graph_status find_largest(graph_index *largest, const int64_t *component, graph_index vertices,
                                 graph_index count)
{
    graph_index *size = NULL;
    graph_status status = GRAPH_NEW_ZEROED(size, count);
    *largest = 0;
    for (graph_index v = 0; status == GRAPH_OK && v < vertices; v++)
        if (++size[component[v]] > *largest)
            *largest = size[component[v]];
    graph_free(size);
    return status;
}

graph_status command_components(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    struct graph graph;
    graph_vector *weak = NULL, *strong = NULL;
    graph_index weak_count = 0, strong_count = 0, largest_weak = 0, largest_strong = 0;
    int64_t *in_weak = NULL, *in_strong = NULL;
    struct table table = {0};
    double seconds = 0;

    graph_status status = graph_open_table(&graph, &table, arguments);
    if (status == GRAPH_OK) {
        double start = clock_seconds();
        struct progress_part half = {.share = 0.5};
        const graph_components_options options = {
            .size = sizeof options, .progress = progress_report, .context = &half};
        progress_begin_reporting("finding components");
        status = graph_weak_components(&weak, &weak_count, graph.A, &options);
        half.before = 0.5;
        if (status == GRAPH_OK)
            status = graph_strong_components(&strong, &strong_count, graph.A, &options);
        status = progress_end(status);
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK)
        status = values_of(&in_weak, weak, graph.vertices);
    if (status == GRAPH_OK)
        status = values_of(&in_strong, strong, graph.vertices);
    if (status == GRAPH_OK)
        status = find_largest(&largest_weak, in_weak, graph.vertices, weak_count);
    if (status == GRAPH_OK)
        status = find_largest(&largest_strong, in_strong, graph.vertices, strong_count);
    for (graph_index v = 0; status == GRAPH_OK && table.stream != NULL && v < graph.vertices; v++) {
        graph_write_id(&table, &graph, v);
        fprintf(table.stream, "%c%" PRId64 "%c%" PRId64 "\n", table.separator, in_weak[v], table.separator,
                in_strong[v]);
    }
    status = table_end(&table, arguments, status);
    if (status == GRAPH_OK) {
        output_integer(&output, "weak_components", weak_count);
        output_integer(&output, "largest_weak_component", largest_weak);
        output_integer(&output, "strong_components", strong_count);
        output_integer(&output, "largest_strong_component", largest_strong);
        output_end(&output, seconds);
    }
    graph_free(in_weak);
    graph_free(in_strong);
    graph_vector_release(&weak);
    graph_vector_release(&strong);
    graph_close(&graph);
    return status;
}
