/* Squares of the sixteen matrices of generators.h on the GPU, under one semiring after the other.
 *
 *     bench_gpu_mxm [--json] [--trials N] [--peers] [--method auto|rows|blocks] [--values eighths|fine|wide]
 *                   [--semiring NAME]... [MATRIX...]
 *     bench_gpu_mxm --random N [--seed S] [--draw K] [--most E] [--products P] [--seconds T] [--json] [--trials N]
 *                   [--semiring NAME]...
 *     bench_gpu_mxm ... --without FAMILY... | --ablation
 *
 * ms is the time between two CUDA events on the library's stream, before and after one call of graph_spgemm whose operand
 * is on the device: analysis, memory from the library's pool, numeric part, and what the host waits for between.  wall_ms
 * is the wall clock of the same between two waits for the device, with the records of the events in it.  Both are medians
 * of warm calls; cold_ms is the wall clock of the first call.  `gather` is the share of the bound by which each product
 * fetches its entry of B, `compulsory` that by which A, B and C move once, both at 4.3 TB/s.  With --peers the engines of
 * cuSPARSE make the products of fp64 and fp32 plus_times in the same run, timed by events too, and are compared with ours
 * entry by entry, within the rounding of the sums.
 *
 * The second form multiplies random draws (bench/support/random_draws.h, gpu_mxm_random.h) and always races cuSPARSE;
 * without --semiring over plus_times_fp64 alone.
 *
 * --without leaves a family of kernels out (cuda/mxm/analysis/mxm_families.h).  --ablation leaves out one after the other
 * and prints, for each product and in the mean, the time without it over the time with it, over the first semiring; no
 * peers run.
 *
 * At the end: geometric means of the ratios to cuSPARSE, and of the first semiring's time over that of each other one. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/bench.h"
#include "core/backends.h"
#include "core/matrix/matrix.h"
#include "cuda/runtime/memory.h"
#include "cuda/runtime/modules.h"
#include "bench/support/generators.h"
#include "bench/cuda/gpu_clock.h"
#include "bench/cuda/gpu_mxm_ablation.h"
#include "bench/peers/peer_cusparse.h"
#include "bench/cuda/gpu_mxm_random.h"
#include "bench/cuda/product_download.h"

enum { MOST_TRIALS = 64, MOST_SEMIRINGS = 16 };
static const double memory_rate = 4.3e12;

static const char *const usual_semirings[] = {"plus_times_fp64", "plus_times_fp32", "min_plus_fp32",
                                              "or_and_bool",     "any_pair_bool",   "plus_pair_fp32"};

static struct bench bench;
static bool has_peers, has_ablation;
static struct gpu_ablation ablation;
static graph_method method = GRAPH_METHOD_AUTO;
static enum bench_values values = BENCH_EIGHTHS;

/* For each semiring: cuSPARSE's time over ours, and the time of the first semiring over ours. */
static struct bench_mean to_peers[MOST_SEMIRINGS], to_first[MOST_SEMIRINGS];

/* NULL: there is no such file. */
static graph_matrix *load(const char *name)
{
    struct bench_graph file = {0};
    graph_read_options options = {.size = sizeof options, .weights = GRAPH_WEIGHTS_DROP};
    if (strcmp(name, "cnr-2000") == 0)
        options.loops = GRAPH_LOOPS_DROP;
    if (!bench_find(&file, name))
        return NULL;
    graph_matrix *A = bench_load(&file, &options);
    bench_forget(&file);
    return A;
}

/* One square: the matrix, its arrays on the device, and what is measured. */
struct square {
    const char *matrix;
    const struct graph_semiring *semiring;
    const graph_matrix *matrix_A;
    struct graph_csr A;
    int64_t products;
    struct gpu_times warm, cold;
    int64_t entries;
    size_t peak_bytes;
    struct bench_product product; /* with values of fp64 and fp32 alone */
};

static struct gpu_times run_once(struct square *s, bool is_checked)
{
    const cudaStream_t stream = graph__cuda_device(NULL)->stream;
    graph_matrix *C = NULL;
    struct graph_csr view;
    gpu_clock_start(stream);
    BENCH_OK(graph_spgemm(&C, s->semiring, s->matrix_A, s->matrix_A,
                          GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA, .method = method)));
    const struct gpu_times times = gpu_clock_stop(stream);
    BENCH_OK(graph__matrix_view(&view, C, graph__backend(GRAPH_BACKEND_CUDA)));
    s->entries = view.entries;
    if (is_checked) {
        const graph_type type = s->semiring->type;
        const bool has_values = type == GRAPH_FP64 || type == GRAPH_FP32;
        s->product = product_download(s->A.rows, view.entries, view.row_start, NULL, view.column,
                                      has_values ? view.value : NULL, type);
        BENCH_CLAIM(bench_product_sort(&s->product) == 0, "%s: rows are not sorted", s->matrix);
    }
    graph_matrix_release(&C);
    return times;
}

