/* path: a shortest path from one vertex to another. */
#include "base/memory.h"
#include "commands.h"
#include "distances.h"
#include "output.h"
#include "progress.h"
#include "vertices.h"

/* The ids on the way to row `end` along the parents, in a new array; none if it has no parent. */
static graph_status follow(uint64_t **ids, size_t *count, const struct graph *graph, graph_index end,
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
    *ids = NULL;
    if (status == GRAPH_OK)
        status = GRAPH_NEW(*ids, length);
    for (int64_t v = (int64_t)end; status == GRAPH_OK && *count < length; v = before[v]) {
        (*count)++;
        (*ids)[length - *count] = graph_id(graph, (graph_index)v);
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
    uint64_t *ids = NULL;
    size_t count = 0;
    double seconds = 0;

    graph_status status = graph_open(&graph, arguments);
    if (status == GRAPH_OK)
        status = graph_row(&source, &graph, arguments->source, arguments);
    if (status == GRAPH_OK)
        status = graph_row(&end, &graph, arguments->end, arguments);
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
        status = follow(&ids, &count, &graph, end, parent);
    if (status == GRAPH_OK) {
        output_integer(&output, "source", arguments->source);
        output_integer(&output, "target", arguments->end);
        output_scalar(&output, "distance", at);
        output_integers(&output, "path", ids, count);
        output_end(&output, seconds);
    }
    graph_free(ids);
    graph_vector_release(&distance);
    graph_vector_release(&parent);
    graph_close(&graph);
    return status;
}
