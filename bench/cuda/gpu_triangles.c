/* Triangle counts by graph_triangles, the graph on the device, compared with the CPU's: counts, edges and, once, the
 * triangles at each vertex.  The bound is of the counting alone: the kernels' preparation is in the time. */
#include <stdlib.h>

#include "bench/cuda/bench_gpu.h"
#include "cuda/triangles/triangles_host.h"

#define DEGREE(A, v) ((A)->row_start[(v) + 1] - (A)->row_start[v])

struct count {
    const graph_matrix *A;
    graph_backend_kind backend;
    uint64_t triangles;
    graph_triangles_report report;
};

static void run_count(void *context)
{
    struct count *c = context;
    c->report.size = sizeof c->report;
    BENCH_OK(graph_triangles(&c->triangles, c->A,
                             &(const graph_triangles_options){.size = sizeof(graph_triangles_options),
                                                              .backend = c->backend,
                                                              .report = &c->report}));
}

/* How the kernels share the work, for the bound. */
static struct triangles_arguments arguments_of(const struct gpu_graph *g)
{
    struct graph_triangles_request r = {.A = g->device, .is_symmetric = true};
    struct triangles_arguments arguments;
    struct cuda_call *call = graph__cuda_begin();
    BENCH_OK(graph__cuda_triangles_prepare(call, &arguments, &r));
    graph__cuda_end(call);
    BENCH_OK(graph__cuda_wait());
    return arguments;
}

static void compare_vertices(const graph_matrix *A)
{
    graph_vector *at[2] = {NULL, NULL};
    for (int k = 0; k < 2; k++) {
        uint64_t count;
        BENCH_OK(graph_triangles(
            &count, A,
            &(const graph_triangles_options){.size = sizeof(graph_triangles_options),
                                             .backend = k == 0 ? GRAPH_BACKEND_CPU : GRAPH_BACKEND_CUDA,
                                             .per_vertex = &at[k]}));
    }
    gpu_same_vectors("triangles at each vertex", at[0], at[1], GRAPH_INT64);
    graph_vector_release(&at[0]);
    graph_vector_release(&at[1]);
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
    graph_matrix *A = gpu_matrix(g);
    struct count cpu = {.A = A, .backend = GRAPH_BACKEND_CPU}, gpu = {.A = A, .backend = GRAPH_BACKEND_CUDA};
    const struct gpu_measured measured =
        gpu_measure(&(const struct gpu_call){.run = run_count, .context = &gpu}, bench->trials);
    run_count(&cpu);
    const double began = bench_seconds();
    run_count(&cpu);
    const double cpu_ms = 1e3 * (bench_seconds() - began);
    bench_check(cpu.triangles == gpu.triangles && cpu.report.edges == gpu.report.edges,
                "%s: %llu triangles, CPU %llu; edges %llu, %llu", name, (unsigned long long)gpu.triangles,
                (unsigned long long)cpu.triangles, (unsigned long long)gpu.report.edges,
                (unsigned long long)cpu.report.edges);
    compare_vertices(A);
    const struct triangles_arguments arguments = arguments_of(g);
    const struct work work = work_of(&g->host, &arguments);
    const double bound = bound_of(&work, &arguments, (double)gpu.report.edges);
    bench_row(bench);
    bench_text(bench, "triangles", name);
    bench_number(bench, "count", (double)gpu.triangles, 0);
    bench_number(bench, "ms", measured.warm.ms, 4);
    bench_number(bench, "wall_ms", measured.warm.wall_ms, 4);
    bench_number(bench, "first_ms", measured.first_ms, 2);
    bench_number(bench, "cpu_ms", cpu_ms, 2);
    bench_number(bench, "probes_M", work.probes / 1e6, 1);
    bench_number(bench, "outside_core_M", work.probes_outside / 1e6, 1);
    bench_number(bench, "core_T_pairs", work.bit_pairs / 1e12, 3);
    bench_number(bench, "bound_ms", bound, 4);
    bench_number(bench, "share_%", 100 * bound / measured.warm.ms, 1);
    bench_row_end(bench);
    graph_matrix_release(&A);
}

void gpu_triangles(struct bench *bench)
{
    gpu_contest(bench, "kronecker 18", gpu_kronecker, 18, contest_on);
    gpu_contest(bench, "kronecker 20", gpu_kronecker, 20, contest_on);
    gpu_contest(bench, "uniform 20", gpu_uniform, 20, contest_on);
}
