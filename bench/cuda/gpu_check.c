/* Both back ends on the same requests, small and awkward. */
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"

static void *host_room(size_t bytes)
{
    void *memory = malloc(bytes > 0 ? bytes : 1);
    bench_check(memory != NULL, "out of memory");
    return memory;
}

/* ---- Floyd-Warshall ---- */

enum { SIGN_POSITIVE, SIGN_ACYCLIC, SIGN_CYCLE };

static void set_weight(void *array, graph_type type, int64_t at, int64_t w, bool is_far)
{
    if (type == GRAPH_INT32)
        ((int32_t *)array)[at] = is_far ? INT32_MAX / 2 : (int32_t)w;
    else if (type == GRAPH_INT64)
        ((int64_t *)array)[at] = is_far ? INT64_MAX / 2 : w;
    else if (type == GRAPH_FP32)
        ((float *)array)[at] = is_far ? __builtin_inff() : (float)w;
    else
        ((double *)array)[at] = is_far ? __builtin_inf() : (double)w;
}

static void make_weights(void *array, int32_t *p, graph_type type, int64_t n, int64_t stride, int percent,
                         int64_t most, int sign, uint64_t seed)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            uint64_t x = gpu_mix(seed + (uint64_t)(i * n + j));
            bool is_far = (int)(x % 100) >= percent || (sign == SIGN_ACYCLIC && i > j);
            int64_t w = 1 + (int64_t)(x / 128 % (uint64_t)most);
            if (sign == SIGN_ACYCLIC)
                w -= most / 2;
            if (sign == SIGN_CYCLE && x % 97 == 0)
                w = -w;
            set_weight(array, type, i * stride + j, i == j ? 0 : w, is_far && i != j);
            p[i * stride + j] = i == j || !is_far ? (int32_t)i : -1;
        }
}

static void check_floyd(graph_type type, int64_t n, int percent, int64_t most, int sign, bool with_p,
                        uint64_t seed)
{
    int64_t stride = n + (int64_t)(seed % 3);
    size_t bytes = (size_t)(n * stride) * graph_type_size(type), p_bytes = (size_t)(n * stride) * 4;
    void *d = calloc(bytes + 1, 1), *back = host_room(bytes);
    int32_t *p = calloc(p_bytes + 1, 1), *p_back = host_room(p_bytes);
    bench_check(d != NULL && p != NULL, "out of memory");
    make_weights(d, p, type, n, stride, percent, most, sign, seed);
    struct graph_floyd_warshall_request cpu = {
        .type = type, .n = n, .stride = stride, .distance = d, .predecessor_stride = stride, .threads = 2};
    struct graph_floyd_warshall_request gpu = cpu;
    gpu.distance = gpu_give(d, bytes);
    gpu.predecessor = with_p ? gpu_give(p, p_bytes) : NULL;
    cpu.predecessor = with_p ? p : NULL;
    BENCH_OK(graph__cpu()->floyd_warshall(&cpu));
    BENCH_OK(graph__cuda_backend.floyd_warshall(&gpu));
    BENCH_OK(graph__cuda_download(back, gpu.distance, bytes));
    if (with_p)
        BENCH_OK(graph__cuda_download(p_back, gpu.predecessor, p_bytes));
    const char *what = graph_type_name(type);
    /* With a negative cycle the CPU's distances may overflow before it looks at them. */
    bench_check(cpu.is_negative == gpu.is_negative || (sign == SIGN_CYCLE && gpu.is_negative),
                "%s n %lld: negative %d, %d", what, (long long)n, cpu.is_negative, gpu.is_negative);
    if (!gpu.is_negative) {
        bench_check(memcmp(d, back, bytes) == 0, "%s n %lld percent %d most %lld sign %d p %d: distances",
                    what, (long long)n, percent, (long long)most, sign, with_p);
        bench_check(!with_p || memcmp(p, p_back, p_bytes) == 0, "%s n %lld percent %d: predecessors", what,
                    (long long)n, percent);
    }
    graph__cuda_release(gpu.distance);
    graph__cuda_release(gpu.predecessor);
    free(d);
    free(back);
    free(p);
    free(p_back);
}

