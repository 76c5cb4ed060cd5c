/* Cores, trusses, communities, forests, colourings, similarity and walks against igraph, which works on one thread.
 *
 * The graph is read as undirected.  Every contender starts from the graph of its library and ends with its answers in an
 * array or vector.  Answers are compared: core and truss numbers, weights of forests and similarities exactly,
 * modularities as they are (the column is ours less igraph's); colourings and walks cannot be, and are checked.
 * --semiring NAME,... leaves in the named rows alone. */
#include <math.h>
#include <stdlib.h>

#include "bench/peers/peer_igraph.h"
#include "bench/support/bench.h"

enum { PAIRS = 100000, STEPS = 1000000 };

struct contest {
    const struct bench *bench;
    graph_matrix *A, *W;
    graph_index n;
    igraph_t peer;
    igraph_vector_t weight, strength;
    igraph_vector_int_t pairs;
    graph_index *first, *second;
    graph_vector *ours;
    graph_matrix *matrix;
    igraph_vector_int_t theirs;
    igraph_vector_t values;
    double our_value, their_value;
};

static void finish_ours(void *context)
{
    struct contest *c = context;
    graph_vector_release(&c->ours);
    graph_matrix_release(&c->matrix);
}

static void our_cores(void *context)
{
    struct contest *c = context;
    BENCH_OK(graph_core_numbers(&c->ours, NULL, c->A, NULL));
}

static void their_cores(void *context)
{
    struct contest *c = context;
    IGRAPH(igraph_coreness(&c->peer, &c->theirs, IGRAPH_ALL));
}

static void our_trusses(void *context)
{
    struct contest *c = context;
    BENCH_OK(graph_truss_numbers(&c->matrix, NULL, c->A, NULL));
}

static void their_trusses(void *context)
{
    struct contest *c = context;
    IGRAPH(igraph_trussness(&c->peer, &c->theirs));
}

static void our_forest(void *context)
{
    struct contest *c = context;
    graph_forest_report report = {.size = sizeof report};
    BENCH_OK(graph_spanning_forest(
        &c->matrix, c->W,
        &(const graph_forest_options){.size = sizeof(graph_forest_options), .report = &report}));
    c->our_value = report.weight;
}

static void their_forest(void *context)
{
    struct contest *c = context;
    IGRAPH(igraph_minimum_spanning_tree(&c->peer, &c->theirs, &c->weight));
}

static void our_plain_forest(void *context)
{
    struct contest *c = context;
    graph_forest_report report = {.size = sizeof report};
    BENCH_OK(graph_spanning_forest(
        &c->matrix, c->A,
        &(const graph_forest_options){.size = sizeof(graph_forest_options), .report = &report}));
    c->our_value = report.weight;
}

static void their_plain_forest(void *context)
{
    struct contest *c = context;
    IGRAPH(igraph_minimum_spanning_tree(&c->peer, &c->theirs, NULL));
}

static void our_louvain(void *context)
{
    struct contest *c = context;
    graph_communities_report report = {.size = sizeof report};
    BENCH_OK(graph_louvain(
        &c->ours, c->A,
        &(const graph_communities_options){.size = sizeof(graph_communities_options), .report = &report}));
    c->our_value = report.modularity;
}

static void their_louvain(void *context)
{
    struct contest *c = context;
    IGRAPH(igraph_community_multilevel(&c->peer, NULL, 1, &c->theirs, NULL, NULL));
}

static void our_leiden(void *context)
{
    struct contest *c = context;
    graph_communities_report report = {.size = sizeof report};
    BENCH_OK(graph_leiden(
        &c->ours, c->A,
        &(const graph_communities_options){.size = sizeof(graph_communities_options), .report = &report}));
    c->our_value = report.modularity;
}

/* Two iterations, as ours. */
static void their_leiden(void *context)
{
    struct contest *c = context;
    IGRAPH(igraph_community_leiden(&c->peer, NULL, &c->strength, 1.0 / (2 * (double)igraph_ecount(&c->peer)),
                                   0.01, false, 2, &c->theirs, NULL, NULL));
}

static void our_labels(void *context)
{
    struct contest *c = context;
    BENCH_OK(graph_label_propagation(&c->ours, c->A, NULL));
}

static void their_labels(void *context)
{
    struct contest *c = context;
    IGRAPH(igraph_community_label_propagation(&c->peer, &c->theirs, IGRAPH_ALL, NULL, NULL, NULL));
}

static void our_coloring(void *context)
{
    struct contest *c = context;
    graph_index colors;
    BENCH_OK(graph_coloring(&c->ours, &colors, c->A, NULL));
    c->our_value = (double)colors;
}

