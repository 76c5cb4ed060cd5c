/* Floyd-Warshall on dense random weights against the arithmetic bound; sampled rows are checked by Dijkstra's method, and
 * their predecessors by the distances.
 *
 * wall_ms is the wall clock of graph_apsp from a matrix to arrays, both on the host: it has the rows go to the device and
 * come back.  rounds_ms is what the device takes of it: one entry of the back end on rows that lie there, by CUDA
 * events. */
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"

enum { SAMPLES = 16, MOST_WITH_PATHS = 16384 };

struct weights {
    const char *name;
    graph_type type;
    int64_t most; /* the largest */
    bool has_paths;
    double pairs_per_s; /* the measured ceiling */
};

/* Weights 1 .. most; floating ones are eighths, so that sums are exact. */
static void fill(void *weight, graph_type type, int64_t n, int64_t most)
{
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            int64_t w = i == j ? 0 : 1 + (int64_t)(gpu_mix((uint64_t)(i * n + j)) % (uint64_t)most);
            if (type == GRAPH_FP32)
                ((float *)weight)[i * n + j] = (float)w / 8;
            else
                ((int32_t *)weight)[i * n + j] = (int32_t)w;
        }
}

static double element(const void *array, graph_type type, int64_t at)
{
    return type == GRAPH_FP32 ? ((const float *)array)[at] : ((const int32_t *)array)[at];
}

static bool row_is_right(const void *weight, const void *distance, graph_type type, int64_t n, int64_t source)
{
    double *best = malloc((size_t)n * sizeof *best);
    char *done = calloc((size_t)n, 1);
    bool right = best != NULL && done != NULL;
    for (int64_t v = 0; right && v < n; v++)
        best[v] = element(weight, type, source * n + v);
    for (int64_t round = 0; right && round < n; round++) {
        int64_t u = -1;
        for (int64_t v = 0; v < n; v++)
            if (!done[v] && (u < 0 || best[v] < best[u]))
                u = v;
        done[u] = 1;
        right = best[u] == element(distance, type, source * n + u);
        for (int64_t v = 0; v < n; v++) {
            double through = best[u] + element(weight, type, u * n + v);
            best[v] = through < best[v] ? through : best[v];
        }
    }
    free(best);
    free(done);
    return right;
}

/* Each predecessor is one edge before its vertex on a shortest path. */
static bool paths_are_right(const void *weight, const void *distance, const int32_t *before, graph_type type,
                            int64_t n, int64_t source)
{
    bool right = before[source * n + source] == source;
    for (int64_t v = 0; right && v < n; v++) {
        const int64_t u = before[source * n + v];
        right = u >= 0 && u < n &&
                (v == source || element(distance, type, source * n + u) + element(weight, type, u * n + v) ==
                                    element(distance, type, source * n + v));
    }
    return right;
}

/* The complete graph with these weights, which it owns then. */
static graph_matrix *complete_graph(void *weight, graph_type type, int64_t n)
{
    int64_t *row_start = malloc((size_t)(n + 1) * sizeof *row_start);
    int32_t *column = malloc((size_t)(n * n) * sizeof *column);
    bench_check(row_start != NULL && column != NULL, "out of memory");
#pragma omp parallel for
    for (int64_t i = 0; i <= n; i++) {
        row_start[i] = i * n;
        for (int64_t j = 0; j < n && i < n; j++)
            column[i * n + j] = (int32_t)j;
    }
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = type,
                           .rows = (graph_index)n,
                           .columns = (graph_index)n,
                           .entries = (graph_index)(n * n),
                           .row = row_start,
                           .column = column,
                           .value = weight,
                           .start_bits = 64,
                           .index_bits = 32,
                           .ownership = GRAPH_MOVE};
    graph_matrix *A = NULL;
    BENCH_OK(graph_matrix_import(&A, &arrays));
    return A;
}

/* The rounds of the back end on rows that lie on the device, without predecessors or with them. */
static double time_rounds(const void *weight, const struct weights *kind, int64_t n)
{
    const cudaStream_t stream = graph__cuda_device(NULL)->stream;
    const size_t bytes = (size_t)(n * n) * graph_type_size(kind->type), before_bytes = (size_t)(n * n) * 4;
    struct graph_floyd_warshall_request r = {
        .type = kind->type, .n = n, .stride = n, .predecessor_stride = n, .threads = 1};
    double ms[3];
    const int trials = n > 20000 ? 1 : 3;
    r.distance = gpu_room(bytes);
    r.predecessor = kind->has_paths ? gpu_room(before_bytes) : NULL;
    for (int t = 0; t < trials; t++) {
        BENCH_OK(graph__cuda_upload(r.distance, weight, bytes));
        if (kind->has_paths) /* what they hold does not change the work */
            bench_check(cudaMemsetAsync(r.predecessor, 0, before_bytes, stream) == cudaSuccess,
                        "setting bytes");
        gpu_clock_start(stream);
        BENCH_OK(graph__cuda_backend.floyd_warshall(&r));
        ms[t] = gpu_clock_stop(stream).ms;
    }
    graph__cuda_release(r.distance);
    graph__cuda_release(r.predecessor);
    return bench_median(ms, trials);
}

