/* Random calls: what the ranks compute together is what one machine computes, bit for bit, and so are the statuses.
 *
 *     test_dist_calls [many N [SEED]]
 *
 * Each call has its operands in random cuts, which differ from each other, on 1, 2, 3, 4, 6 or 9 ranks. */
#include "tests/support/graphs.h"
#include "tests/support/ranks.h"

enum kind {
    MXM,
    MXV,
    CSRMM,
    TRANSPOSE,
    ADD,
    MULT,
    APPLY,
    FIRST,
    SECOND,
    INDEX,
    SELECT,
    REDUCE_ROWS,
    REDUCE,
    KINDS
};

struct call {
    uint64_t seed;
    enum kind kind;
    int ranks, op;
    graph_op accum;
    graph_scalar x;
    int64_t k;
    const graph_semiring *semiring;
    graph_descriptor d;
    uint64_t most_bytes;
    graph_matrix *C, *M, *A, *B;
    graph_vector *w, *m, *u;
    graph_type type; /* of a sum */
    double dense[2][400];
    /* What one machine says. */
    graph_status status;
    graph_matrix *right;
    graph_vector *right_vector;
    graph_scalar right_sum;
    double right_dense[400];
    bool is_misfit; /* of shapes: which of two mistakes is reported is not compared */
    bool is_wrong;
};

static const graph_type types[] = {GRAPH_PATTERN, GRAPH_BOOL, GRAPH_INT8,   GRAPH_INT32, GRAPH_INT64,
                                   GRAPH_UINT16,  GRAPH_FP32, GRAPH_UINT64, GRAPH_FP64};
enum { TYPES = sizeof types / sizeof types[0] };

static graph_dense dense_of(struct call *c, int which, double *value, graph_index rows)
{
    graph_dense X = {.size = sizeof X,
                     .type = GRAPH_FP64,
                     .layout = c->seed >> (8 + which) & 1 ? GRAPH_ROW_MAJOR : GRAPH_COLUMN_MAJOR,
                     .rows = rows,
                     .columns = 5};
    X.value = value;
    return X;
}

/* Runs the call on one machine (group NULL) or with the other ranks. */
static graph_status run_local(struct call *c, graph_matrix *C, graph_vector *w, graph_scalar *sum,
                              double *dense)
{
    graph_dense Y, X;
    graph_index rows, columns;
    switch (c->kind) {
    case MXM:
        return graph_mxm(C, c->M, c->accum, c->semiring, c->A, c->B, &c->d);
    case MXV:
        return graph_mxv(w, c->m, c->accum, c->semiring, c->A, c->u, &c->d);
    case CSRMM:
        graph_matrix_rows(&rows, c->A);
        graph_matrix_columns(&columns, c->A);
        const bool turns = c->d.flags & GRAPH_TRANSPOSE_A;
        Y = dense_of(c, 0, dense, turns ? columns : rows);
        X = dense_of(c, 1, c->dense[1], turns ? rows : columns);
        return graph_csrmm(&Y, c->semiring, c->A, &X, &c->d);
    case TRANSPOSE:
        return graph_transpose(C, c->M, c->accum, c->A, &c->d);
    case ADD:
        return graph_ewise_add(C, c->M, c->accum, (graph_op)c->op, c->A, c->B, &c->d);
    case MULT:
        return graph_ewise_mult(C, c->M, c->accum, (graph_op)c->op, c->A, c->B, &c->d);
    case APPLY:
        return graph_apply(C, c->M, c->accum, (graph_unary_op)c->op, c->A, &c->d);
    case FIRST:
        return graph_apply_first(C, c->M, c->accum, (graph_op)c->op, c->x, c->A, &c->d);
    case SECOND:
        return graph_apply_second(C, c->M, c->accum, (graph_op)c->op, c->A, c->x, &c->d);
    case INDEX:
        return graph_apply_index(C, c->M, c->accum, (graph_index_op)c->op, c->A, graph_int64(c->k), &c->d);
    case SELECT:
        return graph_select(C, c->M, c->accum, (graph_select_op)c->op, c->A, c->x, &c->d);
    case REDUCE_ROWS:
        return graph_reduce_rows(w, c->m, c->accum, (graph_op)c->op, c->A, &c->d);
    default:
        return graph_reduce(sum, c->type, (graph_op)c->op, c->A, &c->d);
    }
}

