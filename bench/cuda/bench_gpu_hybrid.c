/* Products of the CPU and a GPU together, and products larger than the memory of the GPU.
 *
 *     bench_gpu_hybrid [--trials N] [--threads N] [--json] [stream | split | bands | formula]...
 *
 *   stream  a product whose result is at least 3 times the device memory that is allowed: the rate at which it comes to
 *           the host, compared with that of a plain copy from the device to page-locked memory, and what bounds it
 *   split   time over the CPU's share, and what each way to choose it loses, as bench_published makes it
 *   bands   squares of full bands by rows and by diagonals; operands and results stay on the device
 *   formula the split of products of diagonals by the formula of the paper, for the sizes of its figure 11 */
#include <cuda_runtime_api.h>
#include <math.h>
#include <string.h>

#include "bench/support/bench.h"
#include "core/backends.h"
#include "bench/support/generators.h"
#include "bench/published/published.h"

static struct bench bench;

/* GB/s of copies from the device to page-locked memory. */
static double copy_rate(void)
{
    enum { BYTES = 256 << 20 };
    void *here = NULL, *there = NULL;
    double best = INFINITY;
    BENCH_CLAIM(cudaMalloc(&there, BYTES) == cudaSuccess && cudaMallocHost(&here, BYTES) == cudaSuccess,
                "no memory");
    for (int trial = 0; trial < 5; trial++) {
        double begin = bench_seconds();
        BENCH_CLAIM(cudaMemcpy(here, there, BYTES, cudaMemcpyDeviceToHost) == cudaSuccess, "no copy");
        double seconds = bench_seconds() - begin;
        best = seconds < best ? seconds : best;
    }
    cudaFree(there);
    cudaFreeHost(here);
    return 1e-9 * BYTES / best;
}

/* Best and median milliseconds of a square, with the result on the host. */
static void square(double *best, double *median, graph_index *entries, graph_matrix *A, uint64_t limit)
{
    double ms[64] = {0};
    int trials = bench.trials < 64 ? bench.trials : 64;
    if (limit > 0)
        BENCH_OK(graph_set_device_memory(limit));
    for (int trial = -1; trial < trials; trial++) {
        graph_matrix *C = NULL;
        double begin = bench_seconds();
        BENCH_OK(graph_spgemm(&C, graph_semiring_by_name("plus_times_fp64"), A, A,
                              GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA, .threads = bench.threads)));
        if (limit == 0)
            BENCH_OK(graph_matrix_export(&(graph_arrays){.size = sizeof(graph_arrays)}, C, GRAPH_CSR,
                                         GRAPH_BORROW));
        if (trial >= 0)
            ms[trial] = 1e3 * (bench_seconds() - begin);
        BENCH_OK(graph_matrix_entries(entries, C));
        graph_matrix_release(&C);
    }
    BENCH_OK(graph_set_device_memory(0));
    *best = *median = ms[0];
    for (int k = 1; k < trials; k++)
        *best = ms[k] < *best ? ms[k] : *best;
    for (int k = 0; k < trials; k++) {
        int below = 0;
        for (int j = 0; j < trials; j++)
            below += ms[j] < ms[k] || (ms[j] == ms[k] && j < k);
        if (below == trials / 2)
            *median = ms[k];
    }
}

/* Milliseconds of a square whose result stays on the device, and its entries and sum. */
static double square_there(graph_index *entries, double *sum, graph_matrix *A, graph_method method)
{
    const struct graph_backend *device = graph__backend(GRAPH_BACKEND_CUDA);
    double best = INFINITY;
    graph_scalar total;
    for (int trial = -1; trial < bench.trials; trial++) {
        graph_matrix *C = NULL;
        BENCH_OK(device->wait());
        double begin = bench_seconds();
        BENCH_OK(graph_spgemm(&C, graph_semiring_by_name("plus_times_fp64"), A, A,
                              GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA, .method = method)));
        BENCH_OK(device->wait());
        double ms = 1e3 * (bench_seconds() - begin);
        best = trial >= 0 && ms < best ? ms : best;
        if (trial < 0) {
            BENCH_OK(graph_matrix_entries(entries, C));
            BENCH_OK(graph_reduce(&total, GRAPH_FP64, GRAPH_PLUS, C, NULL));
            *sum = total.value.f;
        }
        graph_matrix_release(&C);
    }
    return best;
}

