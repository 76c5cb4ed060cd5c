/* PageRank, betweenness from four sources, components and shortest paths against the GAP benchmark suite, on the same
 * graphs, threads and clock, alternating; the answers are compared.
 *
 * A call of ours is the public one and ends with a new vector; that of gapbs ends with its array.  PageRank is of fp32 to
 * a change of 1e-4, in 20 rounds at most, as gapbs has it; isolated vertices, which gapbs leaves out of the sum, are taken
 * off.  Betweenness is not compared where gapbs's is no number: on large grids its numbers of paths overflow.  Shortest
 * paths take, for gapbs, the width of buckets that is fastest of seven.
 * Graphs are kron-20, uniform-20, grid-1400 (gapbs_graphs.h) and New York's roads; BENCH_GAPBS_GRAPHS has other names, with
 * commas between, of generated graphs or of files.
 * --semiring NAME,... leaves in the named rows alone. */
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "bench/gapbs/gapbs.h"
#include "bench/gapbs/gapbs_graphs.h"
#include "bench/support/bench.h"

enum { SOURCES = 4, SEARCHES = 4, WIDTHS = 7 };

struct contest {
    graph_matrix *A, *W; /* the pattern, without isolated vertices; with weights */
    graph_index n, entries;
    int64_t *row_start;
    int32_t *column, *weight;
    gapbs_graph *peer;
    void (*drop)(gapbs_graph *);
    graph_vector *ours;
    graph_index source[SOURCES];
    int32_t delta;
};

static uint32_t hash_of(graph_index u, graph_index v)
{
    const uint64_t low = u < v ? u : v, high = u < v ? v : u;
    uint64_t x = low * 0x9e3779b97f4a7c15u ^ high * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 31) * 0x94d049bb133111ebu;
    return (uint32_t)(x >> 33);
}

static void finish(void *context)
{
    struct contest *c = context;
    graph_vector_release(&c->ours);
}

static void drop_theirs(void *context)
{
    struct contest *c = context;
    c->drop(c->peer);
}

static void our_pagerank(void *context)
{
    struct contest *c = context;
    BENCH_OK(graph_pagerank(&c->ours, c->A,
                            &(const graph_pagerank_options){.size = sizeof(graph_pagerank_options),
                                                            .type = GRAPH_FP32,
                                                            .tolerance = 1e-4,
                                                            .most_rounds = 20}));
}

static void their_pagerank(void *context) { gapbs_pagerank_run(((struct contest *)context)->peer, 20, 1e-4); }

static void our_betweenness(void *context)
{
    struct contest *c = context;
    BENCH_OK(graph_betweenness(&c->ours, c->A, c->source, SOURCES, NULL));
}

static void their_betweenness(void *context)
{
    gapbs_betweenness_run(((struct contest *)context)->peer, SOURCES);
}

static void our_components(void *context)
{
    struct contest *c = context;
    graph_index count;
    BENCH_OK(graph_weak_components(&c->ours, &count, c->A, NULL));
}

static void their_components(void *context) { gapbs_components_run(((struct contest *)context)->peer); }

static void our_sssp(void *context)
{
    struct contest *c = context;
    for (int k = 0; k < SEARCHES; k++) {
        graph_vector_release(&c->ours);
        BENCH_OK(graph_sssp(&c->ours, NULL, c->W, c->source[k], NULL));
    }
}

static void their_sssp(void *context)
{
    struct contest *c = context;
    for (int k = 0; k < SEARCHES; k++)
        gapbs_sssp_run(c->peer, (int32_t)c->source[k], c->delta);
}

/* ---- The answers ---- */

