/* Select, apply and the reductions, against the oracle. */
#include "tests/support/outputs.h"
#include "tests/support/test.h"

struct one {
    const graph_matrix *A;
    const graph_vector *u;
    int op;
    graph_scalar y;
};

static graph_status select(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_descriptor *d,
                           const void *context)
{
    const struct one *one = context;
    return graph_select(C, M, accum, (graph_select_op)one->op, one->A, one->y, d);
}

static graph_status vector_select(graph_vector *w, const graph_vector *m, graph_op accum,
                                  const graph_descriptor *d, const void *context)
{
    const struct one *one = context;
    return graph_vector_select(w, m, accum, (graph_select_op)one->op, one->u, one->y, d);
}

static graph_status apply(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_descriptor *d,
                          const void *context)
{
    const struct one *one = context;
    return graph_apply(C, M, accum, (graph_unary_op)one->op, one->A, d);
}

static graph_status vector_apply(graph_vector *w, const graph_vector *m, graph_op accum,
                                 const graph_descriptor *d, const void *context)
{
    const struct one *one = context;
    return graph_vector_apply(w, m, accum, (graph_unary_op)one->op, one->u, d);
}

static graph_status reduce_rows(graph_vector *w, const graph_vector *m, graph_op accum,
                                const graph_descriptor *d, const void *context)
{
    const struct one *one = context;
    return graph_reduce_rows(w, m, accum, (graph_op)one->op, one->A, d);
}

static const graph_scalar scalars[] = {
    {GRAPH_INT64, {.i = 0}},         {GRAPH_INT64, {.i = 2}},        {GRAPH_INT64, {.i = -3}},
    {GRAPH_INT64, {.i = INT64_MIN}}, {GRAPH_UINT64, {.u = 1}},       {GRAPH_UINT64, {.u = UINT64_MAX}},
    {GRAPH_FP64, {.f = 0.5}},        {GRAPH_FP64, {.f = -2.5}},      {GRAPH_FP64, {.f = NAN}},
    {GRAPH_FP64, {.f = INFINITY}},   {GRAPH_FP64, {.f = -INFINITY}}, {GRAPH_BOOL, {.b = true}},
    {GRAPH_BOOL, {.u = 0}},
};
enum { SCALARS = sizeof scalars / sizeof scalars[0] };

/* A position test takes an integer; values are tested against any number. */
static graph_scalar fitting(graph_select_op op, graph_scalar y)
{
    bool tests_values = op >= GRAPH_VALUE_EQ && op <= GRAPH_VALUE_GE;
    return tests_values ? y : graph_int64((int64_t)oracle_cast(oracle_scalar(y), y.type, GRAPH_INT64));
}

static void check_select(graph_type C_type, graph_type A_type, graph_select_op op, graph_scalar y,
                         uint32_t flags, int64_t rows, int64_t columns, bool is_brief, uint64_t *seed)
{
    bool is_turned = flags & GRAPH_TRANSPOSE_A;
    y = fitting(op, y);
    int64_t A_rows = is_turned ? columns : rows;
    struct dense_matrix A = random_dense(seed, SHAPE_UNIFORM, A_type, A_rows, rows + columns - A_rows,
                                         rows * columns, VALUES_EXTREME);
    struct dense_matrix x = is_turned ? dense_transpose(&A) : dense_copy(&A), T = dense_select(op, &x, y);
    graph_matrix *given = NULL;
    if (CHECK_OK(dense_to_matrix(&given, &A))) {
        struct one one = {.A = given, .op = op, .y = y};
        char name[40];
        snprintf(name, sizeof name, "select %d", (int)op);
        struct output output = {.name = name, .type = C_type, .T = &T, .flags = flags, .is_brief = is_brief};
        check_matrix_outputs(&output, select, &one, seed);
    }
    graph_matrix_release(&given);
    dense_release(&A);
    dense_release(&x);
    dense_release(&T);
}

