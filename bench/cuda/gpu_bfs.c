/* Searches by graph_bfs from 64 vertices of the largest component, the graph on the device: levels, and levels with
 * parents, compared with the CPU's.
 *
 * ms is the time between CUDA events past the call, the second-level cache full of other data before; warm_ms that right
 * after the same search, and wall_ms its wall clock.  first_ms is the wall clock of the first search of a new matrix, whose
 * arrays go to the device in it.
 *
 * The bound is bytes: each vertex that is reached reads its offsets, one sector of neighbours and writes its level
 * (16 + 32 + 4 bytes) at the rate of a copy; and a microsecond for the barrier of each level. */
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"

enum { SOURCES = 64, CHECKED = 3, IDLE_BYTES = 256 << 20 };

static void *idle;

struct search {
    graph_vector *level, *parent;
};

static void search(struct search *s, const graph_matrix *A, graph_index source, bool has_parents,
                   graph_backend_kind backend)
{
    const graph_bfs_options o = {.size = sizeof o, .backend = backend};
    BENCH_OK(graph_bfs(&s->level, has_parents ? &s->parent : NULL, A, source, &o));
    bench_check(graph_backend_used() == backend, "graph_bfs ran on %s",
                graph_backend_name(graph_backend_used()));
}

static void drop(struct search *s)
{
    graph_vector_release(&s->level);
    graph_vector_release(&s->parent);
}

/* The entries of a vector of n elements; returns how many. */
static graph_index entries_of(graph_index *index, int64_t *value, const graph_vector *v, int64_t n)
{
    graph_index entries = (graph_index)n;
    BENCH_OK(graph_vector_extract_tuples(index, value, GRAPH_INT64, &entries, v));
    return entries;
}

/* A vertex in the component of a vertex of largest degree. */
static void draw_sources(graph_index *source, const struct gpu_graph *g, const graph_matrix *A)
{
    const int64_t n = g->host.rows;
    graph_index *index = malloc((size_t)n * sizeof *index), start = 0;
    int64_t *value = malloc((size_t)n * sizeof *value), most = -1;
    struct search s = {NULL, NULL};
    uint64_t counter = 1;
    bench_check(index != NULL && value != NULL, "out of memory");
    for (int64_t v = 0; v < n; v++)
        if (g->host.row_start[v + 1] - g->host.row_start[v] > most) {
            most = g->host.row_start[v + 1] - g->host.row_start[v];
            start = (graph_index)v;
        }
    if (most <= 4)
        start = (graph_index)(n / 2 + 700);
    search(&s, A, start, false, GRAPH_BACKEND_CPU);
    const graph_index reached = entries_of(index, value, s.level, n);
    bench_check(reached > (graph_index)n / 2, "not the largest component");
    for (int k = 0; k < SOURCES; k++)
        source[k] = index[gpu_mix(counter++) % reached];
    drop(&s);
    free(index);
    free(value);
}

/* Levels and parents of both back ends are the same; returns the depth, and the vertices that are reached. */
static int64_t compare(graph_index *reached, const graph_matrix *A, graph_index source, int64_t n)
{
    graph_index *index[2], entries[2] = {0, 0};
    int64_t *value[2], depth = 0;
    struct search s[2] = {{NULL, NULL}, {NULL, NULL}};
    for (int k = 0; k < 2; k++) {
        index[k] = malloc((size_t)n * sizeof *index[k]);
        value[k] = malloc((size_t)n * sizeof *value[k]);
        bench_check(index[k] != NULL && value[k] != NULL, "out of memory");
        search(&s[k], A, source, true, k == 0 ? GRAPH_BACKEND_CPU : GRAPH_BACKEND_CUDA);
    }
    for (int what = 0; what < 2; what++) {
        for (int k = 0; k < 2; k++)
            entries[k] = entries_of(index[k], value[k], what == 0 ? s[k].level : s[k].parent, n);
        bench_check(entries[0] == entries[1] &&
                        memcmp(index[0], index[1], entries[0] * sizeof *index[0]) == 0 &&
                        memcmp(value[0], value[1], entries[0] * sizeof *value[0]) == 0,
                    "%s from %llu", what == 0 ? "levels" : "parents", (unsigned long long)source);
        for (graph_index e = 0; what == 0 && e < entries[0]; e++)
            depth = value[0][e] > depth ? value[0][e] : depth;
    }
    *reached = entries[0];
    for (int k = 0; k < 2; k++) {
        drop(&s[k]);
        free(index[k]);
        free(value[k]);
    }
    return depth;
}

static struct gpu_times timed(const graph_matrix *A, graph_index source, bool has_parents, bool is_warm)
{
    const cudaStream_t stream = graph__cuda_device(NULL)->stream;
    struct search s = {NULL, NULL};
    if (is_warm) {
        search(&s, A, source, has_parents, GRAPH_BACKEND_CUDA);
        drop(&s);
    } else
        bench_check(cudaMemsetAsync(idle, 0, IDLE_BYTES, stream) == cudaSuccess, "setting bytes");
    gpu_clock_start(stream);
    search(&s, A, source, has_parents, GRAPH_BACKEND_CUDA);
    const struct gpu_times times = gpu_clock_stop(stream);
    drop(&s);
    return times;
}

static void contest_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    enum { LEVELS, PARENTS, WARM, FORMS };
    graph_index source[SOURCES], reached = 0;
    struct gpu_times median[FORMS];
    int64_t depth = 0;
    graph_matrix *A = gpu_matrix(g);
    draw_sources(source, g, A);
    const double first_ms = timed(A, source[0], false, false).wall_ms;
    for (int s = 0; s < CHECKED; s++)
        depth = compare(&reached, A, source[s], g->host.rows);
    /* As many searches as pay for what the library wants to know of the graph. */
    for (int s = 0; s < SOURCES; s++)
        (void)timed(A, source[s], s % 2 != 0, false);
    for (int form = 0; form < FORMS; form++) {
        struct gpu_times times[SOURCES];
        for (int s = 0; s < SOURCES; s++)
            times[s] = timed(A, source[s], form == PARENTS, form == WARM);
        median[form] = gpu_clock_median(times, SOURCES);
    }
    const double bound = (double)reached * 52 / 3.99e9 + 1e-3 * (double)depth;
    bench_row(bench);
    bench_text(bench, "bfs", name);
    bench_number(bench, "edges", (double)g->host.entries, 0);
    bench_number(bench, "levels", (double)depth + 1, 0);
    bench_number(bench, "ms", median[LEVELS].ms, 4);
    bench_number(bench, "parents_ms", median[PARENTS].ms, 4);
    bench_number(bench, "warm_ms", median[WARM].ms, 4);
    bench_number(bench, "wall_ms", median[WARM].wall_ms, 4);
    bench_number(bench, "first_ms", first_ms, 3);
    bench_number(bench, "bound_ms", bound, 4);
    bench_number(bench, "share_%", 100 * bound / median[LEVELS].ms, 1);
    bench_row_end(bench);
    graph_matrix_release(&A);
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
