/* Breadth-first search compared with the GAP Benchmark Suite's, on one number of threads after the other.
 *
 *     bench_bfs_gapbs [--threads N]... [--trials N] [--sources N] [--first] [--share-from EDGES] [--json] [GRAPH...]
 *
 * A GRAPH is one of gapbs_graphs.h, or a file as in bench.h, read as undirected.  Without any they are kron-18,
 * kron-20, kron-22, uniform-20, USA-road-d.NY where it is found, and grid-1400.  Without --threads: 1, 4, 8 and 16, as far
 * as there are processors.
 *
 * Ours is graph_bfs on the CPU; with --share-from the search below it, whose threads share levels of so many edges.
 * Both get parents alone, in a new array, from the same sources in alternation, after a search that is not timed.  A graph
 * counts with the median over the sources of the best times.  That the graph is symmetric is known to both.  The depths of
 * all vertices, which follow from the parents, are compared with those of a plain search with a queue.
 *
 * With --first, calls on a matrix that nothing is cached for are timed too: its properties, among them its symmetry, its
 * transpose, and triangles, the first time and later. */
#include <getopt.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "bench/gapbs/gapbs.h"
#include "bench/gapbs/gapbs_graphs.h"
#include "bench/support/bench.h"
#include "bench/support/random_positions.h"
#include "core/backends.h"
#include "core/matrix/matrix.h"
#include "core/vector/vector.h"

enum { MOST_GRAPHS = 32, MOST_THREADS = 8, MOST_SOURCES = 64 };

/* NULL: there is no such file. */
static graph_matrix *load(const char *name)
{
    struct bench_graph file = {0};
    graph_matrix *A = gapbs_generate(name);
    if (A != NULL || !bench_find(&file, name))
        return A;
    A = bench_load(&file, &(const graph_read_options){.size = sizeof(graph_read_options),
                                                      .direction = GRAPH_UNDIRECTED,
                                                      .weights = GRAPH_WEIGHTS_DROP});
    bench_forget(&file);
    return A;
}

/* ---- Searches ---- */

struct contest {
    graph_matrix *A, *unused; /* the same, of which nothing is known */
    int64_t n;
    const int64_t *row_start;
    const int32_t *column;
    gapbs_graph *peer;
    int64_t source, share_from;
    graph_vector *parent;
    struct graph_bfs_request request; /* with share_from > 0 */
};

static void run_ours(void *context)
{
    struct contest *c = context;
    const graph_bfs_options options = {.size = sizeof options, .backend = GRAPH_BACKEND_CPU};
    if (c->share_from == 0) {
        BENCH_OK(graph_bfs(NULL, &c->parent, c->A, (graph_index)c->source, &options));
        return;
    }
    c->request = (struct graph_bfs_request){.source = c->source,
                                            .max_depth = c->n,
                                            .target = -1,
                                            .wants_parent = true,
                                            .threads = graph_get_threads(),
                                            .least_shared_edges = c->share_from};
    BENCH_OK(graph__matrix_view(&c->request.out, c->A, graph__cpu()));
    c->request.in = c->request.out;
    BENCH_OK(graph__cpu()->bfs(&c->request));
}

static void finish_ours(void *context)
{
    struct contest *c = context;
    graph_vector_release(&c->parent);
    if (c->share_from > 0)
        graph__vector_arrays_release(&c->request.parent, graph__cpu());
}

static void run_theirs(void *context)
{
    struct contest *c = context;
    gapbs_bfs_run(c->peer, (int32_t)c->source);
}

static void finish_theirs(void *context) { gapbs_bfs_drop(((struct contest *)context)->peer); }

static int64_t *new_numbers(int64_t n)
{
    int64_t *number = malloc((size_t)(n + 1) * sizeof *number);
    bench_check(number != NULL, "out of memory");
    return number;
}

/* The depths by a queue, -1 where nothing is reached. */
static int64_t *plain_depths(const struct contest *c)
{
    int64_t *depth = new_numbers(c->n), *queue = new_numbers(c->n), end = 1;
    for (int64_t v = 0; v < c->n; v++)
        depth[v] = -1;
    queue[0] = c->source;
    depth[c->source] = 0;
    for (int64_t q = 0; q < end; q++)
        for (int64_t k = c->row_start[queue[q]]; k < c->row_start[queue[q] + 1]; k++)
            if (depth[c->column[k]] < 0) {
                depth[c->column[k]] = depth[queue[q]] + 1;
                queue[end++] = c->column[k];
            }
    free(queue);
    return depth;
}

