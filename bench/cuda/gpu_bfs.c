/* Searches from 64 vertices of the largest component: time of the search alone, levels, and with parents.
 *
 * The bound is bytes: each vertex that is reached reads its offsets, one sector of neighbours and writes its level
 * (16 + 32 + 4 bytes) at the rate of a copy; and a microsecond for the barrier of each level. */
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"
#include "cuda/bfs/bfs_host.h"

enum { SOURCES = 64, IDLE_BYTES = 256 << 20 };

static void *idle;

/* Kernel to kernel; the second-level cache is full of other data before, or, if warm, of the same search. */
static double search_once(struct graph_bfs_request *r, bool is_warm)
{
    const struct graph_cuda_device *device = graph__cuda_device(NULL);
    struct graph_cuda_search s;
    cudaEvent_t start = NULL, stop = NULL;
    float ms = 0;
    struct cuda_call *call = graph__cuda_begin();
    BENCH_OK(graph__cuda_bfs_open(call, &s, r));
    bench_check(cudaEventCreate(&start) == cudaSuccess && cudaEventCreate(&stop) == cudaSuccess, "events");
    /* So that the host is ahead of the device, and its time does not count. */
    BENCH_OK(graph__cuda_set_bytes(call, idle, 0, IDLE_BYTES));
    if (is_warm)
        BENCH_OK(graph__cuda_bfs_enqueue(call, &s, r));
    cudaEventRecord(start, device->stream);
    BENCH_OK(graph__cuda_bfs_enqueue(call, &s, r));
    cudaEventRecord(stop, device->stream);
    BENCH_OK(graph__cuda_bfs_finish(call, &s, r));
    bench_check(cudaEventElapsedTime(&ms, start, stop) == cudaSuccess, "events");
    graph__cuda_bfs_close(&s);
    graph__cuda_end(call);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return ms;
}

static void drop(struct graph_vector_arrays *v)
{
    graph__cuda_release(v->index);
    graph__cuda_release(v->present);
    graph__cuda_release(v->value);
    *v = (struct graph_vector_arrays){0};
}

/* A vertex in the component of a vertex of largest degree. */
static void draw_sources(int64_t *source, const struct gpu_graph *g)
{
    struct graph_bfs_request r = {.out = g->host,
                                  .in = g->host,
                                  .max_depth = g->host.rows,
                                  .target = -1,
                                  .wants_level = true,
                                  .threads = 4};
    uint64_t counter = 1;
    int64_t most = -1;
    for (int64_t v = 0; v < g->host.rows; v++)
        if (g->host.row_start[v + 1] - g->host.row_start[v] > most) {
            most = g->host.row_start[v + 1] - g->host.row_start[v];
            r.source = v;
        }
    if (most <= 4)
        r.source = g->host.rows / 2 + 700;
    BENCH_OK(graph__cpu()->bfs(&r));
    bench_check(r.level.entries > g->host.rows / 2, "not the largest component");
    for (int s = 0; s < SOURCES;) {
        int64_t v = (int64_t)(gpu_mix(counter++) % (uint64_t)g->host.rows);
        if (r.level.form == GRAPH_FULL || r.level.present[v])
            source[s++] = v;
    }
    graph__cpu()->release(r.level.index);
    graph__cpu()->release(r.level.present);
    graph__cpu()->release(r.level.value);
}

static int32_t compare(const struct gpu_graph *g, int64_t source)
{
    struct graph_bfs_request cpu = {.out = g->host,
                                    .in = g->host,
                                    .source = source,
                                    .max_depth = g->host.rows,
                                    .target = -1,
                                    .wants_level = true,
                                    .wants_parent = true,
                                    .threads = 4};
    struct graph_bfs_request gpu = cpu;
    int64_t n = g->host.rows, *parent = malloc((size_t)n * 8);
    int32_t *level = malloc((size_t)n * 4), depth = 0;
    uint8_t *present = malloc((size_t)n);
    gpu.out = gpu.in = g->device;
    BENCH_OK(graph__cpu()->bfs(&cpu));
    BENCH_OK(graph__cuda_backend.bfs(&gpu));
    bench_check(cpu.level.form == gpu.level.form && cpu.level.entries == gpu.level.entries,
                "%lld: reached %lld, %lld", (long long)source, (long long)cpu.level.entries,
                (long long)gpu.level.entries);
    BENCH_OK(graph__cuda_download(level, gpu.level.value, (size_t)n * 4));
    BENCH_OK(graph__cuda_download(parent, gpu.parent.value, (size_t)n * 8));
    if (gpu.level.form == GRAPH_BITMAP)
        BENCH_OK(graph__cuda_download(present, gpu.level.present, (size_t)n));
    for (int64_t v = 0; v < n; v++) {
        if (gpu.level.form == GRAPH_BITMAP) {
            bench_check(present[v] == cpu.level.present[v], "source %lld: vertex %lld reached",
                        (long long)source, (long long)v);
            if (!present[v])
                continue;
        }
        bench_check(level[v] == ((int32_t *)cpu.level.value)[v], "source %lld: level of %lld",
                    (long long)source, (long long)v);
        bench_check(parent[v] == ((int64_t *)cpu.parent.value)[v], "source %lld: parent of %lld",
                    (long long)source, (long long)v);
        depth = level[v] > depth ? level[v] : depth;
    }
    drop(&gpu.level);
    drop(&gpu.parent);
    void *mine[] = {cpu.level.index,  cpu.level.present,  cpu.level.value,
                    cpu.parent.index, cpu.parent.present, cpu.parent.value};
    for (int k = 0; k < 6; k++)
        graph__cpu()->release(mine[k]);
    free(level);
    free(parent);
    free(present);
    return depth;
}

