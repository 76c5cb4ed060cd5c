/* All-pairs shortest paths against igraph.
 *
 *     bench_apsp [--threads N] [--trials N] [GRAPH...]
 *
 * A graph without weights: hop counts between all vertices of its largest component, edges taken both ways, against
 * igraph_distances.  A graph with weights: distances from 64 sources against igraph_distances_dijkstra.  Then hop counts
 * of a random graph of 20,000 vertices and 100,000 edges, and Floyd-Warshall in fp32 on complete graphs of 1,024 and 4,096
 * vertices, of which igraph takes a minute.
 *
 * Each call makes a new array.  igraph's has doubles.  semigraph_ms is of the widest type that the method has here (hop
 * counts: int32, else fp64), small_ms of the smallest (uint8, of Floyd-Warshall fp32).  igraph runs on one thread, and
 * one_thread_ms is the library on one; igraph takes part in as many trials as begin within 20 s of it.  All distances are
 * compared. */
#include <igraph.h>
#include <math.h>
#include <stdlib.h>

#include "bench/support/bench.h"

enum { SOURCES = 64, MOST_VERTICES = 25000 };

struct edges {
    graph_index n, count, *from, *to;
    double *weight;
};

static struct edges edges_of(const graph_matrix *A)
{
    struct edges e = {0};
    BENCH_OK(graph_matrix_rows(&e.n, A));
    BENCH_OK(graph_matrix_entries(&e.count, A));
    e.from = malloc((e.count + 1) * sizeof *e.from);
    e.to = malloc((e.count + 1) * sizeof *e.to);
    e.weight = malloc((e.count + 1) * sizeof *e.weight);
    bench_check(e.from != NULL && e.to != NULL && e.weight != NULL, "out of memory");
    BENCH_OK(graph_matrix_extract_tuples(e.from, e.to, e.weight, GRAPH_FP64, &e.count, A));
    return e;
}

static void edges_release(struct edges *e)
{
    free(e->from);
    free(e->to);
    free(e->weight);
}

static graph_matrix *matrix_of(const struct edges *e, graph_type type)
{
    graph_matrix *A = NULL;
    BENCH_OK(graph_matrix_create(&A, type, e->n, e->n));
    BENCH_OK(graph_matrix_build(A, e->from, e->to, type == GRAPH_PATTERN ? NULL : e->weight,
                                type == GRAPH_PATTERN ? GRAPH_PATTERN : GRAPH_FP64, e->count, GRAPH_MIN));
    return A;
}

static void igraph_of(igraph_t *graph, igraph_vector_t *weights, const struct edges *e)
{
    igraph_vector_int_t ends;
    igraph_vector_int_init(&ends, (igraph_integer_t)(2 * e->count));
    igraph_vector_init(weights, (igraph_integer_t)e->count);
    for (graph_index k = 0; k < e->count; k++) {
        VECTOR(ends)[2 * k] = (igraph_integer_t)e->from[k];
        VECTOR(ends)[2 * k + 1] = (igraph_integer_t)e->to[k];
        VECTOR(*weights)[k] = e->weight[k];
    }
    igraph_create(graph, &ends, (igraph_integer_t)e->n, true);
    igraph_vector_int_destroy(&ends);
}