/* Ends the program unless the parents are of a search from the source: reached vertices have one, a level above. */
static void check_parents(const struct contest *c, const char *name, const char *whose, const int64_t *depth,
                          const int64_t *parent)
{
    for (int64_t v = 0; v < c->n; v++) {
        const int64_t u = parent[v];
        const bool is_right = depth[v] < 0     ? u < 0
                              : v == c->source ? u == v
                                               : u >= 0 && u < c->n && depth[u] + 1 == depth[v];
        bench_check(is_right, "%s: %s has parent %lld of vertex %lld, which has depth %lld", name, whose,
                    (long long)u, (long long)v, (long long)depth[v]);
    }
}

static void compare(struct contest *c, const char *name)
{
    const int64_t share_from = c->share_from;
    c->share_from = 0; /* results are the same, but not vectors */
    int64_t *depth = plain_depths(c), *parent = new_numbers(c->n);
    graph_index found = (graph_index)c->n, *index = malloc((size_t)(c->n + 1) * sizeof *index);
    int64_t *value = new_numbers(c->n);
    int32_t *theirs = malloc((size_t)(c->n + 1) * sizeof *theirs);
    bench_check(index != NULL && theirs != NULL, "out of memory");
    run_ours(c);
    BENCH_OK(graph_vector_extract_tuples(index, value, GRAPH_INT64, &found, c->parent));
    finish_ours(c);
    for (int64_t v = 0; v < c->n; v++)
        parent[v] = -1;
    for (graph_index k = 0; k < found; k++)
        parent[index[k]] = value[k];
    check_parents(c, name, "semigraph", depth, parent);
    run_theirs(c);
    gapbs_bfs_read(theirs, c->peer);
    finish_theirs(c);
    for (int64_t v = 0; v < c->n; v++)
        parent[v] = theirs[v];
    check_parents(c, name, "gapbs", depth, parent);
    c->share_from = share_from;
    free(depth);
    free(parent);
    free(index);
    free(value);
    free(theirs);
}

static double milliseconds_of(void (*run)(graph_matrix *A), graph_matrix *A)
{
    const double start = bench_seconds();
    run(A);
    return 1e3 * (bench_seconds() - start);
}

static void find_properties(graph_matrix *A)
{
    graph_properties properties = {.size = sizeof properties};
    BENCH_OK(graph_matrix_properties(&properties, A));
    bench_check(properties.has_symmetric_pattern, "the graph is not symmetric");
}

