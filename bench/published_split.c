/* The split study of Matam et al.: products of the CPU and a GPU together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "generators.h"
#include "published.h"

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

/* All in turn, once untimed; each twice, for the first call of a turn finds the caches and threads as another way has left
 * them. */
static void race(struct contender *c, int count, int trials)
{
    for (int trial = -1; trial < trials; trial++)
        for (int k = 0; k < count; k++) {
            if (trial == 0)
                c[k].best_ms = INFINITY;
            run(&c[k], trial < 0);
            run(&c[k], trial < 0);
        }
    for (int k = 1; k < count; k++)
        BENCH_CLAIM(c[k].entries == c[0].entries && fabs(c[k].sum - c[0].sum) <= 1e-9 * fabs(c[0].sum),
                    "contender %d: %llu entries and the sum %.17g instead of %llu and %.17g", k,
                    (unsigned long long)c[k].entries, c[k].sum, (unsigned long long)c[0].entries, c[0].sum);
}

static const char *name_of(int k)
{
    static const char *const names[] = {"uniform", "spheres", "stencil-7", "economics",
                                        "band",    "circuit", "web"};
    return k < (int)(sizeof names / sizeof names[0]) ? names[k] : NULL;
}

static graph_matrix *make(int k)
{
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
    default:
        return bench_web(1000005, 1.8, 0.5);
    }
}

/* One row of the sweep over t and one of the `count` ways to split; last, if it has a name, the library's own product on the
 * device and then the copy of it. */
struct study {
    const char *name;
    bool has_alone;
    graph_matrix *A, *B;
    graph_method method;
    const graph_split *splits;
    int count;
};

static void study(struct table *sweep, struct table *choices, const struct study *s)
{
    const struct published_options *o = sweep->options;
    struct contender c[SHARES + MOST_SPLITS + 1];
    uint64_t products;
    int best = 0, all = SHARES + s->count + s->has_alone;
    for (int k = 0; k < all; k++) {
        c[k] = (struct contender){.A = s->A, .B = s->B, .best_ms = INFINITY};
        c[k].descriptor =
            *GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA, .method = s->method, .threads = o->threads);
        if (k < SHARES) {
            c[k].descriptor.split = GRAPH_SPLIT_SHARE;
            c[k].descriptor.cpu_share = shares[k];
        } else if (k < SHARES + s->count)
            c[k].descriptor.split = s->splits[k - SHARES];
        else
            c[k].descriptor.method = GRAPH_METHOD_AUTO;
    }
    race(c, all, o->trials);
    table_text(sweep, "%s", s->name);
    for (int k = 0; k < SHARES; k++) {
        best = c[k].best_ms < c[best].best_ms ? k : best;
        table_number(sweep, c[k].best_ms, 2);
    }
    table_row_end(sweep);
    BENCH_OK(graph_spgemm_products(&products, s->A, s->B, NULL));
    table_text(choices, "%s", s->name);
    table_number(choices, 1e-6 * (double)products, 1);
    table_number(choices, 1e-6 * (double)c[0].entries, 1);
    if (s->has_alone)
        table_number(choices, c[all - 1].best_ms, 2);
    table_number(choices, c[0].best_ms, 2);
    table_number(choices, c[SHARES - 1].best_ms, 2);
    table_number(choices, shares[best], 0);
    table_number(choices, c[best].best_ms, 2);
    for (int k = 0; k < s->count; k++) {
        const struct contender *of = &c[SHARES + k];
        table_number(choices, of->share, 1);
        table_number(choices, of->best_ms, 2);
        table_number(choices, 100 * (of->best_ms / c[best].best_ms - 1), 1);
    }
    table_row_end(choices);
}

/* Opens the two tables of a study; the columns of the sweep are the shares. */
static void open_tables(struct table *sweep, struct table *choices, const struct published_options *o,
                        const char *const names[2], const char *const titles[2], const char *const *columns)
{
    static char text[SHARES][24];
    const char *shares_columns[SHARES + 2] = {"Matrix"};
    for (int k = 0; k < SHARES; k++) {
        snprintf(text[k], sizeof text[k], "t = %g", shares[k]);
        shares_columns[1 + k] = text[k];
    }
    table_open(sweep, o, names[0], titles[0], shares_columns);
    table_open(choices, o, names[1], titles[1], columns);
    sweep->is_late = choices->is_late = true;
}

void published_split(const struct published_options *o)
{
    static const graph_split splits[] = {GRAPH_SPLIT_FIXED, GRAPH_SPLIT_HEURISTIC, GRAPH_SPLIT_DYNAMIC};
    static const char *const names[] = {"split-sweep", "split"};
    static const char *const titles[] = {
        "Matam, Bharadwaj, Kothapalli: milliseconds over the share of the CPU, the result on the host",
        "Matam, Bharadwaj, Kothapalli: ways to split, in milliseconds and percent"};
    static const char *const columns[] = {
        "Matrix",       "products M",       "entries M", "ms GPU, copy", "ms t = 0",       "ms t = 100",
        "best t",       "* best",           "fixed t",   "ms fixed",     "fixed loss %",   "heuristic t",
        "ms heuristic", "heuristic loss %", "dynamic t", "ms dynamic",   "dynamic loss %", NULL};
    static struct table sweep, choices;
    const char *name;
    graph_set_stats(true);
    open_tables(&sweep, &choices, o, names, titles, columns);
    for (int k = 0; (name = name_of(k)) != NULL; k++) {
        if (!table_rows_are_wanted(&sweep, &choices, name))
            continue;
        graph_matrix *pattern = make(k), *A = bench_with_values(pattern, GRAPH_FP64);
        study(&sweep, &choices,
              &(const struct study){.name = name,
                                    .has_alone = true,
                                    .A = A,
                                    .B = A,
                                    .method = GRAPH_METHOD_HYBRID,
                                    .splits = splits,
                                    .count = 3});
        graph_matrix_release(&A);
        graph_matrix_release(&pattern);
    }
    table_close(&sweep);
    table_close(&choices);
    graph_set_stats(false);
}