static void check_all_floyd(void)
{
    static const int64_t size[] = {1, 2, 31, 64, 100, 127, 128, 129, 256, 300, 512, 700, 1100};
    static const graph_type type[] = {GRAPH_INT32, GRAPH_INT64, GRAPH_FP32, GRAPH_FP64};
    struct gpu_sample sample = gpu_sample();
    int runs = 0;
    for (int s = 0; s < (sample.is_reduced ? 8 : 13); s++)
        for (int t = 0; t < 4; t++)
            for (int with_p = 0; with_p < 2; with_p++)
                for (int sign = 0; sign < 3; sign++) {
                    static const int percent[] = {100, 3, 20};
                    for (int k = 0; k < (size[s] > 600 ? 2 : 3); k++) {
                        if (!gpu_sample_takes(&sample))
                            continue;
                        check_floyd(type[t], size[s], percent[k], k == 1 ? 100 : 30000, sign, with_p != 0,
                                    (uint64_t)(s * 1000 + k));
                        runs++;
                    }
                }
    printf("floyd_warshall: %d requests agree\n", runs);
}

/* ---- Searches ---- */

static void same_vector(const struct graph_vector_arrays *cpu, const struct graph_vector_arrays *gpu,
                        int64_t n, size_t bytes, const char *what)
{
    size_t room = (size_t)n * bytes;
    char *value = host_room(room), *present = host_room((size_t)n);
    int32_t *index = host_room((size_t)n * sizeof *index);
    bench_check(cpu->form == gpu->form && cpu->entries == gpu->entries, "%s: form %d, %d, entries %lld, %lld",
                what, (int)cpu->form, (int)gpu->form, (long long)cpu->entries, (long long)gpu->entries);
    size_t count = (size_t)(gpu->form == GRAPH_SPARSE ? gpu->entries : n);
    BENCH_OK(graph__cuda_download(value, gpu->value, count * bytes));
    if (gpu->form == GRAPH_SPARSE) {
        BENCH_OK(graph__cuda_download(index, gpu->index, count * sizeof *index));
        bench_check(memcmp(index, cpu->index, count * sizeof *index) == 0, "%s: index", what);
    }
    if (gpu->form == GRAPH_BITMAP) {
        BENCH_OK(graph__cuda_download(present, gpu->present, count));
        bench_check(memcmp(present, cpu->present, count) == 0, "%s: present", what);
    }
    for (size_t k = 0; k < count; k++)
        bench_check((gpu->form == GRAPH_BITMAP && !present[k]) ||
                        memcmp(value + k * bytes, (const char *)cpu->value + k * bytes, bytes) == 0,
                    "%s: element %zu", what, k);
    free(value);
    free(present);
    free(index);
}

static void release_vector(struct graph_vector_arrays *v, const struct graph_backend *backend)
{
    backend->release(v->index);
    backend->release(v->present);
    backend->release(v->value);
}

static void check_search(const struct gpu_graph *g, const struct gpu_graph *in, int64_t source,
                         int64_t max_depth, int64_t target, int wanted)
{
    struct graph_bfs_request cpu = {.out = g->host,
                                    .source = source,
                                    .max_depth = max_depth,
                                    .target = target,
                                    .wants_level = (wanted & 1) != 0,
                                    .wants_parent = (wanted & 2) != 0,
                                    .threads = 2};
    struct graph_bfs_request gpu = cpu;
    gpu.out = g->device;
    if (in != NULL) {
        cpu.in = in->host;
        gpu.in = in->device;
    }
    BENCH_OK(graph__cpu()->bfs(&cpu));
    BENCH_OK(graph__cuda_backend.bfs(&gpu));
    if (cpu.wants_level)
        same_vector(&cpu.level, &gpu.level, g->host.rows, 4, "level");
    if (cpu.wants_parent)
        same_vector(&cpu.parent, &gpu.parent, g->host.rows, 8, "parent");
    release_vector(&cpu.level, graph__cpu());
    release_vector(&cpu.parent, graph__cpu());
    release_vector(&gpu.level, &graph__cuda_backend);
    release_vector(&gpu.parent, &graph__cuda_backend);
}