static void measure(struct square *s)
{
    struct gpu_times times[MOST_TRIALS];
    size_t before = graph__cuda_bytes_held();
    graph__cuda_bytes_peak(true);
    s->cold = run_once(s, false);
    s->peak_bytes = graph__cuda_bytes_peak(false) - before;
    /* The first product may have been made another way, and the second be the first to ask for its kernels. */
    graph__cuda_modules_finish();
    run_once(s, true);
    graph__cuda_modules_finish();
    for (int t = 0; t < bench.trials; t++)
        times[t] = run_once(s, false);
    s->warm = gpu_clock_median(times, bench.trials);
}

static double bound_ms(const struct square *s, int64_t fetched)
{
    size_t entry = 4 + (s->semiring->reads != GRAPH_READS_NONE ? s->semiring->value_bytes : 0);
    return 1e3 * ((double)entry * (double)(s->A.entries + fetched + s->entries) + 12.0 * (double)s->A.rows) /
           memory_rate;
}

/* The best of cuSPARSE's engines over ours; each must give the same product. */
static void race_peers(const struct square *s, const struct graph_csr *host, struct bench_mean *mean)
{
    int value_bytes = (int)s->semiring->value_bytes;
    int32_t *row_start = malloc((size_t)(host->rows + 1) * sizeof *row_start), *there = NULL;
    bench_check(row_start != NULL, "out of memory");
    for (int64_t i = 0; i <= host->rows; i++)
        row_start[i] = (int32_t)host->row_start[i];
    struct peer_operand A = {.rows = host->rows,
                             .columns = host->columns,
                             .entries = host->entries,
                             .column = s->A.column,
                             .value = s->A.value,
                             .value_bytes = value_bytes};
    BENCH_OK(CUDA_NEW(there, host->rows + 1));
    BENCH_OK(graph__cuda_upload(there, row_start, (size_t)(host->rows + 1) * sizeof *row_start));
    A.row_start = there;
    double best = 0;
    for (int engine = 0; engine < PEER_ENGINES; engine++) {
        struct bench_product theirs;
        const double ms = peer_product_times(&A, &A, engine, 3, &theirs).ms;
        bench_number(&bench, peer_engine_names[engine], ms, 2);
        if (ms < 0)
            continue;
        bench_product_same(s->matrix, &s->product, &theirs, host->row_start);
        bench_product_close(&theirs);
        best = best == 0 || ms < best ? ms : best;
    }
    bench_number(&bench, "ratio", best / s->warm.ms, 2);
    if (best > 0)
        bench_mean_add(mean, best / s->warm.ms, host->entries == host->rows * host->rows);
    graph__cuda_release(there);
    free(row_start);
}

/* Returns our ms.  *with_values: A with values, of the last call's type; this one's afterwards. */
static double square(const char *name, const graph_matrix *A, const char *semiring_name,
                     graph_matrix **with_values, struct bench_mean *mean)
{
    struct square s = {.matrix = name, .semiring = graph_semiring_by_name(semiring_name)};
    bench_check(s.semiring != NULL, "%s", graph_last_error());
    struct graph_csr host;
    graph_type type = GRAPH_PATTERN;
    if (*with_values != NULL)
        BENCH_OK(graph_matrix_type(&type, *with_values));
    if (type != s.semiring->type) {
        graph_matrix_release(with_values);
        *with_values = bench_with_values_of(A, s.semiring->type, values);
    }
    BENCH_OK(graph__matrix_view(&host, *with_values, graph__cpu()));
    for (int64_t k = 0; k < host.entries; k++)
        s.products += host.row_start[host.column[k] + 1] - host.row_start[host.column[k]];
    s.matrix_A = *with_values;
    BENCH_OK(graph__matrix_view(&s.A, s.matrix_A, graph__backend(GRAPH_BACKEND_CUDA)));
    measure(&s);
    bench_row(&bench);
    bench_text(&bench, "matrix", name);
    bench_text(&bench, "semiring", semiring_name);
    bench_number(&bench, "ms", s.warm.ms, 4);
    bench_number(&bench, "wall_ms", s.warm.wall_ms, 4);
    bench_number(&bench, "cold_ms", s.cold.wall_ms, 1);
    bench_number(&bench, "products_M", 1e-6 * (double)s.products, 2);
    bench_number(&bench, "entries_M", 1e-6 * (double)s.entries, 2);
    bench_number(&bench, "G/s", 1e-6 * (double)s.products / s.warm.ms, 1);
    bench_number(&bench, "gather", bound_ms(&s, s.products) / s.warm.ms, 2);
    bench_number(&bench, "compulsory", bound_ms(&s, s.A.entries) / s.warm.ms, 2);
    bench_number(&bench, "peak_MB", 1e-6 * (double)s.peak_bytes, 0);
    if (has_peers &&
        (strcmp(semiring_name, "plus_times_fp64") == 0 || strcmp(semiring_name, "plus_times_fp32") == 0))
        race_peers(&s, &host, mean);
    bench_row_end(&bench);
    fflush(stdout);
    bench_product_close(&s.product);
    return s.warm.ms;
}

