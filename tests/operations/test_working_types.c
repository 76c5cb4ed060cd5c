/* Operators on values of two types: by hand, what a user would write down.  The oracle judges the same rule at random. */
#include <math.h>

#include "tests/support/test.h"

enum { LENGTH = 4 };

/* A vector of one value a position, of a type. */
static graph_vector *vector_of(graph_type type, const double *value)
{
    graph_vector *v = NULL;
    CHECK_OK(graph_vector_create(&v, type, LENGTH));
    for (graph_index i = 0; i < LENGTH; i++)
        CHECK_OK(graph_vector_set(v, i, graph_fp64(value[i])));
    return v;
}

static graph_matrix *row_of(graph_type type, const double *value)
{
    graph_matrix *A = NULL;
    CHECK_OK(graph_matrix_create(&A, type, 1, LENGTH));
    for (graph_index j = 0; j < LENGTH; j++)
        CHECK_OK(graph_matrix_set(A, 0, j, graph_fp64(value[j])));
    return A;
}

static bool holds(const graph_vector *v, const double *expected)
{
    double value[LENGTH];
    graph_index n = LENGTH;
    if (graph_vector_extract_tuples(NULL, value, GRAPH_FP64, &n, v) != GRAPH_OK || n != LENGTH)
        return false;
    for (int i = 0; i < LENGTH; i++)
        if (value[i] != expected[i])
            return false;
    return true;
}

static bool row_holds(const graph_matrix *A, const double *expected)
{
    double value[LENGTH];
    graph_index n = LENGTH;
    if (graph_matrix_extract_tuples(NULL, NULL, value, GRAPH_FP64, &n, A) != GRAPH_OK || n != LENGTH)
        return false;
    for (int i = 0; i < LENGTH; i++)
        if (value[i] != expected[i])
            return false;
    return true;
}

/* x op y of the pairs (3, 5), (5, 3), (4, 4), (0, -2). */
static const double first[] = {3, 5, 4, 0}, second[] = {5, 3, 4, -2};
static const struct {
    graph_op op;
    double result[LENGTH];
} truths[] = {
    {GRAPH_EQ, {0, 0, 1, 0}},    {GRAPH_NE, {1, 1, 0, 1}},   {GRAPH_LT, {1, 0, 0, 0}},
    {GRAPH_LE, {1, 0, 1, 0}},    {GRAPH_GT, {0, 1, 0, 1}},   {GRAPH_GE, {0, 1, 1, 1}},
    {GRAPH_LOR, {1, 1, 1, 1}},   {GRAPH_LAND, {1, 1, 1, 0}}, {GRAPH_LXOR, {0, 0, 0, 1}},
    {GRAPH_LXNOR, {1, 1, 1, 0}},
};

TEST(truth_values_into_every_type)
{
    static const graph_type signed_types[] = {GRAPH_INT8,  GRAPH_INT16, GRAPH_INT32,
                                              GRAPH_INT64, GRAPH_FP32,  GRAPH_FP64};
    for (size_t k = 0; k < sizeof truths / sizeof truths[0]; k++)
        for (int x = GRAPH_INT8; x <= GRAPH_FP64; x += test_step(3))
            for (size_t y = 0; y < sizeof signed_types / sizeof signed_types[0]; y += test_step(4))
                for (int z = GRAPH_BOOL; z <= GRAPH_FP64; z += test_step(5)) {
                    graph_vector *u = vector_of((graph_type)x, first),
                                 *v = vector_of(signed_types[y], second);
                    graph_matrix *A = row_of((graph_type)x, first), *B = row_of(signed_types[y], second);
                    graph_vector *w = NULL;
                    graph_matrix *C = NULL;
                    REQUIRE_OK(graph_vector_create(&w, (graph_type)z, LENGTH));
                    REQUIRE_OK(graph_matrix_create(&C, (graph_type)z, 1, LENGTH));
                    CHECK_OK(
                        graph_vector_ewise_mult(w, NULL, GRAPH_NO_OP, truths[k].op, u, v, TEST_DESCRIPTOR()));
                    CHECK_SAY(holds(w, truths[k].result), "op %d, types %d %d %d", (int)truths[k].op, x,
                              (int)signed_types[y], z);
                    CHECK_OK(graph_ewise_add(C, NULL, GRAPH_NO_OP, truths[k].op, A, B, TEST_DESCRIPTOR()));
                    CHECK_SAY(row_holds(C, truths[k].result), "op %d, types %d %d %d", (int)truths[k].op, x,
                              (int)signed_types[y], z);
                    graph_vector_release(&u);
                    graph_vector_release(&v);
                    graph_vector_release(&w);
                    graph_matrix_release(&A);
                    graph_matrix_release(&B);
                    graph_matrix_release(&C);
                }
}

