/* cores, trusses, louvain, leiden, labels, forest, independent-set, coloring, matching: what a graph is made of.  All of
 * them find something, check it under --verify, and print some facts; most have a number for each vertex. */
#include <inttypes.h>

#include "base/memory.h"
#include "commands.h"
#include "output.h"
#include "plot.h"
#include "progress.h"
#include "vertices.h"

enum { FACTS = 4 };

/* What a command has found. */
struct finding {
    graph_vector *of_vertices; /* NULL: nothing for each vertex */
    graph_matrix *of_edges;
    bool are_vertices; /* numbers of vertices, which are written as ids; -1 for none */
    struct {
        const char *key; /* NULL: there are no more */
        bool is_real;
        uint64_t integer;
        double real;
    } facts[FACTS];
};

static void set_integer(struct finding *f, int k, const char *key, uint64_t value)
{
    f->facts[k].key = key;
    f->facts[k].integer = value;
}

static void set_real(struct finding *f, int k, const char *key, double value)
{
    f->facts[k].key = key;
    f->facts[k].is_real = true;
    f->facts[k].real = value;
}

static graph_status find_cores(struct finding *f, const graph_matrix *A, const struct arguments *arguments)
{
    const graph_cohesion_options options = {.size = sizeof options, .progress = progress_report};
    graph_index degeneracy = 0;
    (void)arguments;
    graph_status status = graph_core_numbers(&f->of_vertices, &degeneracy, A, &options);
    set_integer(f, 0, "degeneracy", degeneracy);
    return status;
}

static graph_status check_cores(const struct finding *f, const graph_matrix *A,
                                const struct arguments *arguments)
{
    (void)arguments;
    return graph_check_core_numbers(f->of_vertices, A);
}

static graph_status find_trusses(struct finding *f, const graph_matrix *A, const struct arguments *arguments)
{
    const graph_cohesion_options options = {.size = sizeof options, .progress = progress_report};
    graph_index largest = 0, entries = 0;
    (void)arguments;
    graph_status status = graph_truss_numbers(&f->of_edges, &largest, A, &options);
    if (status == GRAPH_OK)
        status = graph_matrix_entries(&entries, f->of_edges);
    set_integer(f, 0, "edges", entries / 2);
    set_integer(f, 1, "largest_truss", largest);
    return status;
}

static graph_status check_trusses(const struct finding *f, const graph_matrix *A,
                                  const struct arguments *arguments)
{
    (void)arguments;
    return graph_check_truss_numbers(f->of_edges, A);
}

static graph_communities_options communities_options(const struct arguments *arguments)
{
    return (graph_communities_options){.size = sizeof(graph_communities_options),
                                       .is_unweighted = !arguments->is_weighted,
                                       .progress = progress_report};
}

static graph_status find_communities(struct finding *f, const graph_matrix *A,
                                     const struct arguments *arguments,
                                     graph_status (*method)(graph_vector **, const graph_matrix *,
                                                            const graph_communities_options *))
{
    graph_communities_report report = {.size = sizeof report};
    graph_communities_options options = communities_options(arguments);
    options.report = &report;
    graph_status status = method(&f->of_vertices, A, &options);
    set_integer(f, 0, "communities", report.communities);
    set_real(f, 1, "modularity", report.modularity);
    return status;
}

static graph_status find_louvain(struct finding *f, const graph_matrix *A, const struct arguments *arguments)
{
    return find_communities(f, A, arguments, graph_louvain);
}

static graph_status find_leiden(struct finding *f, const graph_matrix *A, const struct arguments *arguments)
{
    return find_communities(f, A, arguments, graph_leiden);
}

static graph_status check_communities(const struct finding *f, const graph_matrix *A,
                                      const struct arguments *arguments)
{
    const graph_communities_options options = communities_options(arguments);
    return graph_check_communities(f->of_vertices, f->facts[1].real, A, &options);
}

