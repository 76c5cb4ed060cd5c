/* See gpu_mxm_random.h.  ms is the time between two events around one public call, whose operands are on the device; the
 * median of warm calls.  cuSPARSE is timed in the same way, with every algorithm that it has, and counts with the best. */
#include "bench/cuda/gpu_mxm_random.h"

#include <stdlib.h>
#include <string.h>

#include "bench/cuda/gpu_clock.h"
#include "bench/cuda/product_download.h"
#include "bench/peers/peer_cusparse.h"
#include "core/backends.h"
#include "core/matrix/matrix.h"
#include "cuda/runtime/memory.h"
#include "cuda/runtime/modules.h"

/* Bytes of device memory for each product that a draw may have: the engine of cuSPARSE that stores all of them takes
 * most, some 40. */
enum { BYTES_OF_PRODUCT = 64, PEER_TRIALS = 3, MOST_TRIALS = 64, MOST_SEMIRINGS = 16 };
static const double long_ms = 50; /* a product that takes longer is timed three times */

static const graph_descriptor *const on_cpu =
    &(const graph_descriptor){.size = sizeof(graph_descriptor), .backend = GRAPH_BACKEND_CPU};
static const graph_descriptor *const on_device =
    &(const graph_descriptor){.size = sizeof(graph_descriptor), .backend = GRAPH_BACKEND_CUDA};

/* A product of one draw over one semiring. */
struct product {
    const struct bench_draw *draw;
    const graph_semiring *semiring;
    bool has_peer, has_values;
    struct graph_csr A, B; /* on the device */
    const int64_t *A_row_start;
    struct gpu_times warm, cold;
    struct bench_product result;
    double peer_ms[PEER_ENGINES], best_peer_ms;
};

static struct gpu_times run_once(struct product *p, bool is_checked)
{
    const cudaStream_t stream = graph__cuda_device(NULL)->stream;
    graph_matrix *C = NULL;
    struct graph_csr view;
    gpu_clock_start(stream);
    BENCH_OK(graph_spgemm(&C, p->semiring, p->draw->A, p->draw->B, on_device));
    const struct gpu_times times = gpu_clock_stop(stream);
    if (is_checked) {
        BENCH_OK(graph__matrix_view(&view, C, graph__backend(GRAPH_BACKEND_CUDA)));
        p->result = product_download(p->A.rows, view.entries, view.row_start, NULL, view.column,
                                     p->has_values ? view.value : NULL, p->semiring->type);
        BENCH_CLAIM(bench_product_sort(&p->result) == 0, "%s: rows are not sorted", p->draw->name);
    }
    graph_matrix_release(&C);
    return times;
}

static void measure(struct product *p, int trials)
{
    struct gpu_times times[MOST_TRIALS];
    p->cold = run_once(p, false);
    /* The first product may have been made another way, and the second be the first to ask for its kernels. */
    graph__cuda_modules_finish();
    times[0] = run_once(p, true);
    graph__cuda_modules_finish();
    if (times[0].ms > long_ms && trials > 3)
        trials = 3;
    for (int t = 0; t < trials; t++)
        times[t] = run_once(p, false);
    p->warm = gpu_clock_median(times, trials);
}

/* Row starts of 32 bits on the device. */
static int32_t *narrow_starts(const int64_t *row_start, int64_t rows)
{
    int32_t *here = malloc((size_t)(rows + 1) * sizeof *here), *there = NULL;
    bench_check(here != NULL, "out of memory");
    for (int64_t i = 0; i <= rows; i++)
        here[i] = (int32_t)row_start[i];
    BENCH_OK(CUDA_NEW(there, rows + 1));
    BENCH_OK(graph__cuda_upload(there, here, (size_t)(rows + 1) * sizeof *here));
    free(here);
    return there;
}