TEST(scalars_are_compared_as_they_are)
{
    static const double values[] = {2, 3, -1, 100};
    static const struct {
        graph_op op;
        graph_scalar y;
        double result[LENGTH];
    } rows[] = {
        {GRAPH_LT, {GRAPH_FP64, {.f = 2.5}}, {1, 0, 1, 0}},
        {GRAPH_GE, {GRAPH_FP64, {.f = 2.5}}, {0, 1, 0, 1}},
        {GRAPH_EQ, {GRAPH_INT64, {.i = 256 + 3}}, {0, 0, 0, 0}},
        {GRAPH_LT, {GRAPH_INT64, {.i = 1000}}, {1, 1, 1, 1}},
        {GRAPH_GT, {GRAPH_UINT64, {.u = 255}}, {0, 0, 0, 0}},
        {GRAPH_NE, {GRAPH_FP64, {.f = 3}}, {1, 0, 1, 1}},
    };
    static const graph_select_op tests[] = {GRAPH_VALUE_LT, GRAPH_VALUE_GE, GRAPH_VALUE_EQ,
                                            GRAPH_VALUE_LT, GRAPH_VALUE_GT, GRAPH_VALUE_NE};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        graph_vector *u = vector_of(GRAPH_INT8, values), *w = NULL, *passing = NULL;
        graph_index n, passed = 0;
        REQUIRE_OK(graph_vector_create(&w, GRAPH_BOOL, LENGTH));
        REQUIRE_OK(graph_vector_create(&passing, GRAPH_INT8, LENGTH));
        CHECK_OK(
            graph_vector_apply_second(w, NULL, GRAPH_NO_OP, rows[k].op, u, rows[k].y, TEST_DESCRIPTOR()));
        CHECK_SAY(holds(w, rows[k].result), "row %zu", k);
        CHECK_OK(graph_vector_select(passing, NULL, GRAPH_NO_OP, tests[k], u, rows[k].y, TEST_DESCRIPTOR()));
        CHECK_OK(graph_vector_entries(&n, passing));
        for (int i = 0; i < LENGTH; i++)
            passed += rows[k].result[i] != 0;
        CHECK_SAY(n == passed, "row %zu: %d pass", k, (int)n);
        graph_vector_release(&u);
        graph_vector_release(&w);
        graph_vector_release(&passing);
    }
}

TEST(sums_keep_what_is_summed)
{
    static const double halves[] = {0.5, 0.5, 0.5, 0.75};
    static const double tens[] = {1, 1, 1, 1}, expected[] = {1, 1, 1, 1};
    graph_matrix *A = row_of(GRAPH_FP64, halves);
    graph_vector *u = vector_of(GRAPH_FP64, halves), *w = NULL, *sum = NULL,
                 *ones = vector_of(GRAPH_INT64, tens);
    graph_scalar x;
    REQUIRE_OK(graph_vector_create(&w, GRAPH_INT64, 1));
    CHECK_OK(graph_reduce_rows(w, NULL, GRAPH_NO_OP, GRAPH_PLUS, A, TEST_DESCRIPTOR()));
    CHECK_OK(graph_vector_get(&x, w, 0));
    CHECK(x.value.i == 2);
    CHECK_OK(graph_reduce(&x, GRAPH_INT64, GRAPH_PLUS, A, TEST_DESCRIPTOR()));
    CHECK(x.type == GRAPH_INT64 && x.value.i == 2);
    CHECK_OK(graph_vector_reduce(&x, GRAPH_UINT8, GRAPH_PLUS, u, TEST_DESCRIPTOR()));
    CHECK(x.type == GRAPH_UINT64 && x.value.u == 2);
    /* An accumulator takes both values as they are: 1 + 0.5 becomes 1, and 1 + 1.25 becomes 2. */
    CHECK_OK(
        graph_vector_apply_second(ones, NULL, GRAPH_PLUS, GRAPH_TIMES, u, graph_fp64(1), TEST_DESCRIPTOR()));
    CHECK(holds(ones, expected));
    CHECK_OK(
        graph_vector_apply_second(ones, NULL, GRAPH_PLUS, GRAPH_PLUS, u, graph_fp64(0.5), TEST_DESCRIPTOR()));
    static const double twos[] = {2, 2, 2, 2};
    CHECK(holds(ones, twos));
    /* The same in a matrix, with the old values where nothing is added. */
    graph_matrix *C = row_of(GRAPH_INT8, tens);
    CHECK_OK(graph_matrix_remove(A, 0, 3));
    CHECK_OK(graph_apply_second(C, NULL, GRAPH_PLUS, GRAPH_TIMES, A, graph_fp64(3), TEST_DESCRIPTOR()));
    static const double sums[] = {2, 2, 2, 1};
    CHECK(row_holds(C, sums));
    graph_matrix_release(&C);
    /* 0.5 + 0.5 is 1 in an integer, too. */
    REQUIRE_OK(graph_vector_create(&sum, GRAPH_INT32, LENGTH));
    CHECK_OK(graph_vector_ewise_add(sum, NULL, GRAPH_NO_OP, GRAPH_PLUS, u, u, TEST_DESCRIPTOR()));
    CHECK(holds(sum, expected));
    graph_matrix_release(&A);
    graph_vector_release(&u);
    graph_vector_release(&w);
    graph_vector_release(&sum);
    graph_vector_release(&ones);
}