TEST(selects_matrices)
{
    uint64_t seed = 1;
    for (int op = GRAPH_TRIL; op < GRAPH_SELECT_OP_COUNT; op += test_step(5)) {
        for (int type = GRAPH_PATTERN + op % test_step(4); type <= GRAPH_FP64; type += test_step(4)) {
            graph_scalar y = scalars[test_random(&seed) % SCALARS];
            check_select(type, type, op, y, 0, 6, 9, true, &seed);
        }
        for (int k = 0; k < SCALARS; k++)
            check_select(GRAPH_FP64, GRAPH_INT16, op, scalars[k], k % 2 ? GRAPH_TRANSPOSE_A : 0, 9, 7, true,
                         &seed);
        check_select(GRAPH_INT8, GRAPH_PATTERN, op, scalars[op % SCALARS], 0, 5, 5, false, &seed);
        check_select(GRAPH_FP32, GRAPH_FP32, op, scalars[0], 0, 1200, 3, true, &seed);
        check_select(GRAPH_FP32, GRAPH_FP32, op, scalars[1], 0, 0, 3, true, &seed);
    }
}

TEST(selects_vectors)
{
    uint64_t seed = 2;
    for (int op = GRAPH_TRIL; op < GRAPH_SELECT_OP_COUNT; op += test_step(5))
        for (int form = GRAPH_SPARSE; form <= GRAPH_FULL; form++)
            for (int type = GRAPH_PATTERN + op % test_step(4); type <= GRAPH_FP64; type += test_step(4)) {
                int64_t length = type == GRAPH_INT8 ? 5000 : 9;
                struct dense_matrix u =
                    random_dense_vector(&seed, type, length, form == GRAPH_FULL ? 256 : 128, VALUES_EXTREME);
                graph_scalar y = fitting(op, scalars[test_random(&seed) % SCALARS]);
                struct dense_matrix T = dense_select(op, &u, y);
                graph_vector *given = NULL;
                if (CHECK_OK(vector_in_form(&given, &u, form))) {
                    struct one one = {.u = given, .op = op, .y = y};
                    struct output output = {
                        .name = "vector_select", .type = (type + op % 3) % 12, .T = &T, .is_brief = true};
                    check_vector_outputs(&output, vector_select, &one, &seed);
                }
                graph_vector_release(&given);
                dense_release(&u);
                dense_release(&T);
            }
}

TEST(applies)
{
    uint64_t seed = 3;
    for (int op = GRAPH_IDENTITY; op < GRAPH_UNARY_OP_COUNT; op += test_step(5))
        for (int type = GRAPH_PATTERN + op % test_step(4); type <= GRAPH_FP64; type += test_step(4))
            for (int turned = 0; turned < 2 && oracle_has_unary(op, type); turned++) {
                struct dense_matrix A = random_dense(&seed, SHAPE_UNIFORM, type, 6, 7, 40, VALUES_EXTREME);
                struct dense_matrix x = turned ? dense_transpose(&A) : dense_copy(&A),
                                    T = dense_apply(op, &x);
                graph_matrix *given = NULL;
                if (CHECK_OK(dense_to_matrix(&given, &A))) {
                    struct one one = {.A = given, .op = op};
                    struct output output = {.name = "apply",
                                            .type = turned ? (type + op) % 12 : type,
                                            .T = &T,
                                            .flags = turned ? GRAPH_TRANSPOSE_A : 0,
                                            .is_brief = true};
                    check_matrix_outputs(&output, apply, &one, &seed);
                }
                graph_matrix_release(&given);
                dense_release(&A);
                dense_release(&x);
                dense_release(&T);
            }
}