static double *ours_as_fp64(const struct contest *c, double missing)
{
    double *value = malloc((c->n + 1) * sizeof *value), *found = malloc((c->n + 1) * sizeof *found);
    graph_index *index = malloc((c->n + 1) * sizeof *index), entries = c->n;
    bench_check(value != NULL && found != NULL && index != NULL, "out of memory");
    BENCH_OK(graph_vector_extract_tuples(index, found, GRAPH_FP64, &entries, c->ours));
    for (graph_index v = 0; v < c->n; v++)
        value[v] = missing;
    for (graph_index k = 0; k < entries; k++)
        value[index[k]] = found[k];
    free(found);
    free(index);
    return value;
}

/* Both are within the tolerance of what they compute, and the exact ranks within damping / (1 - damping) of that. */
static void compare_pagerank(struct contest *c, const char *graph)
{
    double distance = 0, *value = ours_as_fp64(c, 0);
    float *rank = malloc((c->n + 1) * sizeof *rank);
    gapbs_pagerank_read(rank, c->peer);
    for (graph_index v = 0; v < c->n; v++)
        distance += fabs(value[v] - (double)rank[v]);
    /* If 20 rounds did not suffice, the rounds end at most at 2 * 0.85^20. */
    bench_check(distance < 2 * pow(0.85, 20), "%s: ranks differ by %g", graph, distance);
    free(value);
    free(rank);
}

static void compare_betweenness(struct contest *c, const char *graph)
{
    double *value = ours_as_fp64(c, 0), ours = 0, theirs = 0;
    float *score = malloc((c->n + 1) * sizeof *score);
    graph_index largest = 0;
    gapbs_betweenness_read(score, c->peer);
    for (int k = 0; k < SOURCES; k++) /* gapbs counts paths that begin at a vertex, too */
        value[c->source[k]] = 0;
    for (graph_index v = 0; v < c->n; v++)
        largest = value[v] > value[largest] ? v : largest;
    ours = value[largest];
    theirs = (double)score[largest];
    for (graph_index v = 0; v < c->n; v++) {
        const double x = value[v] / ours, y = (double)score[v] / theirs;
        bool is_source = false;
        for (int k = 0; k < SOURCES; k++)
            is_source = is_source || v == c->source[k];
        bench_check(is_source || isnan(y) || fabs(x - y) <= 1e-4,
                    "%s: betweenness(%llu) is %g of the largest, gapbs has %g", graph, (unsigned long long)v,
                    x, y);
    }
    free(value);
    free(score);
}

static void compare_components(struct contest *c, const char *graph)
{
    double *value = ours_as_fp64(c, -1);
    int32_t *theirs = malloc((c->n + 1) * sizeof *theirs);
    double *name = malloc((c->n + 1) * sizeof *name);
    gapbs_components_read(theirs, c->peer);
    for (graph_index v = 0; v < c->n; v++)
        name[v] = -1;
    graph_index count = 0, largest = 0;
    for (graph_index v = 0; v < c->n; v++) {
        if (name[theirs[v]] < 0)
            count++;
        name[theirs[v]] = name[theirs[v]] < 0 ? value[v] : name[theirs[v]];
        bench_check(name[theirs[v]] == value[v], "%s: %llu is in another component", graph,
                    (unsigned long long)v);
        largest = value[v] > (double)largest ? (graph_index)value[v] : largest;
    }
    bench_check(largest + 1 == count, "%s: %llu components, gapbs has %llu", graph,
                (unsigned long long)largest + 1, (unsigned long long)count);
    free(value);
    free(theirs);
    free(name);
}

static void compare_sssp(struct contest *c, const char *graph)
{
    double *value = ours_as_fp64(c, (double)(INT32_MAX / 2));
    int32_t *theirs = malloc((c->n + 1) * sizeof *theirs);
    gapbs_sssp_read(theirs, c->peer);
    for (graph_index v = 0; v < c->n; v++)
        bench_check(value[v] == (double)theirs[v], "%s: distance(%llu) is %.0f, gapbs has %d", graph,
                    (unsigned long long)v, value[v], theirs[v]);
    free(value);
    free(theirs);
}

