/* Loading edge lists: 100 MB of edges (READ_MB in the environment changes that) with random ids below 2^20
 * and 2^22, and the first of them sorted, are written to a folder ($TMPDIR, else /tmp) and read by the
 * library on one thread and on two, by igraph's reader, and by getline and strtoull into two arrays, which
 * build nothing.
 *
 * read: getting the bytes; parse: text to edges; build: edges to matrix.  What each reader finds is compared
 * edge by edge. */
#include <igraph/igraph.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/support/bench.h"

struct input {
    const char *name;
    int bits;
    bool is_sorted;
    char path[512];
    double megabytes;
    uint64_t edges, different;
    uint64_t *edge; /* u << 32 | v, sorted; the first `different` are those that occur, each once */
};

static uint64_t next_random(uint64_t *seed)
{
    uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int compare_edges(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

/* The different ones of sorted edges come first; returns their number. */
static uint64_t drop_repeated(uint64_t *edge, uint64_t edges)
{
    uint64_t different = 0;
    for (uint64_t k = 0; k < edges; k++)
        if (k == 0 || edge[k] != edge[k - 1])
            edge[different++] = edge[k];
    return different;
}

static void write_edges(struct input *input, const uint64_t *edge)
{
    FILE *stream = fopen(input->path, "wb");
    bench_check(stream != NULL, "cannot write %s", input->path);
    for (uint64_t k = 0; k < input->edges; k++)
        fprintf(stream, "%u\t%u\n", (unsigned)(edge[k] >> 32), (unsigned)edge[k]);
    input->megabytes = (double)ftell(stream) / 1e6;
    bench_check(fclose(stream) == 0, "cannot write %s", input->path);
}

static void make_input(struct input *input, double megabytes)
{
    const char *folder = getenv("TMPDIR");
    uint64_t seed = 1;
    snprintf(input->path, sizeof input->path, "%s/semigraph-read-%ld.txt", folder != NULL ? folder : "/tmp",
             (long)getpid());
    input->edges = (uint64_t)(megabytes * 1e6 / (input->bits <= 20 ? 13.8 : 15.4));
    uint64_t *edge = malloc(input->edges * sizeof *edge);
    bench_check(edge != NULL, "no memory for %llu edges", (unsigned long long)input->edges);
    for (uint64_t k = 0; k < input->edges; k++) {
        uint64_t u = next_random(&seed) >> (64 - input->bits);
        edge[k] = u << 32 | next_random(&seed) >> (64 - input->bits);
    }
    if (!input->is_sorted)
        write_edges(input, edge);
    qsort(edge, input->edges, sizeof *edge, compare_edges);
    if (input->is_sorted)
        write_edges(input, edge);
    input->different = drop_repeated(edge, input->edges);
    input->edge = edge;
}

/* The sorted edges that a reader found are those of the input. */
static void check_edges(const struct input *input, uint64_t *found, uint64_t edges, const char *reader)
{
    qsort(found, edges, sizeof *found, compare_edges);
    const uint64_t different = drop_repeated(found, edges);
    bench_check(different == input->different && memcmp(found, input->edge, different * sizeof *found) == 0,
                "%s finds other edges in %s", reader, input->name);
}

static void print_row(struct bench *bench, const struct input *input, const char *reader, int threads,
                      const graph_read_report *report, double seconds)
{
    bench_row(bench);
    bench_text(bench, "edges", input->name);
    bench_text(bench, "reader", reader);
    bench_number(bench, "threads", threads, 0);
    bench_number(bench, "read ms", report != NULL ? 1e3 * report->seconds_read : 0, 1);
    bench_number(bench, "parse ms", report != NULL ? 1e3 * report->seconds_parse : 0, 1);
    bench_number(bench, "build ms", report != NULL ? 1e3 * report->seconds_build : 0, 1);
    bench_number(bench, "total ms", 1e3 * seconds, 1);
    bench_number(bench, "M edges/s", (double)input->edges / seconds / 1e6, 1);
    bench_number(bench, "MB/s", input->megabytes / seconds, 0);
    bench_number(
        bench, "M edges/s without build",
        report != NULL ? (double)input->edges / (report->seconds_read + report->seconds_parse) / 1e6 : 0, 1);
    bench_row_end(bench);
}

static void check_matrix(const struct input *input, const graph_matrix *A)
{
    graph_index n = input->different, *row = malloc(n * sizeof *row), *column = malloc(n * sizeof *column);
    uint64_t *found = malloc(n * sizeof *found);
    bench_check(row != NULL && column != NULL && found != NULL, "no memory for the edges of %s", input->name);
    BENCH_OK(graph_matrix_extract_tuples(row, column, NULL, GRAPH_PATTERN, &n, A));
    for (graph_index k = 0; k < n; k++)
        found[k] = row[k] << 32 | column[k];
    check_edges(input, found, n, "semigraph");
    free(row);
    free(column);
    free(found);
}

static void read_with_library(struct bench *bench, const struct input *input, int threads)
{
    graph_read_report best = {.size = sizeof best};
    double least = 1e300;
    for (int trial = 0; trial <= bench->trials; trial++) {
        graph_read_report report = {.size = sizeof report};
        graph_read_options options = {.size = sizeof options, .threads = threads, .report = &report};
        graph_matrix *A = NULL;
        double begin = bench_seconds();
        BENCH_OK(graph_read(&A, input->path, &options));
        double seconds = bench_seconds() - begin;
        bench_check(report.edges == input->edges && report.entries == input->different,
                    "%s: %llu edges, %llu different; expected %llu and %llu", input->name,
                    (unsigned long long)report.edges, (unsigned long long)report.entries,
                    (unsigned long long)input->edges, (unsigned long long)input->different);
        if (trial == 0)
            check_matrix(input, A);
        graph_matrix_release(&A);
        if (trial > 0 && seconds < least) {
            least = seconds;
            best = report;
        }
    }
    print_row(bench, input, "semigraph", threads, &best, least);
}

static void read_with_igraph(struct bench *bench, const struct input *input)
{
    igraph_t graph;
    FILE *stream = fopen(input->path, "rb");
    bench_check(stream != NULL, "cannot read %s", input->path);
    double begin = bench_seconds();
    bench_check(igraph_read_graph_edgelist(&graph, stream, 0, true) == IGRAPH_SUCCESS,
                "igraph cannot read %s", input->path);
    double seconds = bench_seconds() - begin;
    fclose(stream);
    bench_check((uint64_t)igraph_ecount(&graph) == input->edges, "igraph finds other edges in %s",
                input->name);
    uint64_t *found = malloc(input->edges * sizeof *found);
    bench_check(found != NULL, "no memory for the edges of %s", input->name);
    for (uint64_t k = 0; k < input->edges; k++)
        found[k] = (uint64_t)IGRAPH_FROM(&graph, (igraph_integer_t)k) << 32 |
                   (uint64_t)IGRAPH_TO(&graph, (igraph_integer_t)k);
    check_edges(input, found, input->edges, "igraph");
    free(found);
    igraph_destroy(&graph);
    print_row(bench, input, "igraph", 1, NULL, seconds);
}

static void read_with_getline(struct bench *bench, const struct input *input)
{
    FILE *stream = fopen(input->path, "rb");
    char *line = NULL;
    size_t room = 0;
    uint64_t n = 0;
    uint32_t *u = malloc(input->edges * sizeof *u), *v = malloc(input->edges * sizeof *v);
    bench_check(stream != NULL && u != NULL && v != NULL, "cannot read %s", input->path);
    double begin = bench_seconds();
    while (n < input->edges && getline(&line, &room, stream) > 0) {
        char *end;
        u[n] = (uint32_t)strtoull(line, &end, 10);
        v[n++] = (uint32_t)strtoull(end, NULL, 10);
    }
    double seconds = bench_seconds() - begin;
    bench_check(n == input->edges, "getline finds other edges in %s", input->name);
    uint64_t *found = malloc(n * sizeof *found);
    bench_check(found != NULL, "no memory for the edges of %s", input->name);
    for (uint64_t k = 0; k < n; k++)
        found[k] = (uint64_t)u[k] << 32 | v[k];
    check_edges(input, found, n, "getline");
    free(found);
    fclose(stream);
    free(line);
    free(u);
    free(v);
    print_row(bench, input, "getline, no build", 1, NULL, seconds);
}

int main(int argc, char **argv)
{
    struct bench bench;
    struct input inputs[] = {{.name = "random 2^20", .bits = 20},
                             {.name = "random 2^22", .bits = 22},
                             {.name = "sorted 2^20", .bits = 20, .is_sorted = true}};
    const char *wanted = getenv("READ_MB");
    double megabytes = wanted != NULL ? atof(wanted) : 100;
    bench_open(&bench, "read", argc, argv);
    bench_check(megabytes > 0 && megabytes <= 10000, "READ_MB is %s; expected 1 .. 10000", wanted);
    for (size_t k = 0; k < sizeof inputs / sizeof inputs[0]; k++) {
        make_input(&inputs[k], megabytes);
        read_with_library(&bench, &inputs[k], 1);
        read_with_library(&bench, &inputs[k], 2);
        read_with_getline(&bench, &inputs[k]);
        read_with_igraph(&bench, &inputs[k]);
        unlink(inputs[k].path);
        free(inputs[k].edge);
    }
    return bench_close(&bench);
}
