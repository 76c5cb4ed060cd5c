/* Plans of squares on the GPU, compared with cuSPARSE's SpGEMMreuse: the twelve generated matrices of the sixteen squares.
 *
 *     bench_gpu_plan [--json] [--trials N] [--semiring NAME] [MATRIX...]
 *
 * ms is the time between CUDA events before and after graph_spgemm_plan_run on the stream, the median of warm calls: the
 * check of the patterns, memory for the values, and the numeric phase; reuse_ms that of cusparseSpGEMMreuse_compute, into
 * memory that is there; full_ms that of graph_spgemm.  wall_ms and reuse_wall_ms are the wall clock between two waits for
 * the device.  The products are compared entry by entry, within the rounding of their sums. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/bench.h"
#include "core/backends.h"
#include "core/matrix/matrix.h"
#include "cuda/runtime/memory.h"
#include "bench/support/generators.h"
#include "bench/cuda/gpu_clock.h"
#include "bench/peers/peer_cusparse_reuse.h"

enum { MOST_TRIALS = 64 };

static struct bench bench;
static struct bench_mean mean;

struct square {
    const graph_semiring *semiring;
    const graph_matrix *A;
    const graph_spgemm_plan *plan; /* NULL: the whole product */
    graph_matrix *C;
};

static void multiply(struct square *s)
{
    graph_matrix_release(&s->C);
    if (s->plan != NULL)
        BENCH_OK(graph_spgemm_plan_run(&s->C, s->plan, s->A, s->A));
    else
        BENCH_OK(
            graph_spgemm(&s->C, s->semiring, s->A, s->A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA)));
}

static struct gpu_times median(struct square *s)
{
    const cudaStream_t stream = graph__cuda_device(NULL)->stream;
    struct gpu_times times[MOST_TRIALS];
    multiply(s);
    multiply(s);
    for (int t = 0; t < bench.trials; t++) {
        gpu_clock_start(stream);
        multiply(s);
        times[t] = gpu_clock_stop(stream);
    }
    return gpu_clock_median(times, bench.trials);
}

/* cuSPARSE on the same arrays, which must give the product in C. */
static void race_peer(const char *name, const struct square *s, struct gpu_times warm)
{
    const struct graph_backend *device = graph__backend(GRAPH_BACKEND_CUDA);
    struct graph_csr A, host;
    struct peer_reuse peer;
    BENCH_OK(graph__matrix_view(&host, s->A, graph__cpu()));
    BENCH_OK(graph__matrix_view(&A, s->A, device));
    int value_bytes = (int)s->semiring->value_bytes;
    int32_t *row_start = malloc((size_t)(A.rows + 1) * sizeof *row_start), *there = NULL;
    bench_check(row_start != NULL, "out of memory");
    for (int64_t i = 0; i <= A.rows; i++)
        row_start[i] = (int32_t)host.row_start[i];
    BENCH_OK(CUDA_NEW(there, A.rows + 1));
    BENCH_OK(graph__cuda_upload(there, row_start, (size_t)(A.rows + 1) * sizeof *row_start));
    free(row_start);
    const struct peer_operand square = {.rows = A.rows,
                                        .columns = A.columns,
                                        .entries = A.entries,
                                        .row_start = there,
                                        .column = A.column,
                                        .value = A.value,
                                        .value_bytes = value_bytes};
    if (peer_square_reuse(&peer, &square, bench.trials)) {
        struct bench_product C = bench_product_of(s->C);
        BENCH_CLAIM(bench_product_sort(&C) == 0, "%s: rows are not sorted", name);
        bench_product_same(name, &C, &peer.C, host.row_start);
        bench_product_close(&C);
        bench_product_close(&peer.C);
        bench_number(&bench, "reuse_ms", peer.warm.ms, 4);
        bench_number(&bench, "reuse_wall_ms", peer.warm.wall_ms, 4);
        bench_number(&bench, "reuse_MB", 1e-6 * (double)peer.bytes, 1);
        bench_number(&bench, "ratio", peer.warm.ms / warm.ms, 2);
        bench_mean_add(&mean, peer.warm.ms / warm.ms, bench_is_full(s->A));
    } else
        bench_text(&bench, "reuse_ms", "fails");
    graph__cuda_release(there);
}

