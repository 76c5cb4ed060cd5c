/* How products and algorithms scale over the ranks of one machine.
 *
 *     bench_dist [--ranks N] [--gpus] [--only square,web,sources,betweenness,triangles,floyd,pagerank,links] [--scale S]
 *                [--floyd N] [--pagerank S] [--trials T]
 *
 * First one process makes each result with the ordinary calls, then N processes make it together; the table has the
 * best time of each and their ratio, and says whether the results are equal (floating ones: how far apart).  With
 * --gpus each rank has a GPU for itself, the operands lie on it, and the row `links` has what the links between them
 * carry: GB/s that a rank sends while it receives as much, and the time of an exchange of 8 bytes.  Triangles and
 * PageRank are of R-MAT graphs of the scale of --pagerank. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/support/bench.h"
#include "bench/support/generators.h"
#include "core/backends.h"
#include "dist/group.h"
#include "semigraph.h"
#include "semigraph/centrality.h"

struct setting {
    int ranks, scale, floyd, pagerank, trials;
    bool has_gpus;
    const char *only;
};

/* What one run of one case says. */
struct result {
    char name[24];
    double ms;
    uint64_t count; /* that both runs must have */
    double value;   /* that both runs must nearly have */
};

enum { MOST_RESULTS = 16 };

struct state {
    struct setting s;
    graph_group *group; /* NULL: one process with the ordinary calls */
    struct result result[MOST_RESULTS];
    int results;
};

static void must(graph_status status, const char *what)
{
    if (status >= 0)
        return;
    fprintf(stderr, "%s: %s\n", what, graph_last_error());
    exit(1);
}
#define MUST(call) must((call), #call)

static bool is_wanted(const struct state *t, const char *name)
{
    const char *found = t->s.only;
    const size_t length = strlen(name);
    if (found == NULL)
        return true;
    while ((found = strstr(found, name)) != NULL) {
        if ((found == t->s.only || found[-1] == ',') && (found[length] == ',' || found[length] == '\0'))
            return true;
        found += length;
    }
    return false;
}

static bool is_first(const struct state *t) { return t->group == NULL || graph_group_rank(t->group) == 0; }

/* Starts all ranks at once; the seconds are those of the slowest. */
static double seconds(const struct state *t)
{
    if (t->s.has_gpus)
        MUST(graph__backend(GRAPH_BACKEND_CUDA)->wait());
    if (t->group != NULL)
        MUST(graph_group_agree(t->group, GRAPH_OK));
    return bench_seconds();
}

static void report(struct state *t, const char *name, double best, uint64_t count, double value)
{
    struct result *r = &t->result[t->results++];
    *r = (struct result){.ms = 1e3 * best, .count = count, .value = value};
    snprintf(r->name, sizeof r->name, "%s", name);
    if (is_first(t)) {
        fprintf(stderr, "  %-12s %d ranks %10.3f ms, %llu, %.17g\n", name,
                t->group != NULL ? graph_group_ranks(t->group) : 1, r->ms, (unsigned long long)count, value);
    }
}

/* The graph of a case, and its slabs. */
struct graph {
    graph_matrix *A;
    graph_dist *D;
};

static void open_graph(struct state *t, struct graph *g, graph_matrix *A)
{
    *g = (struct graph){.A = A};
    if (t->group == NULL)
        return;
    MUST(graph_dist_scatter(&g->D, t->group, A, 0, GRAPH_CUT_WORK));
    graph_matrix_release(&g->A);
}

static void close_graph(struct graph *g)
{
    graph_matrix_release(&g->A);
    graph_dist_release(&g->D);
}

/* Only the first rank needs the graph. */
static graph_matrix *if_first(struct state *t, graph_matrix *(*make)(const struct state *t))
{
    return is_first(t) ? make(t) : NULL;
}

static graph_matrix *with_values(graph_matrix *A, graph_type type)
{
    graph_matrix *B = bench_with_values(A, type);
    graph_matrix_release(&A);
    return B;
}

static graph_matrix *make_square(const struct state *t)
{
    return with_values(bench_rmat(t->s.scale, 16), GRAPH_FP32);
}
static graph_matrix *make_web(const struct state *t)
{
    return with_values(bench_web((int64_t)1 << t->s.scale, 1.8, 1.3), GRAPH_FP32);
}
static graph_matrix *make_plain(const struct state *t) { return bench_rmat(t->s.scale, 16); }
static graph_matrix *make_large(const struct state *t) { return bench_rmat(t->s.pagerank, 16); }

