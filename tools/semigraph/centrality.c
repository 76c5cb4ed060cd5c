/* pagerank, betweenness, closeness, hits, eigenvector, katz: how central vertices are. */
#include <stdlib.h>

#include "base/memory.h"
#include "commands.h"
#include "output.h"
#include "plot.h"
#include "progress.h"
#include "vertices.h"

enum { MOST_COLUMNS = 3, MOST_POINTS = 400 };

/* The values of one command: up to three for each vertex, the first of which is drawn. */
struct scores {
    struct graph graph;
    struct table table;
    struct output output;
    graph_vector *column[MOST_COLUMNS];
    double *value[MOST_COLUMNS];
    int columns;
    graph_index count, largest;   /* elements; the one with the largest first value */
    graph_index *source, sources; /* of --sources; NULL: every vertex */
    bool is_of_sources;           /* an element for each source, not for each vertex */
    double seconds;
};

static graph_status scores_open(struct scores *s, const struct arguments *arguments)
{
    *s = (struct scores){.output = output_begin(arguments)};
    graph_status status = graph_open_table(&s->graph, &s->table, arguments);
    if (status == GRAPH_OK && arguments->sources != NULL)
        status = graph_rows(&s->source, &s->sources, &s->graph, arguments->sources, arguments);
    return status;
}

static graph_status read_values(struct scores *s)
{
    graph_status status = graph_vector_length(&s->count, s->column[0]);
    for (int c = 0; status == GRAPH_OK && c < s->columns; c++) {
        graph_index room = s->count;
        status = GRAPH_NEW(s->value[c], s->count);
        if (status == GRAPH_OK)
            status = graph_vector_extract_tuples(NULL, s->value[c], GRAPH_FP64, &room, s->column[c]);
    }
    for (graph_index k = 1; status == GRAPH_OK && k < s->count; k++)
        s->largest = s->value[0][k] > s->value[0][s->largest] ? k : s->largest;
    return status;
}

/* The row of element k. */
static graph_index row_of(const struct scores *s, graph_index k)
{
    return s->is_of_sources && s->source != NULL ? s->source[k] : k;
}

static int descending(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;
    return (a < b) - (a > b);
}

/* The values from the largest on, over their ranks, at most MOST_POINTS of them, evenly spread on a logarithmic axis. */
static graph_status draw_ranks(struct scores *s, const char *title, const char *label,
                               const struct arguments *arguments)
{
    double rank[MOST_POINTS], at[MOST_POINTS], *sorted = NULL;
    struct plot plot = {.title = title, .x_label = "rank of the vertex", .y_label = label, .series = 1};
    size_t count = 0;
    graph_status status = GRAPH_NEW(sorted, s->count);
    if (status != GRAPH_OK)
        return status;
    for (graph_index k = 0; k < s->count; k++)
        sorted[k] = s->value[0][k];
    qsort(sorted, s->count, sizeof *sorted, descending);
    for (graph_index k = 0; k < s->count && count < MOST_POINTS; k += 1 + k / 32) {
        rank[count] = (double)k + 1;
        at[count++] = sorted[k];
    }
    plot.of[0] = (struct plot_series){.name = label, .form = PLOT_POINTS, .count = count, .x = rank, .y = at};
    plot_facts_of(&plot, s->graph.A, arguments);
    graph_free(sorted);
    return plot_write(&plot, arguments);
}

/* The end of each command: the table and the plot. */
static graph_status scores_end(struct scores *s, graph_status status, const char *title, const char *label,
                               const struct arguments *arguments)
{
    if (status == GRAPH_OK)
        status = read_values(s);
    for (graph_index k = 0; status == GRAPH_OK && s->table.stream != NULL && k < s->count; k++) {
        graph_write_id(&s->table, &s->graph, row_of(s, k));
        for (int c = 0; c < s->columns; c++)
            fprintf(s->table.stream, "%c%.17g", s->table.separator, s->value[c][k]);
        fputc('\n', s->table.stream);
    }
    if (status == GRAPH_OK && arguments->plot != NULL)
        status = draw_ranks(s, title, label, arguments);
    return table_end(&s->table, arguments, status);
}

/* The vertex with the largest value, and that value. */
static void say_largest(struct scores *s)
{
    if (s->count == 0)
        return;
    graph_output_id(&s->output, "largest", &s->graph, row_of(s, s->largest));
    output_real(&s->output, "largest_value", s->value[0][s->largest]);
}