static graph_status find_labels(struct finding *f, const graph_matrix *A, const struct arguments *arguments)
{
    graph_index made = 0;
    const graph_labels_options options = {.size = sizeof options, .made = &made, .progress = progress_report};
    (void)arguments;
    graph_status status = graph_label_propagation(&f->of_vertices, A, &options);
    f->are_vertices = true;
    set_integer(f, 0, "rounds", made);
    return status;
}

static graph_status check_labels(const struct finding *f, const graph_matrix *A,
                                 const struct arguments *arguments)
{
    (void)arguments;
    return graph_check_label_propagation(f->of_vertices, A, f->facts[0].integer);
}

static graph_status find_forest(struct finding *f, const graph_matrix *A, const struct arguments *arguments)
{
    graph_forest_report report = {.size = sizeof report};
    const graph_forest_options options = {.size = sizeof options,
                                          .is_unweighted = !arguments->is_weighted,
                                          .report = &report,
                                          .progress = progress_report};
    graph_status status = graph_spanning_forest(&f->of_edges, A, &options);
    set_integer(f, 0, "edges", report.edges);
    set_integer(f, 1, "trees", report.trees);
    set_real(f, 2, "weight", report.weight);
    return status;
}

static graph_status check_forest(const struct finding *f, const graph_matrix *A,
                                 const struct arguments *arguments)
{
    const graph_forest_options options = {.size = sizeof options, .is_unweighted = !arguments->is_weighted};
    return graph_check_forest(f->of_edges, A, &options);
}

static graph_status find_set(struct finding *f, const graph_matrix *A, const struct arguments *arguments)
{
    graph_index members = 0;
    (void)arguments;
    graph_status status = graph_independent_set(&f->of_vertices, &members, A, NULL);
    set_integer(f, 0, "members", members);
    return status;
}

static graph_status check_set(const struct finding *f, const graph_matrix *A,
                              const struct arguments *arguments)
{
    (void)arguments;
    return graph_check_independent_set(f->of_vertices, A);
}

static graph_status find_coloring(struct finding *f, const graph_matrix *A, const struct arguments *arguments)
{
    graph_index colors = 0;
    (void)arguments;
    graph_status status = graph_coloring(&f->of_vertices, &colors, A, NULL);
    set_integer(f, 0, "colors", colors);
    return status;
}

static graph_status check_coloring(const struct finding *f, const graph_matrix *A,
                                   const struct arguments *arguments)
{
    (void)arguments;
    return graph_check_coloring(f->of_vertices, A);
}

static graph_status find_matching(struct finding *f, const graph_matrix *A, const struct arguments *arguments)
{
    const graph_matching_options options = {.size = sizeof options, .is_weighted = arguments->is_weighted};
    graph_index edges = 0;
    graph_status status = graph_matching(&f->of_vertices, &edges, A, &options);
    f->are_vertices = true;
    set_integer(f, 0, "edges", edges);
    return status;
}

static graph_status check_matching(const struct finding *f, const graph_matrix *A,
                                   const struct arguments *arguments)
{
    const graph_matching_options options = {.size = sizeof options, .is_weighted = arguments->is_weighted};
    return graph_check_matching(f->of_vertices, A, &options);
}

/* How many vertices have each core number, or how many communities have each size. */
static graph_status draw(const int64_t *number, const struct graph *graph, bool are_communities,
                         const struct arguments *arguments)
{
    struct plot plot = {.title = are_communities ? "Communities" : "Cores",
                        .x_label = are_communities ? "size (vertices)" : "core number",
                        .y_label = are_communities ? "communities" : "vertices",
                        .series = 1};
    const graph_index n = graph->vertices;
    double *x = NULL, *y = NULL;
    graph_index *size = NULL;
    graph_status status = GRAPH_NEW(x, n + 1);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(y, n + 1);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(size, n + 1);
    if (status == GRAPH_OK) {
        size_t count = 0;
        for (graph_index v = 0; v < n; v++)
            size[number[v]]++;
        for (graph_index k = 0; k <= n && are_communities; k++)
            y[size[k]] += size[k] > 0;
        for (graph_index k = 0; k <= n; k++) {
            const double many = are_communities ? y[k] : (double)size[k];
            x[count] = (double)k;
            y[count] = many;
            count += many > 0;
        }
        plot.of[0] = (struct plot_series){.form = PLOT_POINTS, .count = count, .x = x, .y = y};
        plot_facts_of(&plot, graph->A, arguments);
        status = plot_write(&plot, arguments);
    }
    graph_free(x);
    graph_free(y);
    graph_free(size);
    return status;
}