static graph_status run_dist(struct call *c, graph_dist *C, const graph_dist *M, const graph_dist *A,
                             const graph_dist *B, graph_vector *w, graph_scalar *sum, double *dense)
{
    graph_dense Y, X;
    graph_index rows, columns;
    switch (c->kind) {
    case MXM:
        return graph_dist_mxm(C, M, c->accum, c->semiring, A, B, &c->d);
    case MXV:
        return graph_dist_mxv(w, c->m, c->accum, c->semiring, A, c->u, &c->d);
    case CSRMM:
        graph_matrix_rows(&rows, c->A);
        graph_matrix_columns(&columns, c->A);
        const bool turns = c->d.flags & GRAPH_TRANSPOSE_A;
        Y = dense_of(c, 0, dense, turns ? columns : rows);
        X = dense_of(c, 1, c->dense[1], turns ? rows : columns);
        return graph_dist_csrmm(&Y, c->semiring, A, &X, &c->d);
    case TRANSPOSE:
        return graph_dist_transpose(C, M, c->accum, A, &c->d);
    case ADD:
        return graph_dist_ewise_add(C, M, c->accum, (graph_op)c->op, A, B, &c->d);
    case MULT:
        return graph_dist_ewise_mult(C, M, c->accum, (graph_op)c->op, A, B, &c->d);
    case APPLY:
        return graph_dist_apply(C, M, c->accum, (graph_unary_op)c->op, A, &c->d);
    case FIRST:
        return graph_dist_apply_first(C, M, c->accum, (graph_op)c->op, c->x, A, &c->d);
    case SECOND:
        return graph_dist_apply_second(C, M, c->accum, (graph_op)c->op, A, c->x, &c->d);
    case INDEX:
        return graph_dist_apply_index(C, M, c->accum, (graph_index_op)c->op, A, c->k, &c->d);
    case SELECT:
        return graph_dist_select(C, M, c->accum, (graph_select_op)c->op, A, c->x, &c->d);
    case REDUCE_ROWS:
        return graph_dist_reduce_rows(w, c->m, c->accum, (graph_op)c->op, A, &c->d);
    default:
        return graph_dist_reduce(sum, c->type, (graph_op)c->op, A, &c->d);
    }
}

static bool is_of_matrices(enum kind kind)
{
    return kind != MXV && kind != CSRMM && kind != REDUCE_ROWS && kind != REDUCE;
}

/* What a rank does: its part of the call, and the comparison, which all ranks make. */
static void run_rank(graph_group *g, void *context)
{
    struct call *const c = context;
    graph_dist *C = NULL, *M = NULL, *A = NULL, *B = NULL;
    graph_matrix *got = NULL, *before = NULL;
    graph_vector *w = NULL;
    graph_scalar sum = {.type = GRAPH_PATTERN};
    double dense[400];
    graph_status status = GRAPH_OK, answer;
    bool is_right = false;
    memcpy(dense, c->dense[0], sizeof dense);
    TRY(scatter_anyhow(&C, g, c->C, c->seed));
    if (c->M != NULL)
        TRY(scatter_anyhow(&M, g, c->M, c->seed + 1));
    TRY(scatter_anyhow(&A, g, c->A, c->seed + 2));
    TRY(c->seed >> 6 & 1 ? scatter_anyhow(&B, g, c->B, c->seed + 3)
                         : graph_dist_scatter(&B, g, c->B, 0, GRAPH_CUT_WORK));
    if (c->seed >> 7 & 1)
        TRY(graph_dist_recut(A, (graph_cut)(c->seed >> 20 & 1)));
    TRY(graph_vector_dup(&w, c->w));
    answer = run_dist(c, C, M, A, B, w, &sum, dense);
    is_right = answer == c->status || (c->is_misfit && answer < 0 && c->status < 0);
    TRY(graph_dist_gather(&got, C, -1));
    TRY(graph_dist_gather(&before, A, 0));
    if (is_right) {
        is_right = equal_matrices(got, c->status == GRAPH_OK && is_of_matrices(c->kind) ? c->right : c->C);
        is_right =
            is_right &&
            equal_vectors(w, c->status == GRAPH_OK && c->right_vector != NULL ? c->right_vector : c->w);
        is_right = is_right && (graph_group_rank(g) != 0 ? before == NULL : equal_matrices(before, c->A));
        if (c->kind == CSRMM && c->status == GRAPH_OK)
            is_right = is_right && memcmp(dense, c->right_dense, sizeof dense) == 0;
        if (c->kind == REDUCE && c->status == GRAPH_OK)
            is_right = is_right && sum.type == c->right_sum.type && sum.value.u == c->right_sum.value.u;
        if (c->kind == REDUCE && !is_right && graph_group_rank(g) == 0)
            fprintf(stderr, "sum %llx of type %d, expected %llx\n", (unsigned long long)sum.value.u,
                    (int)c->type, (unsigned long long)c->right_sum.value.u);
    } else if (graph_group_rank(g) == 0) {
        fprintf(stderr, "status %d, expected %d: %s\n", answer, c->status, graph_last_error());
    }
done:
    if (status != GRAPH_OK)
        fprintf(stderr, "rank %d: %s\n", graph_group_rank(g), graph_last_error());
    if (!is_right || status != GRAPH_OK)
        __atomic_store_n(&c->is_wrong, true, __ATOMIC_RELAXED);
    graph_dist_release(&C);
    graph_dist_release(&M);
    graph_dist_release(&A);
    graph_dist_release(&B);
    graph_matrix_release(&got);
    graph_matrix_release(&before);
    graph_vector_release(&w);
}