static struct peer_operand peer_operand_of(const graph_matrix *A, const struct graph_csr *view,
                                           size_t value_bytes)
{
    struct graph_csr host;
    BENCH_OK(graph__matrix_view(&host, A, graph__cpu()));
    return (struct peer_operand){.rows = view->rows,
                                 .columns = view->columns,
                                 .entries = view->entries,
                                 .row_start = narrow_starts(host.row_start, host.rows),
                                 .column = view->column,
                                 .value = view->value,
                                 .value_bytes = (int)value_bytes};
}

static void race_peers(struct product *p)
{
    const bool is_square = p->draw->A == p->draw->B;
    const struct peer_operand A = peer_operand_of(p->draw->A, &p->A, p->semiring->value_bytes),
                              B = is_square ? A
                                            : peer_operand_of(p->draw->B, &p->B, p->semiring->value_bytes);
    for (int engine = 0; engine < PEER_ENGINES; engine++) {
        struct bench_product theirs;
        const double ms = p->peer_ms[engine] = peer_product_times(&A, &B, engine, PEER_TRIALS, &theirs).ms;
        if (ms < 0)
            continue;
        bench_product_same(p->draw->name, &p->result, &theirs, p->A_row_start);
        bench_product_close(&theirs);
        p->best_peer_ms = p->best_peer_ms == 0 || ms < p->best_peer_ms ? ms : p->best_peer_ms;
    }
    graph__cuda_release((void *)A.row_start);
    if (!is_square)
        graph__cuda_release((void *)B.row_start);
}

/* Ends the program unless the CPU makes the same entries: sums within their rounding, everything else exactly. */
static void compare_with_cpu(const struct product *p)
{
    graph_matrix *C = NULL;
    struct graph_csr view;
    BENCH_OK(graph_spgemm(&C, p->semiring, p->draw->A, p->draw->B, on_cpu));
    BENCH_OK(graph__matrix_view(&view, C, graph__cpu()));
    struct bench_product here = {0};
    if (p->has_values)
        here = bench_product_of(C);
    else {
        here = bench_product_open(view.rows, view.entries, p->semiring->type, false);
        memcpy(here.row_start, view.row_start, (size_t)(view.rows + 1) * sizeof *here.row_start);
        memcpy(here.column, view.column, (size_t)view.entries * sizeof *here.column);
    }
    int64_t *exact = calloc((size_t)view.rows + 1, sizeof *exact);
    bench_check(exact != NULL, "out of memory");
    const bool is_sum = strncmp(p->semiring->name, "plus_", strlen("plus_")) == 0;
    bench_product_same(p->draw->name, &p->result, &here, is_sum ? p->A_row_start : exact);
    bench_product_close(&here);
    graph_matrix_release(&C);
    free(exact);
}

static void print(struct bench *bench, const struct product *p, double ratio)
{
    bench_row(bench);
    bench_text(bench, "family", p->draw->name);
    bench_number(bench, "draw", (double)p->draw->number, 0);
    bench_text(bench, "semiring", p->semiring->name);
    bench_number(bench, "rows", (double)p->A.rows, 0);
    bench_number(bench, "inner", (double)p->A.columns, 0);
    bench_number(bench, "columns", (double)p->B.columns, 0);
    bench_number(bench, "entries", (double)p->A.entries, 0);
    bench_number(bench, "products", (double)p->draw->products, 0);
    bench_number(bench, "ms", p->warm.ms, 4);
    bench_number(bench, "wall_ms", p->warm.wall_ms, 4);
    bench_number(bench, "cold_ms", p->cold.wall_ms, 1);
    for (int engine = 0; engine < PEER_ENGINES && p->has_peer; engine++)
        bench_number(bench, peer_engine_names[engine], p->peer_ms[engine], 3);
    bench_number(bench, "ratio", ratio, 2);
    bench_row_end(bench);
}

