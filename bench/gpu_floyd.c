/* Floyd-Warshall on dense random weights against the arithmetic bound; sampled rows are checked by Dijkstra's method. */
#include <stdlib.h>
#include <string.h>

#include "bench_gpu.h"

enum { SAMPLES = 16 };

struct contest {
    struct graph_floyd_warshall_request request;
    void *fresh; /* the weights, on the device */
    size_t bytes;
};

static graph_status run_floyd(void *context)
{
    struct contest *c = context;
    return graph__cuda_backend.floyd_warshall(&c->request);
}

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

static void contest_on(struct bench *bench, graph_type type, int64_t n, int64_t most, double pairs_per_s,
                       const char *name)
{
    struct contest c = {.request = {.type = type, .n = n, .stride = n, .threads = 1},
                        .bytes = (size_t)(n * n) * graph_type_size(type)};
    void *weight = malloc(c.bytes), *distance = malloc(c.bytes);
    double ms[3];
    int wrong = 0, trials = n > 20000 ? 2 : 3;
    bench_check(weight != NULL && distance != NULL, "out of memory");
    fill(weight, type, n, most);
    c.fresh = gpu_give(weight, c.bytes);
    c.request.distance = gpu_room(c.bytes);
    for (int t = 0; t < trials; t++) {
        BENCH_OK(graph__cuda_copy(c.request.distance, c.fresh, c.bytes));
        ms[t] = gpu_time(run_floyd, &c);
    }
    BENCH_OK(graph__cuda_download(distance, c.request.distance, c.bytes));
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : wrong)
    for (int s = 0; s < SAMPLES; s++)
        wrong += !row_is_right(weight, distance, type, n, (int64_t)(gpu_mix((uint64_t)s) % (uint64_t)n));
    bench_check(wrong == 0, "%s, n = %lld: %d of %d rows are wrong", name, (long long)n, wrong, (int)SAMPLES);
    double median = bench_median(ms, trials), bound = 1e3 * (double)n * (double)n * (double)n / pairs_per_s;
    bench_row(bench);
    bench_text(bench, "floyd_warshall", name);
    bench_number(bench, "n", (double)n, 0);
    bench_number(bench, "ms", median, 2);
    bench_number(bench, "bound_ms", bound, 2);
    bench_number(bench, "share_%", 100 * bound / median, 1);
    bench_row_end(bench);
    graph__cuda_release(c.fresh);
    graph__cuda_release(c.request.distance);
    free(weight);
    free(distance);
}

void gpu_floyd(struct bench *bench)
{
    static const int64_t size[] = {2048, 8192, 16384, 32768};
    const char *only = getenv("FLOYD_MOST");
    for (int s = 0; s < 4; s++) {
        if (only != NULL && size[s] > atoi(only))
            continue;
        contest_on(bench, GRAPH_FP32, size[s], 1 << 10, 14.1e12, "fp32");
        contest_on(bench, GRAPH_INT32, size[s], 1 << 20, 16.5e12, "int32");
        contest_on(bench, GRAPH_INT32, size[s], 1000, 32.9e12, "int32 in 16 bits");
    }
}
