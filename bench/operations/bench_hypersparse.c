/* Matrices of 10^9 rows and columns with 10^6 entries, compared with SuiteSparse:GraphBLAS, which
 * chooses its hypersparse form itself: time and memory are to follow the entries.
 *
 * `spread`: a graph of 200,000 vertices whose numbers are drawn from 10^9.  `scattered`: every entry anywhere, so that
 * nearly each is alone in its row and in its column.  `build` makes A anew in each trial; no cache of an operand is used.
 * Values are eighths up to 1, so that all sums are exact in fp64 and must be the same. */
#include <stdlib.h>

#include "bench/peers/peer_suitesparse.h"

enum { DIMENSION = 1000000000, ENTRIES = 1000000, VERTICES = 200000 };

static const struct bench_contest contest = {
    .semiring = "plus_times_fp64", .type = GRAPH_FP64, .their_type = &GrB_FP64};

/* What both libraries are given, and what each makes. */
struct match {
    struct bench_tuples A_tuples, u_tuples;
    const graph_semiring *semiring;
    graph_matrix *A, *B, *C;
    graph_vector *u, *w;
    GrB_Matrix A_theirs, B_theirs, C_theirs;
    GrB_Vector u_theirs, w_theirs;
};

static uint64_t draw(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 24;
}

static struct bench_tuples draw_matrix(bool is_spread, uint64_t seed)
{
    struct bench_tuples t = bench_tuples_open(DIMENSION, DIMENSION, ENTRIES);
    graph_index *number = malloc(VERTICES * sizeof *number);
    uint64_t numbers = 7; /* the same vertices in every matrix */
    bench_check(number != NULL, "out of memory");
    for (int v = 0; v < VERTICES; v++)
        number[v] = draw(&numbers) % DIMENSION;
    for (int k = 0; k < ENTRIES; k++) {
        t.row[k] = is_spread ? number[draw(&seed) % VERTICES] : draw(&seed) % DIMENSION;
        t.column[k] = is_spread ? number[draw(&seed) % VERTICES] : draw(&seed) % DIMENSION;
        t.value[k] = (double)(1 + draw(&seed) % 8) / 8;
    }
    free(number);
    return t;
}

/* A vector with an entry at every fourth column of the entries of a matrix. */
static struct bench_tuples draw_vector(const struct bench_tuples *A)
{
    struct bench_tuples t = bench_tuples_open(DIMENSION, 0, ENTRIES / 4);
    for (int k = 0; k < ENTRIES / 4; k++) {
        t.row[k] = A->column[4 * k];
        t.value[k] = A->value[k];
    }
    return t;
}

static void make_ours(graph_matrix **A, const struct bench_tuples *t)
{
    BENCH_OK(graph_matrix_create(A, GRAPH_FP64, DIMENSION, DIMENSION));
    BENCH_OK(graph_matrix_build(*A, t->row, t->column, t->value, GRAPH_FP64, t->count, GRAPH_PLUS));
}

static void make_theirs(GrB_Matrix *A, const struct bench_tuples *t)
{
    THEIRS(GrB_Matrix_new(A, GrB_FP64, DIMENSION, DIMENSION));
    THEIRS(GrB_Matrix_build_FP64(*A, t->row, t->column, t->value, t->count, GrB_PLUS_FP64));
    THEIRS(GrB_Matrix_wait(*A, GrB_MATERIALIZE));
}

static void build_ours(void *m) { make_ours(&((struct match *)m)->C, &((struct match *)m)->A_tuples); }
static void build_theirs(void *m)
{
    make_theirs(&((struct match *)m)->C_theirs, &((struct match *)m)->A_tuples);
}

static void open_ours(struct match *m)
{
    BENCH_OK(graph_matrix_create(&m->C, GRAPH_FP64, DIMENSION, DIMENSION));
}
static void open_theirs(struct match *m)
{
    THEIRS(GrB_Matrix_new(&m->C_theirs, GrB_FP64, DIMENSION, DIMENSION));
}
static void wait_theirs(struct match *m) { THEIRS(GrB_Matrix_wait(m->C_theirs, GrB_MATERIALIZE)); }

static void multiply_ours(void *context)
{
    struct match *m = context;
    BENCH_OK(graph_spgemm(&m->C, m->semiring, m->A, m->A, NULL));
}

static void multiply_theirs(void *context)
{
    struct match *m = context;
    open_theirs(m);
    THEIRS(GrB_mxm(m->C_theirs, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, m->A_theirs, m->A_theirs, NULL));
    wait_theirs(m);
}

static void transpose_ours(void *context)
{
    struct match *m = context;
    open_ours(m);
    BENCH_OK(graph_transpose(m->C, NULL, GRAPH_NO_OP, m->A, NULL));
}

static void transpose_theirs(void *context)
{
    struct match *m = context;
    open_theirs(m);
    THEIRS(GrB_transpose(m->C_theirs, NULL, NULL, m->A_theirs, NULL));
    wait_theirs(m);
}

static void add_ours(void *context)
{
    struct match *m = context;
    open_ours(m);
    BENCH_OK(graph_ewise_add(m->C, NULL, GRAPH_NO_OP, GRAPH_PLUS, m->A, m->B, NULL));
}

static void add_theirs(void *context)
{
    struct match *m = context;
    open_theirs(m);
    THEIRS(
        GrB_Matrix_eWiseAdd_BinaryOp(m->C_theirs, NULL, NULL, GrB_PLUS_FP64, m->A_theirs, m->B_theirs, NULL));
    wait_theirs(m);
}

