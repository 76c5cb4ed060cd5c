/* Breadth-first search from sixteen sources, against igraph's igraph_bfs_simple and igraph_bfs.
 *
 * Every contender makes levels and parents in new arrays (igraph_bfs_simple as order, layers and parents).  A graph
 * counts with the median over the sources of the best time, and the ratio uses the faster of igraph's two.  igraph runs on
 * one thread, and one_thread_ms is the library on one.  `first` is the first search on a matrix that nothing is cached for,
 * compared with igraph's first call from that source.  The levels of all are compared vertex by vertex; our parents are
 * verified. */
#include <math.h>
#include <stdlib.h>

#include "bench/peers/peer_igraph.h"
#include "bench/support/bench.h"

enum { SOURCES = 16 };

struct contest {
    graph_matrix *A;
    igraph_t peer;
    graph_index source;
    graph_vector *level, *parent;
    igraph_vector_int_t order, layers, parents, levels;
};

static void run_ours(void *context)
{
    struct contest *c = context;
    BENCH_OK(graph_bfs(&c->level, &c->parent, c->A, c->source, NULL));
}

static void run_one(void *context)
{
    struct contest *c = context;
    const graph_bfs_options options = {.size = sizeof options, .threads = 1};
    BENCH_OK(graph_bfs(&c->level, &c->parent, c->A, c->source, &options));
}

static void finish_ours(void *context)
{
    struct contest *c = context;
    graph_vector_release(&c->level);
    graph_vector_release(&c->parent);
}

static void run_simple(void *context)
{
    struct contest *c = context;
    IGRAPH(igraph_vector_int_init(&c->order, 0));
    IGRAPH(igraph_vector_int_init(&c->layers, 0));
    IGRAPH(igraph_vector_int_init(&c->parents, 0));
    IGRAPH(igraph_bfs_simple(&c->peer, (igraph_integer_t)c->source, IGRAPH_OUT, &c->order, &c->layers,
                             &c->parents));
}

static void finish_simple(void *context)
{
    struct contest *c = context;
    igraph_vector_int_destroy(&c->order);
    igraph_vector_int_destroy(&c->layers);
    igraph_vector_int_destroy(&c->parents);
}

static void run_full(void *context)
{
    struct contest *c = context;
    IGRAPH(igraph_vector_int_init(&c->levels, 0));
    IGRAPH(igraph_vector_int_init(&c->parents, 0));
    IGRAPH(igraph_bfs(&c->peer, (igraph_integer_t)c->source, NULL, IGRAPH_OUT, false, NULL, NULL, NULL,
                      &c->parents, NULL, NULL, &c->levels, NULL, NULL));
}

static void finish_full(void *context)
{
    struct contest *c = context;
    igraph_vector_int_destroy(&c->levels);
    igraph_vector_int_destroy(&c->parents);
}

/* The levels of all vertices, -1 where there is none. */
static void levels_of(int64_t *level, graph_index n, const graph_vector *ours)
{
    graph_index reached = n, *index = malloc((n + 1) * sizeof *index);
    int64_t *found = malloc((n + 1) * sizeof *found);
    bench_check(index != NULL && found != NULL, "out of memory");
    BENCH_OK(graph_vector_extract_tuples(index, found, GRAPH_INT64, &reached, ours));
    for (graph_index v = 0; v < n; v++)
        level[v] = -1;
    for (graph_index k = 0; k < reached; k++)
        level[index[k]] = found[k];
    free(index);
    free(found);
}

/* The same of igraph_bfs_simple: the vertices in order, and where each level begins among them. */
static void levels_of_simple(int64_t *level, graph_index n, const struct contest *c)
{
    for (graph_index v = 0; v < n; v++)
        level[v] = -1;
    for (igraph_integer_t d = 0; d + 1 < igraph_vector_int_size(&c->layers); d++)
        for (igraph_integer_t k = VECTOR(c->layers)[d]; k < VECTOR(c->layers)[d + 1]; k++)
            level[VECTOR(c->order)[k]] = d;
}

static void same_levels(const int64_t *ours, const int64_t *theirs, graph_index n, const char *graph,
                        const char *what)
{
    for (graph_index v = 0; v < n; v++)
        bench_check(ours[v] == theirs[v], "%s: vertex %llu is at level %lld, %s has %lld", graph,
                    (unsigned long long)v, (long long)ours[v], what, (long long)theirs[v]);
}

/* Ends the program unless all have the same levels; returns the vertices reached. */
static graph_index compare(struct contest *c, const char *graph)
{
    graph_index n, reached;
    BENCH_OK(graph_matrix_rows(&n, c->A));
    int64_t *level = malloc((n + 1) * sizeof *level), *other = malloc((n + 1) * sizeof *other);
    bench_check(level != NULL && other != NULL, "out of memory");
    run_ours(c);
    BENCH_OK(graph_bfs_verify(c->level, c->parent, c->A, c->source, NULL));
    BENCH_OK(graph_vector_entries(&reached, c->level));
    levels_of(level, n, c->level);
    finish_ours(c);
    run_one(c);
    BENCH_OK(graph_bfs_verify(c->level, c->parent, c->A, c->source, NULL));
    levels_of(other, n, c->level);
    same_levels(level, other, n, graph, "one thread");
    finish_ours(c);
    run_simple(c);
    levels_of_simple(other, n, c);
    same_levels(level, other, n, graph, "igraph_bfs_simple");
    finish_simple(c);
    run_full(c);
    for (graph_index v = 0; v < n; v++)
        other[v] = VECTOR(c->levels)[v] >= 0 ? VECTOR(c->levels)[v] : -1;
    same_levels(level, other, n, graph, "igraph_bfs");
    finish_full(c);
    free(level);
    free(other);
    return reached;
}

