/* bfs: how many vertices are at each distance from a source. */
#include <stdlib.h>

#include "commands.h"
#include "load.h"
#include "output.h"

/* *row = the row of the vertex `id`: itself, or its place in the ascending list ids of `count` ids. */
static graph_status find_row(graph_index *row, graph_index id, const uint64_t *ids, graph_index count)
{
    if (ids == NULL) {
        *row = id;
        return GRAPH_OK;
    }
    graph_index low = 0, high = count;
    while (low < high) {
        graph_index middle = low + (high - low) / 2;
        if (ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    *row = low;
    return low < count && ids[low] == id ? GRAPH_OK : GRAPH_E_INVALID_INDEX;
}

/* Counts the vertices of each level into a new array. */
static graph_status count_levels(uint64_t **counts, size_t *levels, graph_index *reached,
                                 const graph_vector *level)
{
    *counts = NULL;
    *levels = 0;
    graph_status status = graph_vector_entries(reached, level);
    if (status != GRAPH_OK)
        return status;
    int32_t *value = malloc((*reached + 1) * sizeof *value);
    *counts = calloc(*reached + 1, sizeof **counts);
    if (value == NULL || *counts == NULL) {
        free(value);
        return GRAPH_E_MEMORY;
    }
    status = graph_vector_extract_tuples(NULL, value, GRAPH_INT32, reached, level);
    /* A level is below the number of reached vertices, because every level before it has one. */
    for (graph_index k = 0; status == GRAPH_OK && k < *reached; k++) {
        (*counts)[value[k]]++;
        if ((size_t)value[k] + 1 > *levels)
            *levels = (size_t)value[k] + 1;
    }
    free(value);
    return status;
}

graph_status command_bfs(const struct arguments *arguments)
{
    struct output output = {.json = arguments->json};
    graph_matrix *A = NULL;
    graph_vector *level = NULL;
    uint64_t *ids = NULL, *counts = NULL;
    graph_index rows = 0, source = 0, reached = 0;
    size_t levels = 0;
    double seconds = 0;

    graph_status status = load(&A, NULL, arguments->read.compact ? &ids : NULL, arguments);
    if (status == GRAPH_OK)
        status = graph_matrix_rows(&rows, A);
    if (status == GRAPH_OK) {
        status = find_row(&source, arguments->source, ids, rows);
        if (status != GRAPH_OK)
            complain(arguments->command, "%s has no vertex %llu", arguments->file,
                     (unsigned long long)arguments->source);
    }
    if (status == GRAPH_OK) {
        double start = clock_seconds();
        status = graph_bfs(&level, NULL, A, source, NULL);
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK)
        status = count_levels(&counts, &levels, &reached, level);
    if (status == GRAPH_OK) {
        output_integer(&output, "source", arguments->source);
        output_integer(&output, "reached", reached);
        output_integers(&output, "levels", counts, levels);
        output_end(&output, seconds);
    }
    free(counts);
    graph_free(ids);
    graph_vector_release(&level);
    graph_matrix_release(&A);
    return status;
}