static void transpose(graph_matrix *A)
{
    graph_matrix *C = NULL;
    graph_index n;
    BENCH_OK(graph_matrix_rows(&n, A));
    BENCH_OK(graph_matrix_create(&C, GRAPH_PATTERN, n, n));
    BENCH_OK(graph_transpose(C, NULL, GRAPH_NO_OP, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    graph_matrix_release(&C);
}

static void count_triangles(graph_matrix *A)
{
    const graph_triangles_options options = {.size = sizeof options, .backend = GRAPH_BACKEND_CPU};
    uint64_t count;
    BENCH_OK(graph_triangles(&count, A, &options));
}

/* Each on a duplicate, which shares the arrays and nothing that is cached. */
static void first_calls(struct bench *bench, const graph_matrix *A)
{
    static const struct {
        const char *name;
        void (*run)(graph_matrix *A);
    } calls[] = {{"properties_ms", find_properties},
                 {"transpose_ms", transpose},
                 {"triangles_first_ms", count_triangles}};
    for (int k = 0; k < 3; k++) {
        double ms[3];
        for (int t = 0; t < 3; t++) {
            graph_matrix *fresh = NULL;
            BENCH_OK(graph_matrix_dup(&fresh, A));
            ms[t] = milliseconds_of(calls[k].run, fresh);
            if (k == 2 && t == 2) {
                bench_number(bench, calls[k].name, bench_median(ms, 3), 3);
                bench_number(bench, "triangles_ms", milliseconds_of(calls[k].run, fresh), 3);
            }
            graph_matrix_release(&fresh);
        }
        if (k != 2)
            bench_number(bench, calls[k].name, bench_median(ms, 3), 3);
    }
}

static void race(struct bench *bench, struct contest *c, const char *name, int sources, bool has_first,
                 struct bench_mean *mean)
{
    double ours[MOST_SOURCES], theirs[MOST_SOURCES];
    struct bench_source random = {1};
    BENCH_OK(graph_set_threads(bench->threads));
    omp_set_num_threads(bench->threads); /* of gapbs */
    for (int s = 0; s < sources; s++) {
        do
            c->source = bench_draw_below(&random, c->n);
        while (c->row_start[c->source] == c->row_start[c->source + 1]);
        struct bench_runner runners[2] = {{run_ours, finish_ours, c, 0, 0, 0},
                                          {run_theirs, finish_theirs, c, 0, 0, 0}};
        bench_race(bench, runners, 2);
        ours[s] = runners[0].best_ms;
        theirs[s] = runners[1].best_ms;
        if (s < 2)
            compare(c, name);
    }
    const double us = bench_median(ours, sources), them = bench_median(theirs, sources);
    bench_row(bench);
    bench_text(bench, "graph", name);
    bench_number(bench, "threads", bench->threads, 0);
    bench_number(bench, "semigraph_ms", us, 4);
    bench_number(bench, "gapbs_ms", them, 4);
    bench_number(bench, "ratio", them / us, 2);
    if (has_first)
        first_calls(bench, c->unused);
    bench_row_end(bench);
    bench_mean_add(mean, them / us, false);
}

static int read_count(const char *text, int most, const char *option)
{
    char *end;
    const long value = strtol(text, &end, 10);
    bench_check(*text != '\0' && *end == '\0' && value >= 1 && value <= most,
                "%s wants a number from 1 to %d, not '%s'", option, most, text);
    return (int)value;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"json", no_argument, NULL, 'j'},
                                            {"trials", required_argument, NULL, 'n'},
                                            {"threads", required_argument, NULL, 't'},
                                            {"sources", required_argument, NULL, 's'},
                                            {"first", no_argument, NULL, 'f'},
                                            {"share-from", required_argument, NULL, 'e'},
                                            {NULL, 0, NULL, 0}};
    static const char *const usual_graphs[] = {"kron-18",    "kron-20",       "kron-22",
                                               "uniform-20", "USA-road-d.NY", "grid-1400"};
    static const int usual_threads[] = {1, 4, 8, 16};
    struct bench bench = {.name = "bfs_gapbs", .trials = 3};
    struct bench_mean mean[MOST_THREADS];
    const char *names[MOST_GRAPHS];
    int threads[MOST_THREADS], thread_counts = 0, sources = 16, graphs = 0, choice;
    bool has_first = false;
    int share_from = 0;
    memset(mean, 0, sizeof mean);
    while ((choice = getopt_long(argc, argv, "", options, NULL)) != -1) {
        bench_check(choice != '?' && thread_counts < MOST_THREADS,
                    "usage: bench_bfs_gapbs [--threads N]... [--trials N] [--sources N] [--first] "
                    "[--share-from EDGES] [--json] [GRAPH...]");
        bench.is_json = bench.is_json || choice == 'j';
        has_first = has_first || choice == 'f';
        if (choice == 'e')
            share_from = read_count(optarg, 1 << 30, "--share-from");
        if (choice == 'n')
            bench.trials = read_count(optarg, 1000, "--trials");
        if (choice == 's')
            sources = read_count(optarg, MOST_SOURCES, "--sources");
        if (choice == 't')
            threads[thread_counts++] = read_count(optarg, 1024, "--threads");
    }
    if (thread_counts == 0)
        for (int t = 0; t < 4; t++)
            if (usual_threads[t] <= omp_get_num_procs())
                threads[thread_counts++] = usual_threads[t];
    for (int a = optind; a < argc && graphs < MOST_GRAPHS; a++)
        names[graphs++] = argv[a];
    const bool is_usual = graphs == 0;
    for (int k = 0; k < 6 && is_usual; k++)
        names[graphs++] = usual_graphs[k];
    for (int g = 0; g < graphs; g++) {
        graph_arrays arrays = {.size = sizeof arrays};
        struct contest c = {.A = load(names[g]), .share_from = share_from};
        bench_check(c.A != NULL || is_usual, "no graph '%s'", names[g]);
        if (c.A == NULL)
            continue;
        BENCH_OK(graph_matrix_dup(&c.unused, c.A));
        find_properties(c.A);
        BENCH_OK(graph_matrix_export(&arrays, c.A, GRAPH_CSR, GRAPH_BORROW));
        c.n = (int64_t)arrays.rows;
        c.row_start = arrays.row;
        c.column = arrays.column;
        c.peer = gapbs_bfs_open(c.n, c.row_start, c.column, NULL);
        for (int t = 0; t < thread_counts; t++) {
            bench.threads = threads[t];
            race(&bench, &c, names[g], sources, has_first, &mean[t]);
        }
        gapbs_bfs_close(c.peer);
        graph_matrix_release(&c.unused);
        graph_matrix_release(&c.A);
    }
    char text[BENCH_MEAN_TEXT];
    for (int t = 0; t < thread_counts && !bench.is_json; t++)
        printf("%d threads, gapbs / ours: %s\n", threads[t], bench_mean_text(text, &mean[t]));
    return 0;
}
