/* The cases of bench_dist: graphs, and the calls that are timed. */
#include <math.h>

#include "bench/dist/dist_bench.h"
#include "bench/support/bench.h"
#include "bench/support/generators.h"
#include "core/backends.h"
#include "dist/dist.h"
#include "semigraph/centrality.h"
#include "semigraph/generators.h"

/* ---- Graphs ---- */

static graph_matrix *with_values(graph_matrix *A, graph_type type)
{
    graph_matrix *B = bench_with_values(A, type);
    graph_matrix_release(&A);
    return B;
}

static graph_matrix *make_square(const struct state *t)
{
    return with_values(bench_rmat(t->s.scale, 16), GRAPH_FP32);
}

/* Pages of a crawl with many links: products of some milliseconds. */
static graph_matrix *make_web(const struct state *t)
{
    return with_values(bench_web((int64_t)1 << t->s.web, 1.8, 8), GRAPH_FP32);
}

static graph_matrix *make_plain(const struct state *t) { return bench_rmat(t->s.scale, 16); }

static graph_matrix *make_floyd(const struct state *t)
{
    return with_values(bench_uniform(t->s.floyd, 8), GRAPH_FP32);
}

static graph_matrix *drawn(int scale, int edges)
{
    const graph_generator_options o = {.size = sizeof o, .is_undirected = true, .seed = 1};
    graph_matrix *A = NULL;
    MUST(graph_generate_rmat(&A, scale, (graph_index)edges << scale, &o));
    return A;
}
static graph_matrix *make_triangles(const struct state *t) { return drawn(t->s.triangles, t->s.edges); }
static graph_matrix *make_kronecker(const struct state *t) { return drawn(t->s.kronecker, 16); }

/* ---- Cases ---- */

static graph_index vertices_of(const struct graph *g)
{
    graph_dist_facts facts = {.size = sizeof facts};
    if (g->D == NULL)
        MUST(graph_matrix_rows(&facts.rows, g->A));
    else
        MUST(graph_dist_get_facts(&facts, g->D));
    return facts.rows;
}

/* Rows begin .. end - 1 of A, as a matrix that borrows from its arrays on the host. */
static graph_matrix *rows_of(const struct graph_csr *a, int64_t begin, int64_t end)
{
    graph_matrix *R = NULL;
    int64_t *start = malloc((size_t)(end - begin + 1) * sizeof *start);
    bench_check(start != NULL, "out of memory");
    for (int64_t i = begin; i <= end; i++)
        start[i - begin] = a->row_start[i] - a->row_start[begin];
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = a->type,
                           .rows = (graph_index)(end - begin),
                           .columns = (graph_index)a->columns,
                           .entries = (graph_index)start[end - begin],
                           .row = start,
                           .column = (void *)(uintptr_t)(a->column + a->row_start[begin]),
                           .value = (char *)(uintptr_t)a->value +
                                    (size_t)a->row_start[begin] * graph_type_size(a->type),
                           .start_bits = 64,
                           .index_bits = 32,
                           .ownership = GRAPH_COPY,
                           .is_trusted = true};
    MUST(graph_matrix_import(&R, &arrays));
    free(start);
    return R;
}

/* pieces[0 .. count - 1] = slabs of A with equal work, as ranks have them. */
static void cut_pieces(graph_matrix **pieces, int count, const graph_matrix *A)
{
    struct graph_csr a;
    MUST(graph__matrix_view(&a, A, graph__cpu()));
    int64_t *const work = malloc((size_t)(a.rows + 1) * sizeof *work), *const first =
                                                                           malloc((size_t)(count + 1) *
                                                                                  sizeof *first);
    bench_check(work != NULL && first != NULL, "out of memory");
#pragma omp parallel for schedule(dynamic, 1024)
    for (int64_t i = 0; i < a.rows; i++) {
        work[i] = 1;
        for (int64_t e = a.row_start[i]; e < a.row_start[i + 1]; e++)
            work[i] += 1 + a.row_start[a.column[e] + 1] - a.row_start[a.column[e]];
    }
    graph__cuts_of_weights(first, work, a.rows, count);
    for (int k = 0; k < count; k++)
        pieces[k] = rows_of(&a, first[k], first[k + 1]);
    free(first);
    free(work);
}