/* A pattern holds ones, in any type. */
TEST(patterns_hold_ones)
{
    for (int type = GRAPH_BOOL; type <= GRAPH_FP64; type++) {
        static const double ones[] = {1, 1, 1, 1};
        graph_vector *u = NULL, *w = NULL;
        graph_scalar x;
        REQUIRE_OK(graph_vector_create(&u, GRAPH_PATTERN, LENGTH));
        REQUIRE_OK(graph_vector_create(&w, (graph_type)type, LENGTH));
        CHECK_OK(graph_vector_fill(u, graph_bool(true)));
        CHECK_OK(graph_vector_apply_second(w, NULL, GRAPH_NO_OP, GRAPH_TIMES, u, graph_int64(1),
                                           TEST_DESCRIPTOR()));
        CHECK_SAY(holds(w, ones), "type %d", type);
        CHECK_OK(graph_vector_ewise_mult(w, NULL, GRAPH_NO_OP, GRAPH_MIN, u, u, TEST_DESCRIPTOR()));
        CHECK_SAY(holds(w, ones), "type %d", type);
        CHECK_OK(graph_vector_reduce(&x, (graph_type)type, GRAPH_TIMES, u, TEST_DESCRIPTOR()));
        CHECK_OK(graph_vector_set(w, 0, x));
        CHECK_SAY(holds(w, ones), "type %d", type);
        graph_vector_release(&u);
        graph_vector_release(&w);
    }
}

/* Integers of both signs: an int8 and a uint8 are compared in int16, 64-bit ones added modulo 2^64. */
TEST(signs)
{
    static const double small[] = {-1, -128, 127, 0}, large[] = {255, 128, 127, 1}, less[] = {1, 1, 0, 1};
    graph_vector *u = vector_of(GRAPH_INT8, small), *v = vector_of(GRAPH_UINT8, large), *w = NULL;
    graph_vector *a = NULL, *b = NULL, *sum = NULL;
    graph_scalar x;
    REQUIRE_OK(graph_vector_create(&w, GRAPH_BOOL, LENGTH));
    CHECK_OK(graph_vector_ewise_mult(w, NULL, GRAPH_NO_OP, GRAPH_LT, u, v, TEST_DESCRIPTOR()));
    CHECK(holds(w, less));
    REQUIRE_OK(graph_vector_create(&a, GRAPH_INT64, 1));
    REQUIRE_OK(graph_vector_create(&b, GRAPH_UINT64, 1));
    REQUIRE_OK(graph_vector_create(&sum, GRAPH_UINT64, 1));
    CHECK_OK(graph_vector_set(a, 0, graph_int64(-1)));
    CHECK_OK(graph_vector_set(b, 0, graph_uint64(UINT64_MAX)));
    CHECK_OK(graph_vector_ewise_mult(sum, NULL, GRAPH_NO_OP, GRAPH_PLUS, a, b, TEST_DESCRIPTOR()));
    CHECK_OK(graph_vector_get(&x, sum, 0));
    CHECK(x.value.u == UINT64_MAX - 1);
    CHECK_OK(graph_vector_clear(sum));
    CHECK_OK(graph_vector_ewise_mult(sum, NULL, GRAPH_NO_OP, GRAPH_EQ, a, b, TEST_DESCRIPTOR()));
    CHECK_OK(graph_vector_get(&x, sum, 0));
    CHECK(x.value.u == 0);
    graph_vector_release(&u);
    graph_vector_release(&v);
    graph_vector_release(&w);
    graph_vector_release(&a);
    graph_vector_release(&b);
    graph_vector_release(&sum);
}

