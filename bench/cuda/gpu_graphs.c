/* See bench_gpu.h. */
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"

enum { EDGE_FACTOR = 16 };

const char *gpu_only;

bool gpu_is_wanted(const char *name) { return gpu_only == NULL || strstr(name, gpu_only) != NULL; }

struct gpu_sample gpu_sample(void)
{
    const char *value = getenv("CHECK_EVERY");
    const int step = value != NULL ? atoi(value) : 1;
    return (struct gpu_sample){.is_reduced = value != NULL, .step = step > 1 ? step : 1};
}

bool gpu_sample_takes(struct gpu_sample *sample) { return sample->asked++ % sample->step == 0; }

void *gpu_room(size_t bytes)
{
    void *there;
    BENCH_OK(graph__cuda_allocate(&there, bytes, 1));
    return there;
}

void *gpu_give(const void *here, size_t bytes)
{
    void *there = gpu_room(bytes);
    BENCH_OK(graph__cuda_upload(there, here, bytes));
    return there;
}

static void *need(size_t bytes)
{
    void *memory = malloc(bytes > 0 ? bytes : 1);
    bench_check(memory != NULL, "out of memory");
    return memory;
}

static int compare_vertices(const void *x, const void *y)
{
    int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    return (a > b) - (a < b);
}

/* Rows from pairs; sorted, each column once.  Without loops unless they are wanted. */
static void build(struct gpu_graph *g, int64_t n, const int32_t *from, const int32_t *to, int64_t edges,
                  bool is_symmetric, bool keeps_loops)
{
    int64_t *start = calloc((size_t)n + 2, sizeof *start),
            *row_start = need(((size_t)n + 1) * sizeof *row_start);
    bench_check(start != NULL, "out of memory");
#pragma omp parallel for
    for (int64_t e = 0; e < edges; e++) {
        __atomic_fetch_add(&start[from[e] + 2], 1, __ATOMIC_RELAXED);
        if (is_symmetric)
            __atomic_fetch_add(&start[to[e] + 2], 1, __ATOMIC_RELAXED);
    }
    for (int64_t v = 0; v < n; v++)
        start[v + 2] += start[v + 1];
    int32_t *column = need((size_t)start[n + 1] * sizeof *column), *packed;
#pragma omp parallel for
    for (int64_t e = 0; e < edges; e++) {
        column[__atomic_fetch_add(&start[from[e] + 1], 1, __ATOMIC_RELAXED)] = to[e];
        if (is_symmetric)
            column[__atomic_fetch_add(&start[to[e] + 1], 1, __ATOMIC_RELAXED)] = from[e];
    }
    row_start[0] = 0;
#pragma omp parallel for schedule(dynamic, 1024)
    for (int64_t v = 0; v < n; v++) {
        int32_t *row = column + start[v];
        int64_t count = start[v + 1] - start[v], retained = 0;
        qsort(row, (size_t)count, sizeof *row, compare_vertices);
        for (int64_t k = 0; k < count; k++)
            if ((keeps_loops || row[k] != v) && (retained == 0 || row[retained - 1] != row[k]))
                row[retained++] = row[k];
        row_start[v + 1] = retained;
    }
    for (int64_t v = 0; v < n; v++)
        row_start[v + 1] += row_start[v];
    packed = need((size_t)row_start[n] * sizeof *packed);
#pragma omp parallel for
    for (int64_t v = 0; v < n; v++)
        memcpy(packed + row_start[v], column + start[v],
               (size_t)(row_start[v + 1] - row_start[v]) * sizeof *packed);
    free(column);
    free(start);
    g->host = (struct graph_csr){
        .rows = n, .columns = n, .entries = row_start[n], .row_start = row_start, .column = packed};
    g->device = g->host;
    g->device.row_start = gpu_give(row_start, ((size_t)n + 1) * sizeof *row_start);
    g->device.column = gpu_give(packed, (size_t)row_start[n] * sizeof *packed);
}

void gpu_release(struct gpu_graph *g)
{
    free((void *)g->host.row_start);
    free((void *)g->host.column);
    graph__cuda_release((void *)g->device.row_start);
    graph__cuda_release((void *)g->device.column);
}

static double uniform_number(uint64_t counter) { return (double)(gpu_mix(counter) >> 11) * 0x1p-53; }

static void random_order(int32_t *order, int64_t n, uint64_t seed)
{
    for (int64_t v = 0; v < n; v++)
        order[v] = (int32_t)v;
    for (int64_t v = n - 1; v > 0; v--) {
        int64_t w = (int64_t)(gpu_mix(seed + (uint64_t)v) % (uint64_t)(v + 1));
        int32_t swap = order[v];
        order[v] = order[w];
        order[w] = swap;
    }
}