static graph_op any_binary(uint64_t *s) { return (graph_op)(1 + test_random(s) % (GRAPH_OP_COUNT - 1)); }

static graph_type any_type(uint64_t *s) { return types[test_random(s) % TYPES]; }

static graph_status make_operands(struct call *c, uint64_t *s)
{
    const int64_t n = 1 + (int64_t)(test_random(s) % 20), k = 1 + (int64_t)(test_random(s) % 20),
                  p = 1 + (int64_t)(test_random(s) % 20);
    const bool ta = c->d.flags & GRAPH_TRANSPOSE_A, tb = c->d.flags & GRAPH_TRANSPOSE_B,
               is_product = c->kind == MXM, is_turned = c->kind == TRANSPOSE;
    const int64_t wrong = test_random(s) % 64 == 0; /* a dimension that does not fit */
    const int64_t rows = n, columns = p;
    c->is_misfit = wrong != 0;
    int64_t a[2] = {rows, is_product || c->kind == MXV || c->kind == CSRMM ? k : columns},
            b[2] = {rows, columns};
    const enum value_range range = test_random(s) % 2 ? VALUES_SMALL : VALUES_REAL;
    graph_status status = GRAPH_OK;
    if (is_product)
        b[0] = k;
    if (is_turned != ta) {
        const int64_t x = a[0];
        a[0] = a[1], a[1] = x;
    }
    if (tb) {
        const int64_t x = b[0];
        b[0] = b[1], b[1] = x;
    }
#define ANY(X, rows_, columns_)                                                                              \
    TRY(random_matrix(&c->X, s, (enum graph_shape)(test_random(s) % SHAPE_COUNT), any_type(s), (rows_),      \
                      (columns_), (int64_t)(test_random(s) % 120), range))
    ANY(C, rows + wrong, columns);
    ANY(A, a[0], a[1]);
    ANY(B, b[0], b[1]);
    if (test_random(s) % 2)
        ANY(M, rows + wrong, columns);
#undef ANY
    TRY(graph_vector_create(&c->w, any_type(s), (graph_index)(rows + wrong)));
    TRY(graph_vector_create(&c->u, any_type(s), (graph_index)k));
    if (test_random(s) % 2)
        TRY(graph_vector_create(&c->m, any_type(s), (graph_index)(rows + wrong)));
    graph_vector *const v[3] = {c->w, c->u, c->m};
    for (int i = 0; i < 3; i++) {
        graph_index length = 0;
        if (v[i] != NULL)
            graph_vector_length(&length, v[i]);
        const bool is_full = test_random(s) % 2;
        for (graph_index j = 0; j < length; j++)
            if (is_full || test_random(s) % 3 == 0)
                TRY(graph_vector_set(v[i], j, graph_bool(true)));
    }
done:
    return status;
}

