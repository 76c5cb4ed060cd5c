/* How products and algorithms scale over the ranks of one machine.
 *
 *     bench_dist [--ranks N] [--gpus] [--only LIST] [--scale S] [--web S] [--floyd N] [--kronecker S] [--triangles S]
 *                [--edges E] [--rounds R] [--trials T] [--device-memory MB] [--alone 0] [--always 1]
 *
 * N processes make a group.  For each case the first of them makes the graph and the result with the ordinary function, on
 * all cores or on its GPU, while the others wait; then all make the result together.  The table has the best time of each
 * and their ratio, the ratio that the links would allow if all else took its share of the time exactly (bound), the most MB
 * that a rank received in a call, and whether the results are equal (floating ones: near).  A second line has for each rank
 * the milliseconds of the best call until it had nothing more to do, and the MB that it received.  --alone 0 leaves out the
 * result of the first rank alone, which may not fit one GPU; --always 1 shares short work too (GRAPH_LINKS_ALWAYS).
 *
 * Cases: links (GB/s that a rank sends while it receives as much, and the time of an exchange of 8 bytes), square (A
 * A of an R-MAT graph of --scale under min_plus), web (the same of a crawl-like graph of 2^S pages), sources
 * (searches from 16,384 vertices), betweenness (512 sources), triangles (of an R-MAT graph of scale --triangles with
 * --edges edges for each vertex), bfs (levels from one vertex of a Kronecker graph), pagerank (--rounds rounds on a
 * Kronecker graph: times of two numbers of rounds tell what a call costs besides them; below 8 rounds one GPU does
 * not order its vector by degrees), floyd (distances of N vertices).  With --gpus each rank has a GPU for itself, and
 * the operands lie on it; --device-memory limits what is used of its memory. */
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
#include "semigraph/generators.h"

struct setting {
    int ranks, scale, web, floyd, kronecker, triangles, edges, rounds, trials, device_memory, alone, always;
    bool has_gpus;
    const char *only;
};

/* What one way to make a result says. */
struct result {
    double ms;
    uint64_t count; /* that both ways must have */
    double value;   /* that both ways must nearly have */
};

/* A graph: all of it on the first rank, or its slabs. */
struct graph {
    graph_matrix *A;
    graph_dist *D;
};

struct state {
    struct setting s;
    graph_group *group;
    bool is_alone; /* the ordinary calls, on the first rank */
    int cores;
    double link_rate;                   /* bytes a second, once measured */
    uint64_t received_before, received; /* bytes: before the call that is timed, and by it */
    double best;                        /* seconds, of the calls of a case */
    double until_done;                  /* seconds of that call until this rank waited for the others */
    bool is_wrong;
};

typedef struct result run_function(struct state *t, const struct graph *g);
typedef graph_matrix *make_function(const struct state *t);

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

static bool is_first(const struct state *t) { return graph_group_rank(t->group) == 0; }

/* ---- Time ---- */

/* When all that was asked of this rank is done. */
static double seconds_here(const struct state *t)
{
    if (t->s.has_gpus)
        MUST(graph__backend(GRAPH_BACKEND_CUDA)->wait());
    return bench_seconds();
}

/* The same of all ranks that take part. */
static double seconds(const struct state *t)
{
    (void)seconds_here(t);
    if (!t->is_alone)
        MUST(graph_group_agree(t->group, GRAPH_OK));
    return bench_seconds();
}

static double start_call(struct state *t)
{
    t->received_before = t->group->received_bytes;
    return seconds(t);
}

static void end_call(struct state *t, double start, bool counts)
{
    const double until_done = seconds_here(t) - start, passed = seconds(t) - start;
    t->received = t->group->received_bytes - t->received_before;
    if (!counts || passed >= t->best)
        return;
    t->best = passed;
    t->until_done = until_done;
}