/* `requests` searches of one graph for each of its outputs, with and without the reverse edges; returns how many. */
static int check_searches_of(const struct gpu_graph *g, int requests, struct gpu_sample *sample)
{
    const int64_t n = g->host.rows;
    struct gpu_graph in;
    int runs = 0;
    gpu_transpose(&in, g);
    for (int k = 0; k < requests; k++)
        for (int wanted = 1; wanted < 4; wanted++)
            for (int has_in = 0; has_in < 2; has_in++) {
                if (!gpu_sample_takes(sample))
                    continue;
                int64_t source = (int64_t)(gpu_mix((uint64_t)k) % (uint64_t)n);
                check_search(g, has_in != 0 ? &in : NULL, source,
                             k == 5   ? 2
                             : k == 4 ? 0
                                      : n,
                             k == 3 ? n / 2 : -1, wanted);
                runs++;
            }
    gpu_release(&in);
    return runs;
}

static void check_all_searches(void)
{
    static const int size[] = {1, 2, 33, 100, 1000, 5000, 70000};
    static const int degree[] = {0, 1, 2, 6, 40}, width[] = {2, 20, 150, 400};
    struct gpu_sample sample = gpu_sample();
    struct gpu_graph g;
    int runs = 0;
    for (int s = 0; s < (sample.is_reduced ? 5 : 7); s++)
        for (int d = 0; d < 5; d++)
            for (int kind = 0; kind < 4; kind++) {
                gpu_random(&g, size[s], (int64_t)size[s] * degree[d], kind, (uint64_t)(s * 100 + d));
                runs += check_searches_of(&g, sample.is_reduced ? 2 : 6, &sample);
                gpu_release(&g);
            }
    for (int s = 0; s < (sample.is_reduced ? 2 : 4); s++) {
        gpu_grid(&g, width[s]);
        runs += check_searches_of(&g, 6, &sample);
        gpu_release(&g);
    }
    printf("bfs: %d requests agree\n", runs);
}

/* ---- Triangles ---- */

static void check_triangles(const struct gpu_graph *g, bool is_symmetric, bool with_corners)
{
    size_t bytes = (size_t)g->host.rows * sizeof(int64_t);
    int64_t *corners = host_room(bytes), *back = host_room(bytes);
    struct graph_triangles_request cpu = {.A = g->host, .is_symmetric = is_symmetric, .threads = 2};
    struct graph_triangles_request gpu = {.A = g->device, .is_symmetric = is_symmetric};
    if (with_corners) {
        cpu.per_vertex = corners;
        gpu.per_vertex = gpu_room(bytes);
    }
    BENCH_OK(graph__cpu()->triangles(&cpu));
    BENCH_OK(graph__cuda_backend.triangles(&gpu));
    bench_check(cpu.count == gpu.count && cpu.edges == gpu.edges && cpu.self_loops == gpu.self_loops,
                "n %lld, symmetric %d: count %llu, %llu; edges %llu, %llu; loops %llu, %llu",
                (long long)g->host.rows, is_symmetric, (unsigned long long)cpu.count,
                (unsigned long long)gpu.count, (unsigned long long)cpu.edges, (unsigned long long)gpu.edges,
                (unsigned long long)cpu.self_loops, (unsigned long long)gpu.self_loops);
    if (with_corners) {
        BENCH_OK(graph__cuda_download(back, gpu.per_vertex, bytes));
        bench_check(memcmp(corners, back, bytes) == 0, "n %lld: per vertex", (long long)g->host.rows);
        graph__cuda_release(gpu.per_vertex);
    }
    free(corners);
    free(back);
}