static void make_call(struct call *c, uint64_t seed)
{
    uint64_t s = seed;
    *c = (struct call){.seed = test_random(&s)};
    c->kind = (enum kind)(test_random(&s) % KINDS);
    c->ranks = rank_numbers[test_random(&s) % RANK_NUMBERS];
    c->d = (graph_descriptor){.size = sizeof c->d, .threads = 1};
    if (c->kind == CSRMM)
        c->d.flags = (uint32_t)test_random(&s) & (GRAPH_TRANSPOSE_A | GRAPH_ACCUMULATE);
    else if (c->kind != REDUCE)
        c->d.flags = (uint32_t)test_random(&s) &
                     (GRAPH_REPLACE | GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT | GRAPH_TRANSPOSE_A |
                      (c->kind == MXM || c->kind == ADD || c->kind == MULT ? GRAPH_TRANSPOSE_B : 0));
    c->accum = test_random(&s) % 3 == 0 && c->kind != CSRMM ? any_binary(&s) : GRAPH_NO_OP;
    c->most_bytes = test_random(&s) % 3 == 0 ? 1 + test_random(&s) % 400 : 0;
    size_t semirings = 0;
    while (graph_semiring_at(semirings) != NULL)
        semirings++;
    c->semiring = graph_semiring_at(test_random(&s) % semirings);
    if (c->kind == CSRMM)
        c->semiring =
            graph_semiring_builtin(test_random(&s) % 2 ? GRAPH_PLUS_TIMES : GRAPH_MIN_PLUS, GRAPH_FP64);
    static const graph_op monoids[] = {GRAPH_PLUS, GRAPH_TIMES, GRAPH_MIN,  GRAPH_MAX,
                                       GRAPH_LOR,  GRAPH_LXOR,  GRAPH_MINUS};
    c->op = (int)any_binary(&s);
    if (c->kind == APPLY)
        c->op = (int)(1 + test_random(&s) % (GRAPH_UNARY_OP_COUNT - 1));
    if (c->kind == INDEX)
        c->op = (int)(1 + test_random(&s) % (GRAPH_INDEX_OP_COUNT - 1));
    if (c->kind == SELECT)
        c->op = (int)(1 + test_random(&s) % (GRAPH_SELECT_OP_COUNT - 1));
    if (c->kind == REDUCE || c->kind == REDUCE_ROWS)
        c->op = (int)monoids[test_random(&s) % (sizeof monoids / sizeof monoids[0])];
    if (c->kind == REDUCE &&
        c->op == GRAPH_MINUS) /* which graph_dist_reduce refuses, and graph_reduce does not */
        c->op = GRAPH_NO_OP;
    c->type = types[1 + test_random(&s) % (TYPES - 1)];
    c->k = (int64_t)(test_random(&s) % 41) - 20;
    c->x = test_random(&s) % 4 == 0 ? graph_fp64((double)c->k) : graph_int64(c->k);
    for (int i = 0; i < 400; i++) {
        c->dense[0][i] = (double)(test_random(&s) % 16) / 4;
        c->dense[1][i] = (double)(test_random(&s) % 16) / 4;
    }
    CHECK_OK(make_operands(c, &s));
}

/* A sum that graph_dist_reduce groups in another way than graph_reduce: only its ours result is compared, over ranks. */
static bool is_regrouped(const struct call *c)
{
    graph_type from;
    graph_matrix_type(&from, c->A);
    return c->kind == REDUCE && c->op != GRAPH_MIN && c->op != GRAPH_MAX &&
           (c->type == GRAPH_FP32 || c->type == GRAPH_FP64 || from == GRAPH_FP32 || from == GRAPH_FP64);
}

/* The sum of one rank. */
static void sum_on_one_rank(graph_group *g, void *context)
{
    struct call *const c = context;
    graph_dist *A = NULL;
    if (CHECK_OK(graph_dist_scatter(&A, g, c->A, 0, GRAPH_CUT_ROWS)))
        c->status = graph_dist_reduce(&c->right_sum, c->type, (graph_op)c->op, A, &c->d);
    graph_dist_release(&A);
}

