/* bfs: how many vertices are at each distance from a source, or from each of many. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "commands.h"
#include "output.h"
#include "progress.h"
#include "plot.h"
#include "vertices.h"

/* The vertices at each level, level 0 first. */
struct levels {
    uint64_t *count;
    size_t levels, room;
};

static graph_status count_level(struct levels *levels, size_t level)
{
    if (level >= levels->room) {
        size_t room = 2 * level + 16;
        uint64_t *longer = realloc(levels->count, room * sizeof *longer);
        if (longer == NULL)
            return GRAPH_E_MEMORY;
        memset(longer + levels->room, 0, (room - levels->room) * sizeof *longer);
        levels->count = longer;
        levels->room = room;
    }
    levels->count[level]++;
    levels->levels = level >= levels->levels ? level + 1 : levels->levels;
    return GRAPH_OK;
}

static graph_status draw_levels(const struct levels *levels, const graph_matrix *A,
                                const struct arguments *arguments)
{
    double *x = malloc((levels->levels + 1) * sizeof *x), *y = malloc((levels->levels + 1) * sizeof *y);
    struct plot plot = {.title = "Breadth-first search",
                        .x_label = "level (edges from the source)",
                        .y_label = arguments->has_source ? "vertices" : "vertices, for all sources together",
                        .width = 1,
                        .series = 1,
                        .of[0] = {.form = PLOT_BARS, .count = levels->levels, .x = x, .y = y}};
    graph_status status = x == NULL || y == NULL ? GRAPH_E_MEMORY : GRAPH_OK;
    plot_facts_of(&plot, A, arguments);
    for (size_t k = 0; status == GRAPH_OK && k < levels->levels; k++) {
        x[k] = (double)k - 0.5;
        y[k] = (double)levels->count[k];
    }
    if (status == GRAPH_OK)
        status = plot_write(&plot, arguments);
    free(x);
    free(y);
    return status;
}

static graph_status run_one(struct output *output, const struct graph *graph,
                            const struct arguments *arguments)
{
    graph_bfs_options options = {.size = sizeof options,
                                 .is_reversed = arguments->is_reverse,
                                 .has_max_depth = arguments->has_depth,
                                 .max_depth = arguments->depth,
                                 .has_target = arguments->has_end,
                                 .progress = progress_report};
    bool wants_parent = arguments->is_verified || arguments->per_vertex != NULL;
    struct levels levels = {0};
    graph_vector *level = NULL, *parent = NULL;
    graph_index source = 0, reached = 0;
    int64_t *at = NULL, *before = NULL;
    struct table table = {0};
    double seconds = 0;

    graph_status status = graph_source(&source, graph, arguments);
    if (status == GRAPH_OK && options.has_target)
        status = graph_end(&options.target, graph, arguments);
    if (status == GRAPH_OK)
        status = table_open(&table, arguments->per_vertex, arguments);
    if (status == GRAPH_OK) {
        double start = clock_seconds();
        progress_begin_reporting("searching");
        status = progress_end(graph_bfs(&level, wants_parent ? &parent : NULL, graph->A, source, &options));
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK && arguments->is_verified) {
        progress_begin("verifying");
        status = progress_end(graph_bfs_verify(level, parent, graph->A, source, &options));
    }
    if (status == GRAPH_OK)
        status = graph_vector_entries(&reached, level);
    if (status == GRAPH_OK)
        status = values_of(&at, level, graph->vertices);
    if (status == GRAPH_OK && table.stream != NULL)
        status = values_of(&before, parent, graph->vertices);
    for (graph_index v = 0; status == GRAPH_OK && v < graph->vertices; v++) {
        if (at[v] < 0)
            continue;
        status = count_level(&levels, (size_t)at[v]);
        if (table.stream == NULL)
            continue;
        graph_write_id(&table, graph, v);
        fprintf(table.stream, "%c%" PRId64 "%c", table.separator, at[v], table.separator);
        graph_write_id(&table, graph, (graph_index)before[v]);
        fputc('\n', table.stream);
    }
    status = table_end(&table, arguments, status);
    if (status == GRAPH_OK)
        status = draw_levels(&levels, graph->A, arguments);
    if (status == GRAPH_OK) {
        graph_output_id(output, "source", graph, source);
        output_integer(output, "reached", reached);
        output_integers(output, "levels", levels.count, levels.levels);
        if (arguments->is_verified)
            output_boolean(output, "verified", true);
        output_end(output, seconds);
    }
    free(levels.count);
    graph_free(at);
    graph_free(before);
    graph_vector_release(&level);
    graph_vector_release(&parent);
    return status;
}