static void mxv_ours(void *context)
{
    struct match *m = context;
    BENCH_OK(graph_vector_create(&m->w, GRAPH_FP64, DIMENSION));
    BENCH_OK(graph_mxv(m->w, NULL, GRAPH_NO_OP, m->semiring, m->A, m->u, NULL));
}

static void mxv_theirs(void *context)
{
    struct match *m = context;
    THEIRS(GrB_Vector_new(&m->w_theirs, GrB_FP64, DIMENSION));
    THEIRS(GrB_mxv(m->w_theirs, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, m->A_theirs, m->u_theirs, NULL));
    THEIRS(GrB_Vector_wait(m->w_theirs, GrB_MATERIALIZE));
}

static void finish_ours(void *m)
{
    graph_matrix_release(&((struct match *)m)->C);
    graph_vector_release(&((struct match *)m)->w);
}

static void finish_theirs(void *m)
{
    THEIRS(GrB_Matrix_free(&((struct match *)m)->C_theirs));
    THEIRS(GrB_Vector_free(&((struct match *)m)->w_theirs));
}

/* Bytes of the result of both libraries; of a matrix of ours an operation reports them when it reads it. */
static void report_memory(struct bench *bench, struct match *m)
{
    graph_operation_stats did = {.size = sizeof did};
    graph_matrix *T = NULL;
    size_t matrix = 0, vector = 0;
    if (m->C != NULL) {
        BENCH_OK(graph_matrix_create(&T, GRAPH_FP64, DIMENSION, DIMENSION));
        BENCH_OK(graph_transpose(T, NULL, GRAPH_NO_OP, m->C, NULL));
    }
    BENCH_OK(graph_stats(&did));
    graph_matrix_release(&T);
    if (m->C_theirs != NULL)
        THEIRS(GxB_Matrix_memoryUsage(&matrix, m->C_theirs));
    if (m->w_theirs != NULL)
        THEIRS(GxB_Vector_memoryUsage(&vector, m->w_theirs));
    bench_number(bench, "result_mb", (double)(m->C != NULL ? did.input_bytes : did.output_bytes) / 1e6, 1);
    bench_number(bench, "their_mb", (double)(matrix + vector) / 1e6, 1);
}

static void run(struct bench *bench, const char *name, bool is_spread)
{
    static const struct {
        const char *name;
        void (*ours)(void *), (*theirs)(void *);
    } calls[] = {{"build", build_ours, build_theirs},
                 {"A A", multiply_ours, multiply_theirs},
                 {"A'", transpose_ours, transpose_theirs},
                 {"A + B", add_ours, add_theirs},
                 {"A u", mxv_ours, mxv_theirs}};
    struct match m = {.semiring = graph_semiring_by_name(contest.semiring)};
    struct bench_means means = {0};
    bench_check(m.semiring != NULL, "%s", graph_last_error());
    struct bench_tuples B_tuples = draw_matrix(is_spread, 2);
    m.A_tuples = draw_matrix(is_spread, 1);
    m.u_tuples = draw_vector(&m.A_tuples);
    make_ours(&m.A, &m.A_tuples);
    make_ours(&m.B, &B_tuples);
    make_theirs(&m.A_theirs, &m.A_tuples);
    make_theirs(&m.B_theirs, &B_tuples);
    BENCH_OK(graph_vector_create(&m.u, GRAPH_FP64, DIMENSION));
    BENCH_OK(
        graph_vector_build(m.u, m.u_tuples.row, m.u_tuples.value, GRAPH_FP64, m.u_tuples.count, GRAPH_PLUS));
    THEIRS(GrB_Vector_new(&m.u_theirs, GrB_FP64, DIMENSION));
    THEIRS(
        GrB_Vector_build_FP64(m.u_theirs, m.u_tuples.row, m.u_tuples.value, m.u_tuples.count, GrB_PLUS_FP64));
    THEIRS(GrB_Vector_wait(m.u_theirs, GrB_MATERIALIZE));
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++) {
        struct bench_contest what = contest;
        struct bench_runner runners[2] = {{calls[k].ours, finish_ours, &m, 0, 0, 0},
                                          {calls[k].theirs, finish_theirs, &m, 0, 0, 0}};
        what.product = calls[k].name;
        bench_duel(bench, &what, name, runners, 2, &means);
        graph_set_stats(true);
        calls[k].ours(&m);
        calls[k].theirs(&m);
        report_memory(bench, &m);
        graph_set_stats(false);
        if (m.C != NULL)
            bench_same_matrix(&what, name, m.C, m.C_theirs, NULL);
        else
            bench_same_vector(&what, name, m.w, m.w_theirs, NULL);
        finish_ours(&m);
        finish_theirs(&m);
        bench_row_end(bench);
    }
    graph_matrix_release(&m.A);
    graph_matrix_release(&m.B);
    graph_vector_release(&m.u);
    THEIRS(GrB_Matrix_free(&m.A_theirs));
    THEIRS(GrB_Matrix_free(&m.B_theirs));
    THEIRS(GrB_Vector_free(&m.u_theirs));
    bench_tuples_close(&m.A_tuples);
    bench_tuples_close(&m.u_tuples);
    bench_tuples_close(&B_tuples);
}

int main(int argc, char **argv)
{
    struct bench bench;
    bench_open(&bench, "hypersparse", argc, argv);
    THEIRS(GrB_init(GrB_NONBLOCKING));
    THEIRS(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, bench.threads));
    run(&bench, "spread", true);
    run(&bench, "scattered", false);
    THEIRS(GrB_finalize());
    return bench_close(&bench);
}
