/* Tests as operators of graph_apply_index and such operators as tests, scalars of any type, contexts of user operators, and
 * operators on single values.  The random calls judge the first two at random. */
#include <math.h>

#include "tests/support/test.h"

enum { ROWS = 2, COLUMNS = 3 };

/* The values 1 .. 6 in a full matrix of 2 x 3. */
static graph_matrix *six(graph_type type)
{
    graph_matrix *A = NULL;
    CHECK_OK(graph_matrix_create(&A, type, ROWS, COLUMNS));
    for (graph_index p = 0; p < ROWS * COLUMNS; p++)
        CHECK_OK(graph_matrix_set(A, p / COLUMNS, p % COLUMNS, graph_int64((int64_t)p + 1)));
    return A;
}

/* Whether A has these values by rows; NaN: no entry. */
static bool holds(const graph_matrix *A, const double *expected)
{
    double value[ROWS * COLUMNS];
    graph_index row[ROWS * COLUMNS], column[ROWS * COLUMNS], entries = ROWS * COLUMNS, at = 0;
    if (graph_matrix_extract_tuples(row, column, value, GRAPH_FP64, &entries, A) != GRAPH_OK)
        return false;
    for (graph_index p = 0; p < ROWS * COLUMNS; p++)
        if (!isnan(expected[p]) &&
            !(at < entries && row[at] * COLUMNS + column[at] == p && value[at++] == expected[p]))
            return false;
    return at == entries;
}

/* x + 10 i + 100 j + 1000 y + the number at the context. */
static void place_function(void *z, const void *x, graph_index i, graph_index j, const void *y, void *context)
{
    *(double *)z = *(const double *)x + 10.0 * (double)i + 100.0 * (double)j + 1000.0 * *(const double *)y +
                   *(const double *)context;
}

static void scaled_sum(void *z, const void *x, const void *y, void *context)
{
    *(double *)z = (*(const double *)x + *(const double *)y) * *(const double *)context;
}

static void scaled(void *z, const void *x, void *context)
{
    *(double *)z = *(const double *)x * *(const double *)context;
}

TEST(tests_in_apply_and_positions_in_select)
{
    static const double at_least_3[] = {0, 0, 1, 1, 1, 1}, upper[] = {1, 1, 1, 0, 1, 1},
                        all[] = {1, 2, 3, 4, 5, 6}, off_row_0[] = {NAN, NAN, NAN, 4, 5, 6},
                        off_diagonal[] = {NAN, 2, 3, 4, NAN, 6};
    graph_matrix *A = six(GRAPH_FP64), *C = NULL;
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, ROWS, COLUMNS));
    CHECK_OK(graph_apply_index(C, NULL, GRAPH_NO_OP, GRAPH_INDEX_OP_OF_TEST(GRAPH_VALUE_GE), A,
                               graph_fp64(2.5), TEST_DESCRIPTOR()));
    CHECK(holds(C, at_least_3));
    CHECK_OK(graph_apply_index(C, NULL, GRAPH_NO_OP, GRAPH_INDEX_OP_OF_TEST(GRAPH_TRIU), A, graph_int64(0),
                               TEST_DESCRIPTOR()));
    CHECK(holds(C, upper));
    CHECK_OK(graph_select(C, NULL, GRAPH_NO_OP, GRAPH_TEST_OF_INDEX_OP(GRAPH_ROW_INDEX), A, graph_int64(0),
                          TEST_DESCRIPTOR()));
    CHECK(holds(C, off_row_0));
    CHECK_OK(graph_select(C, NULL, GRAPH_NO_OP, GRAPH_TEST_OF_INDEX_OP(GRAPH_DIAGONAL_INDEX), A,
                          graph_int64(0), TEST_DESCRIPTOR()));
    CHECK(holds(C, off_diagonal));
    CHECK_OK(graph_select(C, NULL, GRAPH_NO_OP, GRAPH_TEST_OF_INDEX_OP(GRAPH_ROW_INDEX), A, graph_int64(1),
                          TEST_DESCRIPTOR()));
    CHECK(holds(C, all));
    CHECK(GRAPH_TEST_OF_INDEX_OP(GRAPH_INDEX_OP_OF_TEST(GRAPH_TRIL)) == GRAPH_TRIL);
    graph_matrix_release(&A);
    graph_matrix_release(&C);
}

