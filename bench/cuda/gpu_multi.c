/* Searches from many sources at once by graph_bfs_multi: 256 of them compared with 256 calls of graph_bfs, and all pairs.
 * The check of both back ends is on their requests. */
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"

enum { SOURCES = 256, SINGLES = 64 };

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

/* ---- Times, of public calls with the graph on the device; the levels come to an array on the host ---- */

struct multi {
    const graph_matrix *A;
    graph_backend_kind backend;
    const graph_index *source; /* NULL: all */
    graph_index sources;
    graph_dense level; /* value NULL: counts alone */
    graph_vector *reached, *distance_sum;
    graph_vector *single; /* the levels of one search */
    int next;
};

static void run_multi(void *context)
{
    struct multi *m = context;
    const graph_bfs_multi_options o = {
        .size = sizeof o, .backend = m->backend, .reached = &m->reached, .distance_sum = &m->distance_sum};
    BENCH_OK(graph_bfs_multi(m->level.value != NULL ? &m->level : NULL, m->A, m->source, m->sources, &o));
}

static void run_single(void *context)
{
    struct multi *m = context;
    const graph_bfs_options o = {.size = sizeof o, .backend = m->backend};
    BENCH_OK(graph_bfs(&m->single, NULL, m->A, m->source[m->next++ % SINGLES], &o));
}

static void drop_multi(void *context)
{
    struct multi *m = context;
    graph_vector_release(&m->reached);
    graph_vector_release(&m->distance_sum);
    graph_vector_release(&m->single);
}

static graph_dense room_for_levels(graph_type type, graph_index sources, graph_index vertices)
{
    const graph_dense level = {.size = sizeof level,
                               .type = type,
                               .layout = GRAPH_ROW_MAJOR,
                               .rows = sources,
                               .columns = vertices,
                               .value = malloc((size_t)(sources * vertices) * graph_type_size(type) + 1)};
    bench_check(level.value != NULL, "out of memory");
    return level;
}

/* The CPU gives the same levels and sums. */
static void compare_with_cpu(const char *name, const struct multi *gpu)
{
    struct multi cpu = {
        .A = gpu->A, .backend = GRAPH_BACKEND_CPU, .source = gpu->source, .sources = gpu->sources};
    const graph_dense *d = &gpu->level;
    if (d->value != NULL)
        cpu.level = room_for_levels(d->type, d->rows, d->columns);
    run_multi(&cpu);
    gpu_same_vectors(name, cpu.reached, gpu->reached, GRAPH_INT64);
    gpu_same_vectors(name, cpu.distance_sum, gpu->distance_sum, GRAPH_INT64);
    bench_check(d->value == NULL || memcmp(d->value, cpu.level.value,
                                           (size_t)(d->rows * d->columns) * graph_type_size(d->type)) == 0,
                "%s: levels", name);
    drop_multi(&cpu);
    free(cpu.level.value);
}

static void contest_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    const graph_index n = (graph_index)g->host.rows;
    const graph_type type = strncmp(name, "grid", 4) == 0 ? GRAPH_UINT16 : GRAPH_UINT8;
    graph_index source[SOURCES];
    graph_matrix *A = gpu_matrix(g);
    struct multi m = {.A = A, .backend = GRAPH_BACKEND_CUDA, .source = source, .sources = SOURCES};
    for (int k = 0, drawn = 0; k < SOURCES; drawn++) {
        graph_index v = gpu_mix((uint64_t)drawn) % n;
        if (g->host.row_start[v + 1] > g->host.row_start[v])
            source[k++] = v;
    }
    const double first_ms =
        gpu_measure(&(const struct gpu_call){run_multi, drop_multi, &m}, bench->trials).first_ms;
    const double one = gpu_measure(&(const struct gpu_call){run_single, drop_multi, &m}, SINGLES).warm.ms;
    const double counts =
        gpu_measure(&(const struct gpu_call){run_multi, drop_multi, &m}, bench->trials).warm.ms;
    m.level = room_for_levels(type, SOURCES, n);
    const double levels =
        gpu_measure(&(const struct gpu_call){run_multi, drop_multi, &m}, bench->trials).warm.wall_ms;
    compare_with_cpu(name, &m);
    bench_row(bench);
    bench_text(bench, "bfs_multi", name);
    bench_number(bench, "edges", (double)g->host.entries, 0);
    bench_number(bench, "single_ms", one, 4);
    bench_number(bench, "counts_ms", counts, 4);
    bench_number(bench, "counts_x", SOURCES * one / counts, 1);
    bench_number(bench, "first_ms", first_ms, 2);
    bench_number(bench, "levels_to_host_ms", levels, 4);
    bench_row_end(bench);
    drop_multi(&m);
    free(m.level.value);
    graph_matrix_release(&A);
}

static void all_pairs(struct bench *bench)
{
    enum { N = 65536, EDGES = 1000000, CHECKED = 1024 };
    struct gpu_graph g;
    graph_index source[CHECKED];
    gpu_random(&g, N, EDGES, 0, 1);
    graph_matrix *A = gpu_matrix(&g);
    struct multi m = {.A = A, .backend = GRAPH_BACKEND_CUDA, .source = source, .sources = CHECKED};
    for (int k = 0; k < CHECKED; k++)
        source[k] = (graph_index)k * (N / CHECKED);
    m.level = room_for_levels(GRAPH_UINT8, CHECKED, N);
    run_multi(&m);
    compare_with_cpu("all pairs", &m);
    drop_multi(&m);
    free(m.level.value);
    m = (struct multi){.A = A, .backend = GRAPH_BACKEND_CUDA, .sources = N};
    const struct gpu_measured counts =
        gpu_measure(&(const struct gpu_call){run_multi, drop_multi, &m}, bench->trials);
    m.level = room_for_levels(GRAPH_UINT8, N, N);
    const struct gpu_measured levels = gpu_measure(&(const struct gpu_call){run_multi, drop_multi, &m}, 3);
    bench_row(bench);
    bench_text(bench, "all_pairs", "random");
    bench_number(bench, "edges", (double)g.host.entries, 0);
    bench_number(bench, "counts_ms", counts.warm.ms, 3);
    bench_number(bench, "G_pairs/s", (double)N * N / counts.warm.ms / 1e6, 1);
    bench_number(bench, "uint8_to_host_ms", levels.warm.wall_ms, 1);
    bench_row_end(bench);
    drop_multi(&m);
    free(m.level.value);
    graph_matrix_release(&A);
    gpu_release(&g);
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