static uint64_t random_number(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

/* A vertex with an edge. */
static graph_index draw_source(const graph_matrix *A, uint64_t *seed)
{
    graph_arrays arrays = {.size = sizeof arrays};
    graph_index n;
    BENCH_OK(graph_matrix_rows(&n, A));
    BENCH_OK(graph_matrix_export(&arrays, (graph_matrix *)A, GRAPH_CSR, GRAPH_BORROW));
    const int64_t *start = arrays.row;
    for (;;) {
        graph_index v = random_number(seed) % n;
        if (start[v] < start[v + 1])
            return v;
    }
}

static double first_search(const graph_matrix *unused, graph_index source)
{
    struct contest c = {.source = source};
    BENCH_OK(graph_matrix_dup(&c.A, unused));
    double start = bench_seconds();
    run_ours(&c);
    double ms = 1e3 * (bench_seconds() - start);
    finish_ours(&c);
    graph_matrix_release(&c.A);
    return ms;
}

/* Ratios to the faster of igraph's two. */
struct means {
    struct bench_mean all, one, first;
};

static void contest_on(struct bench *bench, const struct bench_graph *graph, bool is_undirected,
                       struct means *means)
{
    double ours[SOURCES], one[SOURCES], simple[SOURCES], full[SOURCES], first[SOURCES], their_first[SOURCES],
        reached[SOURCES];
    graph_matrix *unused = NULL;
    struct contest c = {0};
    uint64_t seed = 1;
    c.A = bench_load(
        graph, &(const graph_read_options){.size = sizeof(graph_read_options),
                                           .direction = is_undirected ? GRAPH_UNDIRECTED : GRAPH_AS_STORED,
                                           .weights = GRAPH_WEIGHTS_DROP});
    BENCH_OK(graph_matrix_dup(&unused, c.A));
    BENCH_OK(graph_matrix_to_igraph(&c.peer, c.A, !is_undirected, NULL));
    for (int s = 0; s < SOURCES; s++) {
        struct bench_runner runners[4] = {{run_ours, finish_ours, &c, 0, 0, 0},
                                          {run_one, finish_ours, &c, 0, 0, 0},
                                          {run_simple, finish_simple, &c, 0, 0, 0},
                                          {run_full, finish_full, &c, 0, 0, 0}};
        c.source = draw_source(unused, &seed);
        first[s] = first_search(unused, c.source);
        bench_race(bench, runners, 4);
        ours[s] = runners[0].best_ms;
        one[s] = runners[1].best_ms;
        simple[s] = runners[2].best_ms;
        full[s] = runners[3].best_ms;
        their_first[s] = fmin(runners[2].first_ms, runners[3].first_ms);
        reached[s] = (double)compare(&c, graph->name);
    }
    double us = bench_median(ours, SOURCES), us_one = bench_median(one, SOURCES),
           us_first = bench_median(first, SOURCES), them_simple = bench_median(simple, SOURCES),
           them_full = bench_median(full, SOURCES), them_first = bench_median(their_first, SOURCES);
    double them = fmin(them_simple, them_full);
    const bool is_full = bench_is_full(unused);
    bench_row(bench);
    bench_text(bench, "graph", graph->name);
    bench_text(bench, "read", is_undirected ? "undirected" : "as stored");
    bench_number(bench, "threads", bench->threads, 0);
    bench_number(bench, "semigraph_ms", us, 4);
    bench_number(bench, "one_thread_ms", us_one, 4);
    bench_number(bench, "igraph_simple_ms", them_simple, 4);
    bench_number(bench, "igraph_ms", them_full, 4);
    bench_number(bench, "ratio", them / us, 2);
    bench_number(bench, "one_thread_ratio", them / us_one, 2);
    bench_number(bench, "first_ms", us_first, 4);
    bench_number(bench, "igraph_first_ms", them_first, 4);
    bench_number(bench, "first_ratio", them_first / us_first, 2);
    bench_number(bench, "reached", bench_median(reached, SOURCES), 0);
    bench_row_end(bench);
    bench_mean_add(&means->all, them / us, is_full);
    bench_mean_add(&means->one, them / us_one, is_full);
    bench_mean_add(&means->first, them_first / us_first, is_full);
    igraph_destroy(&c.peer);
    graph_matrix_release(&unused);
    graph_matrix_release(&c.A);
}

static void print_means(const struct bench *bench, const char *read, const struct means *means)
{
    char text[BENCH_MEAN_TEXT];
    printf("%s, igraph's time on one thread / ours on %d: %s\n", read, bench->threads,
           bench_mean_text(text, &means->all));
    printf("  ours on one: %s\n", bench_mean_text(text, &means->one));
    printf("  first searches, ours on %d: %s\n\n", bench->threads, bench_mean_text(text, &means->first));
}

int main(int argc, char **argv)
{
    struct bench bench;
    bench_open(&bench, "bfs", argc, argv);
    igraph_set_error_handler(igraph_error_handler_printignore);
    for (int undirected = 1; undirected >= 0; undirected--) {
        struct means means = {0};
        for (int g = 0; g < bench.graph_count; g++)
            contest_on(&bench, &bench.graphs[g], undirected, &means);
        if (!bench.is_json)
            print_means(&bench, undirected ? "undirected" : "as stored", &means);
    }
    return bench_close(&bench);
}