/* The largest weak component of A, with both directions of each edge. */
static graph_matrix *largest_component(const graph_matrix *A)
{
    struct edges e = edges_of(A), both = {0};
    graph_vector *component = NULL;
    graph_index count, n = e.n;
    BENCH_OK(graph_weak_components(&component, &count, A, NULL));
    int64_t *label = malloc(n * sizeof *label), *size = calloc(count, sizeof *size);
    graph_index *number = malloc(n * sizeof *number), largest = 0;
    both.from = malloc((2 * e.count + 1) * sizeof *both.from);
    both.to = malloc((2 * e.count + 1) * sizeof *both.to);
    bench_check(label && size && number && both.from && both.to, "out of memory");
    BENCH_OK(graph_vector_extract_tuples(NULL, label, GRAPH_INT64, &n, component));
    for (graph_index v = 0; v < e.n; v++)
        size[label[v]]++;
    for (graph_index c = 0; c < count; c++)
        largest = size[c] > size[largest] ? c : largest;
    for (graph_index v = 0; v < e.n; v++)
        if (label[v] == (int64_t)largest)
            number[v] = both.n++;
    for (graph_index k = 0; k < e.count; k++) {
        if (label[e.from[k]] != (int64_t)largest)
            continue;
        both.from[both.count] = both.to[both.count + 1] = number[e.from[k]];
        both.to[both.count] = both.from[both.count + 1] = number[e.to[k]];
        both.count += 2;
    }
    graph_matrix *B = NULL;
    BENCH_OK(graph_matrix_create(&B, GRAPH_PATTERN, both.n, both.n));
    BENCH_OK(graph_matrix_build(B, both.from, both.to, NULL, GRAPH_PATTERN, both.count, GRAPH_FIRST));
    free(label);
    free(size);
    free(number);
    edges_release(&e);
    edges_release(&both);
    graph_vector_release(&component);
    return B;
}

/* The same distances by both libraries. */
struct contest {
    const struct bench *bench;
    const char *what, *graph;
    const graph_matrix *A;
    graph_apsp_options options;
    graph_type wide, small;
    graph_dense distance;
    igraph_t peer;
    igraph_vector_t weights;
    igraph_vector_int_t from;
    igraph_matrix_t theirs;
};

static void compute(struct contest *c, graph_type type, int threads)
{
    graph_apsp_options options = c->options;
    options.threads = threads;
    c->distance = (graph_dense){.size = sizeof c->distance, .type = type};
    BENCH_OK(graph_apsp(&c->distance, NULL, c->A, &options));
}

static void run_ours(void *context)
{
    struct contest *c = context;
    compute(c, c->wide, c->bench->threads);
}

static void run_one(void *context)
{
    struct contest *c = context;
    compute(c, c->wide, 1);
}

static void run_small(void *context)
{
    struct contest *c = context;
    compute(c, c->small, c->bench->threads);
}

static void finish_ours(void *context) { graph_free(((struct contest *)context)->distance.value); }

static void run_igraph(struct contest *c)
{
    const igraph_vs_t from = c->options.source == NULL ? igraph_vss_all() : igraph_vss_vector(&c->from);
    igraph_error_t error;
    igraph_matrix_init(&c->theirs, 0, 0);
    if (c->options.method == GRAPH_APSP_HOPS)
        error = igraph_distances(&c->peer, &c->theirs, from, igraph_vss_all(), IGRAPH_OUT);
    else if (c->options.method == GRAPH_APSP_DIJKSTRA)
        error =
            igraph_distances_dijkstra(&c->peer, &c->theirs, from, igraph_vss_all(), &c->weights, IGRAPH_OUT);
    else
        error = igraph_distances_floyd_warshall(&c->peer, &c->theirs, &c->weights, IGRAPH_OUT);
    bench_check(error == IGRAPH_SUCCESS, "%s: igraph fails", c->graph);
}

/* The first and the best milliseconds of igraph, whose last distances stay in c->theirs; returns the number of runs. */
static int time_igraph(double *first_ms, double *best_ms, struct contest *c)
{
    const double limit_s = 20, begin = bench_seconds();
    int runs = 0;
    do {
        if (runs > 0)
            igraph_matrix_destroy(&c->theirs);
        const double start = bench_seconds();
        run_igraph(c);
        const double ms = 1e3 * (bench_seconds() - start);
        *first_ms = runs == 0 ? ms : *first_ms;
        *best_ms = runs == 0 ? ms : fmin(ms, *best_ms);
    } while (++runs <= c->bench->trials && bench_seconds() - begin < limit_s);
    return runs;
}