/* Into arrays that are there, so that no pages are made in the warm calls. */
struct contest {
    const graph_matrix *A;
    graph_dense distance, before;
};

static void run_floyd(void *context)
{
    struct contest *c = context;
    const graph_apsp_options o = {
        .size = sizeof o, .backend = GRAPH_BACKEND_CUDA, .method = GRAPH_APSP_FLOYD_WARSHALL};
    BENCH_OK(graph_apsp(&c->distance, c->before.value != NULL ? &c->before : NULL, c->A, &o));
}

static graph_dense square_of(graph_type type, int64_t n)
{
    const graph_dense square = {.size = sizeof square,
                                .type = type,
                                .layout = GRAPH_ROW_MAJOR,
                                .rows = (graph_index)n,
                                .columns = (graph_index)n,
                                .value = malloc((size_t)(n * n) * graph_type_size(type))};
    bench_check(square.value != NULL, "out of memory");
    return square;
}

static void contest_on(struct bench *bench, const struct weights *kind, int64_t n)
{
    const graph_type type = kind->type;
    void *weight = malloc((size_t)(n * n) * graph_type_size(type));
    int wrong = 0, trials = n > 20000 ? 1 : 3;
    bench_check(weight != NULL, "out of memory");
    fill(weight, type, n, kind->most);
    graph_matrix *A = complete_graph(weight, type, n);
    struct contest c = {.A = A, .distance = square_of(type, n)};
    if (kind->has_paths)
        c.before = square_of(GRAPH_INT32, n);
    const struct gpu_measured measured =
        gpu_measure(&(const struct gpu_call){.run = run_floyd, .context = &c}, trials);
    const double rounds_ms = time_rounds(weight, kind, n);
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : wrong)
    for (int s = 0; s < SAMPLES; s++) {
        const int64_t source = (int64_t)(gpu_mix((uint64_t)s) % (uint64_t)n);
        wrong +=
            !row_is_right(weight, c.distance.value, type, n, source) ||
            (kind->has_paths && !paths_are_right(weight, c.distance.value, c.before.value, type, n, source));
    }
    bench_check(wrong == 0, "%s, n = %lld: %d of %d rows are wrong", kind->name, (long long)n, wrong,
                (int)SAMPLES);
    const double bound = 1e3 * (double)n * (double)n * (double)n / kind->pairs_per_s;
    bench_row(bench);
    bench_text(bench, "floyd_warshall", kind->name);
    bench_number(bench, "n", (double)n, 0);
    bench_number(bench, "wall_ms", measured.warm.wall_ms, 2);
    bench_number(bench, "first_ms", measured.first_ms, 1);
    bench_number(bench, "rounds_ms", rounds_ms, 2);
    bench_number(bench, "bound_ms", bound, 2);
    bench_number(bench, "share_%", 100 * bound / rounds_ms, 1);
    bench_number(bench, "share_of_call_%", 100 * bound / measured.warm.wall_ms, 1);
    bench_row_end(bench);
    graph_matrix_release(&A);
    free(c.distance.value);
    free(c.before.value);
}

void gpu_floyd(struct bench *bench)
{
    static const int64_t size[] = {2048, 8192, 16384, 32768};
    static const struct weights kind[] = {
        {"fp32", GRAPH_FP32, 1 << 10, false, 14.1e12},
        {"int32", GRAPH_INT32, 1 << 20, false, 16.5e12},
        {"int32 in 16 bits", GRAPH_INT32, 1000, false, 32.9e12},
        {"fp32, predecessors", GRAPH_FP32, 1 << 10, true, 14.1e12},
        {"int32, predecessors", GRAPH_INT32, 1 << 20, true, 16.5e12},
    };
    for (size_t s = 0; s < sizeof size / sizeof size[0]; s++)
        for (size_t k = 0; k < sizeof kind / sizeof kind[0]; k++) {
            char name[64];
            snprintf(name, sizeof name, "%s, n = %lld", kind[k].name, (long long)size[s]);
            if (gpu_is_wanted(name) && (!kind[k].has_paths || size[s] <= MOST_WITH_PATHS))
                contest_on(bench, &kind[k], size[s]);
        }
}