TEST(applies_to_vectors)
{
    uint64_t seed = 4;
    for (int op = GRAPH_IDENTITY; op < GRAPH_UNARY_OP_COUNT; op += test_step(5))
        for (int form = GRAPH_SPARSE; form <= GRAPH_FULL; form++)
            for (int type = GRAPH_PATTERN + op % test_step(4); type <= GRAPH_FP64; type += test_step(4)) {
                if (!oracle_has_unary(op, type))
                    continue;
                struct dense_matrix u =
                    random_dense_vector(&seed, type, 12, form == GRAPH_FULL ? 256 : 128, VALUES_EXTREME);
                struct dense_matrix T = dense_apply(op, &u);
                graph_vector *given = NULL;
                if (CHECK_OK(vector_in_form(&given, &u, form))) {
                    struct one one = {.u = given, .op = op};
                    struct output output = {
                        .name = "vector_apply", .type = (type + op % 3) % 12, .T = &T, .is_brief = true};
                    check_vector_outputs(&output, vector_apply, &one, &seed);
                }
                graph_vector_release(&given);
                dense_release(&u);
                dense_release(&T);
            }
}

static const graph_op monoids[] = {GRAPH_PLUS, GRAPH_TIMES, GRAPH_MIN,  GRAPH_MAX,  GRAPH_ANY,
                                   GRAPH_LOR,  GRAPH_LAND,  GRAPH_LXOR, GRAPH_LXNOR};

TEST(reduces_rows)
{
    uint64_t seed = 5;
    for (int m = 0; m < 9; m += test_step(3))
        for (int type = GRAPH_PATTERN + m % test_step(4); type <= GRAPH_FP64; type += test_step(4))
            for (int turned = 0; turned < 2; turned++) {
                enum value_range range =
                    monoids[m] == GRAPH_PLUS || monoids[m] == GRAPH_TIMES ? VALUES_SMALL : VALUES_EXTREME;
                enum graph_shape shape = turned ? SHAPE_UNIFORM : SHAPE_EMPTY_ROWS;
                struct dense_matrix A = random_dense(&seed, shape, type, 9, 30, 150, range);
                struct dense_matrix x = turned ? dense_transpose(&A) : dense_copy(&A);
                graph_type w_type = turned ? (graph_type)((type + m) % 12) : (graph_type)type;
                struct dense_matrix T = dense_reduce_rows(monoids[m], w_type, &x);
                graph_matrix *given = NULL;
                if (CHECK_OK(dense_to_matrix(&given, &A))) {
                    struct one one = {.A = given, .op = monoids[m]};
                    struct output output = {.name = "reduce_rows",
                                            .type = w_type,
                                            .T = &T,
                                            .flags = turned ? GRAPH_TRANSPOSE_A : 0,
                                            .tolerance = 1e-5,
                                            .is_brief = true};
                    check_vector_outputs(&output, reduce_rows, &one, &seed);
                }
                graph_matrix_release(&given);
                dense_release(&A);
                dense_release(&x);
                dense_release(&T);
            }
}

/* The sum of all entries, for any number of threads to the last bit the same. */
static void check_reduce(graph_op monoid, graph_type type, graph_type A_type, int64_t rows, int64_t edges,
                         enum value_range range, uint64_t *seed)
{
    struct dense_matrix A = random_dense(seed, SHAPE_UNIFORM, A_type, rows, 30, edges, range);
    long double expected = dense_reduce(monoid, type, &A);
    graph_matrix *given = NULL;
    uint64_t first = 0;
    REQUIRE_OK(dense_to_matrix(&given, &A));
    for (int threads = 1; threads <= 3; threads++) {
        graph_scalar x = graph_bool(false);
        CHECK_OK(graph_reduce(&x, type, monoid, given, TEST_DESCRIPTOR(.threads = threads)));
        CHECK_SAY(oracle_same(expected, oracle_scalar(x), type_is_float(type) ? 1e-5 : 0),
                  "monoid %d of %s in %s: %Lg, expected %Lg", (int)monoid, graph_type_name(A_type),
                  graph_type_name(type), oracle_scalar(x), expected);
        if (threads == 1)
            first = x.value.u;
        CHECK(x.value.u == first);
    }
    graph_matrix_release(&given);
    dense_release(&A);
}