TEST(scalars_that_a_type_does_not_hold)
{
    graph_vector *v = NULL, *pattern = NULL, *w = NULL;
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_vector_create(&v, GRAPH_INT32, LENGTH));
    REQUIRE_OK(graph_vector_create(&w, GRAPH_INT32, LENGTH));
    REQUIRE_OK(graph_vector_create(&pattern, GRAPH_PATTERN, LENGTH));
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT32, LENGTH, LENGTH));
    const graph_scalar large = graph_int64(INT64_C(1) << 40);
    CHECK_STATUS(graph_vector_set(v, 0, large), GRAPH_E_INVALID_VALUE,
                 "x is 1099511627776, which int32 does not hold");
    CHECK_STATUS(graph_matrix_set(A, 0, 0, large), GRAPH_E_INVALID_VALUE, "1099511627776");
    CHECK_STATUS(graph_vector_fill(v, large), GRAPH_E_INVALID_VALUE, "1099511627776");
    CHECK_STATUS(graph_vector_assign_scalar(v, NULL, GRAPH_NO_OP, large, GRAPH_ALL, 0, NULL),
                 GRAPH_E_INVALID_VALUE, "1099511627776");
    CHECK_STATUS(graph_assign_scalar(A, NULL, GRAPH_NO_OP, graph_fp64(NAN), GRAPH_ALL, 0, GRAPH_ALL, 0, NULL),
                 GRAPH_E_INVALID_VALUE, "nan");
    CHECK_STATUS(graph_vector_set(pattern, 0, graph_bool(false)), GRAPH_E_INVALID_VALUE, "a pattern");
    CHECK_STATUS(graph_vector_apply_second(w, NULL, GRAPH_NO_OP, GRAPH_SECOND, v, graph_fp64(0.5), NULL),
                 GRAPH_E_INVALID_VALUE, "y is 0.5, which int32");
    CHECK_OK(graph_vector_set(v, 0, graph_fp64(-7)));
    CHECK_OK(graph_vector_set(pattern, 0, graph_int64(5)));
    graph_vector_release(&v);
    graph_vector_release(&w);
    graph_vector_release(&pattern);
    graph_matrix_release(&A);
}

/* What the sum of nothing is, in the type that is asked for, whatever the type of what has no entries. */
static double of_nothing(graph_op monoid, graph_type type)
{
    static const double least[] = {-128, -32768, -2147483648.0, -9223372036854775808.0},
                        most[] = {127, 32767, 2147483647, 9223372036854775808.0},
                        most_unsigned[] = {255, 65535, 4294967295.0, 18446744073709551616.0};
    const bool is_bool = type == GRAPH_BOOL, is_real = type == GRAPH_FP32 || type == GRAPH_FP64;
    const bool is_unsigned = type >= GRAPH_UINT8 && type <= GRAPH_UINT64;
    switch ((int)monoid) {
    case GRAPH_PLUS:
        return 0;
    case GRAPH_TIMES:
        return 1;
    case GRAPH_MIN:
        return is_bool       ? 1
               : is_real     ? INFINITY
               : is_unsigned ? most_unsigned[type - GRAPH_UINT8]
                             : most[type - GRAPH_INT8];
    default:
        return is_bool || is_unsigned ? 0 : is_real ? -INFINITY : least[type - GRAPH_INT8];
    }
}

