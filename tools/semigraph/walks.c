/* similarity, walks: how similar vertices are by their neighbours, and random walks. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "commands.h"
#include "output.h"
#include "progress.h"
#include "vertices.h"

enum { USUAL_LENGTH = 80 };

/* The pairs of a result, and their values. */
struct pairs {
    graph_index count, *first, *second, largest; /* the pair with the largest value */
    double *value;
};

static graph_status read_pairs(struct pairs *p, const graph_matrix *S)
{
    graph_status status = graph_matrix_entries(&p->count, S);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(p->first, p->count);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(p->second, p->count);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(p->value, p->count);
    if (status == GRAPH_OK)
        status = graph_matrix_extract_tuples(p->first, p->second, p->value, GRAPH_FP64, &p->count, S);
    for (graph_index k = 1; status == GRAPH_OK && k < p->count; k++)
        p->largest = p->value[k] > p->value[p->largest] ? k : p->largest;
    return status;
}

static graph_status check_pairs(const struct pairs *p, const graph_matrix *A,
                                const graph_similarity_options *options)
{
    graph_vector *value = NULL;
    graph_status status =
        graph_vector_import_full(&value, GRAPH_FP64, p->count, p->value, GRAPH_COPY, NULL, NULL);
    if (status == GRAPH_OK)
        status = graph_check_similarity(value, A, p->first, p->second, p->count, options);
    graph_vector_release(&value);
    return status;
}

graph_status command_similarity(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    graph_similarity_options options = {.size = sizeof options,
                                        .kind = arguments->kind,
                                        .best = arguments->best,
                                        .progress = progress_report};
    struct graph graph = {0};
    struct table table = {0};
    struct pairs p = {0};
    graph_matrix *S = NULL;
    double seconds = 0;

    graph_status status = graph_open(&graph, arguments);
    if (status == GRAPH_OK)
        status = table_open(&table, arguments->out, arguments);
    if (status == GRAPH_OK) {
        const double start = clock_seconds();
        progress_begin_reporting("comparing vertices");
        status = progress_end(graph_similarity(&S, graph.A, &options));
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK)
        status = read_pairs(&p, S);
    options.progress = NULL;
    if (status == GRAPH_OK && arguments->is_verified)
        status = check_pairs(&p, graph.A, &options);
    for (graph_index k = 0; status == GRAPH_OK && table.stream != NULL && k < p.count; k++) {
        graph_write_id(&table, &graph, p.first[k]);
        fputc(table.separator, table.stream);
        graph_write_id(&table, &graph, p.second[k]);
        fprintf(table.stream, "%c%.17g\n", table.separator, p.value[k]);
    }
    status = table_end(&table, arguments, status);
    if (status == GRAPH_OK) {
        output_integer(&output, "pairs", p.count);
        if (p.count > 0) {
            const graph_index most[2] = {p.first[p.largest], p.second[p.largest]};
            graph_output_ids(&output, "largest", &graph, most, 2);
            output_real(&output, "largest_value", p.value[p.largest]);
        }
        if (arguments->is_verified)
            output_boolean(&output, "verified", true);
        output_end(&output, seconds);
    }
    graph_free(p.first);
    graph_free(p.second);
    graph_free(p.value);
    graph_matrix_release(&S);
    graph_close(&graph);
    return status;
}

/* A line for each walk. */
static void print_walks(const struct table *table, const struct graph *graph, const int32_t *vertex,
                        graph_index walks, graph_index length)
{
    for (graph_index k = 0; k < walks; k++) {
        const int32_t *walk = vertex + k * (length + 1);
        for (graph_index i = 0; i <= length && walk[i] >= 0; i++) {
            if (i > 0)
                fputc(table->separator, table->stream);
            graph_write_id(table, graph, (graph_index)walk[i]);
        }
        fputc('\n', table->stream);
    }
}

graph_status command_walks(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    const graph_index length = arguments->length != 0 ? arguments->length : USUAL_LENGTH;
    graph_walks_options options = {.size = sizeof options,
                                   .seed = arguments->seed,
                                   .each = arguments->each,
                                   .is_weighted = arguments->is_weighted,
                                   .progress = progress_report};
    struct graph graph = {0};
    struct table table = {0};
    graph_dense found = {.size = sizeof found};
    graph_index *source = NULL, sources = 0, walks = 0, steps = 0;
    double seconds = 0;

    graph_status status = graph_open(&graph, arguments);
    if (status == GRAPH_OK)
        status = table_open(&table, arguments->out, arguments);
    if (status == GRAPH_OK && arguments->sources != NULL)
        status = graph_rows(&source, &sources, &graph, arguments->sources, arguments);
    if (status == GRAPH_OK) {
        const double start = clock_seconds();
        progress_begin_reporting("walking");
        status = progress_end(graph_random_walks(&found, graph.A, source, sources, length, &options));
        seconds = clock_seconds() - start;
    }
    options.progress = NULL;
    if (status == GRAPH_OK && arguments->is_verified)
        status = graph_check_walks(&found, graph.A, source, sources, length, &options);
    if (status == GRAPH_OK) {
        const int32_t *vertex = found.value;
        walks = (source != NULL ? sources : graph.vertices) * (arguments->each != 0 ? arguments->each : 1);
        for (graph_index k = 0; k < walks; k++)
            for (graph_index i = 1; i <= length; i++)
                steps += vertex[k * (length + 1) + i] >= 0;
        if (table.stream != NULL)
            print_walks(&table, &graph, vertex, walks, length);
    }
    status = table_end(&table, arguments, status);
    if (status == GRAPH_OK) {
        output_integer(&output, "walks", walks);
        output_integer(&output, "steps", steps);
        if (arguments->is_verified)
            output_boolean(&output, "verified", true);
        output_end(&output, seconds);
    }
    graph_free(found.value);
    free(source);
    graph_close(&graph);
    return status;
}
