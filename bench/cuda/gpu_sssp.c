/* Shortest distances from one source by graph_sssp, the graph on the device: the distances, which come to the host, are
 * compared with the CPU's.  The check of both back ends is on their requests. */
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"

enum { WEIGHTS_REAL, WEIGHTS_SMALL, WEIGHTS_SKEWED, WEIGHTS };

static void set_weight(void *array, graph_type type, int64_t at, double x)
{
    if (type == GRAPH_INT32)
        ((int32_t *)array)[at] = (int32_t)x;
    else if (type == GRAPH_INT64)
        ((int64_t *)array)[at] = (int64_t)x;
    else if (type == GRAPH_FP32)
        ((float *)array)[at] = (float)x;
    else
        ((double *)array)[at] = x;
}

static void *random_weights(int64_t entries, graph_type type, int kind, uint64_t seed)
{
    void *weight = malloc((size_t)entries * graph_type_size(type) + 1);
    bench_check(weight != NULL, "out of memory");
    for (int64_t k = 0; k < entries; k++) {
        double x = (double)(gpu_mix(seed + (uint64_t)k) >> 11) * 0x1p-53;
        set_weight(weight, type, k,
                   kind == WEIGHTS_REAL    ? 100 * x
                   : kind == WEIGHTS_SMALL ? (double)(int)(3 * x)
                                           : 1e6 * x * x * x);
    }
    return weight;
}

/* Both back ends from one source; milliseconds of each. */
static void compare(double *gpu_ms, double *cpu_ms, const struct gpu_graph *g, const void *weight,
                    graph_type type, int64_t source, double delta)
{
    const size_t bytes = (size_t)g->host.rows * graph_type_size(type);
    char *distance[2] = {malloc(bytes + 1), malloc(bytes + 1)};
    void *there = weight != NULL ? gpu_give(weight, (size_t)g->host.entries * graph_type_size(type)) : NULL;
    double *const ms[2] = {cpu_ms, gpu_ms};
    bench_check(distance[0] != NULL && distance[1] != NULL, "out of memory");
    for (int k = 0; k < 2; k++) {
        struct graph_sssp_request r = {.A = k == 0 ? g->host : g->device,
                                       .kind = GRAPH_SSSP_DELTA,
                                       .type = type,
                                       .source = &source,
                                       .sources = 1,
                                       .threads = graph_get_threads(),
                                       .distance = distance[k],
                                       .stride = g->host.rows,
                                       .delta = delta,
                                       .cycle_vertex = -1};
        r.A.value = k == 0 ? weight : there;
        double began = bench_seconds();
        BENCH_OK(k == 0 ? graph__cpu()->sssp(&r) : graph__cuda_backend.sssp(&r));
        *ms[k] = 1e3 * (bench_seconds() - began);
    }
    bench_check(memcmp(distance[0], distance[1], bytes) == 0,
                "sssp: n %lld, %s, source %lld, delta %g: distances", (long long)g->host.rows,
                graph_type_name(type), (long long)source, delta);
    free(distance[0]);
    free(distance[1]);
    graph__cuda_release(there);
}

void gpu_sssp_check(void)
{
    static const int size[] = {1, 2, 33, 100, 400, 1500, 50000}, degree[] = {0, 1, 2, 6, 40};
    static const graph_type type[] = {GRAPH_INT32, GRAPH_INT64, GRAPH_FP32, GRAPH_FP64};
    static const double delta[WEIGHTS] = {9, 1, 1e5};
    struct gpu_sample sample = gpu_sample();
    int runs = 0;
    for (int s = 0; s < (sample.is_reduced ? 5 : 7); s++)
        for (int d = 0; d < 5; d++)
            for (int kind = 0; kind < 4; kind++) {
                struct gpu_graph g;
                gpu_random(&g, size[s], (int64_t)size[s] * degree[d], kind, (uint64_t)(s * 100 + d));
                for (int t = 0; t < 4; t++)
                    for (int w = 0; w < WEIGHTS; w++) {
                        if (!gpu_sample_takes(&sample))
                            continue;
                        void *weight =
                            random_weights(g.host.entries, type[t], w, (uint64_t)sample.asked << 32);
                        double ms;
                        compare(&ms, &ms, &g, (t + w) % 5 == 4 ? NULL : weight, type[t],
                                (int64_t)(gpu_mix((uint64_t)sample.asked) % (uint64_t)size[s]), delta[w]);
                        free(weight);
                        runs++;
                    }
                gpu_release(&g);
            }
    printf("sssp: %d requests agree\n", runs);
}

/* ---- Times ---- */

struct search {
    const graph_matrix *A;
    graph_backend_kind backend;
    graph_index source;
    graph_vector *distance;
};

static void run_search(void *context)
{
    struct search *s = context;
    const graph_sssp_options o = {
        .size = sizeof o, .backend = s->backend, .method = GRAPH_SSSP_STEPS, .type = GRAPH_INT32};
    BENCH_OK(graph_sssp(&s->distance, NULL, s->A, s->source, &o));
}

static void drop_search(void *context) { graph_vector_release(&((struct search *)context)->distance); }

/* One measurement for each source. */
static void contest_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    enum { SOURCES = 8 };
    double ms[SOURCES], wall_ms[SOURCES], cpu_ms[SOURCES], first_ms = 0;
    void *weight = random_weights(g->host.entries, GRAPH_INT32, WEIGHTS_REAL, 3);
    graph_matrix *A = gpu_matrix_of(g, GRAPH_INT32, weight);
    for (int k = 0; k < SOURCES; k++) {
        const graph_index source = (graph_index)(gpu_mix((uint64_t)k) % (uint64_t)g->host.rows);
        struct search cpu = {A, GRAPH_BACKEND_CPU, source, NULL}, gpu = {A, GRAPH_BACKEND_CUDA, source, NULL};
        const struct gpu_measured measured =
            gpu_measure(&(const struct gpu_call){run_search, drop_search, &gpu}, bench->trials);
        const double began = bench_seconds();
        run_search(&cpu);
        cpu_ms[k] = 1e3 * (bench_seconds() - began);
        gpu_same_vectors(name, cpu.distance, gpu.distance, GRAPH_INT32);
        drop_search(&cpu);
        drop_search(&gpu);
        ms[k] = measured.warm.ms;
        wall_ms[k] = measured.warm.wall_ms;
        first_ms = k == 0 ? measured.first_ms : first_ms;
    }
    bench_row(bench);
    bench_text(bench, "sssp", name);
    bench_number(bench, "edges", (double)g->host.entries, 0);
    bench_number(bench, "ms", bench_median(ms, SOURCES), 3);
    bench_number(bench, "wall_ms", bench_median(wall_ms, SOURCES), 3);
    bench_number(bench, "first_ms", first_ms, 2);
    bench_number(bench, "cpu_ms", bench_median(cpu_ms, SOURCES), 2);
    bench_row_end(bench);
    graph_matrix_release(&A);
    free(weight);
}

void gpu_sssp(struct bench *bench)
{
    gpu_contest(bench, "kronecker 20", gpu_kronecker, 20, contest_on);
    gpu_contest(bench, "uniform 20", gpu_uniform, 20, contest_on);
    gpu_contest(bench, "grid 1400", gpu_grid, 1400, contest_on);
}