/* 257 is 1 in int8, and 2.5 is 2. */
TEST(typed_tests_and_positions)
{
    static const double equal_1[] = {1, NAN, NAN, NAN, NAN, NAN}, equal_2[] = {NAN, 2, NAN, NAN, NAN, NAN},
                        wrapped[] = {-2147483648.0, -2147483648.0, -2147483648.0,
                                     -2147483647.0, -2147483647.0, -2147483647.0};
    graph_matrix *A = six(GRAPH_FP64), *C = NULL;
    graph_vector *u = NULL, *w = NULL;
    graph_index entries;
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, ROWS, COLUMNS));
    CHECK_OK(graph_select(C, NULL, GRAPH_NO_OP, GRAPH_SELECT_OP_ON(GRAPH_VALUE_EQ, GRAPH_INT8), A,
                          graph_int64(257), TEST_DESCRIPTOR()));
    CHECK(holds(C, equal_1));
    CHECK_OK(graph_select(C, NULL, GRAPH_NO_OP, GRAPH_SELECT_OP_ON(GRAPH_VALUE_EQ, GRAPH_INT32), A,
                          graph_fp64(2.5), TEST_DESCRIPTOR()));
    CHECK(holds(C, equal_2));
    CHECK_OK(graph_apply_index(C, NULL, GRAPH_NO_OP, GRAPH_INDEX_OP_ON(GRAPH_ROW_INDEX, GRAPH_INT32), A,
                               graph_int64(2147483648), TEST_DESCRIPTOR()));
    CHECK(holds(C, wrapped));
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP32, 4));
    REQUIRE_OK(graph_vector_create(&w, GRAPH_INT64, 4));
    REQUIRE_OK(graph_vector_fill(u, graph_fp64(2.75)));
    CHECK_OK(graph_vector_select(w, NULL, GRAPH_NO_OP, GRAPH_SELECT_OP_ON(GRAPH_VALUE_EQ, GRAPH_INT32), u,
                                 graph_fp64(2.25), TEST_DESCRIPTOR()));
    CHECK_OK(graph_vector_entries(&entries, w));
    CHECK(entries == 4);
    CHECK_OK(graph_vector_select(w, NULL, GRAPH_NO_OP, GRAPH_TEST_OF_INDEX_OP(GRAPH_ROW_INDEX), u,
                                 graph_int64(-2), TEST_DESCRIPTOR()));
    CHECK_OK(graph_vector_entries(&entries, w));
    CHECK(entries == 3);
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    graph_vector_release(&u);
    graph_vector_release(&w);
    /* Positions of a hypersparse matrix wrap, too. */
    graph_scalar x = graph_int64(0);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 100000, 100000));
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_INT64, 100000, 100000));
    CHECK_OK(graph_matrix_set(A, 70000, 3, graph_int64(1)));
    CHECK_OK(graph_apply_index(C, NULL, GRAPH_NO_OP, GRAPH_INDEX_OP_ON(GRAPH_ROW_INDEX, GRAPH_INT32), A,
                               graph_int64(INT32_MAX), TEST_DESCRIPTOR()));
    CHECK(graph_matrix_get(&x, C, 70000, 3) == GRAPH_OK &&
          x.value.i == 70000 + (int64_t)INT32_MAX - (1LL << 32));
    graph_matrix_release(&A);
    graph_matrix_release(&C);
}

static void counting(void *z, const void *x, graph_index i, graph_index j, const void *y, void *context)
{
    (void)i, (void)j, (void)y;
    *(double *)z = *(const double *)x;
    ++*(int *)context;
}

