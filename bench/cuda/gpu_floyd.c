/* Floyd-Warshall on dense random weights against the arithmetic bound; sampled rows are checked by Dijkstra's method, and
 * their predecessors by the distances. */
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

struct contest {
    struct graph_floyd_warshall_request request;
    void *fresh, *fresh_before; /* the weights and the first predecessors, on the device */
    size_t bytes, before_bytes;
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

/* The predecessors of a complete graph: every vertex is its row's. */
static int32_t *first_predecessors(int64_t n)
{
    int32_t *before = malloc((size_t)(n * n) * sizeof *before);
    bench_check(before != NULL, "out of memory");
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            before[i * n + j] = (int32_t)i;
    return before;
}

static void contest_on(struct bench *bench, const struct weights *kind, int64_t n)
{
    const graph_type type = kind->type;
    struct contest c = {.request = {.type = type, .n = n, .stride = n, .predecessor_stride = n, .threads = 1},
                        .bytes = (size_t)(n * n) * graph_type_size(type),
                        .before_bytes = (size_t)(n * n) * sizeof(int32_t)};
    void *weight = malloc(c.bytes), *distance = malloc(c.bytes);
    int32_t *before = kind->has_paths ? first_predecessors(n) : NULL;
    double ms[3];
    int wrong = 0, trials = n > 20000 ? 2 : 3;
    bench_check(weight != NULL && distance != NULL, "out of memory");
    fill(weight, type, n, kind->most);
    c.fresh = gpu_give(weight, c.bytes);
    c.request.distance = gpu_room(c.bytes);
    if (kind->has_paths) {
        c.fresh_before = gpu_give(before, c.before_bytes);
        c.request.predecessor = gpu_room(c.before_bytes);
    }
    for (int t = 0; t < trials; t++) {
        struct cuda_call *call = graph__cuda_begin();
        BENCH_OK(graph__cuda_copy(call, c.request.distance, c.fresh, c.bytes));
        if (kind->has_paths)
            BENCH_OK(graph__cuda_copy(call, c.request.predecessor, c.fresh_before, c.before_bytes));
        graph__cuda_end(call);
        ms[t] = gpu_time(run_floyd, &c);
    }
    BENCH_OK(graph__cuda_download(distance, c.request.distance, c.bytes));
    if (kind->has_paths)
        BENCH_OK(graph__cuda_download(before, c.request.predecessor, c.before_bytes));
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : wrong)
    for (int s = 0; s < SAMPLES; s++) {
        const int64_t source = (int64_t)(gpu_mix((uint64_t)s) % (uint64_t)n);
        wrong += !row_is_right(weight, distance, type, n, source) ||
                 (kind->has_paths && !paths_are_right(weight, distance, before, type, n, source));
    }
    bench_check(wrong == 0, "%s, n = %lld: %d of %d rows are wrong", kind->name, (long long)n, wrong,
                (int)SAMPLES);
    double median = bench_median(ms, trials),
           bound = 1e3 * (double)n * (double)n * (double)n / kind->pairs_per_s;
    bench_row(bench);
    bench_text(bench, "floyd_warshall", kind->name);
    bench_number(bench, "n", (double)n, 0);
    bench_number(bench, "ms", median, 2);
    bench_number(bench, "bound_ms", bound, 2);
    bench_number(bench, "share_%", 100 * bound / median, 1);
    bench_row_end(bench);
    graph__cuda_release(c.fresh);
    graph__cuda_release(c.fresh_before);
    graph__cuda_release(c.request.distance);
    graph__cuda_release(c.request.predecessor);
    free(weight);
    free(distance);
    free(before);
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