TEST(reduces_matrices)
{
    uint64_t seed = 6;
    for (int m = 0; m < 9; m += test_step(3))
        for (int type = GRAPH_BOOL + m % test_step(4); type <= GRAPH_FP64; type += test_step(4)) {
            bool is_sum = monoids[m] == GRAPH_PLUS || monoids[m] == GRAPH_TIMES;
            check_reduce(monoids[m], type, type, 20, monoids[m] == GRAPH_TIMES ? 20 : 200,
                         is_sum ? VALUES_SMALL : VALUES_EXTREME, &seed);
            check_reduce(monoids[m], type, type, 2, 3, is_sum ? VALUES_SMALL : VALUES_EXTREME, &seed);
            check_reduce(monoids[m], type, (type + m) % 12, 5, 30, VALUES_SMALL, &seed);
            check_reduce(monoids[m], type, type, 4, 0, VALUES_SMALL, &seed);
        }
    check_reduce(GRAPH_PLUS, GRAPH_FP64, GRAPH_FP64, 3000, 90000, VALUES_REAL, &seed);
    check_reduce(GRAPH_PLUS, GRAPH_INT64, GRAPH_INT64, 3000, 90000, VALUES_SMALL, &seed);
    check_reduce(GRAPH_ANY, GRAPH_INT32, GRAPH_INT32, 3000, 90000, VALUES_SMALL, &seed);
}

TEST(reduces_vectors)
{
    uint64_t seed = 7;
    for (int m = 0; m < 9; m += test_step(3))
        for (int type = GRAPH_BOOL + m % test_step(4); type <= GRAPH_FP64; type += test_step(4))
            for (int form = GRAPH_SPARSE; form <= GRAPH_FULL; form++)
                for (int length = 0; length <= 40; length += 20) {
                    struct dense_matrix u = random_dense_vector(&seed, (type + m) % 12, length,
                                                                form == GRAPH_FULL ? 256 : 128, VALUES_SMALL);
                    long double expected = dense_reduce(monoids[m], type, &u);
                    graph_vector *given = NULL;
                    graph_scalar x = graph_bool(false);
                    REQUIRE_OK(vector_in_form(&given, &u, form));
                    CHECK_OK(graph_vector_reduce(&x, type, monoids[m], given, TEST_DESCRIPTOR()));
                    CHECK_SAY(oracle_same(expected, oracle_scalar(x), type_is_float(type) ? 1e-5 : 0),
                              "monoid %d in %s, form %d: %Lg, expected %Lg", (int)monoids[m],
                              graph_type_name(type), form, oracle_scalar(x), expected);
                    graph_vector_release(&given);
                    dense_release(&u);
                }
}

TEST(scalars_come_in_the_widest_type)
{
    static const graph_index zero[] = {0};
    static const double value[] = {3};
    graph_matrix *A = NULL;
    graph_scalar x;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 1, 1));
    REQUIRE_OK(graph_matrix_build(A, zero, zero, value, GRAPH_FP64, 1, GRAPH_NO_OP));
    for (int type = GRAPH_BOOL; type <= GRAPH_FP64; type++) {
        CHECK_OK(graph_reduce(&x, type, GRAPH_MAX, A, TEST_DESCRIPTOR()));
        CHECK(x.type == (type == GRAPH_BOOL     ? GRAPH_BOOL
                         : type_is_float(type)  ? GRAPH_FP64
                         : type_is_signed(type) ? GRAPH_INT64
                                                : GRAPH_UINT64));
    }
    graph_matrix_release(&A);
}

