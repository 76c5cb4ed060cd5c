/* Masked products on the GPU: L .* (L L) over plus_pair, L the edges of an undirected graph towards smaller numbers,
 * compared with graph_triangles on the whole graph, warm; the sum of the product is the number of triangles.  times_ms: the
 * same over plus_times_int64, L's values being ones. */
#include <stdlib.h>

#include "bench/cuda/bench_gpu.h"
#include "bench/support/generators.h"
#include "core/matrix/matrix.h"

struct masked {
    const char *semiring;
    const graph_matrix *L, *A;
    graph_matrix *C;
    uint64_t triangles;
};

static const graph_descriptor *const on_device = &(const graph_descriptor){
    .size = sizeof(graph_descriptor), .backend = GRAPH_BACKEND_CUDA, .flags = GRAPH_MASK_STRUCTURE};

static void run_product(void *context)
{
    struct masked *m = context;
    graph_index n;
    BENCH_OK(graph_matrix_rows(&n, m->L));
    BENCH_OK(graph_matrix_create(&m->C, GRAPH_INT64, n, n));
    BENCH_OK(graph_mxm(m->C, m->L, GRAPH_NO_OP, graph_semiring_by_name(m->semiring), m->L, m->L, on_device));
}

static void drop_product(void *context) { graph_matrix_release(&((struct masked *)context)->C); }

static void run_triangles(void *context)
{
    struct masked *m = context;
    BENCH_OK(graph_triangles(&m->triangles, m->A,
                             &(const graph_triangles_options){.size = sizeof(graph_triangles_options),
                                                              .backend = GRAPH_BACKEND_CUDA}));
}

/* The sum of all values, on the host. */
static int64_t sum_of(const graph_matrix *C)
{
    struct graph_csr view;
    int64_t sum = 0;
    BENCH_OK(graph__matrix_view(&view, C, graph__cpu()));
    for (int64_t k = 0; k < view.entries; k++)
        sum += ((const int64_t *)view.value)[k];
    return sum;
}

/* The entries below the diagonal. */
static graph_matrix *lower(const graph_matrix *A, graph_type type)
{
    graph_matrix *L = NULL;
    graph_index n;
    BENCH_OK(graph_matrix_rows(&n, A));
    BENCH_OK(graph_matrix_create(&L, type, n, n));
    BENCH_OK(graph_select(L, NULL, GRAPH_NO_OP, GRAPH_TRIL, A,
                          (graph_scalar){.type = GRAPH_INT64, .value.i = -1},
                          &(const graph_descriptor){.size = sizeof(graph_descriptor)}));
    return L;
}

static void contest_between(struct bench *bench, const char *name, const graph_matrix *A)
{
    struct masked m = {.semiring = "plus_pair_int64", .A = A};
    graph_matrix *L = lower(A, GRAPH_PATTERN), *ones = lower(A, GRAPH_INT64);
    graph_index n, edges;
    BENCH_OK(graph_matrix_rows(&n, A));
    BENCH_OK(graph_matrix_entries(&edges, L));
    m.L = L;
    const struct gpu_measured triangles =
                                  gpu_measure(&(const struct gpu_call){.run = run_triangles, .context = &m},
                                              bench->trials),
                              product = gpu_measure(&(const struct gpu_call){run_product, drop_product, &m},
                                                    bench->trials);
    const int64_t sum = sum_of(m.C);
    bench_check(sum == (int64_t)m.triangles, "%s: the product has the sum %lld, triangles are %llu", name,
                (long long)sum, (unsigned long long)m.triangles);
    drop_product(&m);
    m.semiring = "plus_times_int64";
    m.L = ones;
    const struct gpu_measured times =
        gpu_measure(&(const struct gpu_call){run_product, drop_product, &m}, bench->trials);
    bench_check(sum_of(m.C) == sum, "%s: another sum over plus_times", name);
    drop_product(&m);
    bench_row(bench);
    bench_text(bench, "masked", name);
    bench_number(bench, "rows", (double)n, 0);
    bench_number(bench, "edges", (double)edges, 0);
    bench_number(bench, "triangles_ms", triangles.warm.ms, 4);
    bench_number(bench, "ms", product.warm.ms, 4);
    bench_number(bench, "wall_ms", product.warm.wall_ms, 4);
    bench_number(bench, "first_ms", product.first_ms, 2);
    bench_number(bench, "ratio", product.warm.ms / triangles.warm.ms, 2);
    bench_number(bench, "times_ms", times.warm.ms, 4);
    bench_row_end(bench);
    graph_matrix_release(&L);
    graph_matrix_release(&ones);
}

/* A and its transpose together, without loops. */
static graph_matrix *symmetric(graph_matrix *A)
{
    const graph_descriptor *const on_cpu =
        &(const graph_descriptor){.size = sizeof(graph_descriptor), .backend = GRAPH_BACKEND_CPU};
    graph_matrix *T = NULL, *S = NULL, *C = NULL;
    graph_index n;
    BENCH_OK(graph_matrix_rows(&n, A));
    BENCH_OK(graph_matrix_create(&T, GRAPH_PATTERN, n, n));
    BENCH_OK(graph_matrix_create(&S, GRAPH_BOOL, n, n));
    BENCH_OK(graph_matrix_create(&C, GRAPH_PATTERN, n, n));
    BENCH_OK(graph_transpose(T, NULL, GRAPH_NO_OP, A, on_cpu));
    BENCH_OK(graph_ewise_add(S, NULL, GRAPH_NO_OP, GRAPH_LOR, A, T, on_cpu));
    BENCH_OK(graph_select(C, NULL, GRAPH_NO_OP, GRAPH_OFFDIAGONAL, S,
                          (graph_scalar){.type = GRAPH_INT64, .value.i = 0}, on_cpu));
    graph_matrix_release(&T);
    graph_matrix_release(&S);
    graph_matrix_release(&A);
    return C;
}

static void contest_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    graph_matrix *A = gpu_matrix(g);
    contest_between(bench, name, A);
    graph_matrix_release(&A);
}

static void contest_on_web(struct bench *bench, const char *name, int64_t rows)
{
    if (!gpu_is_wanted(name))
        return;
    graph_matrix *A = symmetric(bench_web(rows, 1.8, 1.15));
    contest_between(bench, name, A);
    graph_matrix_release(&A);
}

void gpu_masked(struct bench *bench)
{
    static const char *const files[] = {"as20graph",     "ca-CondMat",   "ca-HepPh",      "email-Enron",
                                        "wiki-Vote",     "delaunay_n13", "delaunay_n16",  "PGPgiantcompo",
                                        "web-NotreDame", "cnr-2000",     "USA-road-d.NY", "soc-Epinions1",
                                        "dblp-2010",     "wave"};
    const graph_read_options options = {.size = sizeof options,
                                        .weights = GRAPH_WEIGHTS_DROP,
                                        .direction = GRAPH_UNDIRECTED,
                                        .loops = GRAPH_LOOPS_DROP};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++)
        gpu_contest_on_file(bench, files[k], &options, contest_between);
    contest_on_web(bench, "web 300000", 300000);
    gpu_contest(bench, "grid 1400", gpu_grid, 1400, contest_on);
    gpu_contest(bench, "kronecker 16", gpu_kronecker, 16, contest_on);
    gpu_contest(bench, "kronecker 18", gpu_kronecker, 18, contest_on);
    gpu_contest(bench, "uniform 18", gpu_uniform, 18, contest_on);
}
