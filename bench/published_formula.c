/* The split of products of diagonals by the formula of Matam et al., beside the share that is measured to be the best, for
 * the sizes of their figure 11.
 *
 * All shares take turns in each trial, in an order that changes, so that drift meets all of them alike; each twice, of
 * which the second is timed, since the first finds threads and memory as another has left them.  A time is the median of
 * the trials.  The curve is flat at its lowest point and each median is off by some percent, so the best share is the
 * middle of those that are nearly as good (base/lowest.h); the best time is that of the lowest point. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lowest.h"
#include "generators.h"
#include "published.h"

static const double shares[] = {0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 70, 80, 100};
enum { SHARES = sizeof shares / sizeof shares[0], FORMULA = SHARES, DYNAMIC, CONTENDERS, MOST_TRIALS = 512 };
/* Times the lowest point: so high are shares that are as good, within what medians differ by. */
#define AS_GOOD 1.02

/* A product in one way, with the result wanted on the host. */
struct contender {
    graph_matrix *A, *B;
    graph_descriptor descriptor;
    double ms[MOST_TRIALS], share[MOST_TRIALS];
    graph_index entries;
    double sum;
};

static void run(struct contender *c, int trial)
{
    graph_operation_stats stats = {.size = sizeof stats};
    graph_arrays arrays = {.size = sizeof arrays};
    graph_matrix *C = NULL;
    graph_scalar sum;
    double begin = bench_seconds();
    BENCH_OK(graph_spgemm(&C, graph_semiring_by_name("plus_times_fp64"), c->A, c->B, &c->descriptor));
    BENCH_OK(graph_stats(&stats));
    BENCH_OK(graph_matrix_export(&arrays, C, GRAPH_CSR, GRAPH_BORROW));
    double ms = 1e3 * (bench_seconds() - begin);
    if (trial >= 0) {
        c->ms[trial] = ms;
        c->share[trial] = stats.cpu_share;
    } else {
        BENCH_OK(graph_matrix_entries(&c->entries, C));
        BENCH_OK(
            graph_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, C, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
        c->sum = sum.value.f;
    }
    graph_matrix_release(&C);
}

static void shuffle(int *order, uint64_t *seed)
{
    for (int k = CONTENDERS - 1; k > 0; k--) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        int other = (int)((*seed >> 33) % (uint64_t)(k + 1)), here = order[k];
        order[k] = order[other];
        order[other] = here;
    }
}