static void their_coloring(void *context)
{
    struct contest *c = context;
    IGRAPH(igraph_vertex_coloring_greedy(&c->peer, &c->theirs, IGRAPH_COLORING_GREEDY_COLORED_NEIGHBORS));
}

/* What the answers are worth, outside of the clock. */
static void compare_cores(struct contest *c, const char *graph)
{
    int64_t *core = malloc((c->n + 1) * sizeof *core);
    our_cores(c);
    their_cores(c);
    BENCH_OK(graph_vector_extract_tuples(NULL, core, GRAPH_INT64, &c->n, c->ours));
    for (graph_index v = 0; v < c->n; v++)
        bench_check(core[v] == VECTOR(c->theirs)[v], "%s: core(%llu) is %lld, igraph has %lld", graph,
                    (unsigned long long)v, (long long)core[v], (long long)VECTOR(c->theirs)[v]);
    finish_ours(c);
    free(core);
}

static void compare_trusses(struct contest *c, const char *graph)
{
    graph_index entries, *row, *column, edge = 0;
    int64_t *truss;
    our_trusses(c);
    their_trusses(c);
    BENCH_OK(graph_matrix_entries(&entries, c->matrix));
    row = malloc((entries + 1) * sizeof *row);
    column = malloc((entries + 1) * sizeof *column);
    truss = malloc((entries + 1) * sizeof *truss);
    BENCH_OK(graph_matrix_extract_tuples(row, column, truss, GRAPH_INT64, &entries, c->matrix));
    for (graph_index k = 0; k < entries; k++)
        if (row[k] < column[k]) {
            bench_check(truss[k] == VECTOR(c->theirs)[edge], "%s: truss(%llu, %llu) is %lld, igraph has %lld",
                        graph, (unsigned long long)row[k], (unsigned long long)column[k], (long long)truss[k],
                        (long long)VECTOR(c->theirs)[edge]);
            edge++;
        }
    finish_ours(c);
    free(row);
    free(column);
    free(truss);
}

static void compare_forests(struct contest *c, const char *graph)
{
    c->their_value = 0;
    for (igraph_integer_t k = 0; k < igraph_vector_int_size(&c->theirs); k++)
        c->their_value += VECTOR(c->weight)[VECTOR(c->theirs)[k]];
    bench_check(c->our_value == c->their_value, "%s: a forest of weight %.0f, igraph has %.0f", graph,
                c->our_value, c->their_value);
}

static void compare_plain_forests(struct contest *c, const char *graph)
{
    c->their_value = (double)igraph_vector_int_size(&c->theirs);
    bench_check(c->our_value == c->their_value, "%s: a forest of %.0f edges, igraph has %.0f", graph,
                c->our_value, c->their_value);
}

static void compare_modularity(struct contest *c, const char *graph)
{
    igraph_real_t modularity;
    (void)graph;
    IGRAPH(igraph_modularity(&c->peer, &c->theirs, NULL, 1, false, &modularity));
    c->their_value = modularity;
}

static void compare_coloring(struct contest *c, const char *graph)
{
    (void)graph;
    c->their_value = (double)igraph_vector_int_max(&c->theirs) + 1;
    our_coloring(c);
    BENCH_OK(graph_check_coloring(c->ours, c->A));
    finish_ours(c);
}

