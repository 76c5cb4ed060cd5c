/* The other libraries as contenders.  The build says which of them are linked. */
#include <math.h>
#include <stdlib.h>

#include "core/backends.h"
#include "bench/published/published.h"

#ifdef PUBLISHED_HAS_SUITESPARSE
#include "bench/peers/peer_suitesparse.h"

struct their_product {
    struct published_matrix *m;
    GrB_Matrix A, C;
    bool is_compared;
    graph_index entries;
};

static void run_theirs(void *context)
{
    struct their_product *p = context;
    GrB_Index rows;
    THEIRS(GrB_Matrix_nrows(&rows, p->A));
    THEIRS(GrB_Matrix_new(&p->C, GrB_FP64, rows, rows));
    THEIRS(GrB_mxm(p->C, GrB_NULL, GrB_NULL, GrB_PLUS_TIMES_SEMIRING_FP64, p->A, p->A,
                   p->m->is_with_transpose ? GrB_DESC_T1 : GrB_NULL));
    THEIRS(GrB_Matrix_wait(p->C, GrB_MATERIALIZE));
}

/* The entries of C, whose tuples come sorted by rows. */
static struct bench_product their_entries(const struct their_product *p)
{
    graph_index count;
    THEIRS(GrB_Matrix_nvals(&count, p->C));
    struct bench_tuples t = bench_tuples_open(p->m->rows, p->m->rows, count);
    THEIRS(GrB_Matrix_extractTuples_FP64(t.row, t.column, t.value, &count, p->C));
    struct bench_product product = bench_product_open((int64_t)p->m->rows, (int64_t)count, GRAPH_FP64, true);
    for (graph_index i = 0, k = 0; i <= p->m->rows; i++) {
        for (; k < count && t.row[k] < i; k++) {
            product.column[k] = (int32_t)t.column[k];
            product.value[k] = t.value[k];
        }
        product.row_start[i] = (int64_t)k;
    }
    bench_tuples_close(&t);
    return product;
}

static void finish_theirs(void *context)
{
    struct their_product *p = context;
    if (!p->is_compared) {
        THEIRS(GrB_Matrix_nvals(&p->entries, p->C));
        published_compare(p->m, "SuiteSparse", their_entries(p));
        p->is_compared = true;
    }
    THEIRS(GrB_Matrix_free(&p->C));
}

struct published_time peer_suitesparse_product(struct published_matrix *m,
                                               const struct published_options *options)
{
    static GrB_Type type;
    static bool is_open;
    struct their_product p = {.m = m};
    struct published_time time = {0};
    if (!is_open) {
        THEIRS(GrB_init(GrB_NONBLOCKING));
        THEIRS(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, options->threads));
        type = GrB_FP64;
        is_open = true;
    }
    const struct bench_contest contest = {
        .semiring = "plus_times_fp64", .product = "square", .type = GRAPH_FP64, .their_type = &type};
    p.A = bench_peer_matrix(m->A, &contest);
    struct published_options here = *options;
    here.backend = GRAPH_BACKEND_CPU;
    struct published_runner runner = {run_theirs, finish_theirs, &p, 0, 0};
    published_race(&here, &runner, 1);
    time.ms = runner.best_ms;
    time.entries = p.entries;
    THEIRS(GrB_Matrix_free(&p.A));
    return time;
}
#else
struct published_time peer_suitesparse_product(struct published_matrix *m,
                                               const struct published_options *options)
{
    (void)m;
    (void)options;
    return (struct published_time){.reason = "not linked"};
}
#endif

#ifdef PUBLISHED_HAS_CUSPARSE
#include "bench/peers/peer_cusparse.h"

static void *give(const struct graph_backend *gpu, const void *here, size_t count, size_t element_bytes)
{
    void *there;
    BENCH_OK(gpu->allocate(&there, count + 1, element_bytes));
    BENCH_OK(gpu->upload(there, here, count * element_bytes));
    return there;
}

struct published_time peer_cusparse_product(struct published_matrix *m,
                                            const struct published_options *options)
{
    enum { DEFAULT = 0, ALG2 = 2 };
    const struct graph_backend *gpu = graph__backend(GRAPH_BACKEND_CUDA);
    struct published_time time = {0};
    graph_arrays arrays = {.size = sizeof arrays};
    if (options->backend != GRAPH_BACKEND_CUDA || gpu == NULL)
        return (struct published_time){.reason = "no GPU"};
    if (m->is_with_transpose)
        return (struct published_time){.reason = "squares only"};
    BENCH_OK(graph_matrix_export(&arrays, m->A, GRAPH_CSR, GRAPH_BORROW));
    int32_t *start = malloc((m->rows + 1) * sizeof *start);
    bench_check(start != NULL && arrays.start_bits == 64 && arrays.index_bits == 32, "out of memory");
    for (graph_index i = 0; i <= m->rows; i++)
        start[i] = (int32_t)((const int64_t *)arrays.row)[i];
    void *row = give(gpu, start, m->rows + 1, sizeof *start),
         *column = give(gpu, arrays.column, m->entries, sizeof(int32_t)),
         *value = give(gpu, arrays.value, m->entries, sizeof(double));
    const struct peer_operand square = {
        (int64_t)m->rows, (int64_t)m->rows, (int64_t)m->entries, row, column, value, sizeof(double)};
    time.reason = "memory";
    for (int engine = DEFAULT; engine <= ALG2; engine += ALG2 - DEFAULT) {
        struct bench_product C;
        const double ms = peer_product_times(&square, &square, engine, options->trials, &C).wall_ms;
        if (ms < 0)
            continue;
        time.ms = time.reason == NULL ? fmin(time.ms, ms) : ms;
        time.reason = NULL;
        time.entries = (graph_index)C.entries;
        published_compare(m, "cuSPARSE", C);
    }
    gpu->release(row);
    gpu->release(column);
    gpu->release(value);
    free(start);
    return time;
}
#else
struct published_time peer_cusparse_product(struct published_matrix *m,
                                            const struct published_options *options)
{
    (void)m;
    (void)options;
    return (struct published_time){.reason = "no GPU"};
}
#endif