static void stream(void)
{
    static const struct {
        const char *name;
        int64_t rows, each;
    } cases[] = {{"uniform 8", 2000000, 8}, {"uniform 16", 500000, 16}};
    double rate = copy_rate();
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        graph_matrix *pattern = bench_uniform(cases[k].rows, cases[k].each);
        graph_matrix *A = bench_with_values(pattern, GRAPH_FP64);
        graph_index entries;
        double plain, streamed, median, none, sum,
            kernels = square_there(&entries, &sum, A, GRAPH_METHOD_AUTO);
        square(&plain, &none, &entries, A, 0);
        double bytes = 12.0 * (double)entries + 8.0 * (double)cases[k].rows;
        square(&streamed, &median, &entries, A, (uint64_t)(bytes / 3));
        double reached = 1e-6 * bytes / streamed;
        bench_row(&bench);
        bench_text(&bench, "matrix", cases[k].name);
        bench_number(&bench, "result MB", 1e-6 * bytes, 0);
        bench_number(&bench, "allowed MB", 1e-6 * bytes / 3, 0);
        bench_number(&bench, "kernels", kernels, 1);
        bench_number(&bench, "at once ms", plain, 1);
        bench_number(&bench, "chunks ms", streamed, 1);
        bench_number(&bench, "median", median, 1);
        bench_number(&bench, "GB/s", reached, 1);
        bench_number(&bench, "copy GB/s", rate, 1);
        bench_number(&bench, "percent", 100 * reached / rate, 0);
        bench_text(&bench, "bound", kernels > 1e-6 * bytes / rate ? "kernels" : "copies");
        bench_row_end(&bench);
        fflush(stdout);
        graph_matrix_release(&A);
        graph_matrix_release(&pattern);
    }
}

static void bands(void)
{
    static const struct {
        int64_t rows, half_width;
    } cases[] = {{4000000, 1}, {2000000, 2}, {1000000, 4}, {500000, 8}, {400000, 12}, {200000, 24},
                 {400000, 1},  {40000, 1},   {10000, 4},   {4000, 1},   {4000, 12},   {1000, 24}};
    static const graph_method methods[] = {GRAPH_METHOD_ROW_ROW, GRAPH_METHOD_AUTO, GRAPH_METHOD_DIA};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        graph_matrix *pattern = bench_band(cases[k].rows, cases[k].half_width);
        graph_matrix *A = bench_with_values(pattern, GRAPH_FP64);
        graph_index entries[3];
        double ms[3], sum[3];
        char name[32];
        for (int m = 0; m < 3; m++) {
            ms[m] = square_there(&entries[m], &sum[m], A, methods[m]);
            BENCH_CLAIM(entries[m] == entries[0] && fabs(sum[m] - sum[0]) <= 1e-9 * fabs(sum[0]),
                        "%s: %llu entries and the sum %.17g instead of %llu and %.17g",
                        graph_method_at((size_t)methods[m])->name, (unsigned long long)entries[m], sum[m],
                        (unsigned long long)entries[0], sum[0]);
        }
        snprintf(name, sizeof name, "%d diagonals", (int)(2 * cases[k].half_width + 1));
        bench_row(&bench);
        bench_text(&bench, "matrix", name);
        bench_number(&bench, "rows", (double)cases[k].rows, 0);
        bench_number(&bench, "row_row", ms[0], 3);
        bench_number(&bench, "auto", ms[1], 3);
        bench_number(&bench, "dia", ms[2], 3);
        bench_number(&bench, "row_row/dia", ms[0] / ms[2], 2);
        bench_number(&bench, "auto/dia", ms[1] / ms[2], 2);
        /* Bytes that must move: both operands are A, and C with 12 bytes an entry. */
        double bytes =
            12.0 * (double)entries[0] + 12.0 * (double)cases[k].rows * (double)(2 * cases[k].half_width + 1);
        bench_number(&bench, "GB/s", 1e-6 * bytes / ms[2], 0);
        bench_row_end(&bench);
        fflush(stdout);
        graph_matrix_release(&A);
        graph_matrix_release(&pattern);
    }
}

/* A table of bench_published. */
static void published(void (*table)(const struct published_options *))
{
    const struct published_options options = {.backend = GRAPH_BACKEND_CUDA,
                                              .trials = bench.trials,
                                              .threads = bench.threads,
                                              .scale = 1,
                                              .measures = true};
    table(&options);
}

static void split(void) { published(published_split); }

static void formula(void) { published(published_band_split); }

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } tables[] = {{"stream", stream}, {"split", split}, {"bands", bands}, {"formula", formula}};
    enum { TABLES = sizeof tables / sizeof tables[0] };
    bool is_wanted[TABLES] = {false}, is_any = false;
    char *options[64] = {argv[0]};
    int option_count = 1;
    for (int k = 1; k < argc; k++) {
        bool is_table = false;
        for (int t = 0; t < TABLES; t++)
            if (strcmp(argv[k], tables[t].name) == 0)
                is_table = is_wanted[t] = is_any = true;
        if (!is_table && option_count < 62)
            options[option_count++] = argv[k];
    }
    options[option_count++] = (char *)"tiny"; /* the tables make their matrices; no file is looked for */
    bench_open(&bench, "gpu_hybrid", option_count, options);
    for (int t = 0; t < TABLES; t++)
        if (is_wanted[t] || !is_any) {
            bench.has_header = false;
            tables[t].run();
        }
    return bench_close(&bench);
}
