/* Triangle counts: preparation and counting apart.  The bound of the counting is one look-up in shared memory for
 * each member of the shorter list of every edge, at 32 a cycle and multiprocessor. */
#include <stdlib.h>
#include <string.h>

#include "bench_gpu.h"
#include "cuda/triangles_host.h"

struct times {
    double prepare, count;
};

static struct times count_once(struct graph_triangles_request *r)
{
    const struct graph_cuda_device *device = graph__cuda_device(NULL);
    struct graph_cuda_triangles state;
    cudaEvent_t event[3];
    float prepare = 0, count = 0;
    for (int k = 0; k < 3; k++)
        bench_check(cudaEventCreate(&event[k]) == cudaSuccess, "events");
    graph__cuda_begin();
    cudaEventRecord(event[0], device->stream);
    BENCH_OK(graph__cuda_triangles_prepare(&state, r));
    cudaEventRecord(event[1], device->stream);
    BENCH_OK(graph__cuda_triangles_count(&state));
    cudaEventRecord(event[2], device->stream);
    BENCH_OK(graph__cuda_wait());
    graph__cuda_end();
    cudaEventElapsedTime(&prepare, event[0], event[1]);
    cudaEventElapsedTime(&count, event[1], event[2]);
    for (int k = 0; k < 3; k++)
        cudaEventDestroy(event[k]);
    return (struct times){prepare, count};
}

/* The sum over edges of the shorter of both ends' lists of neighbours that are larger by (degree, number). */
static double probes_of(const struct graph_csr *A)
{
    int32_t *length = calloc((size_t)A->rows, sizeof *length);
    int64_t sum = 0;
    bench_check(length != NULL, "out of memory");
#define DEGREE(v)      (A->row_start[(v) + 1] - A->row_start[v])
#define IS_AFTER(w, v) (DEGREE(w) > DEGREE(v) || (DEGREE(w) == DEGREE(v) && (w) > (v)))
#pragma omp parallel for schedule(dynamic, 1024)
    for (int64_t v = 0; v < A->rows; v++)
        for (int64_t k = A->row_start[v]; k < A->row_start[v + 1]; k++)
            length[v] += IS_AFTER(A->column[k], v);
#pragma omp parallel for schedule(dynamic, 1024) reduction(+ : sum)
    for (int64_t v = 0; v < A->rows; v++)
        for (int64_t k = A->row_start[v]; k < A->row_start[v + 1]; k++) {
            int32_t w = A->column[k];
            if (IS_AFTER(w, v))
                sum += length[v] < length[w] ? length[v] : length[w];
        }
    free(length);
    return (double)sum;
}

static void contest_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    enum { MOST = 100 };
    struct graph_triangles_request cpu = {.A = g->host, .is_symmetric = true, .threads = graph_get_threads()};
    struct graph_triangles_request gpu = {.A = g->device, .is_symmetric = true};
    double prepare[MOST], count[MOST], both[MOST], probes = probes_of(&g->host);
    int trials = bench->trials < MOST ? bench->trials : MOST;
    BENCH_OK(graph__cpu()->triangles(&cpu));
    BENCH_OK(graph__cuda_backend.triangles(&gpu));
    bench_check(cpu.count == gpu.count && cpu.edges == gpu.edges,
                "%s: %llu triangles, CPU %llu; edges %llu, %llu", name, (unsigned long long)gpu.count,
                (unsigned long long)cpu.count, (unsigned long long)gpu.edges, (unsigned long long)cpu.edges);
    for (int t = 0; t < trials; t++) {
        struct times once = count_once(&gpu);
        prepare[t] = once.prepare;
        count[t] = once.count;
        both[t] = once.prepare + once.count;
    }
    double bound = 1e3 * probes / (132.0 * 32 * 1.98e9), median = bench_median(count, trials);
    bench_row(bench);
    bench_text(bench, "triangles", name);
    bench_number(bench, "count", (double)gpu.count, 0);
    bench_number(bench, "prepare_ms", bench_median(prepare, trials), 4);
    bench_number(bench, "count_ms", median, 4);
    bench_number(bench, "both_ms", bench_median(both, trials), 4);
    bench_number(bench, "probes_M", probes / 1e6, 1);
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