static const struct row {
    const char *name;
    void (*ours)(void *), (*theirs)(void *);
    void (*compare)(struct contest *, const char *graph);
} rows[] = {
    {"cores", our_cores, their_cores, compare_cores},
    {"trusses", our_trusses, their_trusses, compare_trusses},
    {"forest", our_forest, their_forest, compare_forests},
    {"plain_forest", our_plain_forest, their_plain_forest, compare_plain_forests},
    {"louvain", our_louvain, their_louvain, compare_modularity},
    {"leiden", our_leiden, their_leiden, compare_modularity},
    {"labels", our_labels, their_labels, NULL},
    {"coloring", our_coloring, their_coloring, compare_coloring},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The same graph for igraph, its edges in the order of the entries (u, v), u < v, with weights 1 .. 255 for both. */
static void make_peer(struct contest *c)
{
    graph_index entries, *row, *column;
    int64_t *weight;
    igraph_vector_int_t ends;
    igraph_integer_t edges = 0;
    BENCH_OK(graph_matrix_rows(&c->n, c->A));
    BENCH_OK(graph_matrix_entries(&entries, c->A));
    row = malloc((entries + 1) * sizeof *row);
    column = malloc((entries + 1) * sizeof *column);
    weight = malloc((entries + 1) * sizeof *weight);
    bench_check(row != NULL && column != NULL && weight != NULL, "out of memory");
    BENCH_OK(graph_matrix_extract_tuples(row, column, NULL, GRAPH_PATTERN, &entries, c->A));
    IGRAPH(igraph_vector_int_init(&ends, (igraph_integer_t)(2 * entries)));
    IGRAPH(igraph_vector_init(&c->weight, (igraph_integer_t)entries));
    for (graph_index k = 0; k < entries; k++) {
        const graph_index u = row[k] < column[k] ? row[k] : column[k],
                          v = row[k] < column[k] ? column[k] : row[k];
        weight[k] = (int64_t)((u * 0x9e3779b97f4a7c15u ^ v * 0xbf58476d1ce4e5b9u) >> 40) % 255 + 1;
        if (row[k] < column[k]) {
            VECTOR(c->weight)[edges] = (double)weight[k];
            VECTOR(ends)[2 * edges] = (igraph_integer_t)row[k];
            VECTOR(ends)[2 * edges + 1] = (igraph_integer_t)column[k];
            edges++;
        }
    }
    IGRAPH(igraph_vector_int_resize(&ends, 2 * edges));
    IGRAPH(igraph_vector_resize(&c->weight, edges));
    IGRAPH(igraph_create(&c->peer, &ends, (igraph_integer_t)c->n, IGRAPH_UNDIRECTED));
    IGRAPH(igraph_vector_init(&c->strength, 0));
    IGRAPH(igraph_strength(&c->peer, &c->strength, igraph_vss_all(), IGRAPH_ALL, true, NULL));
    IGRAPH(igraph_vector_int_init(&c->theirs, (igraph_integer_t)c->n));
    BENCH_OK(graph_matrix_create(&c->W, GRAPH_INT32, c->n, c->n));
    BENCH_OK(graph_matrix_build(c->W, row, column, weight, GRAPH_INT64, entries, GRAPH_NO_OP));
    igraph_vector_int_destroy(&ends);
    free(row);
    free(column);
    free(weight);
}

static void contest_on(struct bench *bench, const struct bench_graph *graph, struct bench_mean *means)
{
    struct contest c = {.bench = bench};
    c.A = bench_load(graph, &(const graph_read_options){.size = sizeof(graph_read_options),
                                                        .direction = GRAPH_UNDIRECTED,
                                                        .weights = GRAPH_WEIGHTS_DROP,
                                                        .loops = GRAPH_LOOPS_DROP});
    make_peer(&c);
    for (int k = 0; k < ROWS; k++) {
        struct bench_runner runners[2] = {{rows[k].ours, finish_ours, &c, 0, 0, 0},
                                          {rows[k].theirs, NULL, &c, 0, 0, 0}};
        if (!bench_wants(bench, rows[k].name))
            continue;
        c.our_value = c.their_value = 0;
        bench_race(bench, runners, 2);
        if (rows[k].compare != NULL)
            rows[k].compare(&c, graph->name);
        bench_row(bench);
        bench_text(bench, "graph", graph->name);
        bench_text(bench, "what", rows[k].name);
        bench_number(bench, "threads", bench->threads, 0);
        bench_number(bench, "semigraph_ms", runners[0].best_ms, 3);
        bench_number(bench, "igraph_ms", runners[1].best_ms, 3);
        bench_number(bench, "ratio", runners[1].best_ms / runners[0].best_ms, 2);
        bench_number(bench, "ours", c.our_value, 5);
        bench_number(bench, "theirs", c.their_value, 5);
        bench_row_end(bench);
        bench_mean_add(&means[k], runners[1].best_ms / runners[0].best_ms, bench_is_full(c.A));
    }
    igraph_destroy(&c.peer);
    igraph_vector_destroy(&c.weight);
    igraph_vector_destroy(&c.strength);
    igraph_vector_int_destroy(&c.theirs);
    graph_matrix_release(&c.A);
    graph_matrix_release(&c.W);
}

int main(int argc, char **argv)
{
    struct bench bench;
    struct bench_mean means[ROWS] = {0};
    char text[BENCH_MEAN_TEXT];
    bench_open(&bench, "structure", argc, argv);
    BENCH_OK(graph_set_backend(GRAPH_BACKEND_CPU));
    igraph_set_error_handler(igraph_error_handler_printignore);
    for (int g = 0; g < bench.graph_count; g++)
        contest_on(&bench, &bench.graphs[g], means);
    for (int k = 0; k < ROWS && !bench.is_json; k++)
        if (bench_wants(&bench, rows[k].name))
            printf("%s: igraph's time on one thread / ours on %d: %s\n", rows[k].name, bench.threads,
                   bench_mean_text(text, &means[k]));
    return bench_close(&bench);
}
