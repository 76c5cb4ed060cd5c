/* All-pairs shortest paths against igraph.
 *
 *     bench_apsp [--threads N] [--trials N] [GRAPH...]
 *
 * A graph without weights: hop counts between all vertices of its largest component, edges taken both ways, as uint8
 * into an array that exists, against igraph_distances.  A graph with weights: distances from 256 sources against
 * igraph_distances_dijkstra.  Then hop counts of a random graph of 20,000 vertices and 100,000 edges, and
 * Floyd-Warshall in fp32 on complete graphs of 1,024 and 4,096 vertices, of which igraph takes a minute.
 * igraph runs once, with weights from 64 of the sources only; its distances are compared with ours, and times are per
 * source. */
#include <igraph.h>
#include <math.h>
#include <stdlib.h>

#include "bench/support/bench.h"

enum { SAMPLE = 64, SOURCES = 256 };

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

struct run {
    const graph_matrix *A;
    graph_dense *distance;
    graph_apsp_options options;
};

static void run_apsp(void *context)
{
    struct run *run = context;
    BENCH_OK(graph_apsp(run->distance, NULL, run->A, &run->options));
}

static void report(struct bench *bench, const char *what, const char *graph, graph_index n,
                   graph_index sources, const struct bench_runner *ours, double igraph_ms_per_source)
{
    double each = ours->best_ms / (double)sources;
    bench_row(bench);
    bench_text(bench, "what", what);
    bench_text(bench, "graph", graph);
    bench_number(bench, "vertices", (double)n, 0);
    bench_number(bench, "sources", (double)sources, 0);
    bench_number(bench, "best_ms", ours->best_ms, 1);
    bench_number(bench, "median_ms", ours->median_ms, 1);
    bench_number(bench, "Gpairs_per_s", 1e-6 * (double)n * (double)sources / ours->best_ms, 3);
    bench_number(bench, "igraph_ms_a_source", igraph_ms_per_source, 3);
    bench_number(bench, "ratio", igraph_ms_per_source / each, 1);
    bench_row_end(bench);
}

static void race_hops(struct bench *bench, const char *name, const graph_matrix *A)
{
    struct edges e = edges_of(A);
    graph_dense distance = {.size = sizeof distance, .type = GRAPH_UINT8};
    struct run run = {
        A, &distance, {.size = sizeof run.options, .method = GRAPH_APSP_HOPS, .threads = bench->threads}};
    struct bench_runner ours = {.run = run_apsp, .context = &run};
    igraph_t graph;
    igraph_vector_t weights;
    igraph_matrix_t theirs;
    igraph_of(&graph, &weights, &e);
    igraph_matrix_init(&theirs, 0, 0);
    bench_race(bench, &ours, 1);
    double start = bench_seconds();
    igraph_distances(&graph, &theirs, igraph_vss_all(), igraph_vss_all(), IGRAPH_OUT);
    double igraph_ms = 1e3 * (bench_seconds() - start) / (double)e.n;
    for (graph_index j = 0; j < e.n; j++) /* igraph's columns are in one piece */
        for (graph_index i = 0; i < e.n; i++) {
            uint8_t d = ((uint8_t *)distance.value)[i * distance.stride + j];
            bench_check(MATRIX(theirs, i, j) == (d == GRAPH_UNREACHED_UINT8 ? INFINITY : d),
                        "hops from %llu to %llu differ", (unsigned long long)i, (unsigned long long)j);
        }
    report(bench, "hops", name, e.n, e.n, &ours, igraph_ms);
    igraph_matrix_destroy(&theirs);
    igraph_vector_destroy(&weights);
    igraph_destroy(&graph);
    graph_free(distance.value);
    edges_release(&e);
}