/* Functions are called for entries, not for the other places of a bitmap. */
TEST(calls_for_entries_alone)
{
    int calls = 0;
    const graph_index_op_spec spec = {
        .size = sizeof spec, .name = "counting", .with_context = counting, .context = &calls};
    graph_index_op op = (graph_index_op)0;
    graph_vector *u = NULL, *w = NULL;
    graph_index entries = 0;
    REQUIRE_OK(graph_index_op_create(&op, &spec, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64));
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 40));
    REQUIRE_OK(graph_vector_create(&w, GRAPH_FP64, 40));
    CHECK_OK(graph_vector_set(u, 3, graph_fp64(1)));
    CHECK_OK(graph_vector_set(u, 39, graph_fp64(2)));
    CHECK_OK(graph_vector_convert(u, GRAPH_BITMAP));
    CHECK_OK(graph_vector_apply_index(w, NULL, GRAPH_NO_OP, op, u, graph_fp64(0), NULL));
    CHECK_OK(graph_vector_entries(&entries, w));
    CHECK_SAY(calls == 2 && entries == 2, "%d calls", calls);
    graph_index_op_release(&op);
    graph_vector_release(&u);
    graph_vector_release(&w);
}

/* More entries than are tested at a time. */
TEST(tests_of_many_values)
{
    enum { N = 9000 };
    static graph_index index[N];
    static double value[N];
    graph_vector *u = NULL, *w = NULL;
    graph_index wrong = 0, entries = N;
    for (int k = 0; k < N; k++)
        index[k] = (graph_index)k, value[k] = k;
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, N));
    REQUIRE_OK(graph_vector_create(&w, GRAPH_FP64, N));
    REQUIRE_OK(graph_vector_build(u, index, value, GRAPH_FP64, N, GRAPH_NO_OP));
    CHECK_OK(graph_vector_apply_index(w, NULL, GRAPH_NO_OP, GRAPH_INDEX_OP_OF_TEST(GRAPH_VALUE_GE), u,
                                      graph_fp64(5000), TEST_DESCRIPTOR()));
    CHECK_OK(graph_vector_extract_tuples(index, value, GRAPH_FP64, &entries, w));
    for (graph_index k = 0; k < entries; k++)
        wrong += value[k] != (index[k] >= 5000);
    CHECK_SAY(entries == N && wrong == 0, "%llu of %llu", (unsigned long long)wrong,
              (unsigned long long)entries);
    graph_vector_release(&u);
    graph_vector_release(&w);
}

TEST(contexts)
{
    static const double placed[] = {2500.5 + 1, 2600.5 + 2, 2700.5 + 3, 2510.5 + 4, 2610.5 + 5, 2710.5 + 6},
                        doubled[] = {4, 8, 12, 16, 20, 24};
    static double half = 0.5, two = 2;
    const graph_index_op_spec place = {
        .size = sizeof place, .name = "place", .with_context = place_function, .context = &half};
    const graph_op_spec sum = {
        .size = sizeof sum, .name = "sum", .with_context = scaled_sum, .context = &two};
    const graph_unary_op_spec twice = {
        .size = sizeof twice, .name = "twice", .with_context = scaled, .context = &two};
    graph_matrix *A = six(GRAPH_INT32), *C = NULL;
    graph_index_op index = (graph_index_op)0;
    graph_op op = GRAPH_NO_OP;
    graph_unary_op unary = (graph_unary_op)0;
    graph_semiring *s = NULL;
    graph_scalar z = graph_bool(false);
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, ROWS, COLUMNS));
    REQUIRE_OK(graph_index_op_create(&index, &place, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64));
    REQUIRE_OK(graph_op_create(&op, &sum, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64));
    REQUIRE_OK(graph_unary_op_create(&unary, &twice, GRAPH_FP64, GRAPH_FP64));
    CHECK_OK(graph_apply_index(C, NULL, GRAPH_NO_OP, index, A, graph_fp64(2.5), NULL));
    CHECK(holds(C, placed));
    CHECK_OK(graph_ewise_mult(C, NULL, GRAPH_NO_OP, op, A, A, NULL));
    CHECK(holds(C, doubled));
    CHECK_OK(graph_apply(C, NULL, GRAPH_PLUS, unary, A, NULL));
    CHECK_OK(graph_op_apply(&z, op, graph_int64(3), graph_fp64(0.5)));
    CHECK(z.type == GRAPH_FP64 && z.value.f == 7);
    /* The semiring goes on without the operator: (1 + 4) 2 max (4 + 1) 2 .. */
    REQUIRE_OK(graph_semiring_of(&s, "max_sum", GRAPH_FP64, GRAPH_MAX, op));
    graph_op_release(&op);
    graph_matrix *B = NULL;
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_FP64, ROWS, ROWS));
    CHECK_OK(graph_mxm(B, NULL, GRAPH_NO_OP, s, A, A, GRAPH_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_B)));
    CHECK_OK(graph_matrix_get(&z, B, 0, 1));
    CHECK(z.value.f == 18);
    graph_op_spec both = sum;
    both.function = (graph_binary_function *)(graph_function)scaled;
    CHECK_STATUS(graph_op_create(&op, &both, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64), GRAPH_E_INVALID_VALUE,
                 "both");
    both = sum;
    both.with_context = NULL;
    CHECK_STATUS(graph_op_create(&op, &both, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64), GRAPH_E_NULL,
                 "with_context");
    graph_semiring_release(&s);
    graph_index_op_release(&index);
    graph_unary_op_release(&unary);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&C);
}