static void run_square(struct state *t, const char *name, graph_matrix *(*make)(const struct state *t))
{
    const graph_semiring *min_plus = graph_semiring_builtin(GRAPH_MIN_PLUS, GRAPH_FP32);
    struct graph g;
    double best = INFINITY;
    graph_dist_facts facts = {.size = sizeof facts};
    graph_index n = 0, entries = 0;
    graph_matrix *C = NULL;
    graph_dist *E = NULL;
    graph_scalar sum = {0};
    open_graph(t, &g, if_first(t, make));
    if (g.A != NULL)
        MUST(graph_matrix_rows(&n, g.A));
    else
        MUST(graph_dist_get_facts(&facts, g.D));
    if (t->group != NULL)
        n = facts.rows;
    for (int k = 0; k <= t->s.trials; k++) {
        graph_matrix_release(&C);
        graph_dist_release(&E);
        if (t->group == NULL)
            MUST(graph_matrix_create(&C, GRAPH_FP32, n, n));
        else
            MUST(graph_dist_create(&E, t->group, GRAPH_FP32, n, n));
        const double start = seconds(t);
        if (t->group == NULL)
            MUST(graph_mxm(C, NULL, GRAPH_NO_OP, min_plus, g.A, g.A, NULL));
        else
            MUST(graph_dist_mxm(E, NULL, GRAPH_NO_OP, min_plus, g.D, g.D, NULL));
        const double passed = seconds(t) - start;
        if (k > 0 && passed < best)
            best = passed;
    }
    if (t->group == NULL) {
        MUST(graph_matrix_entries(&entries, C));
        MUST(graph_reduce(&sum, GRAPH_FP32, GRAPH_MAX, C, NULL));
    } else {
        MUST(graph_dist_get_facts(&facts, E));
        entries = facts.entries;
        MUST(graph_dist_reduce(&sum, GRAPH_FP32, GRAPH_MAX, E, NULL));
    }
    graph_matrix_release(&C);
    graph_dist_release(&E);
    close_graph(&g);
    report(t, name, best, entries, sum.value.f);
}

static void list_sources(graph_index *source, graph_index count, int scale)
{
    uint64_t x = 88172645463325252u;
    for (graph_index k = 0; k < count; k++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        source[k] = x & (((uint64_t)1 << scale) - 1);
    }
}

static void run_sources(struct state *t)
{
    enum { SOURCES = 8192 };
    graph_index *source = malloc(SOURCES * sizeof *source);
    struct graph g;
    double best = INFINITY;
    graph_scalar sum = {0};
    list_sources(source, SOURCES, t->s.scale);
    open_graph(t, &g, if_first(t, make_plain));
    for (int k = 0; k <= t->s.trials; k++) {
        graph_vector *distance_sum = NULL;
        const graph_bfs_multi_options o = {.size = sizeof o, .distance_sum = &distance_sum};
        const double start = seconds(t);
        if (t->group == NULL)
            MUST(graph_bfs_multi(NULL, g.A, source, SOURCES, &o));
        else
            MUST(graph_dist_bfs_multi(NULL, NULL, g.D, source, SOURCES, &o));
        const double passed = seconds(t) - start;
        if (k > 0 && passed < best)
            best = passed;
        MUST(graph_vector_reduce(&sum, GRAPH_INT64, GRAPH_PLUS, distance_sum, NULL));
        graph_vector_release(&distance_sum);
    }
    free(source);
    close_graph(&g);
    report(t, "sources", best, (uint64_t)sum.value.i, 0);
}

static void run_betweenness(struct state *t)
{
    enum { SOURCES = 512 };
    graph_index source[SOURCES];
    struct graph g;
    double best = INFINITY;
    graph_scalar sum = {0};
    list_sources(source, SOURCES, t->s.scale);
    open_graph(t, &g, if_first(t, make_plain));
    for (int k = 0; k < 2; k++) {
        graph_vector *vertex = NULL;
        const double start = seconds(t);
        if (t->group == NULL)
            MUST(graph_betweenness(&vertex, g.A, source, SOURCES, NULL));
        else
            MUST(graph_dist_betweenness(&vertex, g.D, source, SOURCES, NULL));
        const double passed = seconds(t) - start;
        best = passed < best ? passed : best;
        MUST(graph_vector_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, vertex, NULL));
        graph_vector_release(&vertex);
    }
    close_graph(&g);
    report(t, "betweenness", best, 0, sum.value.f);
}

static void run_triangles(struct state *t)
{
    struct graph g;
    double best = INFINITY;
    uint64_t count = 0;
    open_graph(t, &g, if_first(t, make_large));
    for (int k = 0; k <= t->s.trials; k++) {
        const double start = seconds(t);
        if (t->group == NULL)
            MUST(graph_triangles(&count, g.A, NULL));
        else
            MUST(graph_dist_triangles(&count, g.D, NULL));
        const double passed = seconds(t) - start;
        if (k > 0 && passed < best)
            best = passed;
    }
    close_graph(&g);
    report(t, "triangles", best, count, 0);
}