/* One matrix under all semirings. */
static void squares(const char *name, const graph_matrix *A, const char *const *semirings, int count)
{
    graph_matrix *with_values = NULL;
    double first_ms = 0;
    if (has_ablation) {
        const graph_semiring *semiring = graph_semiring_by_name(semirings[0]);
        bench_check(semiring != NULL, "%s", graph_last_error());
        with_values = bench_with_values_of(A, semiring->type, values);
        gpu_ablation_add(&ablation, name, with_values, with_values, semiring);
        graph_matrix_release(&with_values);
        return;
    }
    for (int s = 0; s < count; s++) {
        const double ms = square(name, A, semirings[s], &with_values, &to_peers[s]);
        first_ms = s == 0 ? ms : first_ms;
        bench_mean_add(&to_first[s], first_ms / ms, bench_is_full(A));
    }
    graph_matrix_release(&with_values);
}

static void print_means(const char *const *semirings, int count)
{
    char text[BENCH_MEAN_TEXT];
    for (int s = 0; s < count; s++) {
        if (to_peers[s].all.count > 0)
            printf("%s, cuSPARSE's best / ours: %s\n", semirings[s], bench_mean_text(text, &to_peers[s]));
        if (s > 0 && to_first[s].all.count > 0)
            printf("%s / %s: %s\n", semirings[0], semirings[s], bench_mean_text(text, &to_first[s]));
    }
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"json", no_argument, NULL, 'j'},
                                            {"trials", required_argument, NULL, 't'},
                                            {"peers", no_argument, NULL, 'p'},
                                            {"semiring", required_argument, NULL, 's'},
                                            {"method", required_argument, NULL, 'm'},
                                            {"values", required_argument, NULL, 'v'},
                                            {"without", required_argument, NULL, 'w'},
                                            {"ablation", no_argument, NULL, 'a'},
                                            {NULL, 0, NULL, 0}};
    const char *semirings[MOST_SEMIRINGS], *why;
    int count = 0, choice;
    struct bench_random random;
    const bool is_random = bench_random_options(&random, &argc, argv);
    bench = (struct bench){.name = "gpu_mxm", .trials = 10};
    while ((choice = getopt_long(argc, argv, "", options, NULL)) != -1) {
        bench.is_json = bench.is_json || choice == 'j';
        has_peers = has_peers || choice == 'p';
        has_ablation = has_ablation || choice == 'a';
        if (choice == 'w')
            graph__cuda_disable_families(graph__cuda_disabled_families() | gpu_family_bit(optarg));
        if (choice == 't')
            bench.trials = atoi(optarg);
        if (choice == 's' && count < MOST_SEMIRINGS)
            semirings[count++] = optarg;
        if (choice == 'm')
            method = strcmp(optarg, "rows") == 0     ? GRAPH_METHOD_ROW_ROW
                     : strcmp(optarg, "blocks") == 0 ? GRAPH_METHOD_BITMAP
                                                     : GRAPH_METHOD_AUTO;
        if (choice == 'v')
            values = strcmp(optarg, "fine") == 0   ? BENCH_FINE
                     : strcmp(optarg, "wide") == 0 ? BENCH_WIDE
                                                   : BENCH_EIGHTHS;
        bench_check(choice != '?',
                    "usage: bench_gpu_mxm [--json] [--trials N] [--peers] [--method auto|rows|blocks] "
                    "[--values eighths|fine|wide] [--semiring NAME]... [--without FAMILY]... [--ablation] "
                    "[MATRIX...] | " BENCH_RANDOM_USAGE);
    }
    bench_check(bench.trials > 0 && bench.trials <= MOST_TRIALS, "--trials is 1 .. %d", (int)MOST_TRIALS);
    if (count == 0)
        for (; count < (is_random ? 1 : MOST_SEMIRINGS) &&
               count < (int)(sizeof usual_semirings / sizeof usual_semirings[0]);
             count++)
            semirings[count] = usual_semirings[count];
    ablation.trials = bench.trials;
    bool has_device = graph__cuda_device(&why) != NULL;
    bench_check(has_device, "%s", why);
    graph_set_strict(true); /* nothing is to run on the CPU instead */
    int first = optind;
    if (is_random) {
        bench_check(first == argc, "draws take no matrix, such as '%s'", argv[first]);
        if (has_ablation) {
            gpu_mxm_random_ablation(&ablation, &random, graph_semiring_by_name(semirings[0]));
            gpu_ablation_print(&ablation);
        } else
            gpu_mxm_random(&bench, &random, semirings, count);
        return 0;
    }
    for (int k = 0; k < BENCH_SQUARES; k++) {
        const char *name = bench_square_name(k);
        bool is_wanted = first == argc;
        for (int a = first; a < argc; a++)
            is_wanted = is_wanted || strcmp(argv[a], name) == 0;
        if (!is_wanted)
            continue;
        graph_matrix *A = bench_square(k);
        if (A == NULL)
            A = load(name);
        if (A == NULL) {
            fprintf(stderr, "%s is not in $SEMIGRAPH_DATASETS or datasets/\n", name);
            continue;
        }
        squares(name, A, semirings, count);
        graph_matrix_release(&A);
    }
    if (has_ablation)
        gpu_ablation_print(&ablation);
    else if (!bench.is_json)
        print_means(semirings, count);
    return 0;
}
