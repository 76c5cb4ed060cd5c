/* How products and algorithms scale over the ranks of one machine.
 *
 *     bench_dist [--ranks N] [--gpus] [--only LIST] [--scale S] [--web S] [--floyd N] [--kronecker S] [--triangles S]
 *                [--edges E] [--rounds R] [--trials T] [--device-memory MB] [--alone 0] [--always 1] [--pieces P]
 *
 * N processes make a group.  For each case the first of them makes the graph and the result with the ordinary function, on
 * all cores or on its GPU, while the others wait; then all make the result together.  The table has the best time of each
 * and their ratio, the ratio that the links would allow if all else took its share of the time exactly (bound), the most MB
 * that a rank received in a call, and whether the results are equal (floating ones: near).  A second line has for each rank
 * the milliseconds of the best call until it had nothing more to do, and the MB that it received.  --alone 0 leaves out the
 * result of the first rank alone, which may not fit one GPU (some rows of floyd are then compared with searches on the
 * host); --pieces P lets that rank make square and web in P slabs, one after the other, none of which stays; --always 1
 * shares short work too (GRAPH_LINKS_ALWAYS).
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

#include "bench/dist/dist_bench.h"
#include "bench/support/bench.h"
#include "core/backends.h"
#include "dist/group.h"

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

bool bench_is_first(const struct state *t) { return graph_group_rank(t->group) == 0; }

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

double bench_start_call(struct state *t)
{
    t->received_before = t->group->received_bytes;
    return seconds(t);
}

void bench_end_call(struct state *t, double start, bool counts)
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
    if (!bench_is_first(t))
        return;
    printf("    each rank, ms (MB):");
    for (int r = 0; r < ranks; r++)
        printf(" %.3f (%.1f)", (double)each[2 * r] / 1e3, (double)each[2 * r + 1] / 1e6);
    printf("\n");
}

int64_t bench_sum(const struct state *t, int64_t x)
{
    if (!t->is_alone)
        must(graph__group_all_reduce(t->group, &x, 1, GRAPH_PLUS), "a sum over the ranks");
    return x;
}

/* Whether the next case that is wanted is one of the same graph. */
static bool is_for_next(const struct state *t, const struct bench_case *c)
{
    for (const struct bench_case *next = c + 1; next < bench_cases + bench_case_count; next++)
        if (is_wanted(t, next->name))
            return next->make == c->make;
    return false;
}

/* The first rank makes the graph, unless it is that of the case before. */
static void make_graph(struct state *t, const struct bench_case *c)
{
    const double start = bench_seconds();
    graph_index n, entries;
    if (t->g.A != NULL)
        return;
    t->g.A = c->make(t);
    MUST(graph_matrix_rows(&n, t->g.A));
    MUST(graph_matrix_entries(&entries, t->g.A));
    fprintf(stderr, "%s: %llu vertices, %llu entries, made in %.1f s\n", c->name, (unsigned long long)n,
            (unsigned long long)entries, bench_seconds() - start);
}

/* All ranks get their slabs of it. */
static void scatter_graph(struct state *t, const struct bench_case *c)
{
    const double start = bench_seconds();
    if (t->g.D != NULL)
        return;
    MUST(graph_dist_scatter(&t->g.D, t->group, t->g.A, 0, GRAPH_CUT_WORK));
    if (bench_is_first(t))
        fprintf(stderr, "%s: scattered in %.1f s\n", c->name, bench_seconds() - start);
}

/* One row of the table. */
static void run_case(struct state *t, const struct bench_case *c)
{
    const char *const name = c->name;
    struct result one = {0}, many;
    const int ranks = graph_group_ranks(t->group);
    if (!is_wanted(t, name))
        return;
    graph_set_threads(t->cores);
    if (bench_is_first(t)) {
        make_graph(t, c);
        t->is_alone = true;
        t->best = INFINITY;
        if (t->s.alone)
            one = c->run(t, &t->g);
        one.ms = 1e3 * t->best;
        t->is_alone = false;
    }
    MUST(graph_group_agree(t->group, GRAPH_OK));
    graph_set_threads(t->cores / ranks > 0 ? t->cores / ranks : 1);
    scatter_graph(t, c);
    if (!is_for_next(t, c))
        graph_matrix_release(&t->g.A);
    t->best = INFINITY;
    many = c->run(t, &t->g);
    many.ms = 1e3 * t->best;
    if (!is_for_next(t, c))
        graph_dist_release(&t->g.D);
    int64_t most = (int64_t)t->received;
    must(graph__group_all_reduce(t->group, &most, 1, GRAPH_MAX), "the bytes");
    if (!bench_is_first(t)) {
        print_ranks(t);
        return;
    }
    const double bytes = (double)most, apart = fabs(one.value - many.value) / (fabs(one.value) + 1e-300),
                 on_links = t->link_rate > 0 ? 1e3 * bytes / t->link_rate : 0;
    const bool is_equal = !t->s.alone || (one.count == many.count && apart < 1e-4);
    if (!t->s.alone)
        printf("%-12s %12s %12.3f %7s %7s %9.1f  %s\n", name, "-", many.ms, "-", "-", bytes / 1e6,
               many.checked != NULL ? many.checked : "not compared");
    else
        printf("%-12s %12.3f %12.3f %7.2f %7.2f %9.1f  %s\n", name, one.ms, many.ms, one.ms / many.ms,
               one.ms / (one.ms / ranks + on_links), bytes / 1e6,
               !is_equal   ? "DIFFERS"
               : apart > 0 ? "near"
                           : "equal");
    print_ranks(t);
    fflush(stdout);
    t->is_wrong = t->is_wrong || !is_equal;
}

/* ---- Links ---- */

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
    if (bench_is_first(t))
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
                   {"--always", &s.always},
                   {"--pieces", &s.pieces}};
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
    if (bench_is_first(t))
        printf("%d ranks, %s; one: the ordinary function; MB: received by a rank\n", t->s.ranks,
               t->s.has_gpus ? "a GPU each" : "on the CPU");
    measure_links(t);
    if (bench_is_first(t))
        printf("%-12s %12s %12s %7s %7s %9s  %s\n", "case", "one, ms", "ranks, ms", "ratio", "bound", "MB",
               "result");
    for (int k = 0; k < bench_case_count; k++)
        run_case(t, &bench_cases[k]);
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