static int compare(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median(const double *of, int count)
{
    double sorted[MOST_TRIALS];
    memcpy(sorted, of, (size_t)count * sizeof *of);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    return (sorted[count / 2] + sorted[(count - 1) / 2]) / 2;
}

/* Gives the lowest point.  The device alone, share 0, need not lie on the curve of the others: it waits for nobody. */
static int find_best(double *t, double *ms, const double *of)
{
    int lowest = 1 + graph__lowest(t, shares + 1, of + 1, SHARES - 1);
    if (of[0] <= of[lowest]) {
        lowest = 0;
        *t = 0;
    }
    *ms = of[lowest];
    return lowest;
}

/* The shares around the best that are as good, within what medians differ by. */
static void find_range(double *from, double *to, const double *of, double best, double best_ms)
{
    *from = *to = best;
    for (int k = 0; k < SHARES; k++)
        if (of[k] <= AS_GOOD * best_ms) {
            *from = shares[k] < *from ? shares[k] : *from;
            *to = shares[k] > *to ? shares[k] : *to;
        }
}

static void study(struct table *sweep, struct table *choices, const char *name, graph_matrix *A,
                  graph_matrix *B)
{
    static struct contender c[CONTENDERS];
    const struct published_options *o = sweep->options;
    int trials = o->trials < MOST_TRIALS ? o->trials : MOST_TRIALS;
    double ms[CONTENDERS], best, best_ms, from, to;
    uint64_t products, seed = 1;
    int order[CONTENDERS];
    for (int k = 0; k < CONTENDERS; k++) {
        c[k] = (struct contender){.A = A, .B = B};
        c[k].descriptor = *GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA, .method = GRAPH_METHOD_HYBRID_DIA,
                                            .threads = o->threads,
                                            .split = k == FORMULA   ? GRAPH_SPLIT_BANDS
                                                     : k == DYNAMIC ? GRAPH_SPLIT_DYNAMIC
                                                                    : GRAPH_SPLIT_SHARE);
        c[k].descriptor.cpu_share = k < SHARES ? shares[k] : 0;
    }
    for (int k = 0; k < CONTENDERS; k++)
        order[k] = k;
    for (int trial = -1; trial < trials; trial++) {
        shuffle(order, &seed);
        for (int k = 0; k < CONTENDERS; k++)
            for (int again = 0; again < 2; again++)
                run(&c[order[k]], trial);
    }
    table_text(sweep, "%s", name);
    for (int k = 0; k < CONTENDERS; k++) {
        BENCH_CLAIM(c[k].entries == c[0].entries && fabs(c[k].sum - c[0].sum) <= 1e-9 * fabs(c[0].sum),
                    "contender %d: %llu entries and the sum %.17g instead of %llu "
                    "and %.17g",
                    k, (unsigned long long)c[k].entries, c[k].sum, (unsigned long long)c[0].entries,
                    c[0].sum);
        ms[k] = median(c[k].ms, trials);
        if (k < SHARES)
            table_number(sweep, ms[k], 3);
    }
    table_row_end(sweep);
    int lowest = find_best(&best, &best_ms, ms);
    BENCH_OK(graph_spgemm_products(&products, A, B, NULL));
    table_text(choices, "%s", name);
    table_number(choices, 1e-6 * (double)products, 1);
    table_number(choices, 1e-6 * (double)c[0].entries, 1);
    table_number(choices, ms[0], 3);
    table_number(choices, ms[SHARES - 1], 3);
    table_number(choices, shares[lowest], 0);
    table_number(choices, best, 1);
    find_range(&from, &to, ms, best, best_ms);
    table_number(choices, from, 0);
    table_number(choices, to, 0);
    table_number(choices, best_ms, 3);
    for (int k = FORMULA; k < CONTENDERS; k++) {
        table_number(choices, median(c[k].share, trials), 1);
        table_number(choices, ms[k], 3);
        table_number(choices, 100 * (ms[k] / best_ms - 1), 1);
        if (k == FORMULA)
            table_number(choices, fabs(median(c[k].share, trials) - best), 1);
    }
    table_row_end(choices);
}

/* A band with so many diagonals around the main one. */
static graph_matrix *make(int64_t rows, int diagonals)
{
    graph_matrix *pattern = bench_diagonals(rows, -(diagonals / 2), diagonals - 1 - diagonals / 2),
                 *A = bench_with_values(pattern, GRAPH_FP64);
    graph_matrix_release(&pattern);
    return A;
}

void published_band_split(const struct published_options *o)
{
    static const int diagonals[][2] = {{3, 4}, {3, 5}, {3, 6}, {2, 5}, {4, 5}, {5, 5}};
    static const char *const columns[] = {
        "Matrix",         "products M",   "entries M", "ms t = 0",   "ms t = 100",     "lowest t",
        "best t",         "as good from", "to",        "* best",     "formula t",      "ms formula",
        "formula loss %", "off by",       "dynamic t", "ms dynamic", "dynamic loss %", NULL};
    static struct table sweep, choices;
    static char text[SHARES][24];
    const char *sweep_columns[SHARES + 2] = {"Matrix"};
    for (int k = 0; k < SHARES; k++) {
        snprintf(text[k], sizeof text[k], "t = %g", shares[k]);
        sweep_columns[1 + k] = text[k];
    }
    graph_set_stats(true);
    table_open(&sweep, o, "formula-sweep",
               "Matam, Bharadwaj, Kothapalli, figure 11: milliseconds over the share of the CPU, medians",
               sweep_columns);
    table_open(&choices, o, "formula",
               "Matam, Bharadwaj, Kothapalli, figure 11: the share by the formula, ms and percent", columns);
    sweep.is_late = choices.is_late = true;
    for (int64_t rows = 51200; rows <= 512000; rows *= 10)
        for (size_t k = 0; k < sizeof diagonals / sizeof diagonals[0]; k++) {
            char name[TABLE_TEXT];
            snprintf(name, sizeof name, "%d: %d x %d", (int)rows, diagonals[k][0], diagonals[k][1]);
            if (!table_rows_are_wanted(&sweep, &choices, name))
                continue;
            graph_matrix *A = make(rows, diagonals[k][0]), *B = make(rows, diagonals[k][1]);
            study(&sweep, &choices, name, A, B);
            graph_matrix_release(&A);
            graph_matrix_release(&B);
        }
    table_close(&sweep);
    table_close(&choices);
    graph_set_stats(false);
}