TEST(outputs_may_be_inputs)
{
    uint64_t seed = 8;
    for (int op = 0; op < 3; op++) {
        struct dense_matrix expected =
            random_dense(&seed, SHAPE_UNIFORM, GRAPH_INT32, 9, 9, 40, VALUES_SMALL);
        struct dense_matrix A = dense_copy(&expected), turned = dense_transpose(&A);
        struct dense_matrix T = op == 0   ? dense_select(GRAPH_TRIL, &A, graph_int64(0))
                                : op == 1 ? dense_apply(GRAPH_AINV, &turned)
                                          : dense_select(GRAPH_VALUE_GT, &turned, graph_int64(2));
        graph_matrix *C = NULL;
        REQUIRE_OK(dense_to_matrix(&C, &expected));
        const graph_descriptor d = {.size = sizeof d,
                                    .backend = test_backend(),
                                    .flags = GRAPH_REPLACE | (op > 0 ? GRAPH_TRANSPOSE_A : 0)};
        CHECK_OK(op == 0   ? graph_select(C, C, GRAPH_PLUS, GRAPH_TRIL, C, graph_int64(0), &d)
                 : op == 1 ? graph_apply(C, C, GRAPH_PLUS, GRAPH_AINV, C, &d)
                           : graph_select(C, C, GRAPH_PLUS, GRAPH_VALUE_GT, C, graph_int64(2), &d));
        dense_write(&expected, &A, GRAPH_REPLACE, GRAPH_PLUS, &T);
        CHECK(dense_equals_matrix(&expected, C, 0, stderr));
        graph_matrix_release(&C);
        dense_release(&expected);
        dense_release(&A);
        dense_release(&turned);
        dense_release(&T);
    }
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *B = NULL;
    graph_vector *u = NULL, *v = NULL;
    graph_scalar x = graph_bool(true), no_type = {.type = (graph_type)50};
    const graph_descriptor wrong_flag = {
        .size = sizeof wrong_flag, .backend = test_backend(), .flags = GRAPH_TRANSPOSE_B};
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 3, 4));
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_FP64, 4, 3));
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 3));
    REQUIRE_OK(graph_vector_create(&v, GRAPH_FP64, 4));
    const graph_scalar y = graph_int64(0);
    CHECK_STATUS(graph_select(NULL, NULL, 0, GRAPH_TRIL, A, y, NULL), GRAPH_E_NULL, "C");
    CHECK_STATUS(graph_select(A, NULL, 0, GRAPH_TRIL, NULL, y, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_select(A, NULL, 0, GRAPH_TRIL, B, y, NULL), GRAPH_E_DIMENSION, "4 x 3");
    CHECK_STATUS(graph_select(A, B, 0, GRAPH_TRIL, A, y, NULL), GRAPH_E_DIMENSION, "mask");
    CHECK_STATUS(graph_select(A, NULL, 0, 0, A, y, NULL), GRAPH_E_INVALID_VALUE, "test");
    CHECK_STATUS(graph_select(A, NULL, 0, GRAPH_SELECT_OP_COUNT, A, y, NULL), GRAPH_E_INVALID_VALUE, "test");
    CHECK_STATUS(graph_select(A, NULL, 50, GRAPH_TRIL, A, y, NULL), GRAPH_E_INVALID_VALUE, "50");
    CHECK_STATUS(graph_select(A, NULL, 0, GRAPH_TRIL, A, no_type, NULL), GRAPH_E_DOMAIN, "y.type");
    CHECK_STATUS(graph_select(A, NULL, 0, GRAPH_TRIL, A, graph_fp64(0.5), NULL), GRAPH_E_INVALID_VALUE,
                 "y is 0.5, which int64");
    CHECK_STATUS(graph_select(A, NULL, 0, GRAPH_TRIL, A, y, &wrong_flag), GRAPH_E_INVALID_VALUE, "flags");
    CHECK_STATUS(graph_vector_select(NULL, NULL, 0, GRAPH_TRIL, u, y, NULL), GRAPH_E_NULL, "w");
    CHECK_STATUS(graph_vector_select(u, NULL, 0, GRAPH_TRIL, NULL, y, NULL), GRAPH_E_NULL, "u");
    CHECK_STATUS(graph_vector_select(u, NULL, 0, GRAPH_TRIL, v, y, NULL), GRAPH_E_DIMENSION, "4");
    CHECK_STATUS(graph_vector_select(u, v, 0, GRAPH_TRIL, u, y, NULL), GRAPH_E_DIMENSION, "mask");
    CHECK_STATUS(graph_vector_select(u, NULL, 0, -2, u, y, NULL), GRAPH_E_INVALID_VALUE, "test");
    CHECK_STATUS(graph_apply(NULL, NULL, 0, GRAPH_ABS, A, NULL), GRAPH_E_NULL, "C");
    CHECK_STATUS(graph_apply(A, NULL, 0, GRAPH_ABS, NULL, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_apply(A, NULL, 0, GRAPH_ABS, B, NULL), GRAPH_E_DIMENSION, "4 x 3");
    CHECK_STATUS(graph_apply(A, NULL, 0, GRAPH_UNARY_OP_COUNT, A, NULL), GRAPH_E_INVALID_VALUE, "unary");
    CHECK_STATUS(graph_apply(A, NULL, 0, GRAPH_BNOT, A, NULL), GRAPH_E_DOMAIN, "GRAPH_BNOT works on bits");
    CHECK_STATUS(graph_vector_apply(NULL, NULL, 0, GRAPH_ABS, u, NULL), GRAPH_E_NULL, "w");
    CHECK_STATUS(graph_vector_apply(u, NULL, 0, GRAPH_ABS, NULL, NULL), GRAPH_E_NULL, "u");
    CHECK_STATUS(graph_vector_apply(u, NULL, 0, GRAPH_ABS, v, NULL), GRAPH_E_DIMENSION, "4");
    CHECK_STATUS(graph_vector_apply(u, NULL, 0, 0, u, NULL), GRAPH_E_INVALID_VALUE, "unary");
    CHECK_STATUS(graph_reduce_rows(NULL, NULL, 0, GRAPH_PLUS, A, NULL), GRAPH_E_NULL, "w");
    CHECK_STATUS(graph_reduce_rows(u, NULL, 0, GRAPH_PLUS, NULL, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_reduce_rows(v, NULL, 0, GRAPH_PLUS, A, NULL), GRAPH_E_DIMENSION, "3 rows");
    CHECK_STATUS(graph_reduce_rows(u, v, 0, GRAPH_PLUS, A, NULL), GRAPH_E_DIMENSION, "mask");
    CHECK_STATUS(graph_reduce_rows(u, NULL, 0, (graph_op)99, A, NULL), GRAPH_E_INVALID_VALUE, "operator 99");
    CHECK_STATUS(graph_reduce_rows(u, NULL, 0, GRAPH_OP_ON(GRAPH_LT, GRAPH_FP64), A, NULL), GRAPH_E_DOMAIN,
                 "two values of one type");
    CHECK_STATUS(graph_reduce(NULL, GRAPH_FP64, GRAPH_PLUS, A, NULL), GRAPH_E_NULL, "x");
    CHECK_STATUS(graph_reduce(&x, GRAPH_FP64, GRAPH_PLUS, NULL, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_reduce(&x, GRAPH_PATTERN, GRAPH_PLUS, A, NULL), GRAPH_E_DOMAIN, "type");
    CHECK_STATUS(graph_reduce(&x, 12, GRAPH_PLUS, A, NULL), GRAPH_E_DOMAIN, "type");
    CHECK_STATUS(graph_reduce(&x, GRAPH_FP64, GRAPH_NO_OP, A, NULL), GRAPH_E_INVALID_VALUE, "binary");
    CHECK_STATUS(graph_reduce(&x, GRAPH_FP64, GRAPH_PLUS, A, &wrong_flag), GRAPH_E_INVALID_VALUE, "flags");
    CHECK_STATUS(graph_vector_reduce(NULL, GRAPH_FP64, GRAPH_PLUS, u, NULL), GRAPH_E_NULL, "x");
    CHECK_STATUS(graph_vector_reduce(&x, GRAPH_FP64, GRAPH_PLUS, NULL, NULL), GRAPH_E_NULL, "v");
    CHECK_STATUS(graph_vector_reduce(&x, GRAPH_FP64, GRAPH_BAND, u, NULL), GRAPH_E_DOMAIN, "bits");
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_vector_release(&u);
    graph_vector_release(&v);
}

static graph_status all_of_it(void)
{
    graph_matrix *A = NULL, *C = NULL;
    graph_vector *u = NULL, *w = NULL;
    graph_scalar x;
    const graph_descriptor one = {
        .size = sizeof one, .backend = test_backend(), .flags = GRAPH_TRANSPOSE_A, .threads = 1};
    graph_status status;
    TRY(objects_of_two_types(&A, &C, &u, &w));
    TRY(graph_select(C, A, GRAPH_PLUS, GRAPH_TRIL, A, graph_int64(0), &one));
    TRY(graph_select(C, A, GRAPH_NO_OP, GRAPH_VALUE_GT, A, graph_int64(1), TEST_DESCRIPTOR()));
    TRY(graph_apply(C, A, GRAPH_PLUS, GRAPH_AINV, A, &one));
    TRY(graph_reduce(&x, GRAPH_FP32, GRAPH_PLUS, A, TEST_DESCRIPTOR()));
    TRY(graph_reduce_rows(w, u, GRAPH_PLUS, GRAPH_PLUS, A, &one));
    TRY(graph_vector_select(w, u, GRAPH_PLUS, GRAPH_VALUE_GT, u, graph_int64(1), TEST_DESCRIPTOR()));
    TRY(graph_vector_apply(w, u, GRAPH_PLUS, GRAPH_ABS, u, TEST_DESCRIPTOR()));
    TRY(graph_vector_convert(u, GRAPH_BITMAP));
    TRY(graph_vector_reduce(&x, GRAPH_FP32, GRAPH_PLUS, u, TEST_DESCRIPTOR()));
done:
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    graph_vector_release(&u);
    graph_vector_release(&w);
    return status;
}

TEST(every_allocation_fails) { test_every_allocation("select, apply, reduce", all_of_it); }

GRAPH_DEFINE_INDEX_OP(is_in_row_70000, bool, bool, int64_t, i == 70000 && y == 0);

TEST(a_user_test_sees_the_positions_of_a_hypersparse_matrix)
{
    enum { N = 100000 };
    const graph_index row[] = {5, 70000}, column[] = {5, 9};
    const double value[] = {1, 2};
    graph_matrix *A = NULL, *C = NULL;
    graph_select_op op = (graph_select_op)0;
    graph_scalar x;
    graph_index entries = 0;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, N, N));
    REQUIRE_OK(graph_matrix_build(A, row, column, value, GRAPH_FP64, 2, GRAPH_NO_OP));
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, N, N));
    REQUIRE_OK(graph_select_op_create(&op, &is_in_row_70000, GRAPH_BOOL, GRAPH_INT64));
    CHECK_OK(graph_select(C, NULL, GRAPH_NO_OP, op, A, graph_int64(0), NULL));
    CHECK_OK(graph_matrix_entries(&entries, C));
    CHECK(entries == 1 && graph_matrix_get(&x, C, 70000, 9) == GRAPH_OK && x.value.f == 2);
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    graph_select_op_release(&op);
}

TEST_MAIN(TEST_ROW(a_user_test_sees_the_positions_of_a_hypersparse_matrix), TEST_ROW(selects_matrices),
          TEST_ROW(selects_vectors), TEST_ROW(applies), TEST_ROW(applies_to_vectors), TEST_ROW(reduces_rows),
          TEST_ROW(reduces_matrices), TEST_ROW(reduces_vectors), TEST_ROW(scalars_come_in_the_widest_type),
          TEST_ROW(outputs_may_be_inputs), TEST_ROW(wrong_arguments), TEST_ROW_LARGE(every_allocation_fails))
