/* The split of products of diagonals by the formula of Matam et al., beside the share that is measured to be the best, for
 * the sizes of their figure 11.
 *
 * How times are taken and what the best time is: published_shares.c.  The curve is flat at its lowest point and each median
 * is off by some percent, so the best share is the middle of those that are nearly as good (base/lowest.h). */
#include <math.h>

#include "base/lowest.h"
#include "generators.h"
#include "published.h"
#include "published_shares.h"

static const double shares[] = {0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 70, 80, 100};
enum { SHARES = sizeof shares / sizeof shares[0], FORMULA = SHARES, DYNAMIC, WAYS };
/* Times the lowest point: so high are shares that are as good, within what medians differ by. */
#define AS_GOOD 1.02
#define SECONDS 5.0 /* for each size */

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

static void study(struct table *sweep, struct table *choices, const char *name, const graph_matrix *A,
                  const graph_matrix *B)
{
    static struct published_way way[WAYS];
    const struct published_options *o = sweep->options;
    double ms[WAYS], best, lowest_ms, best_ms, from, to;
    uint64_t products;
    for (int k = 0; k < WAYS; k++) {
        way[k] = (struct published_way){
            .descriptor = *GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA, .method = GRAPH_METHOD_HYBRID_DIA,
                                            .threads = o->threads,
                                            .split = k == FORMULA   ? GRAPH_SPLIT_BANDS
                                                     : k == DYNAMIC ? GRAPH_SPLIT_DYNAMIC
                                                                    : GRAPH_SPLIT_SHARE)};
        way[k].descriptor.cpu_share = k < SHARES ? shares[k] : 0;
    }
    published_take_turns(way, WAYS, A, B, o->trials, SECONDS);
    table_text(sweep, "%s", name);
    for (int k = 0; k < WAYS; k++) {
        ms[k] = published_median_ms(&way[k]);
        if (k < SHARES)
            table_number(sweep, ms[k], 3);
    }
    table_number(sweep, way[0].rounds, 0);
    table_number(sweep, published_noise(way, SHARES), 1);
    table_row_end(sweep);
    int lowest = find_best(&best, &lowest_ms, ms);
    best_ms = published_best_ms(way, SHARES);
    BENCH_OK(graph_spgemm_products(&products, A, B, NULL));
    table_text(choices, "%s", name);
    table_number(choices, 1e-6 * (double)products, 1);
    table_number(choices, 1e-6 * (double)way[0].entries, 1);
    table_number(choices, ms[0], 3);
    table_number(choices, ms[SHARES - 1], 3);
    table_number(choices, shares[lowest], 0);
    table_number(choices, best, 1);
    find_range(&from, &to, ms, best, lowest_ms);
    table_number(choices, from, 0);
    table_number(choices, to, 0);
    table_number(choices, lowest_ms, 3);
    table_number(choices, best_ms, 3);
    for (int k = FORMULA; k < WAYS; k++) {
        double share = published_median_share(&way[k]);
        table_number(choices, share, 1);
        table_number(choices, ms[k], 3);
        table_number(choices, 100 * (ms[k] / best_ms - 1), 1);
        if (k == FORMULA)
            table_number(choices, fabs(share - best), 1);
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
    static const char *const columns[] = {"Matrix",     "products M",     "entries M", "ms t = 0",
                                          "ms t = 100", "lowest t",       "best t",    "as good from",
                                          "to",         "ms lowest",      "* best",    "formula t",
                                          "ms formula", "formula loss %", "off by",    "dynamic t",
                                          "ms dynamic", "dynamic loss %", NULL};
    static struct table sweep, choices;
    static char text[SHARES][24];
    const char *sweep_columns[SHARES + 4] = {"Matrix", [SHARES + 1] = "rounds",
                                             [SHARES + 2] = "halves differ %"};
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
