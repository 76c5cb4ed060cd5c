/* See published_split.h. */
#include "published_split.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "generators.h"

static const double shares[] = {0, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100};
enum { SHARES = sizeof shares / sizeof shares[0], MOST_SPLITS = 3 };

/* The product of A and B in one way, with the result wanted on the host. */
struct contender {
    graph_matrix *A, *B, *C;
    graph_descriptor descriptor;
    double best_ms, share;
    graph_index entries;
    double sum;
};

static void run(struct contender *c, bool is_checked)
{
    graph_operation_stats stats = {.size = sizeof stats};
    graph_arrays arrays = {.size = sizeof arrays};
    graph_scalar sum;
    double begin = bench_seconds();
    BENCH_OK(graph_spgemm(&c->C, graph_semiring_by_name("plus_times_fp64"), c->A, c->B, &c->descriptor));
    BENCH_OK(graph_stats(&stats));
    BENCH_OK(graph_matrix_export(&arrays, c->C, GRAPH_CSR, GRAPH_BORROW));
    double ms = 1e3 * (bench_seconds() - begin);
    if (ms < c->best_ms) {
        c->best_ms = ms;
        c->share = stats.cpu_share;
    }
    if (is_checked) {
        BENCH_OK(graph_matrix_entries(&c->entries, c->C));
        BENCH_OK(
            graph_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, c->C, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
        c->sum = sum.value.f;
    }
    graph_matrix_release(&c->C);
}

/* All in turn, once untimed. */
static void race(struct contender *c, int count, int trials)
{
    for (int trial = -1; trial < trials; trial++)
        for (int k = 0; k < count; k++) {
            if (trial == 0)
                c[k].best_ms = INFINITY;
            run(&c[k], trial < 0);
        }
    for (int k = 1; k < count; k++)
        BENCH_CLAIM(c[k].entries == c[0].entries && fabs(c[k].sum - c[0].sum) <= 1e-9 * fabs(c[0].sum),
                    "contender %d: %llu entries and the sum %.17g instead of %llu and %.17g", k,
                    (unsigned long long)c[k].entries, c[k].sum, (unsigned long long)c[0].entries, c[0].sum);
}

static graph_matrix *make(const char **name, int k)
{
    static const char *const names[] = {"uniform", "spheres", "stencil-7", "economics",
                                        "band",    "circuit", "web"};
    *name = k < (int)(sizeof names / sizeof names[0]) ? names[k] : NULL;
    switch (k) {
    case 0:
        return bench_uniform(1000000, 8);
    case 1:
        return bench_fem(30, 3);
    case 2:
        return bench_stencil_7(100);
    case 3:
        return bench_uniform(206500, 6);
    case 4:
        return bench_band(300000, 12);
    case 5:
        return bench_circuit(170998, 20, 350);
    case 6:
        return bench_web(1000005, 1.8, 0.5);
    default:
        return NULL;
    }
}

/* One row: the sweep over t and then `count` ways to split; last, if it has a name, the library's own product on the
 * device and then the copy of it. */
struct study {
    const char *name, *alone;
    graph_matrix *A, *B;
    graph_method method;
    const graph_split *splits;
    const char *const *split_names;
    int count;
};

static void study(struct bench *bench, const struct study *s)
{
    struct contender c[SHARES + MOST_SPLITS + 1];
    uint64_t products;
    int best = 0, all = SHARES + s->count + (s->alone != NULL);
    char curve[512] = "", text[64];
    for (int k = 0; k < all; k++) {
        c[k] = (struct contender){.A = s->A, .B = s->B, .best_ms = INFINITY};
        c[k].descriptor =
            *GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA, .method = s->method, .threads = bench->threads);
        if (k < SHARES) {
            c[k].descriptor.split = GRAPH_SPLIT_SHARE;
            c[k].descriptor.cpu_share = shares[k];
        } else if (k < SHARES + s->count)
            c[k].descriptor.split = s->splits[k - SHARES];
        else
            c[k].descriptor.method = GRAPH_METHOD_AUTO;
    }
    race(c, all, bench->trials);
    for (int k = 0; k < SHARES; k++) {
        best = c[k].best_ms < c[best].best_ms ? k : best;
        snprintf(text, sizeof text, "%s%g:%.2f", k > 0 ? " " : "", shares[k], c[k].best_ms);
        strcat(curve, text);
    }
    BENCH_OK(graph_spgemm_products(&products, s->A, s->B, NULL));
    bench_row(bench);
    bench_text(bench, "matrix", s->name);
    bench_number(bench, "products M", 1e-6 * (double)products, 1);
    bench_number(bench, "entries M", 1e-6 * (double)c[0].entries, 1);
    if (s->alone != NULL)
        bench_number(bench, s->alone, c[all - 1].best_ms, 2);
    bench_number(bench, "t = 0", c[0].best_ms, 2);
    bench_number(bench, "t = 100", c[SHARES - 1].best_ms, 2);
    bench_number(bench, "best t", shares[best], 0);
    bench_number(bench, "best", c[best].best_ms, 2);
    for (int k = 0; k < s->count; k++) {
        const struct contender *of = &c[SHARES + k];
        snprintf(text, sizeof text, "%s t", s->split_names[k]);
        bench_number(bench, text, of->share, 1);
        bench_number(bench, s->split_names[k], of->best_ms, 2);
        bench_number(bench, "loss %", 100 * (of->best_ms / c[best].best_ms - 1), 1);
    }
    bench_row_end(bench);
    if (!bench->is_json)
        printf("  %s: ms at t = %s\n", s->name, curve);
    fflush(stdout);
}

