/* All pairs of a random graph by Floyd-Warshall on the CUDA back end, as a user calls it: the distances end in an array of
 * the host.  The whole matrix is checked by definition: with weights above 0 only the distances satisfy
 *
 *     d(u, u) = 0;   d(u, j) = min over the edges u -> v of weight(u, v) + d(v, j).
 *
 *     bench_gpu_apsp [N [DEGREE [MOST [MB]]]]     (16384 vertices, 8 edges each, weights 1 .. MOST = 4000)
 *
 * With MB, the library may hold at most so many megabytes of the device's memory. */
#include <stdlib.h>

#include "bench/support/bench.h"

static const double pairs_per_s = 16.5e12; /* of int32 on an H200 */

static uint64_t mix(uint64_t z)
{
    z = (z + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Edge number k * n + u leaves u; a random one may be there twice. */
struct edges {
    graph_index n, count, *from, *to;
    int32_t *weight;
};

static struct edges random_edges(graph_index n, graph_index degree, uint64_t most)
{
    struct edges e = {.n = n, .count = n * degree};
    e.from = malloc(e.count * sizeof *e.from);
    e.to = malloc(e.count * sizeof *e.to);
    e.weight = malloc(e.count * sizeof *e.weight);
    bench_check(e.from != NULL && e.to != NULL && e.weight != NULL, "out of memory");
    for (graph_index k = 0; k < e.count; k++) {
        e.from[k] = k % n;
        e.to[k] = mix(2 * k) % n;
        e.weight[k] = (int32_t)(1 + mix(2 * k + 1) % most);
    }
    return e;
}

enum { PARTS = 16 };

/* How many of the rows number part, part + PARTS, ... are wrong. */
static long long wrong_rows(const struct edges *e, const graph_dense *distance, graph_index part)
{
    enum { BLOCK = 4096 };
    const int32_t *d = distance->value;
    const graph_index n = e->n;
    long long wrong = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : wrong)
    for (graph_index u = part; u < n; u += PARTS) {
        bool is_right = true;
        for (graph_index first = 0; first < n; first += BLOCK) {
            const graph_index count = n - first < BLOCK ? n - first : BLOCK;
            int32_t expected[BLOCK];
            for (graph_index j = 0; j < count; j++)
                expected[j] = first + j == u ? 0 : GRAPH_UNREACHED_INT32;
            for (graph_index k = u; k < e->count; k += n) {
                const int32_t *row = d + e->to[k] * distance->stride + first, w = e->weight[k],
                              far = GRAPH_UNREACHED_INT32 - w;
                for (graph_index j = 0; j < count; j++) {
                    int32_t through = row[j] < far ? row[j] + w : GRAPH_UNREACHED_INT32;
                    expected[j] = through < expected[j] ? through : expected[j];
                }
            }
            for (graph_index j = 0; j < count; j++)
                is_right = is_right && d[u * distance->stride + first + j] == expected[j];
        }
        wrong += !is_right;
    }
    return wrong;
}

/* When the rounds of pivots began and ended; large matrices take minutes, so tenths are told. */
struct clock {
    double start, first, last, first_share, last_share;
};

static int tell(double share, void *context)
{
    struct clock *clock = context;
    if ((int)(10 * share) > (int)(10 * clock->last_share))
        fprintf(stderr, "%.0f %% after %.1f s\n", 100 * share, bench_seconds() - clock->start);
    clock->last = bench_seconds();
    clock->last_share = share;
    if (clock->first == 0) {
        clock->first = clock->last;
        clock->first_share = share;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const graph_index n = argc > 1 ? strtoull(argv[1], NULL, 10) : 16384,
                      degree = argc > 2 ? strtoull(argv[2], NULL, 10) : 8;
    const uint64_t most = argc > 3 ? strtoull(argv[3], NULL, 10) : 4000;
    const uint64_t megabytes = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
    struct bench bench = {.name = "gpu_apsp"};
    struct edges e = random_edges(n, degree, most);
    graph_matrix *A = NULL;
    graph_dense distance = {.size = sizeof distance, .type = GRAPH_INT32};
    struct clock clock = {0};
    const graph_apsp_options options = {.size = sizeof options,
                                        .backend = GRAPH_BACKEND_CUDA,
                                        .method = GRAPH_APSP_FLOYD_WARSHALL,
                                        .progress = tell,
                                        .context = &clock};
    BENCH_OK(graph_matrix_create(&A, GRAPH_INT32, n, n));
    BENCH_OK(graph_matrix_build(A, e.from, e.to, e.weight, GRAPH_INT32, e.count, GRAPH_MIN));
    BENCH_OK(graph_set_device_memory(megabytes * 1000000));
    double start = clock.start = bench_seconds();
    BENCH_OK(graph_apsp(&distance, NULL, A, &options));
    double seconds = bench_seconds() - start;
    bench_check(graph_backend_used() == GRAPH_BACKEND_CUDA, "the call went to the CPU");
    fprintf(stderr, "done after %.1f s\n", seconds);
    start = bench_seconds();
    long long wrong = 0;
    for (graph_index part = 0; part < PARTS; part++) {
        wrong += wrong_rows(&e, &distance, part);
        fprintf(stderr, "%lld rows of part %llu of %d are wrong, %.1f s\n", wrong,
                (unsigned long long)part + 1, (int)PARTS, bench_seconds() - start);
    }
    double checking = bench_seconds() - start, pairs = (double)n * (double)n * (double)n,
           rounds = (clock.last - clock.first) / (clock.last_share - clock.first_share);
    bench_check(wrong == 0, "%lld of %llu rows are wrong", wrong, (unsigned long long)n);
    bench_row(&bench);
    bench_number(&bench, "n", (double)n, 0);
    bench_number(&bench, "edges", (double)e.count, 0);
    bench_number(&bench, "device_MB", (double)megabytes, 0);
    bench_number(&bench, "GB", (double)n * (double)n * 4e-9, 2);
    bench_number(&bench, "call_s", seconds, 2);
    bench_number(&bench, "rounds_s", rounds, 2);
    bench_number(&bench, "bound_s", pairs / pairs_per_s, 2);
    bench_number(&bench, "share_%", 100 * pairs / pairs_per_s / rounds, 1);
    bench_number(&bench, "right_rows", (double)n, 0);
    bench_number(&bench, "checked_in_s", checking, 1);
    bench_row_end(&bench);
    graph_free(distance.value);
    graph_matrix_release(&A);
    free(e.from);
    free(e.to);
    free(e.weight);
    return 0;
}