static graph_matrix *make_floyd(const struct state *t)
{
    return with_values(bench_uniform(t->s.floyd, 8), GRAPH_FP32);
}

/* The sum of the finite distances, over all ranks, in whole eighths: weights are multiples of one. */
static uint64_t sum_of(const struct state *t, const graph_dense *d)
{
    const float *value = d->value;
    double sum = 0;
    for (graph_index k = 0; k < d->rows * d->columns; k++)
        sum += isfinite(value[k]) ? 8.0 * (double)value[k] : 0;
    int64_t whole = (int64_t)sum;
    if (t->group != NULL)
        must(graph__group_all_reduce(t->group, &whole, 1, GRAPH_PLUS), "the sum of the distances");
    return (uint64_t)whole;
}

static void run_floyd(struct state *t)
{
    const graph_apsp_options o = {.size = sizeof o, .method = GRAPH_APSP_FLOYD_WARSHALL};
    graph_dense d = {.size = sizeof d, .type = GRAPH_FP32};
    struct graph g;
    open_graph(t, &g, if_first(t, make_floyd));
    const double start = seconds(t);
    if (t->group == NULL)
        MUST(graph_apsp(&d, NULL, g.A, &o));
    else
        MUST(graph_dist_apsp(&d, NULL, NULL, g.D, &o));
    const double passed = seconds(t) - start;
    const uint64_t sum = sum_of(t, &d);
    graph_free(d.value);
    close_graph(&g);
    report(t, "floyd", passed, sum, 0);
}

static void run_pagerank(struct state *t)
{
    const graph_pagerank_options o = {
        .size = sizeof o, .type = GRAPH_FP32, .tolerance = -1, .most_rounds = 20};
    struct graph g;
    double best = INFINITY;
    graph_scalar largest = {0};
    open_graph(t, &g, if_first(t, make_large));
    for (int k = 0; k < 2; k++) {
        graph_vector *rank = NULL;
        const double start = seconds(t);
        if (t->group == NULL)
            MUST(graph_pagerank(&rank, g.A, &o));
        else
            MUST(graph_dist_pagerank(&rank, g.D, &o));
        const double passed = seconds(t) - start;
        best = passed < best ? passed : best;
        MUST(graph_vector_reduce(&largest, GRAPH_FP64, GRAPH_MAX, rank, NULL));
        graph_vector_release(&rank);
    }
    close_graph(&g);
    report(t, "pagerank", best, 0, largest.value.f);
}

/* What the links carry: each rank sends `bytes` to each other one. */
static double exchange_seconds(struct state *t, size_t bytes, int trials)
{
    graph_group *const g = t->group;
    const int ranks = graph_group_ranks(g);
    const struct graph_backend *const place = g->link_place;
    size_t *counts = calloc(4 * (size_t)ranks, sizeof *counts);
    void *from = NULL, *to = NULL;
    double best = INFINITY;
    MUST(place->allocate(&from, bytes * (size_t)ranks, 1));
    MUST(place->allocate(&to, bytes * (size_t)ranks, 1));
    for (int r = 0; r < ranks; r++) {
        counts[r] = counts[2 * ranks + r] = bytes * (size_t)r;
        counts[ranks + r] = counts[3 * ranks + r] = r == graph_group_rank(g) ? 0 : bytes;
    }
    for (int k = 0; k <= trials; k++) {
        MUST(graph_group_agree(g, GRAPH_OK));
        const double start = bench_seconds();
        MUST(graph__group_link_exchange(g, to, counts, counts + ranks, from, counts + 2 * ranks,
                                        counts + 3 * ranks));
        const double passed = bench_seconds() - start;
        if (k > 0 && passed < best)
            best = passed;
    }
    place->release(from);
    place->release(to);
    free(counts);
    return best;
}

static void run_links(struct state *t)
{
    const size_t large = (size_t)1 << 28;
    if (t->group == NULL || !graph_group_has_links(t->group))
        return;
    const double small = exchange_seconds(t, 8, 50), wide = exchange_seconds(t, large, 5);
    if (is_first(t))
        printf("links: %.0f GB/s each way to each rank (256 MiB), %.1f us for 8 bytes\n",
               (double)large / wide / 1e9, 1e6 * small);
}