static double distance_at(const graph_dense *distance, graph_index i, graph_index j)
{
    const size_t at = i * distance->stride + j;
    if (distance->type == GRAPH_FP64)
        return ((const double *)distance->value)[at];
    if (distance->type == GRAPH_FP32)
        return (double)((const float *)distance->value)[at];
    const int32_t hops = distance->type == GRAPH_UINT8 ? ((const uint8_t *)distance->value)[at]
                                                       : ((const int32_t *)distance->value)[at];
    return hops == (distance->type == GRAPH_UINT8 ? GRAPH_UNREACHED_UINT8 : GRAPH_UNREACHED_INT32) ? INFINITY
                                                                                                   : hops;
}

/* Ends the program unless ours, as the run makes them, are igraph's. */
static void compare(struct contest *c, void (*run)(void *))
{
    run(c);
    for (graph_index i = 0; i < c->distance.rows; i++)
        for (graph_index j = 0; j < c->distance.columns; j++)
            bench_check(MATRIX(c->theirs, i, j) == distance_at(&c->distance, i, j),
                        "%s: distance %llu of source %llu differs", c->graph, (unsigned long long)j,
                        (unsigned long long)i);
    finish_ours(c);
}

static void race(struct bench *bench, struct contest *c)
{
    enum { ALL, ONE, SMALL, RUNNERS };
    struct bench_runner runners[RUNNERS] = {{run_ours, finish_ours, c, 0, 0, 0},
                                            {run_one, finish_ours, c, 0, 0, 0},
                                            {run_small, finish_ours, c, 0, 0, 0}};
    const bool has_small = c->small != c->wide;
    double first_ms, igraph_ms;
    graph_index n;
    BENCH_OK(graph_matrix_rows(&n, c->A));
    bench_race(bench, runners, has_small ? RUNNERS : SMALL);
    const int runs = time_igraph(&first_ms, &igraph_ms, c);
    compare(c, run_ours);
    compare(c, run_one);
    if (has_small)
        compare(c, run_small);
    igraph_matrix_destroy(&c->theirs);
    const double us = runners[ALL].best_ms, us_one = runners[ONE].best_ms,
                 us_small = has_small ? runners[SMALL].best_ms : us,
                 sources = (double)(c->options.source != NULL ? c->options.sources : n);
    bench_row(bench);
    bench_text(bench, "what", c->what);
    bench_text(bench, "graph", c->graph);
    bench_number(bench, "vertices", (double)n, 0);
    bench_number(bench, "sources", sources, 0);
    bench_number(bench, "threads", bench->threads, 0);
    bench_number(bench, "keeps_memory", bench->keeps_memory, 0);
    bench_number(bench, "semigraph_ms", us, 1);
    bench_number(bench, "one_thread_ms", us_one, 1);
    bench_number(bench, "small_ms", us_small, 1);
    bench_number(bench, "igraph_ms", igraph_ms, 1);
    bench_number(bench, "igraph_runs", runs, 0);
    bench_number(bench, "ratio", igraph_ms / us, 1);
    bench_number(bench, "one_thread_ratio", igraph_ms / us_one, 1);
    bench_number(bench, "small_ratio", igraph_ms / us_small, 1);
    bench_number(bench, "first_ms", runners[ALL].first_ms, 1);
    bench_number(bench, "igraph_first_ms", first_ms, 1);
    bench_number(bench, "Gpairs_per_s", 1e-6 * (double)n * sources / us_small, 3);
    bench_row_end(bench);
}

static void race_hops(struct bench *bench, const char *name, const graph_matrix *A)
{
    struct edges e = edges_of(A);
    struct contest c = {bench, "hops", name, .A = A, .wide = GRAPH_INT32, .small = GRAPH_UINT8};
    c.options = (graph_apsp_options){.size = sizeof c.options, .method = GRAPH_APSP_HOPS};
    igraph_of(&c.peer, &c.weights, &e);
    race(bench, &c);
    igraph_vector_destroy(&c.weights);
    igraph_destroy(&c.peer);
    edges_release(&e);
}