/* What each rank took and received. */
static void print_ranks(struct state *t)
{
    enum { MOST_RANKS = 64 };
    int64_t each[2 * MOST_RANKS] = {0};
    const int ranks = graph_group_ranks(t->group), rank = graph_group_rank(t->group);
    if (ranks > MOST_RANKS)
        return;
    each[2 * rank] = (int64_t)(1e6 * t->until_done);
    each[2 * rank + 1] = (int64_t)t->received;
    must(graph__group_all_reduce(t->group, each, 2 * (size_t)ranks, GRAPH_PLUS), "the times of the ranks");
    if (!is_first(t))
        return;
    printf("    each rank, ms (MB):");
    for (int r = 0; r < ranks; r++)
        printf(" %.3f (%.1f)", (double)each[2 * r] / 1e3, (double)each[2 * r + 1] / 1e6);
    printf("\n");
}

/* One row of the table. */
static void run_case(struct state *t, const char *name, make_function *make, run_function *run)
{
    struct graph g = {NULL, NULL};
    struct result one = {0}, many;
    const int ranks = graph_group_ranks(t->group);
    if (!is_wanted(t, name))
        return;
    graph_set_threads(t->cores);
    if (is_first(t)) {
        const double start = bench_seconds();
        graph_index n, entries;
        g.A = make(t);
        MUST(graph_matrix_rows(&n, g.A));
        MUST(graph_matrix_entries(&entries, g.A));
        fprintf(stderr, "%s: %llu vertices, %llu entries, made in %.1f s\n", name, (unsigned long long)n,
                (unsigned long long)entries, bench_seconds() - start);
        t->is_alone = true;
        t->best = INFINITY;
        if (t->s.alone)
            one = run(t, &g);
        one.ms = 1e3 * t->best;
        t->is_alone = false;
    }
    MUST(graph_group_agree(t->group, GRAPH_OK));
    graph_set_threads(t->cores / ranks > 0 ? t->cores / ranks : 1);
    const double start = bench_seconds();
    MUST(graph_dist_scatter(&g.D, t->group, g.A, 0, GRAPH_CUT_WORK));
    graph_matrix_release(&g.A);
    if (is_first(t))
        fprintf(stderr, "%s: scattered in %.1f s\n", name, bench_seconds() - start);
    t->best = INFINITY;
    many = run(t, &g);
    many.ms = 1e3 * t->best;
    graph_dist_release(&g.D);
    int64_t most = (int64_t)t->received;
    must(graph__group_all_reduce(t->group, &most, 1, GRAPH_MAX), "the bytes");
    if (!is_first(t)) {
        print_ranks(t);
        return;
    }
    const double bytes = (double)most, apart = fabs(one.value - many.value) / (fabs(one.value) + 1e-300),
                 on_links = t->link_rate > 0 ? 1e3 * bytes / t->link_rate : 0;
    const bool is_equal = !t->s.alone || (one.count == many.count && apart < 1e-4);
    printf("%-12s %12.3f %12.3f %7.2f %7.2f %9.1f  %s\n", name, one.ms, many.ms, one.ms / many.ms,
           one.ms / (one.ms / ranks + on_links), bytes / 1e6,
           !t->s.alone ? "not compared"
           : !is_equal ? "DIFFERS"
           : apart > 0 ? "near"
                       : "equal");
    print_ranks(t);
    fflush(stdout);
    t->is_wrong = t->is_wrong || !is_equal;
}

/* ---- Graphs ---- */

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

/* Pages of a crawl with many links: products of some milliseconds. */
static graph_matrix *make_web(const struct state *t)
{
    return with_values(bench_web((int64_t)1 << t->s.web, 1.8, 8), GRAPH_FP32);
}

static graph_matrix *make_plain(const struct state *t) { return bench_rmat(t->s.scale, 16); }

static graph_matrix *make_floyd(const struct state *t)
{
    return with_values(bench_uniform(t->s.floyd, 8), GRAPH_FP32);
}

static graph_matrix *drawn(int scale, int edges)
{
    const graph_generator_options o = {.size = sizeof o, .is_undirected = true, .seed = 1};
    graph_matrix *A = NULL;
    MUST(graph_generate_rmat(&A, scale, (graph_index)edges << scale, &o));
    return A;
}
static graph_matrix *make_triangles(const struct state *t) { return drawn(t->s.triangles, t->s.edges); }
static graph_matrix *make_kronecker(const struct state *t) { return drawn(t->s.kronecker, 16); }

/* ---- Cases ---- */