static void square(const char *name, const graph_matrix *pattern, const char *semiring_name)
{
    struct square s = {.semiring = graph_semiring_by_name(semiring_name)};
    graph_spgemm_plan *plan = NULL;
    graph_matrix *A;
    uint64_t products = 0, bytes = 0;
    bench_check(s.semiring != NULL, "%s", graph_last_error());
    s.A = A = bench_with_values(pattern, s.semiring->type);
    BENCH_OK(graph_spgemm_products(&products, A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    const struct gpu_times full = median(&s);
    BENCH_OK(graph__cuda_wait());
    double start = bench_seconds();
    BENCH_OK(
        graph_spgemm_plan_create(&plan, s.semiring, A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA)));
    BENCH_OK(graph__cuda_wait());
    double create_ms = 1e3 * (bench_seconds() - start);
    BENCH_OK(graph_spgemm_plan_bytes(&bytes, plan));
    s.plan = plan;
    const struct gpu_times warm = median(&s);
    bench_row(&bench);
    bench_text(&bench, "matrix", name);
    bench_text(&bench, "semiring", semiring_name);
    bench_number(&bench, "products_M", 1e-6 * (double)products, 2);
    bench_number(&bench, "full_ms", full.ms, 4);
    bench_number(&bench, "create_ms", create_ms, 2);
    bench_number(&bench, "plan_MB", 1e-6 * (double)bytes, 1);
    bench_number(&bench, "ms", warm.ms, 4);
    bench_number(&bench, "wall_ms", warm.wall_ms, 4);
    bench_number(&bench, "G/s", 1e-6 * (double)products / warm.ms, 1);
    if (s.semiring->kind == GRAPH_PLUS_TIMES)
        race_peer(name, &s, warm);
    bench_row_end(&bench);
    fflush(stdout);
    graph_spgemm_plan_release(&plan);
    graph_matrix_release(&s.C);
    graph_matrix_release(&A);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"json", no_argument, NULL, 'j'},
                                            {"trials", required_argument, NULL, 't'},
                                            {"semiring", required_argument, NULL, 's'},
                                            {NULL, 0, NULL, 0}};
    const char *semiring = "plus_times_fp64", *why;
    int choice;
    bench = (struct bench){.name = "gpu_plan", .trials = 10};
    while ((choice = getopt_long(argc, argv, "", options, NULL)) != -1) {
        bench.is_json = bench.is_json || choice == 'j';
        if (choice == 't')
            bench.trials = atoi(optarg);
        if (choice == 's')
            semiring = optarg;
        bench_check(choice != '?',
                    "usage: bench_gpu_plan [--json] [--trials N] [--semiring NAME] [MATRIX...]");
    }
    bench_check(bench.trials > 0 && bench.trials <= MOST_TRIALS, "--trials is 1 .. %d", (int)MOST_TRIALS);
    bench_check(graph_backend_available(GRAPH_BACKEND_CUDA, &why), "%s", why);
    for (int k = 0; k < BENCH_SQUARES; k++) {
        const char *name = bench_square_name(k);
        bool is_wanted = optind == argc;
        for (int a = optind; a < argc; a++)
            is_wanted = is_wanted || strcmp(argv[a], name) == 0;
        graph_matrix *pattern = is_wanted ? bench_square(k) : NULL;
        if (pattern != NULL)
            square(name, pattern, semiring);
        graph_matrix_release(&pattern);
    }
    char text[BENCH_MEAN_TEXT];
    if (mean.all.count > 0 && !bench.is_json)
        printf("cuSPARSE's SpGEMMreuse / ours: %s\n", bench_mean_text(text, &mean));
    return 0;
}