static void scores_close(struct scores *s)
{
    for (int c = 0; c < MOST_COLUMNS; c++) {
        graph_vector_release(&s->column[c]);
        graph_free(s->value[c]);
    }
    free(s->source);
    graph_close(&s->graph);
}

graph_status command_pagerank(const struct arguments *arguments)
{
    struct scores s;
    graph_vector *p = NULL;
    graph_pagerank_report report = {.size = sizeof report};
    graph_pagerank_options options = {.size = sizeof options,
                                      .is_weighted = arguments->is_weighted,
                                      .report = &report,
                                      .progress = progress_report};
    graph_status status = scores_open(&s, arguments);
    if (status == GRAPH_OK && s.source != NULL)
        status = graph_ones_at(&p, s.graph.vertices, s.source, s.sources);
    options.personalization = p;
    s.columns = 1;
    if (status == GRAPH_OK) {
        const double start = clock_seconds();
        progress_begin_reporting("ranking vertices");
        status = progress_end(graph_pagerank(&s.column[0], s.graph.A, &options));
        s.seconds = clock_seconds() - start;
        options.progress = NULL;
        if (status == GRAPH_OK && arguments->is_verified)
            status = graph_check_pagerank(s.column[0], s.graph.A, &options);
    }
    status = scores_end(&s, status, "PageRank", "PageRank", arguments);
    if (status == GRAPH_OK) {
        output_integer(&s.output, "rounds", report.rounds);
        output_real(&s.output, "residual", report.residual);
        output_boolean(&s.output, "converged", report.has_converged);
        output_integer(&s.output, "dangling", report.dangling);
        say_largest(&s);
        if (arguments->is_verified)
            output_boolean(&s.output, "verified", true);
        output_end(&s.output, s.seconds);
    }
    graph_vector_release(&p);
    scores_close(&s);
    return status;
}

graph_status command_betweenness(const struct arguments *arguments)
{
    struct scores s;
    graph_betweenness_report report = {.size = sizeof report};
    graph_properties properties = {.size = sizeof properties};
    graph_betweenness_options options = {.size = sizeof options,
                                         .is_weighted = arguments->is_weighted,
                                         .most_bytes = arguments->most_memory,
                                         .report = &report,
                                         .progress = progress_report};
    graph_status status = scores_open(&s, arguments);
    if (status == GRAPH_OK)
        status = graph_matrix_properties(&properties, s.graph.A);
    options.is_undirected =
        arguments->is_weighted ? properties.is_symmetric : properties.has_symmetric_pattern;
    s.columns = 1;
    if (status == GRAPH_OK) {
        const double start = clock_seconds();
        progress_begin_reporting("following shortest paths");
        status = progress_end(graph_betweenness(&s.column[0], s.graph.A, s.source, s.sources, &options));
        s.seconds = clock_seconds() - start;
        options.progress = NULL;
        if (status == GRAPH_OK && arguments->is_verified)
            status = graph_check_betweenness(s.column[0], s.graph.A, s.source, s.sources, &options);
    }
    status = scores_end(&s, status, "Betweenness", "betweenness", arguments);
    if (status == GRAPH_OK) {
        output_integer(&s.output, "sources", report.sources);
        output_boolean(&s.output, "undirected", options.is_undirected);
        say_largest(&s);
        output_integer(&s.output, "work_bytes", report.bytes);
        if (arguments->is_verified)
            output_boolean(&s.output, "verified", true);
        output_end(&s.output, s.seconds);
    }
    scores_close(&s);
    return status;
}

/* The three measures, which each have a share of the progress. */
static graph_status measure_all(struct scores *s, struct progress_part *part,
                                graph_closeness_options *options)
{
    graph_status status;
    options->context = part;
    status = graph_closeness(&s->column[0], s->graph.A, s->source, s->sources, options);
    part->before += part->share;
    if (status == GRAPH_OK)
        status = graph_harmonic(&s->column[1], s->graph.A, s->source, s->sources, options);
    part->before += part->share;
    if (status == GRAPH_OK)
        status = graph_eccentricity(&s->column[2], s->graph.A, s->source, s->sources, options);
    return status;
}

static graph_status check_all(const struct scores *s, graph_closeness_options *options)
{
    graph_status status;
    options->progress = NULL;
    status = graph_check_closeness(s->column[0], s->graph.A, s->source, s->sources, options);
    if (status == GRAPH_OK)
        status = graph_check_harmonic(s->column[1], s->graph.A, s->source, s->sources, options);
    if (status == GRAPH_OK)
        status = graph_check_eccentricity(s->column[2], s->graph.A, s->source, s->sources, options);
    return status;
}