/* A A where one GPU has no room for it: slab after slab, and no result stays. */
static struct result run_square_in_pieces(struct state *t, const struct graph *g)
{
    const graph_semiring *min_plus = graph_semiring_builtin(GRAPH_MIN_PLUS, GRAPH_FP32);
    graph_matrix **const piece = calloc((size_t)t->s.pieces, sizeof *piece);
    struct result r = {0};
    bench_check(piece != NULL, "out of memory");
    cut_pieces(piece, t->s.pieces, g->A);
    for (int k = 0; k <= t->s.trials; k++) {
        const double start = bench_start_call(t);
        for (int p = 0; p < t->s.pieces; p++) {
            graph_matrix *C = NULL;
            graph_index rows, entries;
            graph_scalar largest = {0};
            MUST(graph_matrix_rows(&rows, piece[p]));
            MUST(graph_matrix_create(&C, GRAPH_FP32, rows, vertices_of(g)));
            MUST(graph_mxm(C, NULL, GRAPH_NO_OP, min_plus, piece[p], g->A, NULL));
            if (k == 0) { /* not timed */
                MUST(graph_matrix_entries(&entries, C));
                MUST(graph_reduce(&largest, GRAPH_FP32, GRAPH_MAX, C, NULL));
                r.count += entries;
                r.value = largest.value.f > r.value ? largest.value.f : r.value;
            }
            graph_matrix_release(&C);
        }
        bench_end_call(t, start, k > 0);
    }
    for (int p = 0; p < t->s.pieces; p++)
        graph_matrix_release(&piece[p]);
    free(piece);
    return r;
}

static struct result run_square(struct state *t, const struct graph *g)
{
    const graph_semiring *min_plus = graph_semiring_builtin(GRAPH_MIN_PLUS, GRAPH_FP32);
    const graph_index n = vertices_of(g);
    struct result r = {0};
    graph_dist_facts facts = {.size = sizeof facts};
    graph_index entries = 0;
    graph_matrix *C = NULL;
    graph_dist *E = NULL;
    graph_scalar largest = {0};
    if (t->is_alone && t->s.pieces > 1)
        return run_square_in_pieces(t, g);
    for (int k = 0; k <= t->s.trials; k++) {
        graph_matrix_release(&C);
        graph_dist_release(&E);
        if (t->is_alone)
            MUST(graph_matrix_create(&C, GRAPH_FP32, n, n));
        else
            MUST(graph_dist_create(&E, t->group, GRAPH_FP32, n, n));
        const double start = bench_start_call(t);
        if (t->is_alone)
            MUST(graph_mxm(C, NULL, GRAPH_NO_OP, min_plus, g->A, g->A, NULL));
        else
            MUST(graph_dist_mxm(E, NULL, GRAPH_NO_OP, min_plus, g->D, g->D, NULL));
        bench_end_call(t, start, k > 0);
    }
    if (t->is_alone) {
        MUST(graph_matrix_entries(&entries, C));
        MUST(graph_reduce(&largest, GRAPH_FP32, GRAPH_MAX, C, NULL));
    } else {
        MUST(graph_dist_get_facts(&facts, E));
        entries = facts.entries;
        MUST(graph_dist_reduce(&largest, GRAPH_FP32, GRAPH_MAX, E, NULL));
    }
    graph_matrix_release(&C);
    graph_dist_release(&E);
    r.count = entries;
    r.value = largest.value.f;
    return r;
}

static void list_sources(graph_index *source, graph_index count, int scale)
{
    uint64_t x = 88172645463325252u;
    for (graph_index k = 0; k < count; k++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        source[k] = x & (((uint64_t)1 << scale) - 1);
    }
}