/* One value is what a matrix of one entry gives, for all operators and types. */
TEST(single_values)
{
    static const double values[] = {300.75, -2, 0, 1, 127};
    for (int op = 1; op < GRAPH_OP_COUNT; op++)
        for (int type = GRAPH_BOOL; type <= GRAPH_FP64; type++)
            for (int k = 0; k < 5; k++) {
                const graph_op typed = GRAPH_OP_ON(op, type);
                const bool is_bitwise = op >= GRAPH_BOR && op <= GRAPH_BXNOR,
                           is_truth = op >= GRAPH_EQ && op <= GRAPH_GE;
                const graph_scalar x = graph_fp64(values[k]), y = graph_fp64(values[(k + op) % 5]);
                graph_scalar z = graph_bool(false), expected = graph_bool(false);
                graph_matrix *A = NULL, *B = NULL, *C = NULL;
                if (is_bitwise && type >= GRAPH_FP32) {
                    CHECK_STATUS(graph_op_apply(&z, typed, x, y), GRAPH_E_DOMAIN, "bits");
                    continue;
                }
                REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 1, 1));
                REQUIRE_OK(graph_matrix_create(&B, GRAPH_FP64, 1, 1));
                REQUIRE_OK(graph_matrix_create(&C, is_truth ? GRAPH_BOOL : (graph_type)type, 1, 1));
                CHECK_OK(graph_matrix_set(A, 0, 0, x));
                CHECK_OK(graph_matrix_set(B, 0, 0, y));
                CHECK_OK(graph_ewise_mult(C, NULL, GRAPH_NO_OP, typed, A, B, NULL));
                CHECK_OK(graph_matrix_get(&expected, C, 0, 0));
                CHECK_OK(graph_op_apply(&z, typed, x, y));
                CHECK_SAY(z.type == expected.type &&
                              memcmp(&z.value, &expected.value, z.type == GRAPH_BOOL ? 1 : 8) == 0,
                          "operator %d on type %d of %g and %g", op, type, x.value.f, y.value.f);
                graph_matrix_release(&A);
                graph_matrix_release(&B);
                graph_matrix_release(&C);
            }
    graph_scalar z = graph_bool(false);
    CHECK_OK(graph_scalar_convert(&z, GRAPH_INT8, graph_int64(300)));
    CHECK(z.type == GRAPH_INT64 && z.value.i == 44);
    CHECK_OK(graph_scalar_convert(&z, GRAPH_INT8, graph_fp64(300)));
    CHECK(z.value.i == 127);
    CHECK_OK(graph_scalar_convert(&z, GRAPH_FP32, graph_int64(16777217)));
    CHECK(z.type == GRAPH_FP64 && z.value.f == 16777216);
    CHECK_OK(graph_unary_op_apply(&z, GRAPH_UNARY_OP_ON(GRAPH_AINV, GRAPH_UINT8), graph_int64(1)));
    CHECK(z.type == GRAPH_UINT64 && z.value.u == 255);
    CHECK_OK(graph_op_apply(&z, GRAPH_LT, graph_int64(2), graph_fp64(2.5)));
    CHECK(z.value.f == 1);
    CHECK_STATUS(graph_op_apply(NULL, GRAPH_PLUS, z, z), GRAPH_E_NULL, "z");
    CHECK_STATUS(graph_unary_op_apply(NULL, GRAPH_ABS, z), GRAPH_E_NULL, "z");
    CHECK_STATUS(graph_scalar_convert(NULL, GRAPH_INT8, z), GRAPH_E_NULL, "z");
    CHECK_STATUS(graph_scalar_convert(&z, GRAPH_PATTERN, z), GRAPH_E_DOMAIN, "no type");
    /* A user type converts to itself alone. */
    const graph_type_spec spec = {sizeof spec, "eight_bytes", 8, NULL};
    graph_type mine = GRAPH_PATTERN, other = GRAPH_PATTERN;
    int64_t value = 5, room = 0;
    CHECK_OK(graph_type_create(&mine, &spec));
    CHECK_OK(graph_type_create(&other, &spec));
    const graph_scalar five = graph_own(mine, &value);
    z = graph_own(mine, &room);
    CHECK_STATUS(graph_scalar_convert(&z, mine, graph_fp64(1)), GRAPH_E_DOMAIN, "eight_bytes");
    CHECK_STATUS(graph_scalar_convert(&z, other, five), GRAPH_E_DOMAIN, "eight_bytes");
    CHECK_STATUS(graph_scalar_convert(&z, GRAPH_INT64, five), GRAPH_E_DOMAIN, "eight_bytes");
    CHECK(z.type == mine && room == 0);
    CHECK_OK(graph_scalar_convert(&z, mine, five));
    CHECK(z.type == mine && z.value.own == &room && room == 5);
    graph_type_release(&mine);
    graph_type_release(&other);
    CHECK_STATUS(graph_op_apply(&z, GRAPH_NO_OP, z, z), GRAPH_E_INVALID_VALUE, "binary");
    CHECK_STATUS(graph_unary_op_apply(&z, (graph_unary_op)77, z), GRAPH_E_INVALID_VALUE, "unary");
}