static void print_vertices(const struct table *table, const struct graph *graph, const int64_t *number,
                           bool are_vertices)
{
    for (graph_index v = 0; v < graph->vertices; v++) {
        graph_write_id(table, graph, v);
        fputc(table->separator, table->stream);
        if (are_vertices && number[v] >= 0)
            graph_write_id(table, graph, (graph_index)number[v]);
        else
            fprintf(table->stream, "%" PRId64, number[v]);
        fputc('\n', table->stream);
    }
}

typedef graph_status find_function(struct finding *, const graph_matrix *, const struct arguments *);
typedef graph_status check_function(const struct finding *, const graph_matrix *, const struct arguments *);

static graph_status run(const struct arguments *arguments, const char *work, find_function *find,
                        check_function *check)
{
    struct output output = output_begin(arguments);
    struct graph graph;
    struct table table = {0};
    struct finding found = {0};
    int64_t *number = NULL;
    double seconds = 0;

    graph_status status = graph_open_table(&graph, &table, arguments);
    if (status == GRAPH_OK) {
        double start = clock_seconds();
        progress_begin_reporting(work);
        status = progress_end(find(&found, graph.A, arguments));
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK && arguments->is_verified) {
        progress_begin("checking");
        status = progress_end(check(&found, graph.A, arguments));
    }
    if (status == GRAPH_OK && found.of_vertices != NULL && (table.stream != NULL || arguments->plot != NULL))
        status = values_of(&number, found.of_vertices, graph.vertices);
    if (status == GRAPH_OK && table.stream != NULL)
        print_vertices(&table, &graph, number, found.are_vertices);
    status = table_end(&table, arguments, status);
    if (status == GRAPH_OK && arguments->plot != NULL)
        status = draw(number, &graph, find != find_cores, arguments);
    if (status == GRAPH_OK) {
        for (int k = 0; k < FACTS && found.facts[k].key != NULL; k++)
            if (found.facts[k].is_real)
                output_real(&output, found.facts[k].key, found.facts[k].real);
            else
                output_integer(&output, found.facts[k].key, found.facts[k].integer);
        if (arguments->is_verified)
            output_boolean(&output, "verified", true);
        output_end(&output, seconds);
    }
    graph_free(number);
    graph_vector_release(&found.of_vertices);
    graph_matrix_release(&found.of_edges);
    graph_close(&graph);
    return status;
}

graph_status command_cores(const struct arguments *arguments)
{
    return run(arguments, "finding cores", find_cores, check_cores);
}

graph_status command_trusses(const struct arguments *arguments)
{
    return run(arguments, "finding trusses", find_trusses, check_trusses);
}

graph_status command_louvain(const struct arguments *arguments)
{
    return run(arguments, "finding communities", find_louvain, check_communities);
}

graph_status command_leiden(const struct arguments *arguments)
{
    return run(arguments, "finding communities", find_leiden, check_communities);
}

graph_status command_labels(const struct arguments *arguments)
{
    return run(arguments, "propagating labels", find_labels, check_labels);
}

graph_status command_forest(const struct arguments *arguments)
{
    return run(arguments, "finding a forest", find_forest, check_forest);
}

graph_status command_independent_set(const struct arguments *arguments)
{
    return run(arguments, "finding a set", find_set, check_set);
}

graph_status command_coloring(const struct arguments *arguments)
{
    return run(arguments, "colouring", find_coloring, check_coloring);
}

graph_status command_matching(const struct arguments *arguments)
{
    return run(arguments, "matching", find_matching, check_matching);
}
