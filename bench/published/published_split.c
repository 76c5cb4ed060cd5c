/* The split study of Matam et al.: products of the CPU and a GPU together.  How times are taken and what the best time is:
 * published_shares.c. */
#include "bench/support/generators.h"
#include "bench/published/published.h"
#include "bench/published/published_shares.h"

static const double shares[] = {0, 2, 4, 6, 8, 10, 12, 15, 20, 30, 50, 100};
enum { SHARES = sizeof shares / sizeof shares[0], SPLITS = 3, ALONE = SHARES + SPLITS, WAYS };
#define SECONDS 3.0 /* for each matrix */

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

/* One row of the sweep over t and one of the ways to split.  Alone: the library's product on the device and then the
 * copy of it. */
static void study(struct table *curve, struct table *choices, const char *name, graph_matrix *A)
{
    static const graph_split splits[SPLITS] = {GRAPH_SPLIT_FIXED, GRAPH_SPLIT_HEURISTIC, GRAPH_SPLIT_DYNAMIC};
    static struct published_way way[WAYS];
    const struct published_options *o = curve->options;
    double ms[WAYS], best_ms;
    uint64_t products;
    int lowest = 0;
    for (int k = 0; k < WAYS; k++) {
        bool is_share = k < SHARES;
        way[k] = (struct published_way){
            .descriptor = *GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA, .threads = o->threads,
                                            .method = k == ALONE ? GRAPH_METHOD_AUTO : GRAPH_METHOD_HYBRID)};
        way[k].descriptor.split = is_share ? GRAPH_SPLIT_SHARE : k < ALONE ? splits[k - SHARES] : 0;
        way[k].descriptor.cpu_share = is_share ? shares[k] : 0;
    }
    published_time_rounds(way, WAYS, A, A, o->trials, SECONDS);
    table_text(curve, "%s", name);
    for (int k = 0; k < WAYS; k++) {
        ms[k] = published_median_ms(&way[k]);
        if (k >= SHARES)
            continue;
        lowest = ms[k] < ms[lowest] ? k : lowest;
        table_number(curve, ms[k], 2);
    }
    table_number(curve, way[0].rounds, 0);
    table_number(curve, published_noise(way, SHARES), 1);
    table_row_end(curve);
    best_ms = published_best_ms(way, SHARES);
    BENCH_OK(graph_spgemm_products(&products, A, A, NULL));
    table_text(choices, "%s", name);
    table_number(choices, 1e-6 * (double)products, 1);
    table_number(choices, 1e-6 * (double)way[0].entries, 1);
    table_number(choices, ms[ALONE], 2);
    table_number(choices, ms[0], 2);
    table_number(choices, ms[SHARES - 1], 2);
    table_number(choices, shares[lowest], 0);
    table_number(choices, best_ms, 2);
    for (int k = SHARES; k < ALONE; k++) {
        table_number(choices, published_median_share(&way[k]), 1);
        table_number(choices, ms[k], 2);
        table_number(choices, 100 * (ms[k] / best_ms - 1), 1);
    }
    table_row_end(choices);
}

void published_split(const struct published_options *o)
{
    static const char *const columns[] = {
        "Matrix",       "products M",       "entries M",   "ms GPU, copy", "ms t = 0",       "ms t = 100",
        "best t",       "* best",           "| fixed t",   "ms fixed",     "fixed loss %",   "| heuristic t",
        "ms heuristic", "heuristic loss %", "| dynamic t", "ms dynamic",   "dynamic loss %", NULL};
    static struct table curve, choices;
    static char text[SHARES][24];
    const char *curve_columns[SHARES + 4] = {"Matrix", [SHARES + 1] = "rounds",
                                             [SHARES + 2] = "halves differ %"};
    const char *name;
    for (int k = 0; k < SHARES; k++) {
        snprintf(text[k], sizeof text[k], "t = %g", shares[k]);
        curve_columns[1 + k] = text[k];
    }
    graph_set_stats(true);
    table_open(&curve, o, "split-sweep",
               "Matam, Bharadwaj, Kothapalli: milliseconds over the share of the CPU, the result on the "
               "host, medians",
               curve_columns);
    table_open(&choices, o, "split",
               "Matam, Bharadwaj, Kothapalli: ways to split, in milliseconds and percent", columns);
    for (int k = 0; (name = name_of(k)) != NULL; k++) {
        if (!table_rows_are_wanted(&curve, &choices, name))
            continue;
        graph_matrix *pattern = make(k), *A = bench_with_values(pattern, GRAPH_FP64);
        study(&curve, &choices, name, A);
        graph_matrix_release(&A);
        graph_matrix_release(&pattern);
    }
    table_close(&curve);
    table_close(&choices);
    graph_set_stats(false);
}