static int check_triangles_on(const struct gpu_graph *g, bool is_symmetric, struct gpu_sample *sample)
{
    int runs = 0;
    for (int with_corners = 0; with_corners < 2; with_corners++)
        if (gpu_sample_takes(sample)) {
            check_triangles(g, is_symmetric, with_corners != 0);
            runs++;
        }
    return runs;
}

static void check_all_triangles(void)
{
    static const int size[] = {1, 2, 33, 100, 1000, 3000, 300000};
    static const int degree[] = {0, 1, 6, 40, 200};
    struct gpu_sample sample = gpu_sample();
    struct gpu_graph g;
    int runs = 0;
    for (int s = 0; s < (sample.is_reduced ? 5 : 7); s++)
        for (int d = 0; d < (size[s] > 10000 ? 4 : 5); d++)
            for (int kind = 0; kind < 4; kind++) {
                gpu_random(&g, size[s], (int64_t)size[s] * degree[d], kind, (uint64_t)(s * 100 + d));
                runs += check_triangles_on(&g, kind == 1 || kind == 2, &sample);
                gpu_release(&g);
            }
    for (int scale = 8; scale <= (sample.is_reduced ? 12 : 16); scale++) {
        gpu_kronecker(&g, scale);
        runs += check_triangles_on(&g, true, &sample);
        gpu_release(&g);
    }
    printf("triangles: %d requests agree\n", runs);
}

/* Repeated calls on one graph give one answer. */
static void check_repeated(void)
{
    enum { TIMES = 4000 };
    struct gpu_graph g;
    gpu_kronecker(&g, 12);
    size_t n = (size_t)g.host.rows;
    int64_t *first = host_room(8 * n), *later = host_room(8 * n);
    uint64_t count = 0;
    for (int k = 0; k < TIMES; k++) {
        struct graph_triangles_request r = {.A = g.device, .is_symmetric = true};
        struct graph_bfs_request b = {.out = g.device,
                                      .in = g.device,
                                      .source = 1,
                                      .max_depth = (int64_t)n,
                                      .target = -1,
                                      .wants_level = true,
                                      .wants_parent = true};
        while (g.host.row_start[b.source] == g.host.row_start[b.source + 1])
            b.source++;
        BENCH_OK(graph__cuda_backend.triangles(&r));
        BENCH_OK(graph__cuda_backend.bfs(&b));
        bench_check(k == 0 || r.count == count, "run %d: %llu triangles, at first %llu", k,
                    (unsigned long long)r.count, (unsigned long long)count);
        count = r.count;
        BENCH_OK(graph__cuda_download(k == 0 ? first : later, b.parent.value, 8 * n));
        bench_check(k == 0 || memcmp(first, later, 8 * n) == 0, "run %d: other parents", k);
        release_vector(&b.level, &graph__cuda_backend);
        release_vector(&b.parent, &graph__cuda_backend);
    }
    printf("repeated: %d searches and counts agree\n", (int)TIMES);
    free(first);
    free(later);
    gpu_release(&g);
}

void gpu_check(struct bench *bench)
{
    (void)bench;
    const char *only = getenv("CHECK_ONLY");
    if (only == NULL || strcmp(only, "bfs") == 0)
        check_all_searches();
    if (only == NULL || strcmp(only, "triangles") == 0)
        check_all_triangles();
    if (only == NULL || strcmp(only, "multi") == 0)
        gpu_multi_check();
    if (only == NULL || strcmp(only, "closure") == 0)
        gpu_closure_check();
    if (only == NULL || strcmp(only, "components") == 0)
        gpu_components_check();
    if (only == NULL || strcmp(only, "sssp") == 0)
        gpu_sssp_check();
    if (only == NULL || strcmp(only, "repeated") == 0)
        check_repeated();
    if (only == NULL || strcmp(only, "floyd") == 0)
        check_all_floyd();
}
