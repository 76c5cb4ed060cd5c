/* Breadth-first search from sixteen sources, against igraph's igraph_bfs_simple and igraph_bfs.
 *
 * Every contender makes levels and parents (igraph_bfs_simple as order, layers and parents).  A graph counts with the
 * median over the sources of the best time; `first` is the first search on a matrix that nothing is cached for, and
 * the ratio uses the faster of igraph's two.  igraph does not use threads. */
#include <igraph.h>
#include <stdlib.h>

#include "bench/support/bench.h"

enum { SOURCES = 16 };

struct contest {
    graph_matrix *A;
    igraph_t peer;
    graph_index source;
    graph_vector *level, *parent;
    igraph_vector_int_t order, layers, parents, levels;
};

static void check_igraph(igraph_error_t error, const char *call)
{
    bench_check(error == IGRAPH_SUCCESS, "%s", call);
}
#define IGRAPH(call) check_igraph((call), #call)

static void run_ours(void *context)
{
    struct contest *c = context;
    BENCH_OK(graph_bfs(&c->level, &c->parent, c->A, c->source, NULL));
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

static void make_peer(igraph_t *peer, const graph_matrix *A, bool is_undirected)
{
    graph_index n, entries, *from, *to, edges = 0;
    igraph_vector_int_t ends;
    BENCH_OK(graph_matrix_rows(&n, A));
    BENCH_OK(graph_matrix_entries(&entries, A));
    from = malloc((entries + 1) * sizeof *from);
    to = malloc((entries + 1) * sizeof *to);
    bench_check(from != NULL && to != NULL, "out of memory");
    BENCH_OK(graph_matrix_extract_tuples(from, to, NULL, GRAPH_PATTERN, &entries, A));
    IGRAPH(igraph_vector_int_init(&ends, 2 * (igraph_integer_t)entries));
    for (graph_index k = 0; k < entries; k++)
        if (!is_undirected || from[k] <= to[k]) {
            VECTOR(ends)[2 * edges] = (igraph_integer_t)from[k];
            VECTOR(ends)[2 * edges + 1] = (igraph_integer_t)to[k];
            edges++;
        }
    IGRAPH(igraph_vector_int_resize(&ends, 2 * (igraph_integer_t)edges));
    IGRAPH(igraph_create(peer, &ends, (igraph_integer_t)n, !is_undirected));
    igraph_vector_int_destroy(&ends);
    free(from);
    free(to);
}

/* Ends the program unless both libraries have the same levels; returns the vertices reached. */
static graph_index compare(struct contest *c, const char *graph)
{
    graph_index n, reached, *index;
    int32_t *level;
    BENCH_OK(graph_matrix_rows(&n, c->A));
    index = malloc((n + 1) * sizeof *index);
    level = malloc((n + 1) * sizeof *level);
    bench_check(index != NULL && level != NULL, "out of memory");
    run_ours(c);
    run_full(c);
    reached = n;
    BENCH_OK(graph_vector_extract_tuples(index, level, GRAPH_INT32, &reached, c->level));
    graph_index theirs = 0;
    for (graph_index v = 0; v < n; v++)
        theirs += VECTOR(c->levels)[v] >= 0;
    bench_check(theirs == reached, "%s: %llu vertices reached, igraph has %llu", graph,
                (unsigned long long)reached, (unsigned long long)theirs);
    for (graph_index k = 0; k < reached; k++)
        bench_check(VECTOR(c->levels)[index[k]] == level[k], "%s: the level of vertex %llu differs", graph,
                    (unsigned long long)index[k]);
    finish_ours(c);
    finish_full(c);
    free(index);
    free(level);
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

static void contest_on(struct bench *bench, const struct bench_graph *graph, bool is_undirected,
                       struct bench_mean *mean)
{
    double ours[SOURCES], simple[SOURCES], full[SOURCES], first[SOURCES], reached[SOURCES];
    graph_matrix *unused = NULL;
    struct contest c = {0};
    uint64_t seed = 1;
    c.A = bench_load(
        graph, &(const graph_read_options){.size = sizeof(graph_read_options),
                                           .direction = is_undirected ? GRAPH_UNDIRECTED : GRAPH_AS_STORED,
                                           .weights = GRAPH_WEIGHTS_DROP});
    BENCH_OK(graph_matrix_dup(&unused, c.A));
    make_peer(&c.peer, c.A, is_undirected);
    for (int s = 0; s < SOURCES; s++) {
        struct bench_runner runners[3] = {{run_ours, finish_ours, &c, 0, 0, 0},
                                          {run_simple, finish_simple, &c, 0, 0, 0},
                                          {run_full, finish_full, &c, 0, 0, 0}};
        c.source = draw_source(unused, &seed);
        first[s] = first_search(unused, c.source);
        reached[s] = (double)compare(&c, graph->name);
        bench_race(bench, runners, 3);
        ours[s] = runners[0].best_ms;
        simple[s] = runners[1].best_ms;
        full[s] = runners[2].best_ms;
    }
    double us = bench_median(ours, SOURCES), them_simple = bench_median(simple, SOURCES),
           them_full = bench_median(full, SOURCES), before = bench_median(first, SOURCES);
    double them = them_simple < them_full ? them_simple : them_full;
    bench_row(bench);
    bench_text(bench, "graph", graph->name);
    bench_text(bench, "read", is_undirected ? "undirected" : "as stored");
    bench_number(bench, "threads", bench->threads, 0);
    bench_number(bench, "semigraph_ms", us, 4);
    bench_number(bench, "igraph_simple_ms", them_simple, 4);
    bench_number(bench, "igraph_ms", them_full, 4);
    bench_number(bench, "ratio", them / us, 2);
    bench_number(bench, "first_ms", before, 4);
    bench_number(bench, "first_ratio", them / before, 2);
    bench_number(bench, "reached", bench_median(reached, SOURCES), 0);
    bench_row_end(bench);
    bench_mean_add(mean, them / us, bench_is_full(unused));
    igraph_destroy(&c.peer);
    graph_matrix_release(&unused);
    graph_matrix_release(&c.A);
}

int main(int argc, char **argv)
{
    struct bench bench;
    struct bench_mean mean = {0};
    char text[BENCH_MEAN_TEXT];
    bench_open(&bench, "bfs", argc, argv);
    igraph_set_error_handler(igraph_error_handler_printignore);
    for (int undirected = 0; undirected < 2; undirected++)
        for (int g = 0; g < bench.graph_count; g++)
            contest_on(&bench, &bench.graphs[g], undirected, &mean);
    if (!bench.is_json)
        printf("igraph's time / ours: %s\n", bench_mean_text(text, &mean));
    return bench_close(&bench);
}
