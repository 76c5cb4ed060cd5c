/* apsp: distances between all vertices, or from some of them to all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "commands.h"
#include "distances.h"
#include "output.h"
#include "progress.h"
#include "vertices.h"

/* Numbers of edges need no array: pairs, the largest and the sum come from the search itself. */
static graph_status count_edges(struct distances *d, const struct graph *graph, graph_index sources)
{
    graph_vector *reached = NULL, *eccentricity = NULL, *sums = NULL;
    graph_bfs_multi_options options = {.size = sizeof options,
                                       .reached = &reached,
                                       .eccentricity = &eccentricity,
                                       .distance_sum = &sums,
                                       .progress = progress_report};
    graph_status status =
        graph_bfs_multi(NULL, graph->A, d->source, d->source != NULL ? sources : 0, &options);
    if (status == GRAPH_OK)
        status = distances_count(d, sources, reached, eccentricity, sums);
    graph_vector_release(&reached);
    graph_vector_release(&eccentricity);
    graph_vector_release(&sums);
    return status;
}

/* Sums up the rows of the file that was written. */
static graph_status read_back(struct distances *d, const char *path, graph_index sources)
{
    const size_t bytes = d->vertices * graph_type_size(d->type);
    unsigned char head[10];
    void *row = NULL;
    FILE *file = fopen(path, "rb");
    bool is_good = graph__allocate_array(&row, bytes, 1) == GRAPH_OK && file != NULL &&
                   fread(head, 1, sizeof head, file) == sizeof head &&
                   fseek(file, head[8] + 256L * head[9], SEEK_CUR) == 0;
    for (graph_index k = 0; is_good && k < sources; k++) {
        is_good = fread(row, 1, bytes, file) == bytes;
        if (is_good)
            distances_add(k, 1, row, NULL, d);
    }
    graph_free(row);
    if (file != NULL)
        fclose(file);
    return is_good ? GRAPH_OK : GRAPH_E_IO;
}

/* The context of both functions of the search is that of distances_add. */
static int report_rows(double done, void *context)
{
    (void)context;
    return progress_report(done, NULL);
}

/* Distances in one array, which dense graphs want, or by blocks of rows. */
static graph_status run_rows(struct distances *d, const struct graph *graph, graph_index sources,
                             const graph_apsp_options *common)
{
    graph_apsp_options options = *common;
    graph_dense distance = {.size = sizeof distance, .type = d->type};
    graph_index entries = 0;
    graph_status status = graph_matrix_entries(&entries, graph->A);
    const bool is_dense =
        !options.is_unweighted && d->source == NULL && distances_are_dense(graph->vertices, entries);
    if (status != GRAPH_OK)
        return status;
    if (is_dense) {
        status = graph_apsp(&distance, NULL, graph->A, &options);
        if (status == GRAPH_OK)
            distances_add(0, sources, distance.value, NULL, d);
        graph_free(distance.value);
        return status;
    }
    options.rows = distances_add;
    options.progress = report_rows;
    options.context = d;
    return graph_apsp(&distance, NULL, graph->A, &options);
}

graph_status command_apsp(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    struct distances d = {0};
    struct graph graph;
    graph_index *rows = NULL, sources = 0;
    double seconds = 0;

    graph_status status = graph_open(&graph, arguments);
    if (status == GRAPH_OK)
        status = distances_type(&d.type, graph.A, arguments->is_weighted);
    sources = d.vertices = graph.vertices;
    if (status == GRAPH_OK && arguments->sources != NULL)
        status = graph_rows(&rows, &sources, &graph, arguments->sources, arguments);
    d.source = rows;
    if (status == GRAPH_OK) {
        graph_apsp_options options = {.size = sizeof options,
                                      .is_unweighted = !arguments->is_weighted,
                                      .source = rows,
                                      .sources = rows != NULL ? sources : 0,
                                      .npy = arguments->out,
                                      .progress = progress_report};
        graph_dense type = {.size = sizeof type, .type = d.type};
        double start = clock_seconds();
        progress_begin_reporting("finding distances");
        if (arguments->out != NULL)
            status = graph_apsp(&type, NULL, graph.A, &options);
        else if (arguments->is_weighted || arguments->plot != NULL)
            status = run_rows(&d, &graph, sources, &options);
        else
            status = count_edges(&d, &graph, sources);
        status = progress_end(status);
        graph_explain_cycle(&graph, status, arguments);
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK && arguments->out != NULL) {
        status = read_back(&d, arguments->out, sources);
        if (status != GRAPH_OK)
            complain(arguments->command, "%s cannot be read back", arguments->out);
    }
    if (status == GRAPH_OK)
        status = distances_plot(&d, graph.A, arguments);
    if (status == GRAPH_OK) {
        output_integer(&output, "reachable_pairs", d.pairs);
        output_scalar(&output, "max_distance", distances_most(&d));
        output_scalar(&output, "sum_distance", distances_sum(&d));
        output_end(&output, seconds);
    }
    free(rows);
    graph_close(&graph);
    return status;
}