void gpu_kronecker(struct gpu_graph *g, int scale)
{
    const double A = 0.57, B = 0.19, C = 0.19;
    int64_t n = (int64_t)1 << scale, edges = EDGE_FACTOR * n;
    int32_t *from = need((size_t)edges * sizeof *from), *to = need((size_t)edges * sizeof *to),
            *order = need((size_t)n * sizeof *order);
    random_order(order, n, 12345);
#pragma omp parallel for
    for (int64_t e = 0; e < edges; e++) {
        int64_t u = 0, v = 0;
        for (int depth = 0; depth < scale; depth++) {
            double x = uniform_number((uint64_t)e * 64 + (uint64_t)depth + 1);
            u = 2 * u + (x >= A + B);
            v = 2 * v + ((x >= A && x < A + B) || x >= A + B + C);
        }
        from[e] = order[u];
        to[e] = order[v];
    }
    build(g, n, from, to, edges, true, false);
    free(from);
    free(to);
    free(order);
}

void gpu_uniform(struct gpu_graph *g, int scale)
{
    int64_t n = (int64_t)1 << scale, edges = EDGE_FACTOR * n;
    int32_t *from = need((size_t)edges * sizeof *from), *to = need((size_t)edges * sizeof *to);
#pragma omp parallel for
    for (int64_t e = 0; e < edges; e++) {
        from[e] = (int32_t)(gpu_mix(2 * (uint64_t)e) & (uint64_t)(n - 1));
        to[e] = (int32_t)(gpu_mix(2 * (uint64_t)e + 1) & (uint64_t)(n - 1));
    }
    build(g, n, from, to, edges, true, false);
    free(from);
    free(to);
}

void gpu_grid(struct gpu_graph *g, int width)
{
    int64_t n = (int64_t)width * width, edges = 0;
    int32_t *from = need(2 * (size_t)n * sizeof *from), *to = need(2 * (size_t)n * sizeof *to);
    for (int64_t v = 0; v < n; v++)
        for (int down = 0; down < 2; down++) {
            bool is_inside = down != 0 ? v + width < n : v % width + 1 < width;
            if (!is_inside || uniform_number(2 * (uint64_t)v + (uint64_t)down) < 0.2)
                continue;
            from[edges] = (int32_t)v;
            to[edges++] = (int32_t)(down != 0 ? v + width : v + 1);
        }
    build(g, n, from, to, edges, true, false);
    free(from);
    free(to);
}

void gpu_random(struct gpu_graph *g, int n, int64_t edges, int kind, uint64_t seed)
{
    int32_t *from = need(((size_t)edges + 1) * sizeof *from), *to = need(((size_t)edges + 1) * sizeof *to);
    for (int64_t e = 0; e < edges; e++) {
        from[e] = (int32_t)(gpu_mix(seed + 2 * (uint64_t)e) % (uint64_t)n);
        to[e] = (int32_t)(gpu_mix(seed + 2 * (uint64_t)e + 1) % (uint64_t)n);
        if (kind == 2 && e % 2 == 0)
            from[e] %= 3 < n ? 3 : n;
        if (kind == 2 && e % 3 == 0)
            to[e] %= 5 < n ? 5 : n;
        if (kind == 3 && e % 10 == 0)
            to[e] = from[e];
    }
    build(g, n, from, to, edges, kind == 1 || kind == 2, kind == 3);
    free(from);
    free(to);
}

void gpu_transpose(struct gpu_graph *g, const struct gpu_graph *of)
{
    int32_t *row = need(((size_t)of->host.entries + 1) * sizeof *row);
    for (int64_t v = 0; v < of->host.rows; v++)
        for (int64_t k = of->host.row_start[v]; k < of->host.row_start[v + 1]; k++)
            row[k] = (int32_t)v;
    build(g, of->host.rows, of->host.column, row, of->host.entries, false, true);
    free(row);
}

graph_matrix *gpu_matrix(const struct gpu_graph *g) { return gpu_matrix_of(g, GRAPH_PATTERN, NULL); }

graph_matrix *gpu_matrix_of(const struct gpu_graph *g, graph_type type, const void *value)
{
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = type,
                           .rows = (graph_index)g->host.rows,
                           .columns = (graph_index)g->host.rows,
                           .entries = (graph_index)g->host.entries,
                           .row = (void *)g->host.row_start,
                           .column = (void *)g->host.column,
                           .value = (void *)value,
                           .start_bits = 64,
                           .index_bits = 32,
                           .ownership = GRAPH_BORROW};
    graph_matrix *A = NULL;
    BENCH_OK(graph_matrix_import(&A, &arrays));
    return A;
}

void gpu_contest(struct bench *bench, const char *name, void (*make)(struct gpu_graph *g, int size), int size,
                 void (*contest)(struct bench *bench, const char *name, const struct gpu_graph *g))
{
    struct gpu_graph g;
    if (!gpu_is_wanted(name))
        return;
    make(&g, size);
    contest(bench, name, &g);
    gpu_release(&g);
}

void gpu_contest_on_file(struct bench *bench, const char *name, const graph_read_options *options,
                         void (*contest)(struct bench *bench, const char *name, const graph_matrix *A))
{
    struct bench_graph file = {0};
    if (!gpu_is_wanted(name) || !bench_find(&file, name))
        return;
    graph_matrix *A = bench_load(&file, options);
    contest(bench, name, A);
    graph_matrix_release(&A);
    bench_forget(&file);
}