TEST(sums_of_nothing)
{
    static const graph_type types[] = {GRAPH_BOOL,   GRAPH_INT8,  GRAPH_INT16,  GRAPH_INT32,
                                       GRAPH_INT64,  GRAPH_UINT8, GRAPH_UINT16, GRAPH_UINT32,
                                       GRAPH_UINT64, GRAPH_FP32,  GRAPH_FP64};
    static const graph_op monoids[] = {GRAPH_PLUS, GRAPH_TIMES, GRAPH_MIN, GRAPH_MAX};
    enum { TYPES = sizeof types / sizeof types[0] };
    for (int from = 0; from < TYPES; from++) {
        graph_vector *v = NULL;
        graph_matrix *A = NULL;
        REQUIRE_OK(graph_vector_create(&v, types[from], LENGTH));
        REQUIRE_OK(graph_matrix_create(&A, types[from], 1, LENGTH));
        for (int k = 0; k < 4 * TYPES; k++) {
            const graph_type type = types[k / 4];
            const double expected = of_nothing(monoids[k % 4], type);
            graph_scalar x = graph_int64(77), y = graph_int64(77);
            CHECK_OK(graph_vector_reduce(&x, type, monoids[k % 4], v, TEST_DESCRIPTOR()));
            CHECK_OK(graph_reduce(&y, type, monoids[k % 4], A, TEST_DESCRIPTOR()));
            const double of_x = type == GRAPH_BOOL       ? x.value.b
                                : x.type == GRAPH_FP64   ? x.value.f
                                : x.type == GRAPH_UINT64 ? (double)x.value.u
                                                         : (double)x.value.i;
            CHECK_SAY(of_x == expected && x.type == y.type &&
                          memcmp(&x.value, &y.value, type == GRAPH_BOOL ? 1 : 8) == 0,
                      "operator %d of nothing of type %d in type %d: %g; expected %g", monoids[k % 4],
                      types[from], type, of_x, expected);
        }
        graph_vector_release(&v);
        graph_matrix_release(&A);
    }
}

GRAPH_DEFINE_TYPE(two_numbers, { double first, second; });
GRAPH_DEFINE_MONOID(two_sums, two_numbers, (0, 0), (two_numbers){x.first + y.first, x.second + y.second});

/* The sum of a user type goes to room of the caller's. */
TEST(room_for_a_sum)
{
    graph_type type = GRAPH_PATTERN;
    graph_op op = GRAPH_NO_OP;
    graph_vector *v = NULL;
    graph_matrix *A = NULL;
    two_numbers value = {1, 2}, room = {7, 7};
    REQUIRE_OK(graph_type_create(&type, &two_numbers_spec));
    REQUIRE_OK(graph_op_create(&op, &two_sums, type, type, type));
    REQUIRE_OK(graph_vector_create(&v, type, LENGTH));
    REQUIRE_OK(graph_matrix_create(&A, type, LENGTH, LENGTH));
    for (graph_index i = 0; i < 3; i++) {
        CHECK_OK(graph_vector_set(v, i, graph_own(type, &value)));
        CHECK_OK(graph_matrix_set(A, i, i, graph_own(type, &value)));
    }
    graph_scalar number = graph_fp64(5), nowhere = graph_own(type, NULL), x = graph_own(type, &room);
    CHECK_STATUS(graph_vector_reduce(&number, type, op, v, NULL), GRAPH_E_DOMAIN, "graph_own");
    CHECK_STATUS(graph_reduce(&number, type, op, A, NULL), GRAPH_E_DOMAIN, "graph_own");
    CHECK_STATUS(graph_vector_reduce(&nowhere, type, op, v, NULL), GRAPH_E_NULL, "value.own");
    CHECK_STATUS(graph_reduce(&nowhere, type, op, A, NULL), GRAPH_E_NULL, "value.own");
    CHECK(number.type == GRAPH_FP64 && number.value.f == 5 && room.first == 7);
    CHECK_OK(graph_vector_reduce(&x, type, op, v, NULL));
    CHECK(room.first == 3 && room.second == 6);
    room = (two_numbers){7, 7};
    CHECK_OK(graph_reduce(&x, type, op, A, NULL));
    CHECK(room.first == 3 && room.second == 6);
    graph_vector_release(&v);
    graph_matrix_release(&A);
    graph_op_release(&op);
    graph_type_release(&type);
}

TEST_MAIN(TEST_ROW(sums_of_nothing), TEST_ROW(room_for_a_sum), TEST_ROW(truth_values_into_every_type),
          TEST_ROW(scalars_are_compared_as_they_are), TEST_ROW(sums_keep_what_is_summed),
          TEST_ROW(patterns_hold_ones), TEST_ROW(signs), TEST_ROW(scalars_that_a_type_does_not_hold))
