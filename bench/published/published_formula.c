/* The split of products of diagonals by the formula of Matam et al., compared with the share that is measured to be the
 * best, for the sizes of their figure 11.
 *
 * How times are taken and what the best time is: published_shares.c.  The curve is flat at its lowest point and each median
 * is off by some percent, so the best share is the middle of those that are nearly as good (base/lowest.h).  The CPU's part
 * is up to 10 % faster or slower as long as its operands lie where they are and its threads run where they do; so all sizes
 * are visited several times, each time with operands made anew, and the rounds of all visits count. */
#include <math.h>

#include "base/lowest.h"
#include "bench/support/generators.h"
#include "bench/published/published.h"
#include "bench/published/published_shares.h"

static const double shares[] = {0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 70, 80, 100};
enum { SHARES = sizeof shares / sizeof shares[0], FORMULA = SHARES, DYNAMIC, WAYS };
/* Times the lowest point: so high are shares that are as good, within what medians differ by. */
#define AS_GOOD 1.02
#define SECONDS 5.0 /* for each size */
enum { VISITS = 3, SIZES = 6 };

/* Diagonals of A and of B. */
static const int counts[SIZES][2] = {{3, 4}, {3, 5}, {3, 6}, {2, 5}, {4, 5}, {5, 5}};

struct size {
    char name[TABLE_TEXT];
    bool is_wanted;
    uint64_t products;
    struct published_way way[WAYS];
};

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

static void open_ways(struct published_way *way, int threads)
{
    for (int k = 0; k < WAYS; k++) {
        way[k] = (struct published_way){
            .descriptor = *GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA, .method = GRAPH_METHOD_HYBRID_DIA,
                                            .threads = threads,
                                            .split = k == FORMULA   ? GRAPH_SPLIT_BANDS
                                                     : k == DYNAMIC ? GRAPH_SPLIT_DYNAMIC
                                                                    : GRAPH_SPLIT_SHARE)};
        way[k].descriptor.cpu_share = k < SHARES ? shares[k] : 0;
    }
}

static void add_rows(struct table *curve, struct table *choices, const struct size *size)
{
    const struct published_way *way = size->way;
    double ms[WAYS], best, lowest_ms, best_ms, from, to;
    table_text(curve, "%s", size->name);
    for (int k = 0; k < WAYS; k++) {
        ms[k] = published_median_ms(&way[k]);
        if (k < SHARES)
            table_number(curve, ms[k], 3);
    }
    table_number(curve, way[0].rounds, 0);
    table_number(curve, published_noise(way, SHARES), 1);
    table_row_end(curve);
    int lowest = find_best(&best, &lowest_ms, ms);
    best_ms = published_best_ms(way, SHARES);
    table_text(choices, "%s", size->name);
    table_number(choices, 1e-6 * (double)size->products, 1);
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

/* All sizes with so many rows. */
static void study(struct table *curve, struct table *choices, int64_t rows)
{
    static struct size sizes[SIZES];
    const struct published_options *o = curve->options;
    for (int k = 0; k < SIZES; k++) {
        open_ways(sizes[k].way, o->threads);
        snprintf(sizes[k].name, sizeof sizes[k].name, "%d: %d x %d", (int)rows, counts[k][0], counts[k][1]);
        sizes[k].is_wanted = table_rows_are_wanted(curve, choices, sizes[k].name);
    }
    for (int visit = 0; visit < VISITS; visit++)
        for (int k = 0; k < SIZES; k++) {
            if (!sizes[k].is_wanted)
                continue;
            graph_matrix *A = make(rows, counts[k][0]), *B = make(rows, counts[k][1]);
            published_time_rounds(sizes[k].way, WAYS, A, B, (o->trials + VISITS - 1) / VISITS,
                                  SECONDS / VISITS);
            BENCH_OK(graph_spgemm_products(&sizes[k].products, A, B, NULL));
            graph_matrix_release(&A);
            graph_matrix_release(&B);
        }
    for (int k = 0; k < SIZES; k++)
        if (sizes[k].is_wanted)
            add_rows(curve, choices, &sizes[k]);
}

void published_band_split(const struct published_options *o)
{
    static const char *const columns[] = {"Matrix",     "products M",     "entries M", "ms t = 0",
                                          "ms t = 100", "lowest t",       "best t",    "as good from",
                                          "to",         "ms lowest",      "* best",    "| formula t",
                                          "ms formula", "formula loss %", "off by",    "| dynamic t",
                                          "ms dynamic", "dynamic loss %", NULL};
    static struct table curve, choices;
    static char text[SHARES][24];
    const char *curve_columns[SHARES + 4] = {"Matrix", [SHARES + 1] = "rounds",
                                             [SHARES + 2] = "halves differ %"};
    for (int k = 0; k < SHARES; k++) {
        snprintf(text[k], sizeof text[k], "t = %g", shares[k]);
        curve_columns[1 + k] = text[k];
    }
    graph_set_stats(true);
    table_open(&curve, o, "formula-sweep",
               "Matam, Bharadwaj, Kothapalli, figure 11: milliseconds over the share of the CPU, medians",
               curve_columns);
    table_open(&choices, o, "formula",
               "Matam, Bharadwaj, Kothapalli, figure 11: the share by the formula, ms and percent", columns);
    for (int64_t rows = 51200; rows <= 512000; rows *= 10)
        study(&curve, &choices, rows);
    table_close(&curve);
    table_close(&choices);
    graph_set_stats(false);
}
