/* The graphs of the GAP Benchmark Suite that are generated; see gapbs_graphs.h. */
#include <stdio.h>

#include "bench/gapbs/gapbs_graphs.h"
#include "bench/support/bench.h"
#include "bench/support/random_positions.h"

enum { EDGE_FACTOR = 16 };

static graph_matrix *close_symmetric(struct positions *p)
{
    graph_matrix *A = NULL;
    struct bench_pattern pattern = bench_positions_close(p);
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = GRAPH_PATTERN,
                           .rows = (graph_index)pattern.rows,
                           .columns = (graph_index)pattern.rows,
                           .entries = (graph_index)pattern.entries,
                           .row = pattern.row_start,
                           .column = pattern.column,
                           .start_bits = 64,
                           .index_bits = 32,
                           .ownership = GRAPH_MOVE};
    BENCH_OK(graph_matrix_import(&A, &arrays));
    return A;
}

/* Both directions of edge k; loops do not count, as the suite's builder does. */
static void put_edge(struct positions *p, int64_t k, int64_t i, int64_t j)
{
    p->at[2 * k] = i != j ? bench_position(p, i, j) : BENCH_NOWHERE;
    p->at[2 * k + 1] = i != j ? bench_position(p, j, i) : BENCH_NOWHERE;
}

static graph_matrix *kronecker(int scale)
{
    const int64_t n = (int64_t)1 << scale, edges = EDGE_FACTOR * n;
    struct bench_source source = {27491095};
    const uint64_t stream = bench_random_next(&source);
    struct positions p = bench_positions_open(n, n, 2 * edges);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < edges; k++) {
        struct bench_source bits = {bench_random_at(stream, k)};
        int64_t i = 0, j = 0;
        for (int bit = 0; bit < scale; bit++) {
            const double x = bench_draw_unit(&bits);
            i = 2 * i + (x >= 0.76);
            j = 2 * j + ((x >= 0.57 && x < 0.76) || x >= 0.95);
        }
        put_edge(&p, k, i, j);
    }
    bench_positions_permute(&p, &source);
    return close_symmetric(&p);
}

static graph_matrix *uniform(int scale)
{
    const int64_t n = (int64_t)1 << scale, edges = EDGE_FACTOR * n;
    struct positions p = bench_positions_open(n, n, 2 * edges);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < edges; k++)
        put_edge(&p, k, bench_random_below(bench_random_at(1, k), n),
                 bench_random_below(bench_random_at(2, k), n));
    return close_symmetric(&p);
}

static graph_matrix *grid(int width)
{
    const int64_t n = (int64_t)width * width;
    struct positions p = bench_positions_open(n, n, 4 * n);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < 2 * n; k++) {
        const int64_t v = k / 2, to = k % 2 != 0 ? v + width : v % width + 1 < width ? v + 1 : v;
        const bool is_deleted = bench_random_unit(bench_random_at(3, k)) < 0.2;
        put_edge(&p, k, v, is_deleted ? v : to);
    }
    return close_symmetric(&p);
}

graph_matrix *gapbs_generate(const char *name)
{
    int size;
    char rest;
    if (sscanf(name, "kron-%d%c", &size, &rest) == 1 && size >= 3 && size <= 26)
        return kronecker(size);
    if (sscanf(name, "uniform-%d%c", &size, &rest) == 1 && size >= 3 && size <= 26)
        return uniform(size);
    if (sscanf(name, "grid-%d%c", &size, &rest) == 1 && size >= 2 && size <= 20000)
        return grid(size);
    return NULL;
}