static const struct row {
    const char *name;
    gapbs_graph *(*open)(int64_t, const int64_t *, const int32_t *, const int32_t *);
    void (*drop)(gapbs_graph *), (*close)(gapbs_graph *);
    void (*ours)(void *), (*theirs)(void *);
    void (*compare)(struct contest *, const char *);
} rows[] = {
    {"pagerank", gapbs_pagerank_open, gapbs_pagerank_drop, gapbs_pagerank_close, our_pagerank, their_pagerank,
     compare_pagerank},
    {"betweenness", gapbs_betweenness_open, gapbs_betweenness_drop, gapbs_betweenness_close, our_betweenness,
     their_betweenness, compare_betweenness},
    {"components", gapbs_components_open, gapbs_components_drop, gapbs_components_close, our_components,
     their_components, compare_components},
    {"sssp", gapbs_sssp_open, gapbs_sssp_drop, gapbs_sssp_close, our_sssp, their_sssp, compare_sssp},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- The graphs ---- */

static const char *const usual[] = {"kron-20", "uniform-20", "USA-road-d.NY", "grid-1400"};
enum { USUAL = sizeof usual / sizeof usual[0] };

static graph_matrix *load(const char *name)
{
    struct bench_graph file;
    graph_matrix *A = gapbs_generate(name);
    if (A != NULL)
        return A;
    bench_check(bench_find(&file, name), "no graph %s", name);
    A = bench_load(&file, &(const graph_read_options){.size = sizeof(graph_read_options),
                                                      .direction = GRAPH_UNDIRECTED,
                                                      .loops = GRAPH_LOOPS_DROP});
    bench_forget(&file);
    return A;
}

/* The arrays of A without isolated vertices; weights 1 .. 255, or those of the file. */
static void open_graph(struct contest *c, const char *name)
{
    graph_matrix *all = load(name);
    graph_index n, entries, *row, *column, *number;
    graph_type type;
    int64_t *weight;
    BENCH_OK(graph_matrix_rows(&n, all));
    BENCH_OK(graph_matrix_type(&type, all));
    BENCH_OK(graph_matrix_entries(&entries, all));
    row = malloc(entries * sizeof *row);
    column = malloc(entries * sizeof *column);
    weight = malloc(entries * sizeof *weight);
    number = calloc(n + 1, sizeof *number);
    bench_check(row != NULL && column != NULL && weight != NULL && number != NULL, "out of memory");
    BENCH_OK(graph_matrix_extract_tuples(row, column, type == GRAPH_PATTERN ? NULL : weight,
                                         type == GRAPH_PATTERN ? GRAPH_PATTERN : GRAPH_INT64, &entries, all));
    graph_matrix_release(&all);
    for (graph_index k = 0; k < entries; k++)
        number[row[k]] = 1;
    for (graph_index v = 0; v < n; v++)
        number[v] = number[v] != 0 ? c->n++ : n;
    c->entries = entries;
    c->row_start = calloc(c->n + 1, sizeof *c->row_start);
    c->column = malloc(entries * sizeof *c->column);
    c->weight = malloc(entries * sizeof *c->weight);
    bench_check(c->row_start != NULL && c->column != NULL && c->weight != NULL, "out of memory");
    for (graph_index k = 0; k < entries; k++) {
        weight[k] = type == GRAPH_PATTERN ? hash_of(row[k], column[k]) % 255 + 1 : weight[k];
        row[k] = number[row[k]];
        column[k] = number[column[k]];
        c->row_start[row[k] + 1]++;
        c->column[k] = (int32_t)column[k];
        c->weight[k] = (int32_t)weight[k];
    }
    for (graph_index v = 0; v < c->n; v++)
        c->row_start[v + 1] += c->row_start[v];
    BENCH_OK(graph_matrix_create(&c->A, GRAPH_PATTERN, c->n, c->n));
    BENCH_OK(graph_matrix_build(c->A, row, column, NULL, GRAPH_PATTERN, entries, GRAPH_NO_OP));
    BENCH_OK(graph_matrix_create(&c->W, GRAPH_INT32, c->n, c->n));
    BENCH_OK(graph_matrix_build(c->W, row, column, weight, GRAPH_INT64, entries, GRAPH_NO_OP));
    free(row);
    free(column);
    free(weight);
    free(number);
}

/* The sources that gapbs takes for betweenness, for all. */
static void choose_sources(struct contest *c)
{
    int64_t source[SOURCES];
    gapbs_graph *peer = gapbs_betweenness_open((int64_t)c->n, c->row_start, c->column, NULL);
    gapbs_betweenness_sources(source, SOURCES, peer);
    for (int k = 0; k < SOURCES; k++)
        c->source[k] = (graph_index)source[k];
    gapbs_betweenness_close(peer);
}

static void choose_delta(struct contest *c)
{
    static const int32_t width[WIDTHS] = {4, 16, 64, 256, 1024, 8192, 50000};
    double least = INFINITY;
    int32_t best = width[0];
    for (int k = 0; k < WIDTHS; k++) {
        c->delta = width[k];
        const double start = bench_seconds();
        their_sssp(c);
        const double took = bench_seconds() - start;
        best = took < least ? width[k] : best;
        least = took < least ? took : least;
    }
    c->delta = best;
}

static void contest_on(struct bench *bench, const char *graph, struct bench_mean *means)
{
    struct contest c = {.n = 0};
    open_graph(&c, graph);
    choose_sources(&c);
    for (int k = 0; k < ROWS; k++) {
        struct bench_runner runners[2] = {{rows[k].ours, finish, &c, 0, 0, 0},
                                          {rows[k].theirs, drop_theirs, &c, 0, 0, 0}};
        if (!bench_wants(bench, rows[k].name))
            continue;
        c.drop = rows[k].drop;
        c.peer = rows[k].open((int64_t)c.n, c.row_start, c.column, c.weight);
        if (rows[k].ours == our_sssp)
            choose_delta(&c);
        bench_race(bench, runners, 2);
        rows[k].ours(&c);
        rows[k].theirs(&c);
        rows[k].compare(&c, graph);
        finish(&c);
        rows[k].close(c.peer);
        bench_row(bench);
        bench_text(bench, "graph", graph);
        bench_text(bench, "what", rows[k].name);
        bench_number(bench, "threads", bench->threads, 0);
        bench_number(bench, "semigraph_ms", runners[0].best_ms, 3);
        bench_number(bench, "gapbs_ms", runners[1].best_ms, 3);
        bench_number(bench, "ratio", runners[1].best_ms / runners[0].best_ms, 2);
        bench_row_end(bench);
        bench_mean_add(&means[k], runners[1].best_ms / runners[0].best_ms, false);
    }
    graph_matrix_release(&c.A);
    graph_matrix_release(&c.W);
    free(c.row_start);
    free(c.column);
    free(c.weight);
}

int main(int argc, char **argv)
{
    struct bench bench;
    struct bench_mean means[ROWS] = {0};
    char text[BENCH_MEAN_TEXT];
    const char *named = getenv("BENCH_GAPBS_GRAPHS");
    bench_open(&bench, "gapbs", argc, argv);
    omp_set_num_threads(bench.threads); /* of gapbs */
    BENCH_OK(graph_set_backend(GRAPH_BACKEND_CPU));
    if (named != NULL) {
        char *list = strdup(named), *rest = list;
        for (char *name = strtok_r(list, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest))
            contest_on(&bench, name, means);
        free(list);
    } else {
        for (int g = 0; g < USUAL; g++)
            contest_on(&bench, usual[g], means);
    }
    for (int k = 0; k < ROWS && !bench.is_json; k++)
        if (bench_wants(&bench, rows[k].name))
            printf("%s: gapbs's time / ours, %d threads: %s\n", rows[k].name, bench.threads,
                   bench_mean_text(text, &means[k]));
    return bench_close(&bench);
}