/* Plain calls of graph_bfs with the graph on the device, after as many that have paid for what they want to know of it. */
static double plain_call(const struct gpu_graph *g, const int64_t *source)
{
    const graph_bfs_options o = {.size = sizeof o, .backend = GRAPH_BACKEND_CUDA};
    graph_matrix *A = gpu_matrix(g);
    double ms[SOURCES];
    for (int s = -SOURCES; s < SOURCES; s++) {
        graph_vector *level = NULL;
        const double began = bench_seconds();
        BENCH_OK(graph_bfs(&level, NULL, A, (graph_index)source[s < 0 ? s + SOURCES : s], &o));
        if (s >= 0)
            ms[s] = 1e3 * (bench_seconds() - began);
        bench_check(graph_backend_used() == GRAPH_BACKEND_CUDA, "graph_bfs on the CPU");
        graph_vector_release(&level);
    }
    graph_matrix_release(&A);
    return bench_median(ms, SOURCES);
}

static void contest_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    enum { LEVELS, PARENTS, PUSH, PUSH_PARENTS, WARM, FORMS }; /* pushing: without reverse edges */
    int64_t source[SOURCES], reached = 0;
    double median[FORMS];
    int32_t depth = 0;
    draw_sources(source, g);
    for (int s = 0; s < 3; s++)
        depth = compare(g, source[s]);
    for (int form = 0; form < FORMS; form++) {
        double ms[SOURCES];
        for (int s = -2; s < SOURCES; s++) {
            struct graph_bfs_request r = {.out = g->device,
                                          .in = g->device,
                                          .source = source[s < 0 ? 0 : s],
                                          .max_depth = g->host.rows,
                                          .target = -1,
                                          .wants_level = true,
                                          .wants_parent = form == PARENTS || form == PUSH_PARENTS};
            if (form == PUSH || form == PUSH_PARENTS)
                r.in.row_start = NULL;
            double once = search_once(&r, form == WARM);
            if (s >= 0)
                ms[s] = once;
            reached = r.level.entries;
            drop(&r.level);
            drop(&r.parent);
        }
        median[form] = bench_median(ms, SOURCES);
    }
    double bound = (double)reached * 52 / 3.99e9 + 1e-3 * depth;
    bench_row(bench);
    bench_text(bench, "bfs", name);
    bench_number(bench, "edges", (double)g->host.entries, 0);
    bench_number(bench, "levels", depth + 1, 0);
    bench_number(bench, "ms", median[LEVELS], 4);
    bench_number(bench, "parents_ms", median[PARENTS], 4);
    bench_number(bench, "push_ms", median[PUSH], 4);
    bench_number(bench, "push_parents_ms", median[PUSH_PARENTS], 4);
    bench_number(bench, "warm_ms", median[WARM], 4);
    bench_number(bench, "plain_call_ms", plain_call(g, source), 4);
    bench_number(bench, "bound_ms", bound, 4);
    bench_number(bench, "share_%", 100 * bound / median[LEVELS], 1);
    bench_row_end(bench);
}

void gpu_bfs(struct bench *bench)
{
    idle = gpu_room(IDLE_BYTES);
    gpu_contest(bench, "kronecker 20", gpu_kronecker, 20, contest_on);
    gpu_contest(bench, "kronecker 22", gpu_kronecker, 22, contest_on);
    gpu_contest(bench, "uniform 20", gpu_uniform, 20, contest_on);
    gpu_contest(bench, "grid 1400", gpu_grid, 1400, contest_on);
    graph__cuda_release(idle);
}