static struct result run_sources(struct state *t, const struct graph *g)
{
    enum { SOURCES = 16384 };
    graph_index *source = malloc(SOURCES * sizeof *source);
    struct result r = {0};
    graph_scalar sum = {0};
    bench_check(source != NULL, "out of memory");
    list_sources(source, SOURCES, t->s.scale);
    for (int k = 0; k <= 2 * t->s.trials; k++) {
        graph_vector *distance_sum = NULL;
        const graph_bfs_multi_options o = {.size = sizeof o, .distance_sum = &distance_sum};
        const double start = bench_start_call(t);
        if (t->is_alone)
            MUST(graph_bfs_multi(NULL, g->A, source, SOURCES, &o));
        else
            MUST(graph_dist_bfs_multi(NULL, NULL, g->D, source, SOURCES, &o));
        bench_end_call(t, start, k > 0);
        MUST(graph_vector_reduce(&sum, GRAPH_INT64, GRAPH_PLUS, distance_sum, NULL));
        graph_vector_release(&distance_sum);
    }
    free(source);
    r.count = (uint64_t)sum.value.i;
    return r;
}

/* The sum over the edges for three sources, fewer than there may be ranks; not timed. */
static double sum_of_edges(const struct state *t, const struct graph *g, const graph_index *source)
{
    enum { SOURCES = 3 };
    graph_matrix *edges = NULL;
    const graph_betweenness_options o = {.size = sizeof o, .edges = &edges, .is_normalized = true};
    graph_scalar sum = {0};
    if (t->is_alone)
        MUST(graph_betweenness(NULL, g->A, source, SOURCES, &o));
    else
        MUST(graph_dist_betweenness(NULL, g->D, source, SOURCES, &o));
    MUST(graph_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, edges, NULL));
    graph_matrix_release(&edges);
    return 1e8 * sum.value.f;
}

static struct result run_betweenness(struct state *t, const struct graph *g)
{
    enum { SOURCES = 512 };
    graph_index source[SOURCES];
    struct result r = {0};
    graph_scalar sum = {0};
    list_sources(source, SOURCES, t->s.scale);
    const double of_edges = sum_of_edges(t, g, source);
    for (int k = 0; k < 3; k++) {
        graph_vector *vertex = NULL;
        const double start = bench_start_call(t);
        if (t->is_alone)
            MUST(graph_betweenness(&vertex, g->A, source, SOURCES, NULL));
        else
            MUST(graph_dist_betweenness(&vertex, g->D, source, SOURCES, NULL));
        bench_end_call(t, start, true);
        MUST(graph_vector_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, vertex, NULL));
        graph_vector_release(&vertex);
    }
    r.value = sum.value.f + of_edges;
    return r;
}

static struct result run_triangles(struct state *t, const struct graph *g)
{
    struct result r = {0};
    for (int k = 0; k <= t->s.trials; k++) {
        const double start = bench_start_call(t);
        if (t->is_alone)
            MUST(graph_triangles(&r.count, g->A, NULL));
        else
            MUST(graph_dist_triangles(&r.count, g->D, NULL));
        bench_end_call(t, start, k > 0);
    }
    return r;
}

static struct result run_bfs(struct state *t, const struct graph *g)
{
    struct result r = {0};
    graph_scalar sum = {0};
    for (int k = 0; k <= 2 * t->s.trials; k++) {
        graph_vector *level = NULL;
        const double start = bench_start_call(t);
        if (t->is_alone)
            MUST(graph_bfs(&level, NULL, g->A, 1, NULL));
        else
            MUST(graph_dist_bfs(&level, NULL, g->D, 1, NULL));
        bench_end_call(t, start, k > 0);
        MUST(graph_vector_reduce(&sum, GRAPH_INT64, GRAPH_PLUS, level, NULL));
        graph_vector_release(&level);
    }
    r.count = (uint64_t)sum.value.i;
    return r;
}

static struct result run_pagerank(struct state *t, const struct graph *g)
{
    const graph_pagerank_options o = {
        .size = sizeof o, .type = GRAPH_FP32, .tolerance = -1, .most_rounds = (graph_index)t->s.rounds};
    struct result r = {0};
    graph_scalar largest = {0};
    for (int k = 0; k <= t->s.trials; k++) {
        graph_vector *rank = NULL;
        const double start = bench_start_call(t);
        if (t->is_alone)
            MUST(graph_pagerank(&rank, g->A, &o));
        else
            MUST(graph_dist_pagerank(&rank, g->D, &o));
        bench_end_call(t, start, k > 0);
        MUST(graph_vector_reduce(&largest, GRAPH_FP64, GRAPH_MAX, rank, NULL));
        graph_vector_release(&rank);
    }
    r.value = largest.value.f;
    return r;
}