static graph_index vertices_of(const struct graph *g)
{
    graph_dist_facts facts = {.size = sizeof facts};
    if (g->D == NULL)
        MUST(graph_matrix_rows(&facts.rows, g->A));
    else
        MUST(graph_dist_get_facts(&facts, g->D));
    return facts.rows;
}

static struct result run_square(struct state *t, const struct graph *g)
{
    const graph_semiring *min_plus = graph_semiring_builtin(GRAPH_MIN_PLUS, GRAPH_FP32);
    const graph_index n = vertices_of(g);
    struct result r = {0};
    graph_dist_facts facts = {.size = sizeof facts};
    graph_index entries = 0;
    graph_matrix *C = NULL;
    graph_dist *E = NULL;
    graph_scalar largest = {0};
    for (int k = 0; k <= t->s.trials; k++) {
        graph_matrix_release(&C);
        graph_dist_release(&E);
        if (t->is_alone)
            MUST(graph_matrix_create(&C, GRAPH_FP32, n, n));
        else
            MUST(graph_dist_create(&E, t->group, GRAPH_FP32, n, n));
        const double start = start_call(t);
        if (t->is_alone)
            MUST(graph_mxm(C, NULL, GRAPH_NO_OP, min_plus, g->A, g->A, NULL));
        else
            MUST(graph_dist_mxm(E, NULL, GRAPH_NO_OP, min_plus, g->D, g->D, NULL));
        end_call(t, start, k > 0);
    }
    if (t->is_alone) {
        MUST(graph_matrix_entries(&entries, C));
        MUST(graph_reduce(&largest, GRAPH_FP32, GRAPH_MAX, C, NULL));
    } else {
        MUST(graph_dist_get_facts(&facts, E));
        entries = facts.entries;
        MUST(graph_dist_reduce(&largest, GRAPH_FP32, GRAPH_MAX, E, NULL));
    }
    graph_matrix_release(&C);
    graph_dist_release(&E);
    r.count = entries;
    r.value = largest.value.f;
    return r;
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

static struct result run_sources(struct state *t, const struct graph *g)
{
    enum { SOURCES = 16384 };
    graph_index *source = malloc(SOURCES * sizeof *source);
    struct result r = {0};
    graph_scalar sum = {0};
    bench_check(source != NULL, "out of memory");
    list_sources(source, SOURCES, t->s.scale);
    for (int k = 0; k <= 2 * t->s.trials; k++) {
        graph_vector *distance_sum = NULL;
        const graph_bfs_multi_options o = {.size = sizeof o, .distance_sum = &distance_sum};
        const double start = start_call(t);
        if (t->is_alone)
            MUST(graph_bfs_multi(NULL, g->A, source, SOURCES, &o));
        else
            MUST(graph_dist_bfs_multi(NULL, NULL, g->D, source, SOURCES, &o));
        end_call(t, start, k > 0);
        MUST(graph_vector_reduce(&sum, GRAPH_INT64, GRAPH_PLUS, distance_sum, NULL));
        graph_vector_release(&distance_sum);
    }
    free(source);
    r.count = (uint64_t)sum.value.i;
    return r;
}

static struct result run_betweenness(struct state *t, const struct graph *g)
{
    enum { SOURCES = 512 };
    graph_index source[SOURCES];
    struct result r = {0};
    graph_scalar sum = {0};
    list_sources(source, SOURCES, t->s.scale);
    for (int k = 0; k < 2; k++) {
        graph_vector *vertex = NULL;
        const double start = start_call(t);
        if (t->is_alone)
            MUST(graph_betweenness(&vertex, g->A, source, SOURCES, NULL));
        else
            MUST(graph_dist_betweenness(&vertex, g->D, source, SOURCES, NULL));
        end_call(t, start, true);
        MUST(graph_vector_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, vertex, NULL));
        graph_vector_release(&vertex);
    }
    r.value = sum.value.f;
    return r;
}

static struct result run_triangles(struct state *t, const struct graph *g)
{
    struct result r = {0};
    for (int k = 0; k <= t->s.trials; k++) {
        const double start = start_call(t);
        if (t->is_alone)
            MUST(graph_triangles(&r.count, g->A, NULL));
        else
            MUST(graph_dist_triangles(&r.count, g->D, NULL));
        end_call(t, start, k > 0);
    }
    return r;
}