static void race_weighted(struct bench *bench, const char *name, const graph_matrix *A)
{
    struct edges e = edges_of(A);
    graph_index source[SOURCES];
    struct contest c = {bench, "dijkstra", name, .A = A, .wide = GRAPH_FP64, .small = GRAPH_FP64};
    c.options = (graph_apsp_options){
        .size = sizeof c.options, .source = source, .sources = SOURCES, .method = GRAPH_APSP_DIJKSTRA};
    igraph_of(&c.peer, &c.weights, &e);
    igraph_vector_int_init(&c.from, SOURCES);
    for (graph_index k = 0; k < SOURCES; k++) {
        source[k] = k * (e.n / SOURCES);
        VECTOR(c.from)[k] = (igraph_integer_t)source[k];
    }
    race(bench, &c);
    igraph_vector_int_destroy(&c.from);
    igraph_vector_destroy(&c.weights);
    igraph_destroy(&c.peer);
    edges_release(&e);
}

static struct edges complete(graph_index n)
{
    struct edges e = {.n = n, .count = n * (n - 1)};
    graph_index k = 0;
    uint64_t random = 1;
    e.from = malloc(e.count * sizeof *e.from);
    e.to = malloc(e.count * sizeof *e.to);
    e.weight = malloc(e.count * sizeof *e.weight);
    bench_check(e.from != NULL && e.to != NULL && e.weight != NULL, "out of memory");
    for (graph_index u = 0; u < n; u++)
        for (graph_index v = 0; v < n; v++) {
            if (u == v)
                continue;
            random = random * 6364136223846793005u + 1442695040888963407u;
            e.from[k] = u;
            e.to[k] = v;
            e.weight[k++] = (double)(1 + (random >> 50)); /* Sums are exact in fp32. */
        }
    return e;
}

static void race_floyd_warshall(struct bench *bench, graph_index n)
{
    struct edges e = complete(n);
    graph_matrix *A = matrix_of(&e, GRAPH_FP32);
    struct contest c = {bench, "floyd_warshall", "complete", .A = A, .wide = GRAPH_FP64, .small = GRAPH_FP32};
    c.options = (graph_apsp_options){.size = sizeof c.options, .method = GRAPH_APSP_FLOYD_WARSHALL};
    igraph_of(&c.peer, &c.weights, &e);
    race(bench, &c);
    igraph_vector_destroy(&c.weights);
    igraph_destroy(&c.peer);
    graph_matrix_release(&A);
    edges_release(&e);
}

static void race_random(struct bench *bench)
{
    struct edges e = {.n = 20000};
    uint64_t random = 7;
    e.from = malloc(200000 * sizeof *e.from);
    e.to = malloc(200000 * sizeof *e.to);
    bench_check(e.from != NULL && e.to != NULL, "out of memory");
    for (; e.count < 200000; e.count += 2) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        e.from[e.count] = e.to[e.count + 1] = (random >> 33) % e.n;
        random = random * 6364136223846793005u + 1442695040888963407u;
        e.to[e.count] = e.from[e.count + 1] = (random >> 33) % e.n;
    }
    graph_matrix *A = matrix_of(&e, GRAPH_PATTERN);
    race_hops(bench, "random", A);
    graph_matrix_release(&A);
    edges_release(&e);
}

int main(int argc, char **argv)
{
    struct bench bench;
    bench_open(&bench, "apsp", argc, argv);
    for (int g = 0; g < bench.graph_count; g++) {
        graph_matrix *A = bench_load(&bench.graphs[g], NULL), *component = NULL;
        graph_type type;
        graph_index n;
        BENCH_OK(graph_matrix_type(&type, A));
        if (type == GRAPH_PATTERN) {
            component = largest_component(A);
            BENCH_OK(graph_matrix_rows(&n, component));
            if (n <= MOST_VERTICES)
                race_hops(&bench, bench.graphs[g].name, component);
        } else {
            race_weighted(&bench, bench.graphs[g].name, A);
        }
        graph_matrix_release(&component);
        graph_matrix_release(&A);
    }
    race_random(&bench);
    race_floyd_warshall(&bench, 1024);
    race_floyd_warshall(&bench, 4096);
    return bench_close(&bench);
}