/* The sum of the finite distances, over all ranks, in whole eighths: weights are multiples of one. */
static uint64_t sum_of(const struct state *t, const graph_dense *d)
{
    const float *value = d->value;
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (graph_index k = 0; k < d->rows * d->columns; k++)
        sum += isfinite(value[k]) ? 8.0 * (double)value[k] : 0;
    return (uint64_t)bench_sum(t, (int64_t)sum);
}

/* Some rows of the distances of this rank against searches from their vertices, on the host.  Sums of eighths are exact. */
static void check_rows(const struct state *t, const graph_dense *d, int64_t first)
{
    enum { ROWS = 3 };
    graph_matrix *A = make_floyd(t);
    const graph_sssp_options o = {.size = sizeof o, .backend = GRAPH_BACKEND_CPU};
    for (int64_t k = 0; k < ROWS && d->rows > 0; k++) {
        const int64_t row = (int64_t)(d->rows - 1) * k / (ROWS - 1);
        graph_vector *distance = NULL;
        struct graph_vector_view v;
        MUST(graph_sssp(&distance, NULL, A, (graph_index)(first + row), &o));
        MUST(graph__vector_view(&v, distance, graph__cpu()));
        const float *const found = (const float *)d->value + row * (int64_t)d->stride, *const expected =
                                                                                           v.value;
        int64_t reached = 0;
        for (int64_t e = 0; e < (int64_t)d->columns; e++)
            reached += isfinite(found[e]);
        bench_check(reached == v.entries, "floyd: row %lld reaches %lld vertices, a search %lld",
                    (long long)(first + row), (long long)reached, (long long)v.entries);
        for (int64_t e = 0; e < v.entries; e++) {
            const int64_t j = v.form == GRAPH_SPARSE ? v.index[e] : e;
            bench_check(found[j] == expected[e], "floyd: the distance from %lld to %lld is %g, not %g",
                        (long long)(first + row), (long long)j, (double)expected[e], (double)found[j]);
        }
        graph_vector_release(&distance);
    }
    graph_matrix_release(&A);
}

static graph_index floyd_once(struct state *t, const struct graph *g, graph_dense *d, bool counts)
{
    graph_index first = 0;
    const graph_apsp_options o = {.size = sizeof o, .method = GRAPH_APSP_FLOYD_WARSHALL};
    *d = (graph_dense){.size = sizeof *d, .type = GRAPH_FP32};
    const double start = bench_start_call(t);
    if (t->is_alone)
        MUST(graph_apsp(d, NULL, g->A, &o));
    else
        MUST(graph_dist_apsp(d, NULL, &first, g->D, &o));
    bench_end_call(t, start, counts);
    return first;
}

static struct result run_floyd(struct state *t, const struct graph *g)
{
    enum { SMALL = 4096 }; /* a first call, of what is loaded and connected then */
    struct result r = {0};
    struct graph small = {NULL, NULL};
    graph_dense d;
    if (bench_is_first(t))
        small.A = with_values(bench_uniform(SMALL, 8), GRAPH_FP32);
    if (!t->is_alone) {
        MUST(graph_dist_scatter(&small.D, t->group, small.A, 0, GRAPH_CUT_ROWS));
        graph_matrix_release(&small.A);
    }
    (void)floyd_once(t, &small, &d, false);
    graph_free(d.value);
    graph_matrix_release(&small.A);
    graph_dist_release(&small.D);
    const graph_index first = floyd_once(t, g, &d, true);
    r.count = sum_of(t, &d);
    if (!t->s.alone) {
        check_rows(t, &d, (int64_t)first);
        r.checked = "rows equal searches";
    }
    graph_free(d.value);
    return r;
}

const struct bench_case bench_cases[] = {
    {"square", make_square, run_square},          {"web", make_web, run_square},
    {"sources", make_plain, run_sources},         {"betweenness", make_plain, run_betweenness},
    {"triangles", make_triangles, run_triangles}, {"bfs", make_kronecker, run_bfs},
    {"pagerank", make_kronecker, run_pagerank},   {"floyd", make_floyd, run_floyd}};
const int bench_case_count = sizeof bench_cases / sizeof bench_cases[0];
