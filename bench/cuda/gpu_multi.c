/* Searches from many sources at once: 256 of them compared with 256 single searches, and all pairs. */
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"

enum { SOURCES = 256, SINGLES = 64 };

static void release_vector(struct graph_vector_arrays *v)
{
    graph__cuda_release(v->index);
    graph__cuda_release(v->present);
    graph__cuda_release(v->value);
    *v = (struct graph_vector_arrays){0};
}

/* One request on both back ends: levels and sums are the same. */
static void compare(const struct gpu_graph *g, const struct gpu_graph *in, struct graph_bfs_multi_request r)
{
    const int64_t n = g->host.rows, lines = r.is_by_vertex ? n : r.sources,
                  tight = r.is_by_vertex ? r.sources : n;
    const size_t bytes = (size_t)(lines * tight) * graph_type_size(r.level_type) + 1,
                 count = (size_t)r.sources;
    char *level[2];
    int64_t *reached[2], *sum[2];
    int32_t *most[2];
    void *there = gpu_room(bytes);
    for (int k = 0; k < 2; k++) {
        level[k] = calloc(bytes, 1);
        reached[k] = calloc(count, sizeof(int64_t));
        sum[k] = calloc(count, sizeof(int64_t));
        most[k] = calloc(count, sizeof(int32_t));
        bench_check(level[k] != NULL && reached[k] != NULL && sum[k] != NULL && most[k] != NULL,
                    "out of memory");
        r.out = k == 0 ? g->host : g->device;
        r.in = k == 0 ? in->host : in->device;
        r.level = k == 0 ? level[0] : there;
        r.stride = tight;
        r.threads = 4;
        r.reached = reached[k];
        r.distance_sum = sum[k];
        r.eccentricity = most[k];
        BENCH_OK(k == 0 ? graph__cpu()->bfs_multi(&r) : graph__cuda_backend.bfs_multi(&r));
    }
    BENCH_OK(graph__cuda_download(level[1], there, bytes - 1));
    bench_check(memcmp(level[0], level[1], bytes - 1) == 0,
                "multi: n %lld, %lld sources, group %d, by vertex %d: levels", (long long)n,
                (long long)r.sources, r.group, r.is_by_vertex);
    for (int64_t k = 0; k < r.sources; k++)
        bench_check(reached[0][k] == reached[1][k] && sum[0][k] == sum[1][k] && most[0][k] == most[1][k],
                    "multi: n %lld, source %lld of %lld, group %d: reached %lld, %lld; sum %lld, %lld",
                    (long long)n, (long long)k, (long long)r.sources, r.group, (long long)reached[0][k],
                    (long long)reached[1][k], (long long)sum[0][k], (long long)sum[1][k]);
    for (int k = 0; k < 2; k++) {
        free(level[k]);
        free(reached[k]);
        free(sum[k]);
        free(most[k]);
    }
    graph__cuda_release(there);
}

/* The requests on one graph: numbers of sources, groups, types and layouts by turns; returns how many. */
static int check_multi_of(const struct gpu_graph *g, int variant, bool has_bytes, struct gpu_sample *sample)
{
    static const int64_t many[] = {1, 64, 65, 300, 513, 1024, 1100};
    static const int group[] = {0, 64, 256, 512};
    static const graph_type type[] = {GRAPH_INT32, GRAPH_UINT16, GRAPH_UINT8};
    const int64_t n = g->host.rows;
    struct gpu_graph in;
    int64_t source[1100];
    int runs = 0;
    gpu_transpose(&in, g);
    for (int k = 0; k < 1100; k++)
        source[k] = (int64_t)(gpu_mix((uint64_t)k) % (uint64_t)n);
    for (int m = 0; m < (n > 10000 ? 4 : 7); m++, variant++) {
        struct graph_bfs_multi_request r = {.sources = many[m],
                                            .max_depth = variant % 5 == 0 ? 2 : INT32_MAX,
                                            .group = group[variant % 4],
                                            .level_type = type[variant % (has_bytes ? 3 : 2)],
                                            .is_by_vertex = variant % 3 == 0};
        r.source = variant % 7 != 0 || many[m] > n ? source : NULL;
        if (!gpu_sample_takes(sample))
            continue;
        compare(g, &in, r);
        runs++;
    }
    gpu_release(&in);
    return runs;
}

void gpu_multi_check(void)
{
    static const int size[] = {1, 2, 33, 100, 1000, 5000, 40000}, degree[] = {0, 1, 2, 6, 40},
                     width[] = {2, 20, 60, 150};
    struct gpu_sample sample = gpu_sample();
    struct gpu_graph g;
    int runs = 0;
    for (int s = 0; s < (sample.is_reduced ? 4 : 7); s++)
        for (int d = 0; d < 5; d++)
            for (int kind = 0; kind < 4; kind++) {
                gpu_random(&g, size[s], (int64_t)size[s] * degree[d], kind, (uint64_t)(s * 100 + d));
                runs += check_multi_of(&g, d + kind + s, degree[d] > 1, &sample);
                gpu_release(&g);
            }
    for (int s = 0; s < (sample.is_reduced ? 2 : 4); s++)
        for (int variant = 0; variant < 4; variant++) {
            gpu_grid(&g, width[s]);
            runs += check_multi_of(&g, variant, false, &sample);
            gpu_release(&g);
        }
    for (int scale = 8; scale <= (sample.is_reduced ? 12 : 16); scale++) {
        gpu_kronecker(&g, scale);
        runs += check_multi_of(&g, scale, true, &sample);
        gpu_release(&g);
    }
    printf("bfs_multi: %d requests agree\n", runs);
}