/* Returns our ms.  first_ms: that of the first semiring, 0 for itself. */
static double multiply(struct bench *bench, const struct bench_draw *draw, const graph_semiring *semiring,
                       double first_ms, struct bench_ratio_list *list)
{
    struct product p = {.draw = draw, .semiring = semiring};
    struct graph_csr host;
    p.has_peer =
        strcmp(semiring->name, "plus_times_fp64") == 0 || strcmp(semiring->name, "plus_times_fp32") == 0;
    p.has_values = semiring->type == GRAPH_FP64 || semiring->type == GRAPH_FP32;
    BENCH_OK(graph__matrix_view(&host, draw->A, graph__cpu()));
    p.A_row_start = host.row_start;
    BENCH_OK(graph__matrix_view(&p.A, draw->A, graph__backend(GRAPH_BACKEND_CUDA)));
    BENCH_OK(graph__matrix_view(&p.B, draw->B, graph__backend(GRAPH_BACKEND_CUDA)));
    measure(&p, bench->trials);
    if (p.has_peer)
        race_peers(&p);
    else
        compare_with_cpu(&p);
    const double base = p.has_peer ? p.best_peer_ms : first_ms;
    print(bench, &p, base / p.warm.ms);
    if (base > 0)
        bench_ratios_add(list, draw, base / p.warm.ms);
    bench_product_close(&p.result);
    return p.warm.ms;
}

static void check_memory(const struct bench_random *random)
{
    size_t available = 0, total = 0;
    bench_check(cudaMemGetInfo(&available, &total) == cudaSuccess,
                "the device does not tell its free memory");
    bench_check((double)available >= (double)BYTES_OF_PRODUCT * (double)random->most_products,
                "%.1f GB of device memory are free: --products is at most %.0f here",
                1e-9 * (double)available, (double)available / BYTES_OF_PRODUCT);
}

void gpu_mxm_random(struct bench *bench, struct bench_random *random, const char *const *semirings, int count)
{
    struct bench_ratio_list lists[MOST_SEMIRINGS] = {0};
    bench_check(count <= MOST_SEMIRINGS, "%d semirings", count);
    check_memory(random);
    for (int64_t k; bench_random_more(&k, random);) {
        double first_ms = 0;
        for (int s = 0; s < count; s++) {
            const graph_semiring *semiring = graph_semiring_by_name(semirings[s]);
            bench_check(semiring != NULL, "%s", graph_last_error());
            const bool has_values = semiring->type == GRAPH_FP64 || semiring->type == GRAPH_FP32;
            struct bench_draw draw =
                bench_draw_product(random, k, has_values ? semiring->type : GRAPH_PATTERN);
            const double ms = multiply(bench, &draw, semiring, first_ms, &lists[s]);
            first_ms = s == 0 ? ms : first_ms;
            bench_draw_close(&draw);
        }
        peer_product_trim();
    }
    for (int s = 0; s < count; s++) {
        char what[128];
        const bool has_peer = strncmp(semirings[s], "plus_times_fp", strlen("plus_times_fp")) == 0;
        if (has_peer)
            snprintf(what, sizeof what, "%s, cuSPARSE's best / ours", semirings[s]);
        else
            snprintf(what, sizeof what, "%s, time of %s / its time", semirings[s], semirings[0]);
        lists[s].what = what;
        if (!bench->is_json)
            bench_ratios_print(&lists[s], random);
        bench_ratios_close(&lists[s]);
    }
}

void gpu_mxm_random_ablation(struct gpu_ablation *ablation, struct bench_random *random,
                             const graph_semiring *semiring)
{
    const bool has_values = semiring->type == GRAPH_FP64 || semiring->type == GRAPH_FP32;
    check_memory(random);
    for (int64_t k; bench_random_more(&k, random);) {
        struct bench_draw draw = bench_draw_product(random, k, has_values ? semiring->type : GRAPH_PATTERN);
        char name[96];
        snprintf(name, sizeof name, "%s %lld", draw.name, (long long)k);
        gpu_ablation_add(ablation, name, draw.A, draw.B, semiring);
        bench_draw_close(&draw);
    }
}
