/* Triangle counts: preparation and counting apart. */
#include <stdlib.h>

#include "bench/cuda/bench_gpu.h"
#include "cuda/triangles/triangles_host.h"

#define DEGREE(A, v) ((A)->row_start[(v) + 1] - (A)->row_start[v])

struct times {
    double prepare, count;
    struct triangles_arguments arguments;
};

static struct times count_once(struct graph_triangles_request *r)
{
    const struct graph_cuda_device *device = graph__cuda_device(NULL);
    struct triangles_arguments arguments;
    cudaEvent_t event[3];
    float prepare = 0, count = 0;
    for (int k = 0; k < 3; k++)
        bench_check(cudaEventCreate(&event[k]) == cudaSuccess, "events");
    struct cuda_call *call = graph__cuda_begin();
    cudaEventRecord(event[0], device->stream);
    BENCH_OK(graph__cuda_triangles_prepare(call, &arguments, r));
    cudaEventRecord(event[1], device->stream);
    BENCH_OK(graph__cuda_triangles_count(call, &arguments));
    cudaEventRecord(event[2], device->stream);
    BENCH_OK(graph__cuda_wait());
    graph__cuda_end(call);
    cudaEventElapsedTime(&prepare, event[0], event[1]);
    cudaEventElapsedTime(&count, event[1], event[2]);
    for (int k = 0; k < 3; k++)
        cudaEventDestroy(event[k]);
    return (struct times){.prepare = prepare, .count = count, .arguments = arguments};
}

struct work {
    double probes, probes_outside, bit_pairs; /* the core takes pairs of bits instead */
};

/* Numbers by falling degree. */
static int32_t *numbers_of(const struct graph_csr *A)
{
    int64_t *start = calloc((size_t)A->rows + 2, sizeof *start);
    int32_t *number = malloc((size_t)A->rows * sizeof *number);
    bench_check(start != NULL && number != NULL, "out of memory");
    for (int64_t v = 0; v < A->rows; v++)
        start[A->rows - DEGREE(A, v) + 1]++;
    for (int64_t d = 0; d <= A->rows; d++)
        start[d + 1] += start[d];
    for (int64_t v = 0; v < A->rows; v++)
        number[v] = (int32_t)start[A->rows - DEGREE(A, v)]++;
    free(start);
    return number;
}

/* Probes: the sum over edges of the shorter of both ends' lists of neighbours with smaller numbers. */
static struct work work_of(const struct graph_csr *A, const struct triangles_arguments *a)
{
    int32_t *number = numbers_of(A), *length = calloc((size_t)A->rows, sizeof *length);
    double probes = 0, outside = 0, pairs = 0;
    bench_check(length != NULL, "out of memory");
#pragma omp parallel for schedule(dynamic, 1024)
    for (int64_t v = 0; v < A->rows; v++)
        for (int64_t k = A->row_start[v]; k < A->row_start[v + 1]; k++)
            length[v] += number[A->column[k]] < number[v];
#pragma omp parallel for schedule(dynamic, 1024) reduction(+ : probes, outside)
    for (int64_t v = 0; v < A->rows; v++)
        for (int64_t k = A->row_start[v]; k < A->row_start[v + 1]; k++) {
            const int32_t w = A->column[k];
            if (number[w] < number[v]) {
                const int32_t shorter = length[v] < length[w] ? length[v] : length[w];
                probes += shorter;
                outside += TRIANGLES_IN_CORE(a, number[v], number[w]) ? 0 : shorter;
            }
        }
    for (int64_t i = 0; i < a->core_rows; i += TRIANGLES_CORE_TILE)
        for (int64_t j = 0; j <= i && TRIANGLES_IN_CORE(a, i, j); j += TRIANGLES_CORE_TILE)
            pairs +=
                (double)TRIANGLES_CORE_TILE * TRIANGLES_CORE_TILE * ((double)j + TRIANGLES_CORE_TILE / 2);
    free(number);
    free(length);
    return (struct work){probes, outside, pairs};
}

/* Milliseconds: a sector for each edge where there are records; else a look-up for each probe, 32 a cycle and
 * multiprocessor, and the pairs of bits of the core. */
static double bound_of(const struct work *w, const struct triangles_arguments *a, double edges)
{
    enum { PROCESSORS = 132, BANKS = 32 };
    const double cycles = 1.98e9, sectors = 150e9, bit_pairs = 5155e12;
    return 1e3 * (a->record != NULL
                      ? edges / sectors
                      : w->probes_outside / (PROCESSORS * BANKS * cycles) + w->bit_pairs / bit_pairs);
}

static void contest_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    enum { MOST = 100 };
    struct graph_triangles_request cpu = {.A = g->host, .is_symmetric = true, .threads = graph_get_threads()};
    struct graph_triangles_request gpu = {.A = g->device, .is_symmetric = true};
    double prepare[MOST], count[MOST], both[MOST];
    struct times once = {.prepare = 0};
    int trials = bench->trials < MOST ? bench->trials : MOST;
    BENCH_OK(graph__cpu()->triangles(&cpu));
    BENCH_OK(graph__cuda_backend.triangles(&gpu));
    bench_check(cpu.count == gpu.count && cpu.edges == gpu.edges,
                "%s: %llu triangles, CPU %llu; edges %llu, %llu", name, (unsigned long long)gpu.count,
                (unsigned long long)cpu.count, (unsigned long long)gpu.edges, (unsigned long long)cpu.edges);
    for (int t = 0; t < trials; t++) {
        once = count_once(&gpu);
        prepare[t] = once.prepare;
        count[t] = once.count;
        both[t] = once.prepare + once.count;
    }
    const struct work work = work_of(&g->host, &once.arguments);
    double bound = bound_of(&work, &once.arguments, (double)gpu.edges), median = bench_median(count, trials);
    bench_row(bench);
    bench_text(bench, "triangles", name);
    bench_number(bench, "count", (double)gpu.count, 0);
    bench_number(bench, "prepare_ms", bench_median(prepare, trials), 4);
    bench_number(bench, "count_ms", median, 4);
    bench_number(bench, "both_ms", bench_median(both, trials), 4);
    bench_number(bench, "probes_M", work.probes / 1e6, 1);
    bench_number(bench, "outside_core_M", work.probes_outside / 1e6, 1);
    bench_number(bench, "core_T_pairs", work.bit_pairs / 1e12, 3);
    bench_number(bench, "bound_ms", bound, 4);
    bench_number(bench, "share_%", 100 * bound / median, 1);
    bench_row_end(bench);
}

void gpu_triangles(struct bench *bench)
{
    gpu_contest(bench, "kronecker 18", gpu_kronecker, 18, contest_on);
    gpu_contest(bench, "kronecker 20", gpu_kronecker, 20, contest_on);
    gpu_contest(bench, "uniform 20", gpu_uniform, 20, contest_on);
}