static graph_status run_multi(void *context) { return graph__cuda_backend.bfs_multi(context); }
static graph_status run_single(void *context) { return graph__cuda_backend.bfs(context); }

static double median_of(struct bench *bench, struct graph_bfs_multi_request *r)
{
    enum { MOST = 100 };
    double ms[MOST];
    int trials = bench->trials < MOST ? bench->trials : MOST;
    for (int t = -2; t < trials; t++) {
        double once = gpu_time(run_multi, r);
        if (t >= 0)
            ms[t] = once;
    }
    return bench_median(ms, trials);
}

static void contest_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    const int64_t n = g->host.rows;
    int64_t source[SOURCES], reached[SOURCES];
    double single[SINGLES];
    struct graph_bfs_multi_request r = {.out = g->device,
                                        .in = g->device,
                                        .source = source,
                                        .sources = SOURCES,
                                        .max_depth = INT32_MAX,
                                        .reached = reached};
    for (int k = 0, drawn = 0; k < SOURCES; drawn++) {
        int64_t v = (int64_t)(gpu_mix((uint64_t)drawn) % (uint64_t)n);
        if (g->host.row_start[v + 1] > g->host.row_start[v])
            source[k++] = v;
    }
    for (int s = -2; s < SINGLES; s++) {
        struct graph_bfs_request b = {.out = g->device,
                                      .in = g->device,
                                      .source = source[s < 0 ? 0 : s],
                                      .max_depth = n,
                                      .target = -1,
                                      .wants_level = true};
        double once = gpu_time(run_single, &b);
        if (s >= 0)
            single[s] = once;
        release_vector(&b.level);
    }
    double one = bench_median(single, SINGLES), counts = median_of(bench, &r);
    r.level_type = strncmp(name, "grid", 4) == 0 ? GRAPH_UINT16 : GRAPH_UINT8;
    r.level = gpu_room((size_t)n * SOURCES * 2);
    r.stride = n;
    double levels = median_of(bench, &r);
    bench_row(bench);
    bench_text(bench, "bfs_multi", name);
    bench_number(bench, "edges", (double)g->host.entries, 0);
    bench_number(bench, "single_ms", one, 4);
    bench_number(bench, "counts_ms", counts, 4);
    bench_number(bench, "levels_ms", levels, 4);
    bench_number(bench, "counts_x", SOURCES * one / counts, 1);
    bench_number(bench, "levels_x", SOURCES * one / levels, 1);
    bench_row_end(bench);
    graph__cuda_release(r.level);
}

static void all_pairs(struct bench *bench)
{
    enum { N = 65536, EDGES = 1000000, CHECKED = 1024 };
    struct gpu_graph g, in;
    gpu_random(&g, N, EDGES, 0, 1);
    gpu_transpose(&in, &g);
    compare(&g, &in,
            (struct graph_bfs_multi_request){
                .sources = CHECKED, .max_depth = INT32_MAX, .level_type = GRAPH_UINT8});
    for (int wide = 0; wide < 2; wide++) {
        struct graph_bfs_multi_request r = {.out = g.device,
                                            .in = in.device,
                                            .sources = N,
                                            .max_depth = INT32_MAX,
                                            .level_type = wide ? GRAPH_INT32 : GRAPH_UINT8,
                                            .stride = N};
        r.level = gpu_room((size_t)N * N * graph_type_size(r.level_type));
        double ms = median_of(bench, &r),
               bound = (double)N * N * (double)graph_type_size(r.level_type) / 3.99e9;
        bench_row(bench);
        bench_text(bench, "all_pairs", graph_type_name(r.level_type));
        bench_number(bench, "edges", (double)g.host.entries, 0);
        bench_number(bench, "ms", ms, 3);
        bench_number(bench, "G_pairs/s", (double)N * N / ms / 1e6, 1);
        bench_number(bench, "writing_ms", bound, 3);
        bench_row_end(bench);
        graph__cuda_release(r.level);
    }
    gpu_release(&g);
    gpu_release(&in);
}

void gpu_multi(struct bench *bench)
{
    gpu_contest(bench, "kronecker 20", gpu_kronecker, 20, contest_on);
    gpu_contest(bench, "uniform 20", gpu_uniform, 20, contest_on);
    gpu_contest(bench, "grid 1400", gpu_grid, 1400, contest_on);
    bench->has_header = false;
    if (gpu_is_wanted("all pairs"))
        all_pairs(bench);
}