static struct result run_bfs(struct state *t, const struct graph *g)
{
    struct result r = {0};
    graph_scalar sum = {0};
    for (int k = 0; k <= 2 * t->s.trials; k++) {
        graph_vector *level = NULL;
        const double start = start_call(t);
        if (t->is_alone)
            MUST(graph_bfs(&level, NULL, g->A, 1, NULL));
        else
            MUST(graph_dist_bfs(&level, NULL, g->D, 1, NULL));
        end_call(t, start, k > 0);
        MUST(graph_vector_reduce(&sum, GRAPH_INT64, GRAPH_PLUS, level, NULL));
        graph_vector_release(&level);
    }
    r.count = (uint64_t)sum.value.i;
    return r;
}

static struct result run_pagerank(struct state *t, const struct graph *g)
{
    const graph_pagerank_options o = {
        .size = sizeof o, .type = GRAPH_FP32, .tolerance = -1, .most_rounds = (graph_index)t->s.rounds};
    struct result r = {0};
    graph_scalar largest = {0};
    for (int k = 0; k <= t->s.trials; k++) {
        graph_vector *rank = NULL;
        const double start = start_call(t);
        if (t->is_alone)
            MUST(graph_pagerank(&rank, g->A, &o));
        else
            MUST(graph_dist_pagerank(&rank, g->D, &o));
        end_call(t, start, k > 0);
        MUST(graph_vector_reduce(&largest, GRAPH_FP64, GRAPH_MAX, rank, NULL));
        graph_vector_release(&rank);
    }
    r.value = largest.value.f;
    return r;
}

/* The sum of the finite distances, over all ranks, in whole eighths: weights are multiples of one. */
static uint64_t sum_of(const struct state *t, const graph_dense *d)
{
    const float *value = d->value;
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (graph_index k = 0; k < d->rows * d->columns; k++)
        sum += isfinite(value[k]) ? 8.0 * (double)value[k] : 0;
    int64_t whole = (int64_t)sum;
    if (!t->is_alone)
        must(graph__group_all_reduce(t->group, &whole, 1, GRAPH_PLUS), "the sum of the distances");
    return (uint64_t)whole;
}

static void floyd_once(struct state *t, const struct graph *g, graph_dense *d, bool counts)
{
    const graph_apsp_options o = {.size = sizeof o, .method = GRAPH_APSP_FLOYD_WARSHALL};
    *d = (graph_dense){.size = sizeof *d, .type = GRAPH_FP32};
    const double start = start_call(t);
    if (t->is_alone)
        MUST(graph_apsp(d, NULL, g->A, &o));
    else
        MUST(graph_dist_apsp(d, NULL, NULL, g->D, &o));
    end_call(t, start, counts);
}

