/* How much faster products are on all threads than on one, compared with what the machine allows.
 *
 * Each row races the square of a graph on one thread against the same on --threads threads, with results compared: bit by
 * bit under integers and Booleans, and floating sums too, since their order does not depend on threads.  Before the graphs
 * come two loops that share nothing: `registers` adds in registers, `copy` copies an array of 256 MiB as STREAM does. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/bench.h"

/* The same work cut into `parts`, one for each thread. */
struct loop {
    int threads;
    uint64_t sum;
    char *from, *to;
};

enum { ROUNDS = 200000000, COPIED = 1 << 28 };

static void run_registers(void *context)
{
    struct loop *loop = context;
    uint64_t sum = 0;
    int threads = loop->threads;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : sum)
    for (int64_t k = 0; k < ROUNDS; k++) {
        uint64_t x = (uint64_t)k;
        __asm__ volatile("" : "+r"(x));
        sum += x;
    }
    loop->sum = sum;
}

static void run_copy(void *context)
{
    struct loop *loop = context;
    size_t part = (size_t)COPIED / (size_t)loop->threads;
#pragma omp parallel num_threads(loop->threads)
    memcpy(loop->to + part * (size_t)omp_get_thread_num(), loop->from + part * (size_t)omp_get_thread_num(),
           part);
}

struct square {
    const graph_semiring *semiring;
    graph_matrix *A, *C;
    int threads;
};

static void run_square(void *context)
{
    struct square *s = context;
    BENCH_OK(graph_spgemm(&s->C, s->semiring, s->A, s->A, GRAPH_DESCRIPTOR(.threads = s->threads)));
}

static void finish_square(void *context) { graph_matrix_release(&((struct square *)context)->C); }

/* Ends the program unless both squares have the same arrays. */
static void compare(struct square *one, struct square *all, const char *graph)
{
    graph_arrays x = {.size = sizeof x}, y = {.size = sizeof y};
    run_square(one);
    run_square(all);
    BENCH_OK(graph_matrix_export(&x, one->C, GRAPH_CSR, GRAPH_BORROW));
    BENCH_OK(graph_matrix_export(&y, all->C, GRAPH_CSR, GRAPH_BORROW));
    bench_check(x.entries == y.entries && memcmp(x.row, y.row, (x.rows + 1) * sizeof(int64_t)) == 0 &&
                    memcmp(x.column, y.column, x.entries * sizeof(int32_t)) == 0 &&
                    memcmp(x.value, y.value, x.entries * graph_type_size(x.type)) == 0,
                "%s: the squares on 1 and %d threads differ", graph, all->threads);
    finish_square(one);
    finish_square(all);
}

static void race(struct bench *bench, struct bench_runner runners[2], const char *graph, const char *semiring,
                 struct bench_mean *mean, bool is_full)
{
    bench_race(bench, runners, 2);
    double ratio = runners[0].best_ms / runners[1].best_ms;
    bench_row(bench);
    bench_text(bench, "graph", graph);
    bench_text(bench, "semiring", semiring);
    bench_number(bench, "threads", bench->threads, 0);
    bench_number(bench, "one_ms", runners[0].best_ms, 3);
    bench_number(bench, "all_ms", runners[1].best_ms, 3);
    bench_number(bench, "ratio", ratio, 2);
    bench_number(bench, "median_ratio", runners[0].median_ms / runners[1].median_ms, 2);
    bench_row_end(bench);
    if (mean != NULL)
        bench_mean_add(mean, ratio, is_full);
}

static void ceilings(struct bench *bench)
{
    struct loop one = {.threads = 1, .from = malloc(COPIED), .to = malloc(COPIED)}, all = one;
    bench_check(one.from != NULL && one.to != NULL, "out of memory");
    memset(one.from, 1, COPIED);
    memset(one.to, 2, COPIED);
    all.threads = bench->threads;
    struct bench_runner registers[2] = {{run_registers, NULL, &one, 0, 0, 0},
                                        {run_registers, NULL, &all, 0, 0, 0}};
    race(bench, registers, "registers", "", NULL, false);
    bench_check(one.sum == all.sum, "sums in registers differ");
    struct bench_runner copy[2] = {{run_copy, NULL, &one, 0, 0, 0}, {run_copy, NULL, &all, 0, 0, 0}};
    race(bench, copy, "copy", "", NULL, false);
    bench_check(one.to[COPIED - 1] == 1, "the copy differs");
    free(one.from);
    free(one.to);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        graph_type type;
    } contests[] = {
        {"plus_times_fp64", GRAPH_FP64}, {"plus_times_int64", GRAPH_INT64}, {"any_pair_bool", GRAPH_PATTERN}};
    struct bench bench;
    struct bench_mean mean = {0};
    bench_open(&bench, "threads", argc, argv);
    ceilings(&bench);
    for (int g = 0; g < bench.graph_count; g++) {
        graph_matrix *graph =
            bench_load(&bench.graphs[g], &(const graph_read_options){.size = sizeof(graph_read_options),
                                                                     .weights = GRAPH_WEIGHTS_DROP});
        for (size_t c = 0; c < sizeof contests / sizeof contests[0]; c++) {
            struct square one = {.semiring = graph_semiring_by_name(contests[c].name), .threads = 1}, all;
            if (!bench_wants(&bench, contests[c].name))
                continue;
            bench_check(one.semiring != NULL, "%s", graph_last_error());
            if (contests[c].type == GRAPH_PATTERN)
                BENCH_OK(graph_matrix_dup(&one.A, graph));
            else
                one.A = bench_with_values(graph, contests[c].type);
            all = one;
            all.threads = bench.threads;
            compare(&one, &all, bench.graphs[g].name);
            struct bench_runner runners[2] = {{run_square, finish_square, &one, 0, 0, 0},
                                              {run_square, finish_square, &all, 0, 0, 0}};
            race(&bench, runners, bench.graphs[g].name, contests[c].name, &mean, bench_is_full(graph));
            graph_matrix_release(&one.A);
        }
        graph_matrix_release(&graph);
    }
    char text[BENCH_MEAN_TEXT];
    if (!bench.is_json)
        printf("time on one thread / on %d: %s\n", bench.threads, bench_mean_text(text, &mean));
    return bench_close(&bench);
}