/* What the rows of levels from many sources add up to. */
struct search {
    graph_index vertices;
    struct levels levels;
    uint64_t *reached, *eccentricity; /* of each source */
};

static graph_status add_rows(struct search *search, graph_index first, graph_index count,
                             const int32_t *level)
{
    graph_status status = GRAPH_OK;
    for (graph_index k = 0; k < count; k++) {
        const int32_t *row = level + k * search->vertices;
        for (graph_index v = 0; v < search->vertices && status == GRAPH_OK; v++) {
            if (row[v] == GRAPH_UNREACHED_INT32)
                continue;
            status = count_level(&search->levels, (size_t)row[v]);
            search->reached[first + k]++;
            if ((uint64_t)row[v] > search->eccentricity[first + k])
                search->eccentricity[first + k] = (uint64_t)row[v];
        }
    }
    return status;
}

/* Searches in blocks of BLOCK sources, whose levels are counted and forgotten. */
static graph_status search_all(struct search *search, const struct graph *graph, const graph_index *sources,
                               graph_index count, const struct arguments *arguments)
{
    enum { BLOCK = 1024 };
    struct progress_part done = {0};
    graph_bfs_multi_options options = {.size = sizeof options,
                                       .is_reversed = arguments->is_reverse,
                                       .has_max_depth = arguments->has_depth,
                                       .max_depth = arguments->depth,
                                       .progress = progress_report,
                                       .context = &done};
    graph_status status = GRAPH_OK;
    progress_begin_reporting("searching");
    for (graph_index first = 0; first < count && status == GRAPH_OK; first += BLOCK) {
        graph_index part = count - first < BLOCK ? count - first : BLOCK;
        graph_dense level = {.size = sizeof level};
        done = (struct progress_part){(double)first / (double)count, (double)part / (double)count};
        status = graph_bfs_multi(&level, graph->A, sources + first, part, &options);
        if (status == GRAPH_OK)
            status = add_rows(search, first, part, level.value);
        graph_free(level.value);
    }
    return progress_end(status);
}

static graph_status run_many(struct output *output, const struct graph *graph,
                             const struct arguments *arguments)
{
    struct search search = {.vertices = graph->vertices};
    graph_index *sources = NULL, count = 0;
    double seconds = 0;

    graph_status status = graph_rows(&sources, &count, graph, arguments->sources, arguments);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(search.reached, count);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(search.eccentricity, count);
    if (status == GRAPH_OK) {
        double start = clock_seconds();
        status = search_all(&search, graph, sources, count, arguments);
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK)
        status = draw_levels(&search.levels, graph->A, arguments);
    if (status == GRAPH_OK) {
        status = graph_output_ids(output, "sources", graph, sources, count);
        output_integers(output, "reached", search.reached, count);
        output_integers(output, "eccentricity", search.eccentricity, count);
        output_integers(output, "levels", search.levels.count, search.levels.levels);
        output_end(output, seconds);
    }
    free(sources);
    graph_free(search.reached);
    graph_free(search.eccentricity);
    free(search.levels.count);
    return status;
}

graph_status command_bfs(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    struct graph graph;
    graph_status status = graph_open(&graph, arguments);
    if (status == GRAPH_OK)
        status = arguments->sources != NULL ? run_many(&output, &graph, arguments)
                                            : run_one(&output, &graph, arguments);
    graph_close(&graph);
    return status;
}