static void race_weighted(struct bench *bench, const char *name, const graph_matrix *A)
{
    struct edges e = edges_of(A);
    graph_index source[SOURCES];
    graph_dense distance = {.size = sizeof distance, .type = GRAPH_FP64};
    struct run run = {A,
                      &distance,
                      {.size = sizeof run.options,
                       .source = source,
                       .sources = SOURCES,
                       .method = GRAPH_APSP_DIJKSTRA,
                       .threads = bench->threads}};
    struct bench_runner ours = {.run = run_apsp, .context = &run};
    igraph_t graph;
    igraph_vector_t weights;
    igraph_matrix_t theirs;
    igraph_vector_int_t from;
    for (graph_index k = 0; k < SOURCES; k++)
        source[k] = k * (e.n / SOURCES);
    igraph_of(&graph, &weights, &e);
    igraph_matrix_init(&theirs, 0, 0);
    igraph_vector_int_init(&from, SAMPLE);
    for (int k = 0; k < SAMPLE; k++)
        VECTOR(from)[k] = (igraph_integer_t)source[k];
    bench_race(bench, &ours, 1);
    double start = bench_seconds();
    igraph_distances_dijkstra(&graph, &theirs, igraph_vss_vector(&from), igraph_vss_all(), &weights,
                              IGRAPH_OUT);
    double igraph_ms = 1e3 * (bench_seconds() - start) / SAMPLE;
    for (graph_index i = 0; i < SAMPLE; i++)
        for (graph_index j = 0; j < e.n; j++)
            bench_check(MATRIX(theirs, i, j) == ((double *)distance.value)[i * distance.stride + j],
                        "distances from %llu to %llu differ", (unsigned long long)source[i],
                        (unsigned long long)j);
    report(bench, "dijkstra", name, e.n, SOURCES, &ours, igraph_ms);
    igraph_vector_int_destroy(&from);
    igraph_matrix_destroy(&theirs);
    igraph_vector_destroy(&weights);
    igraph_destroy(&graph);
    graph_free(distance.value);
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
    graph_dense distance = {.size = sizeof distance};
    struct run run = {
        A,
        &distance,
        {.size = sizeof run.options, .method = GRAPH_APSP_FLOYD_WARSHALL, .threads = bench->threads}};
    struct bench_runner ours = {.run = run_apsp, .context = &run};
    double relaxations = (double)n * (double)n * (double)n;
    igraph_t graph;
    igraph_vector_t weights;
    igraph_matrix_t theirs;
    bench_race(bench, &ours, 1);
    igraph_of(&graph, &weights, &e);
    igraph_matrix_init(&theirs, 0, 0);
    double start = bench_seconds();
    igraph_distances_floyd_warshall(&graph, &theirs, &weights, IGRAPH_OUT);
    double igraph_ms = 1e3 * (bench_seconds() - start);
    for (graph_index i = 0; i < n; i++)
        for (graph_index j = 0; j < n; j++)
            bench_check(MATRIX(theirs, i, j) == ((float *)distance.value)[i * n + j], "distances differ");
    igraph_matrix_destroy(&theirs);
    igraph_vector_destroy(&weights);
    igraph_destroy(&graph);
    bench_row(bench);
    bench_text(bench, "what", "floyd_warshall");
    bench_text(bench, "graph", "complete");
    bench_number(bench, "vertices", (double)n, 0);
    bench_number(bench, "sources", (double)n, 0);
    bench_number(bench, "best_ms", ours.best_ms, 1);
    bench_number(bench, "median_ms", ours.median_ms, 1);
    bench_number(bench, "Gpairs_per_s", 1e-6 * (double)n * (double)n / ours.best_ms, 3);
    bench_number(bench, "igraph_ms_a_source", igraph_ms / (double)n, 3);
    bench_number(bench, "ratio", igraph_ms / ours.best_ms, 1);
    bench_number(bench, "G_relaxations", 1e-6 * relaxations / ours.best_ms, 2);
    bench_row_end(bench);
    graph_free(distance.value);
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
            if (n <= 40000)
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
