/* Sparse times dense and sparse times vector on the GPU, compared with cuSPARSE on the same arrays.
 *
 *     bench_gpu_spmm [--json] [--trials N] [--columns N]... [MATRIX...]
 *     bench_gpu_spmm --random N [--seed S] [--draw K] [--most E] [--seconds T] [--json] [--trials N] [--columns N]...
 *
 * The second form takes random draws (bench/support/random_draws.h).
 *
 * Ours are graph_csrmm on arrays in device memory and graph_mxv on a vector whose copy is on the device, as A is; the result
 * stays there.  Times are by CUDA events on one stream around several calls in a row, for both libraries: the median of
 * the trials.  wall_ms is the wall clock of the same.  first_ms is the wall clock of the first call, which for cuSPARSE has
 * its preparation too.  Answers are compared element by element, within the rounding of their sums.
 *
 * The bound is the time in which the GPU copies as many bytes as A, B and C have, each moved once.  For a product with a
 * vector, two more times are printed: of reading its entries alone, and of reading with each its element of the vector
 * (vector_reads.h). */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/gpu_spmm.h"
#include "bench/support/generators.h"

enum { WIDTHS = 6, MATRICES = 14 };
static const int64_t widths[WIDTHS] = {0, 8, 32, 64, 128, 256};
static const bool is_usual[WIDTHS] = {true, false, true, true, true, true};

/* The matrices: the classes of the squares that are large enough for a dense operand, then at sizes that fill the GPU. */
static const struct {
    const char *name;
    int square; /* the number among the squares, or -1 */
} matrices[MATRICES] = {{"stencil9_1000", 0}, {"stencil7_110", 1}, {"fem_30_3", 2},       {"fem_20_6", 3},
                        {"band_24", 4},       {"uniform_8", 5},    {"rmat_16_8", 6},      {"web_1M", -1},
                        {"circuit_200k", 8},  {"dense_1200", 10},  {"stencil9_2000", -1}, {"uniform_16", -1},
                        {"rmat_20_16", -1},   {"web_4M", -1}};

static graph_matrix *matrix_of(int k)
{
    if (matrices[k].square >= 0)
        return bench_square(matrices[k].square);
    switch (k) {
    case 7:
        return bench_web(1000000, 1.6, 1.05);
    case 10:
        return bench_stencil_9(2000);
    case 11:
        return bench_uniform(2000000, 16);
    case 12:
        return bench_rmat(20, 16);
    default:
        return bench_web(4000000, 1.6, 1.05);
    }
}

static void race_matrix(struct bench *bench, int k, const bool *wants_width, struct bench_mean *mean)
{
    struct gpu_sparse s;
    graph_matrix *pattern = matrix_of(k), *A = bench_with_values(pattern, GRAPH_FP32);
    gpu_sparse_open(&s, A);
    for (int w = 0; w < WIDTHS; w++)
        if (wants_width[w])
            bench_mean_add(&mean[w], gpu_spmm_race(bench, matrices[k].name, &s, widths[w], NULL),
                           s.A.entries == s.A.rows * s.A.columns);
    fflush(stdout);
    gpu_sparse_close(&s);
    graph_matrix_release(&pattern);
    graph_matrix_release(&A);
}

/* A draw has so many rows and columns that both dense matrices together have this many elements, 1 GiB. */
static const int64_t most_elements = (int64_t)1 << 28;

static void race_draws(struct bench *bench, struct bench_random *random, const bool *wants_width)
{
    struct bench_ratio_list lists[WIDTHS] = {0};
    for (int64_t k; bench_random_more(&k, random);)
        for (int w = 0; w < WIDTHS; w++) {
            const int64_t width = widths[w] > 0 ? widths[w] : 1;
            struct gpu_sparse s;
            if (!wants_width[w])
                continue;
            struct bench_draw draw = bench_draw_operand(random, k, GRAPH_FP32, most_elements / width);
            gpu_sparse_open(&s, draw.A);
            const double ratio = gpu_spmm_race(bench, draw.name, &s, widths[w], &draw);
            if (ratio > 0) /* or no algorithm of cuSPARSE takes this matrix */
                bench_ratios_add(&lists[w], &draw, ratio);
            gpu_sparse_close(&s);
            bench_draw_close(&draw);
        }
    for (int w = 0; w < WIDTHS; w++) {
        char what[64];
        snprintf(what, sizeof what, "--columns %lld, cuSPARSE's best / ours",
                 (long long)(widths[w] > 0 ? widths[w] : 1));
        lists[w].what = what;
        if (!bench->is_json)
            bench_ratios_print(&lists[w], random);
        bench_ratios_close(&lists[w]);
    }
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"json", no_argument, NULL, 'j'},
                                            {"trials", required_argument, NULL, 't'},
                                            {"columns", required_argument, NULL, 'c'},
                                            {NULL, 0, NULL, 0}};
    struct bench bench = {.name = "gpu_spmm", .trials = 7};
    struct bench_mean mean[WIDTHS];
    bool wants_width[WIDTHS] = {false}, wants_all = true;
    const char *why;
    int choice;
    struct bench_random random;
    const bool is_random = bench_random_options(&random, &argc, argv);
    memset(mean, 0, sizeof mean);
    while ((choice = getopt_long(argc, argv, "", options, NULL)) != -1) {
        bench.is_json = bench.is_json || choice == 'j';
        if (choice == 't')
            bench.trials = atoi(optarg);
        for (int w = 0; w < WIDTHS && choice == 'c'; w++)
            wants_width[w] = wants_width[w] || atoi(optarg) == (w > 0 ? (int)widths[w] : 1);
        wants_all = wants_all && choice != 'c';
        bench_check(choice != '?', "usage: bench_gpu_spmm [--json] [--trials N] [--columns N]... "
                                   "[MATRIX...] | " BENCH_RANDOM_USAGE);
    }
    bench_check(bench.trials > 0 && bench.trials <= GPU_SPMM_TRIALS, "--trials is 1 .. %d",
                (int)GPU_SPMM_TRIALS);
    for (int w = 0; w < WIDTHS; w++)
        wants_width[w] = wants_width[w] || (wants_all && is_usual[w]);
    bench_check(graph_backend_available(GRAPH_BACKEND_CUDA, &why), "%s", why);
    const double copy_rate = gpu_spmm_open();
    if (!bench.is_json)
        printf("copy: %.0f GB/s\n", copy_rate * 1e-6);
    bench_check(!is_random || optind == argc, "draws take no matrix, such as '%s'",
                is_random && optind < argc ? argv[optind] : "");
    if (is_random)
        race_draws(&bench, &random, wants_width);
    for (int k = 0; k < MATRICES && !is_random; k++) {
        bool is_wanted = optind == argc;
        for (int a = optind; a < argc; a++)
            is_wanted = is_wanted || strcmp(argv[a], matrices[k].name) == 0;
        if (is_wanted)
            race_matrix(&bench, k, wants_width, mean);
    }
    char text[BENCH_MEAN_TEXT];
    for (int w = 0; w < WIDTHS && !bench.is_json; w++)
        if (mean[w].all.count > 0)
            printf("%lld columns, cuSPARSE's best / ours: %s\n", (long long)(widths[w] > 0 ? widths[w] : 1),
                   bench_mean_text(text, &mean[w]));
    gpu_spmm_close();
    return 0;
}
