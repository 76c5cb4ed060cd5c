/* path: a shortest path from one vertex to another. */
#include "base/memory.h"
#include "commands.h"
#include "distances.h"
#include "output.h"
#include "progress.h"
#include "vertices.h"

/* The vertices on the way to row `end` along the parents, in a new array; none if it has no parent. */
static graph_status follow(graph_index **on_path, size_t *count, const struct graph *graph, graph_index end,
                           const graph_vector *parent)
{
    int64_t *before = NULL;
    size_t length = 0;
    graph_status status = values_of(&before, parent, graph->vertices);
    *count = 0;
    for (int64_t v = (int64_t)end; status == GRAPH_OK && before[v] >= 0; v = before[v]) {
        length++;
        if (before[v] == v)
            break;
    }
    *on_path = NULL;
    if (status == GRAPH_OK)
        status = GRAPH_NEW(*on_path, length);
    for (int64_t v = (int64_t)end; status == GRAPH_OK && *count < length; v = before[v]) {
        (*count)++;
        (*on_path)[length - *count] = (graph_index)v;
    }
    graph_free(before);
    return status;
}

graph_status command_path(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    struct graph graph;
    graph_type type = GRAPH_PATTERN;
    graph_vector *distance = NULL, *parent = NULL;
    graph_index source = 0, end = 0;
    graph_scalar at = {0};
    graph_index *on_path = NULL;
    size_t count = 0;
    double seconds = 0;

    graph_status status = graph_open(&graph, arguments);
    if (status == GRAPH_OK)
        status = graph_source(&source, &graph, arguments);
    if (status == GRAPH_OK)
        status = graph_end(&end, &graph, arguments);
    if (status == GRAPH_OK)
        status = distances_type(&type, graph.A, arguments->is_weighted);
    if (status == GRAPH_OK) {
        graph_sssp_options options = {.size = sizeof options, .type = type, .progress = progress_report};
        graph_bfs_options to_end = {
            .size = sizeof to_end, .has_target = true, .target = end, .progress = progress_report};
        double start = clock_seconds();
        progress_begin_reporting("finding a path");
        status = arguments->is_weighted ? graph_sssp(&distance, &parent, graph.A, source, &options)
                                        : graph_bfs(&distance, &parent, graph.A, source, &to_end);
        status = progress_end(status);
        graph_explain_cycle(&graph, status, arguments);
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK)
        status = graph_vector_get(&at, distance, end);
    if (status == GRAPH_NO_VALUE) {
        at = graph_fp64(1.0 / 0.0);
        status = GRAPH_OK;
    }
    if (status == GRAPH_OK)
        status = follow(&on_path, &count, &graph, end, parent);
    if (status == GRAPH_OK) {
        graph_output_id(&output, "source", &graph, source);
        graph_output_id(&output, "target", &graph, end);
        output_scalar(&output, "distance", at);
        status = graph_output_ids(&output, "path", &graph, on_path, count);
        output_end(&output, seconds);
    }
    graph_free(on_path);
    graph_vector_release(&distance);
    graph_vector_release(&parent);
    graph_close(&graph);
    return status;
}