static bool call_holds(uint64_t seed)
{
    struct call *c = malloc(sizeof *c);
    bool holds;
    make_call(c, seed);
    memcpy(c->right_dense, c->dense[0], sizeof c->right_dense);
    c->right_sum = (graph_scalar){.type = GRAPH_PATTERN};
    CHECK_OK(graph_matrix_dup(&c->right, c->C));
    CHECK_OK(graph_vector_dup(&c->right_vector, c->w));
    if (is_regrouped(c))
        run_ranks(1, NULL, sum_on_one_rank, c);
    else
        c->status = run_local(c, c->right, c->right_vector, &c->right_sum, c->right_dense);
    const graph_group_options options = {.size = sizeof options, .most_bytes = c->most_bytes};
    run_ranks(c->ranks, &options, run_rank, c);
    holds = !c->is_wrong;
    if (!holds)
        fprintf(stderr, "seed %llu: kind %d, op %d, accum %d, flags %u, semiring %s, %d ranks, limit %llu\n",
                (unsigned long long)seed, c->kind, c->op, (int)c->accum, c->d.flags,
                c->semiring != NULL ? graph_semiring_name(c->semiring) : "none", c->ranks,
                (unsigned long long)c->most_bytes);
    graph_matrix_release(&c->C);
    graph_matrix_release(&c->M);
    graph_matrix_release(&c->A);
    graph_matrix_release(&c->B);
    graph_matrix_release(&c->right);
    graph_vector_release(&c->w);
    graph_vector_release(&c->m);
    graph_vector_release(&c->u);
    graph_vector_release(&c->right_vector);
    free(c);
    return holds;
}

static int run_calls(uint64_t calls, uint64_t seed)
{
    int wrong = 0;
    for (uint64_t k = 0; k < calls && wrong < 5; k++)
        wrong += !CHECK(call_holds(seed + k));
    return wrong;
}

TEST(random_calls) { run_calls(400, 1); }

/* A product of full matrices shares arrays with an operand, of which a block has only some rows. */
struct full_product {
    const graph_matrix *A, *right;
    const graph_semiring *semiring;
    bool is_wrong;
};

static void square_on_ranks(graph_group *g, void *context)
{
    struct full_product *const p = context;
    graph_dist *A = NULL, *C = NULL;
    graph_matrix *got = NULL;
    graph_index n = 0;
    graph_matrix_rows(&n, p->A);
    const bool holds = graph_dist_scatter(&A, g, p->A, 0, GRAPH_CUT_ROWS) == GRAPH_OK &&
                       graph_dist_create(&C, g, graph_semiring_type(p->semiring), n, n) == GRAPH_OK &&
                       graph_dist_mxm(C, NULL, GRAPH_NO_OP, p->semiring, A, A, NULL) == GRAPH_OK &&
                       graph_dist_gather(&got, C, -1) == GRAPH_OK && equal_matrices(got, p->right);
    if (!holds)
        __atomic_store_n(&p->is_wrong, true, __ATOMIC_RELAXED);
    graph_dist_release(&A);
    graph_dist_release(&C);
    graph_matrix_release(&got);
}

TEST(blocks_of_full_matrices)
{
    enum { N = 12 };
    const graph_semiring *const any_pair = graph_semiring_builtin(GRAPH_ANY_PAIR, GRAPH_FP64);
    const graph_group_options in_blocks = {.size = sizeof in_blocks, .most_bytes = 100};
    graph_matrix *A = NULL, *right = NULL;
    uint64_t seed = 29;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_FULL, GRAPH_INT64, N, N, N * N, VALUES_SMALL));
    REQUIRE_OK(graph_matrix_create(&right, GRAPH_FP64, N, N));
    REQUIRE_OK(graph_mxm(right, NULL, GRAPH_NO_OP, any_pair, A, A, NULL));
    struct full_product p = {.A = A, .right = right, .semiring = any_pair};
    REQUIRE(run_ranks(3, &in_blocks, square_on_ranks, &p));
    CHECK(!p.is_wrong);
    graph_matrix_release(&A);
    graph_matrix_release(&right);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(random_calls), TEST_ROW(blocks_of_full_matrices)};
    graph_set_threads(1);
    if (argc > 2 && strcmp(argv[1], "many") == 0) {
        const int wrong =
            run_calls(strtoull(argv[2], NULL, 10), argc > 3 ? strtoull(argv[3], NULL, 10) : 1000000);
        printf("%s calls, %d wrong\n", argv[2], wrong);
        return wrong > 0;
    }
    return test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