TEST(refusals)
{
    graph_matrix *A = six(GRAPH_FP64);
    const graph_scalar one = graph_int64(1);
    CHECK_STATUS(graph_select(A, NULL, 0, GRAPH_SELECT_OP_ON(GRAPH_TRIL, GRAPH_INT64), A, one, NULL),
                 GRAPH_E_INVALID_VALUE, "values");
    CHECK_STATUS(graph_apply_index(A, NULL, 0, GRAPH_INDEX_OP_ON(GRAPH_ROW_INDEX, GRAPH_INT8), A, one, NULL),
                 GRAPH_E_INVALID_VALUE, "GRAPH_INT32");
    CHECK_STATUS(graph_apply_index(A, NULL, 0, GRAPH_ROW_INDEX, A, graph_fp64(0.5), NULL),
                 GRAPH_E_INVALID_VALUE, "y");
    CHECK_STATUS(graph_apply_index(A, NULL, 0, GRAPH_INDEX_OP_OF_TEST(99), A, one, NULL),
                 GRAPH_E_INVALID_VALUE, "position");
    CHECK_STATUS(graph_select(A, NULL, 0, GRAPH_TEST_OF_INDEX_OP(99), A, one, NULL), GRAPH_E_INVALID_VALUE,
                 "test");
    graph_matrix_release(&A);
}

TEST_MAIN(TEST_ROW(tests_in_apply_and_positions_in_select), TEST_ROW(typed_tests_and_positions),
          TEST_ROW(calls_for_entries_alone), TEST_ROW(tests_of_many_values), TEST_ROW(contexts),
          TEST_ROW(single_values), TEST_ROW(refusals))