static bool has_device(const char *table)
{
    const char *why;
    bool has_one = graph_backend_available(GRAPH_BACKEND_CUDA, &why);
    if (!has_one)
        printf("%s: no GPU: %s\n", table, why);
    graph_set_stats(has_one);
    return has_one;
}

void bench_split(struct bench *bench)
{
    static const graph_split splits[] = {GRAPH_SPLIT_FIXED, GRAPH_SPLIT_HEURISTIC, GRAPH_SPLIT_DYNAMIC};
    static const char *const split_names[] = {"fixed", "heuristic", "dynamic"};
    const char *name;
    graph_matrix *pattern;
    if (!has_device("split"))
        return;
    for (int k = 0; (pattern = make(&name, k)) != NULL; k++) {
        graph_matrix *A = bench_with_values(pattern, GRAPH_FP64);
        study(bench, &(const struct study){.name = name,
                                           .alone = "GPU, copy",
                                           .A = A,
                                           .B = A,
                                           .method = GRAPH_METHOD_HYBRID,
                                           .splits = splits,
                                           .split_names = split_names,
                                           .count = 3});
        graph_matrix_release(&A);
        graph_matrix_release(&pattern);
    }
    graph_set_stats(false);
}

void bench_band_split(struct bench *bench)
{
    static const graph_split splits[] = {GRAPH_SPLIT_BANDS, GRAPH_SPLIT_DYNAMIC};
    static const char *const split_names[] = {"formula", "dynamic"};
    static const int diagonals[][2] = {{3, 4}, {3, 5}, {3, 6}, {2, 5}, {4, 5}, {5, 5}};
    if (!has_device("formula"))
        return;
    for (int64_t rows = 51200; rows <= 512000; rows *= 10)
        for (size_t k = 0; k < sizeof diagonals / sizeof diagonals[0]; k++) {
            graph_matrix *made[2], *with_values[2];
            char name[64];
            for (int m = 0; m < 2; m++) {
                int d = diagonals[k][m];
                made[m] = bench_diagonals(rows, -(d / 2), d - 1 - d / 2);
                with_values[m] = bench_with_values(made[m], GRAPH_FP64);
            }
            snprintf(name, sizeof name, "%d: %d x %d", (int)rows, diagonals[k][0], diagonals[k][1]);
            study(bench, &(const struct study){.name = name,
                                               .A = with_values[0],
                                               .B = with_values[1],
                                               .method = GRAPH_METHOD_HYBRID_DIA,
                                               .splits = splits,
                                               .split_names = split_names,
                                               .count = 2});
            for (int m = 0; m < 2; m++) {
                graph_matrix_release(&made[m]);
                graph_matrix_release(&with_values[m]);
            }
        }
    graph_set_stats(false);
}