static struct result run_floyd(struct state *t, const struct graph *g)
{
    enum { SMALL = 4096 }; /* a first call, of what is loaded and connected then */
    struct result r = {0};
    struct graph small = {NULL, NULL};
    graph_dense d;
    if (is_first(t))
        small.A = with_values(bench_uniform(SMALL, 8), GRAPH_FP32);
    if (!t->is_alone) {
        MUST(graph_dist_scatter(&small.D, t->group, small.A, 0, GRAPH_CUT_ROWS));
        graph_matrix_release(&small.A);
    }
    floyd_once(t, &small, &d, false);
    graph_free(d.value);
    graph_matrix_release(&small.A);
    graph_dist_release(&small.D);
    floyd_once(t, g, &d, true);
    r.count = sum_of(t, &d);
    graph_free(d.value);
    return r;
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
    bench_check(counts != NULL, "out of memory");
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

/* Always: the bound of the table needs the rate. */
static void measure_links(struct state *t)
{
    const size_t large = (size_t)1 << 28;
    const int ranks = graph_group_ranks(t->group);
    if (!graph_group_has_links(t->group))
        return;
    const double small = exchange_seconds(t, 8, 50), wide = exchange_seconds(t, large, 5);
    t->link_rate = (double)large * (ranks - 1) / wide;
    double agreement = bench_seconds();
    for (int k = 0; k < 100; k++)
        MUST(graph_group_agree(t->group, GRAPH_OK));
    agreement = (bench_seconds() - agreement) / 100;
    if (is_first(t))
        printf("links: a rank receives %.0f GB/s and sends as much (256 MiB for each other one); %.1f us for "
               "8 bytes; "
               "%.1f us for an agreement on the host\n",
               t->link_rate / 1e9, 1e6 * small, 1e6 * agreement);
}

/* ---- Processes ---- */

static struct setting read_arguments(int argc, char **argv)
{
    struct setting s = {.ranks = 2,
                        .scale = 18,
                        .web = 18,
                        .floyd = 16384,
                        .kronecker = 22,
                        .triangles = 20,
                        .edges = 16,
                        .rounds = 20,
                        .trials = 3,
                        .alone = 1};
    const struct {
        const char *name;
        int *value;
    } numbers[] = {{"--ranks", &s.ranks},
                   {"--scale", &s.scale},
                   {"--web", &s.web},
                   {"--rounds", &s.rounds},
                   {"--floyd", &s.floyd},
                   {"--kronecker", &s.kronecker},
                   {"--triangles", &s.triangles},
                   {"--edges", &s.edges},
                   {"--trials", &s.trials},
                   {"--device-memory", &s.device_memory},
                   {"--alone", &s.alone},
                   {"--always", &s.always}};
    for (int k = 1; k < argc; k++) {
        const char *const next = k + 1 < argc ? argv[k + 1] : "";
        size_t i = 0;
        if (strcmp(argv[k], "--gpus") == 0) {
            s.has_gpus = true;
            continue;
        }
        while (i < sizeof numbers / sizeof numbers[0] && strcmp(argv[k], numbers[i].name) != 0)
            i++;
        if (i < sizeof numbers / sizeof numbers[0]) {
            *numbers[i].value = atoi(next);
        } else if (strcmp(argv[k], "--only") == 0) {
            s.only = next;
        } else {
            fprintf(stderr, "unknown argument %s; the head of bench_dist.c has the list\n", argv[k]);
            exit(2);
        }
        k++;
    }
    return s;
}

static int run_as_rank(struct state *t)
{
    if (is_first(t))
        printf("%d ranks, %s; one: the ordinary function; MB: received by a rank\n", t->s.ranks,
               t->s.has_gpus ? "a GPU each" : "on the CPU");
    measure_links(t);
    if (is_first(t))
        printf("%-12s %12s %12s %7s %7s %9s  %s\n", "case", "one, ms", "ranks, ms", "ratio", "bound", "MB",
               "result");
    run_case(t, "square", make_square, run_square);
    run_case(t, "web", make_web, run_square);
    run_case(t, "sources", make_plain, run_sources);
    run_case(t, "betweenness", make_plain, run_betweenness);
    run_case(t, "triangles", make_triangles, run_triangles);
    run_case(t, "bfs", make_kronecker, run_bfs);
    run_case(t, "pagerank", make_kronecker, run_pagerank);
    run_case(t, "floyd", make_floyd, run_floyd);
    graph_group_release(&t->group);
    return t->is_wrong;
}

int main(int argc, char **argv)
{
    static struct state t;
    int code = 1;
    const char *const told = getenv("SEMIGRAPH_RANK");
    t.s = read_arguments(argc, argv);
    if (told == NULL) {
        MUST(graph_group_launch(&code, t.s.ranks, argv));
        return code;
    }
    if (t.s.has_gpus)
        MUST(graph_use_gpu(atoi(told)));
    MUST(graph_set_backend(t.s.has_gpus ? GRAPH_BACKEND_CUDA : GRAPH_BACKEND_CPU));
    if (t.s.device_memory > 0)
        MUST(graph_set_device_memory((uint64_t)t.s.device_memory << 20));
    t.cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    const graph_group_options options = {.size = sizeof options,
                                         .deadline_seconds = 600,
                                         .links = !t.s.has_gpus ? GRAPH_LINKS_NEVER
                                                  : t.s.always  ? GRAPH_LINKS_ALWAYS
                                                                : GRAPH_LINKS_AUTO};
    MUST(graph_group_of_launch(&t.group, &options));
    return run_as_rank(&t);
}