static void run_cases(struct state *t)
{
    if (is_wanted(t, "links"))
        run_links(t);
    if (is_wanted(t, "square"))
        run_square(t, "square", make_square);
    if (is_wanted(t, "web"))
        run_square(t, "web", make_web);
    if (is_wanted(t, "sources"))
        run_sources(t);
    if (is_wanted(t, "betweenness"))
        run_betweenness(t);
    if (is_wanted(t, "triangles"))
        run_triangles(t);
    if (is_wanted(t, "floyd"))
        run_floyd(t);
    if (is_wanted(t, "pagerank"))
        run_pagerank(t);
}

/* ---- Processes ---- */

static struct setting read_arguments(int argc, char **argv)
{
    struct setting s = {.ranks = 2, .scale = 18, .floyd = 16384, .pagerank = 22, .trials = 3};
    for (int k = 1; k < argc; k++) {
        const char *const next = k + 1 < argc ? argv[k + 1] : "";
        if (strcmp(argv[k], "--gpus") == 0) {
            s.has_gpus = true;
            continue;
        }
        if (strcmp(argv[k], "--ranks") == 0)
            s.ranks = atoi(next);
        else if (strcmp(argv[k], "--only") == 0)
            s.only = next;
        else if (strcmp(argv[k], "--scale") == 0)
            s.scale = atoi(next);
        else if (strcmp(argv[k], "--floyd") == 0)
            s.floyd = atoi(next);
        else if (strcmp(argv[k], "--pagerank") == 0)
            s.pagerank = atoi(next);
        else if (strcmp(argv[k], "--trials") == 0)
            s.trials = atoi(next);
        else {
            fprintf(stderr, "unknown argument %s; the head of bench_dist.c has the list\n", argv[k]);
            exit(2);
        }
        k++;
    }
    return s;
}

static const char results_variable[] = "SEMIGRAPH_BENCH_RESULTS";

/* A rank: runs the cases, and the first one writes the results where the launcher looks for them. */
static int run_as_rank(struct state *t)
{
    if (t->s.has_gpus)
        MUST(graph_set_backend(GRAPH_BACKEND_CUDA));
    else
        MUST(graph_set_backend(GRAPH_BACKEND_CPU));
    run_cases(t);
    if (is_first(t)) {
        FILE *file = fopen(getenv(results_variable), "wb");
        if (file == NULL || fwrite(t->result, sizeof t->result, 1, file) != 1 || fclose(file) != 0)
            return 1;
    }
    graph_group_release(&t->group);
    return 0;
}

static bool run_with(int ranks, char **argv, struct result *result)
{
    char name[] = "/tmp/bench_dist_XXXXXX";
    int code = 1, fd = mkstemp(name);
    if (fd < 0)
        return false;
    setenv(results_variable, name, 1);
    MUST(graph_group_launch(&code, ranks, argv));
    const bool is_read = code == 0 && read(fd, result, MOST_RESULTS * sizeof *result) ==
                                          (ssize_t)(MOST_RESULTS * sizeof *result);
    close(fd);
    unlink(name);
    if (!is_read)
        fprintf(stderr, "%d ranks: exit status %d\n", ranks, code);
    return is_read;
}

int main(int argc, char **argv)
{
    static struct state t;
    static struct result one[MOST_RESULTS], many[MOST_RESULTS];
    t.s = read_arguments(argc, argv);
    if (getenv(results_variable) != NULL) {
        const char *const told = getenv("SEMIGRAPH_RANK");
        if (told != NULL && t.s.has_gpus)
            MUST(graph_use_gpu(atoi(told)));
        MUST(graph_set_backend(t.s.has_gpus ? GRAPH_BACKEND_CUDA : GRAPH_BACKEND_CPU));
        const graph_group_options options = {.size = sizeof options,
                                             .deadline_seconds = 120,
                                             .links = t.s.has_gpus ? GRAPH_LINKS_AUTO : GRAPH_LINKS_NEVER};
        MUST(graph_group_of_launch(&t.group, &options));
        if (graph_group_ranks(t.group) == 1)
            graph_group_release(&t.group);
        return run_as_rank(&t);
    }
    bool is_right = run_with(1, argv, one) && run_with(t.s.ranks, argv, many);
    printf("%-12s %12s %12s %8s  %s\n", "case", "one, ms", "ranks, ms", "ratio", "result");
    for (int k = 0; k < MOST_RESULTS && one[k].name[0] != '\0'; k++) {
        const double apart = fabs(one[k].value - many[k].value) / (fabs(one[k].value) + 1e-300);
        const bool is_equal = one[k].count == many[k].count && apart < 1e-4;
        printf("%-12s %12.3f %12.3f %8.2f  %s\n", one[k].name, one[k].ms, many[k].ms, one[k].ms / many[k].ms,
               !is_equal   ? "DIFFERS"
               : apart > 0 ? "near"
                           : "equal");
        is_right = is_right && is_equal;
    }
    return is_right ? 0 : 1;
}