graph_status command_closeness(const struct arguments *arguments)
{
    struct scores s;
    struct progress_part part = {.before = 0, .share = 1.0 / MOST_COLUMNS};
    graph_closeness_options options = {.size = sizeof options,
                                       .is_weighted = arguments->is_weighted,
                                       .is_reversed = arguments->is_reverse,
                                       .progress = progress_report};
    graph_status status = scores_open(&s, arguments);
    s.columns = MOST_COLUMNS;
    s.is_of_sources = true;
    if (status == GRAPH_OK) {
        const double start = clock_seconds();
        progress_begin_reporting("measuring distances");
        status = progress_end(measure_all(&s, &part, &options));
        s.seconds = clock_seconds() - start;
        if (status == GRAPH_OK && arguments->is_verified)
            status = check_all(&s, &options);
    }
    status = scores_end(&s, status, "Closeness", "closeness", arguments);
    if (status == GRAPH_OK) {
        double most = 0, least = 0;
        for (graph_index k = 0; k < s.count; k++) {
            most = s.value[2][k] > most ? s.value[2][k] : most;
            least = k == 0 || s.value[2][k] < least ? s.value[2][k] : least;
        }
        output_integer(&s.output, "sources", s.count);
        say_largest(&s);
        output_real(&s.output, "largest_eccentricity", most);
        output_real(&s.output, "smallest_eccentricity", least);
        if (arguments->is_verified)
            output_boolean(&s.output, "verified", true);
        output_end(&s.output, s.seconds);
    }
    scores_close(&s);
    return status;
}

/* The powers of the matrix: HITS has a value as an authority, which is drawn, and one as a hub. */
enum power { HUBS_AND_AUTHORITIES, EIGENVECTOR_CENTRALITY, KATZ_CENTRALITY };

static graph_status find_powers(struct scores *s, enum power power, const graph_power_options *options)
{
    return power == HUBS_AND_AUTHORITIES ? graph_hits(&s->column[1], &s->column[0], s->graph.A, options)
           : power == EIGENVECTOR_CENTRALITY
               ? graph_eigenvector_centrality(&s->column[0], s->graph.A, options)
               : graph_katz(&s->column[0], s->graph.A, options);
}

static graph_status check_powers(const struct scores *s, enum power power, const graph_power_options *options)
{
    return power == HUBS_AND_AUTHORITIES ? graph_check_hits(s->column[1], s->column[0], s->graph.A, options)
           : power == EIGENVECTOR_CENTRALITY
               ? graph_check_eigenvector_centrality(s->column[0], s->graph.A, options)
               : graph_check_katz(s->column[0], s->graph.A, options);
}

static graph_status run_powers(const struct arguments *arguments, enum power power, const char *title,
                               const char *label)
{
    struct scores s;
    graph_power_report report = {.size = sizeof report};
    graph_power_options options = {.size = sizeof options,
                                   .is_weighted = arguments->is_weighted,
                                   .alpha = arguments->alpha > 0 ? arguments->alpha : 0,
                                   .report = &report,
                                   .progress = progress_report};
    graph_status status = scores_open(&s, arguments);
    s.columns = power == HUBS_AND_AUTHORITIES ? 2 : 1;
    if (status == GRAPH_OK) {
        const double start = clock_seconds();
        progress_begin_reporting("multiplying by the matrix");
        status = progress_end(find_powers(&s, power, &options));
        s.seconds = clock_seconds() - start;
        options.progress = NULL;
        if (status == GRAPH_OK && arguments->is_verified)
            status = check_powers(&s, power, &options);
    }
    status = scores_end(&s, status, title, label, arguments);
    if (status == GRAPH_OK) {
        output_integer(&s.output, "rounds", report.rounds);
        output_real(&s.output, "residual", report.residual);
        output_boolean(&s.output, "converged", report.has_converged);
        say_largest(&s);
        if (arguments->is_verified)
            output_boolean(&s.output, "verified", true);
        output_end(&s.output, s.seconds);
    }
    scores_close(&s);
    return status;
}

graph_status command_hits(const struct arguments *arguments)
{
    return run_powers(arguments, HUBS_AND_AUTHORITIES, "HITS", "authority");
}

graph_status command_eigenvector(const struct arguments *arguments)
{
    return run_powers(arguments, EIGENVECTOR_CENTRALITY, "Eigenvector centrality", "eigenvector centrality");
}

graph_status command_katz(const struct arguments *arguments)
{
    return run_powers(arguments, KATZ_CENTRALITY, "Katz centrality", "Katz centrality");
}
