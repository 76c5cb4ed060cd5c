/* The oracle on numbers worked out by hand. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

#define INF ((long double)INFINITY)

TEST(conversions_follow_the_rules)
{
    static const struct {
        graph_type from, to;
        long double x, expected;
    } rows[] = {
        {GRAPH_INT32, GRAPH_INT8, 300, 44},
        {GRAPH_INT32, GRAPH_INT8, 200, -56},
        {GRAPH_INT32, GRAPH_UINT8, -1, 255},
        {GRAPH_INT8, GRAPH_UINT64, -1, 18446744073709551615.0L},
        {GRAPH_UINT64, GRAPH_INT64, 18446744073709551615.0L, -1},
        {GRAPH_FP64, GRAPH_INT8, 300, 127},
        {GRAPH_FP64, GRAPH_INT8, -300, -128},
        {GRAPH_FP64, GRAPH_INT8, -1.75L, -1},
        {GRAPH_FP64, GRAPH_UINT8, -1, 0},
        {GRAPH_FP64, GRAPH_UINT64, INF, 18446744073709551615.0L},
        {GRAPH_FP32, GRAPH_INT64, -INF, -9223372036854775808.0L},
        {GRAPH_FP64, GRAPH_INT32, NAN, 0},
        {GRAPH_FP64, GRAPH_BOOL, NAN, 1},
        {GRAPH_FP64, GRAPH_BOOL, -0.0L, 0},
        {GRAPH_FP64, GRAPH_BOOL, 0.25L, 1},
        {GRAPH_INT64, GRAPH_FP64, 9223372036854775807.0L, 9223372036854775808.0L},
        {GRAPH_INT64, GRAPH_FP32, 16777217, 16777216},
        {GRAPH_FP64, GRAPH_FP32, 1e300L, INF},
        {GRAPH_PATTERN, GRAPH_FP64, 1, 1},
        {GRAPH_BOOL, GRAPH_INT16, 1, 1},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        CHECK_SAY(oracle_same(rows[k].expected, oracle_cast(rows[k].x, rows[k].from, rows[k].to), 0),
                  "row %zu: %Lg from %s to %s", k, rows[k].x, graph_type_name(rows[k].from),
                  graph_type_name(rows[k].to));
}

TEST(binary_operators_follow_their_sentences)
{
    static const struct {
        graph_op op;
        graph_type type;
        long double x, y, expected;
    } rows[] = {
        {GRAPH_PLUS, GRAPH_INT8, 127, 1, -128},
        {GRAPH_PLUS_SAT, GRAPH_INT8, 127, 1, 127},
        {GRAPH_PLUS_SAT, GRAPH_INT8, -128, -1, -128},
        {GRAPH_PLUS_SAT, GRAPH_UINT16, 65535, 2, 65535},
        {GRAPH_PLUS_SAT, GRAPH_FP64, 1, 2, 3},
        {GRAPH_PLUS, GRAPH_UINT64, 18446744073709551615.0L, 2, 1},
        {GRAPH_MINUS, GRAPH_UINT8, 1, 2, 255},
        {GRAPH_MINUS, GRAPH_INT64, -9223372036854775808.0L, 1, 9223372036854775807.0L},
        {GRAPH_TIMES, GRAPH_INT8, -128, -1, -128},
        {GRAPH_TIMES, GRAPH_UINT64, 18446744073709551615.0L, 18446744073709551615.0L, 1},
        {GRAPH_TIMES, GRAPH_INT64, 4294967296.0L, 4294967296.0L, 0},
        {GRAPH_TIMES, GRAPH_INT64, -9223372036854775808.0L, 3, -9223372036854775808.0L},
        {GRAPH_DIV, GRAPH_INT32, 0, 0, 0},
        {GRAPH_DIV, GRAPH_INT32, 5, 0, 2147483647},
        {GRAPH_DIV, GRAPH_INT32, -5, 0, -2147483648.0L},
        {GRAPH_DIV, GRAPH_UINT8, 5, 0, 255},
        {GRAPH_DIV, GRAPH_INT8, -128, -1, -128},
        {GRAPH_DIV, GRAPH_INT8, -7, 2, -3},
        {GRAPH_DIV, GRAPH_FP32, 1, 3, 1.0f / 3.0f},
        {GRAPH_DIV, GRAPH_BOOL, 1, 0, 1},
        {GRAPH_MINUS, GRAPH_BOOL, 1, 1, 0},
        {GRAPH_PLUS, GRAPH_BOOL, 1, 1, 1},
        {GRAPH_TIMES, GRAPH_BOOL, 1, 0, 0},
        {GRAPH_PLUS_SAT, GRAPH_BOOL, 1, 1, 1},
        {GRAPH_MIN, GRAPH_BOOL, 1, 0, 0},
        {GRAPH_MAX, GRAPH_BOOL, 1, 0, 1},
        {GRAPH_MIN, GRAPH_FP64, NAN, 3, 3},
        {GRAPH_MIN, GRAPH_FP64, 3, NAN, 3},
        {GRAPH_MAX, GRAPH_FP32, NAN, NAN, NAN},
        {GRAPH_MAX, GRAPH_INT64, -5, 3, 3},
        {GRAPH_FIRST, GRAPH_INT8, 5, 7, 5},
        {GRAPH_SECOND, GRAPH_INT8, 5, 7, 7},
        {GRAPH_ANY, GRAPH_INT8, 5, 7, 5},
        {GRAPH_PAIR, GRAPH_INT8, 5, 7, 1},
        {GRAPH_LOR, GRAPH_FP64, 0, NAN, 1},
        {GRAPH_LAND, GRAPH_INT8, 5, 7, 1},
        {GRAPH_LXOR, GRAPH_INT8, 5, 7, 0},
        {GRAPH_LXNOR, GRAPH_INT8, 5, 7, 1},
        {GRAPH_LXNOR, GRAPH_FP32, 0, NAN, 0},
        {GRAPH_BOR, GRAPH_INT8, -128, 5, -123},
        {GRAPH_BAND, GRAPH_UINT8, 12, 10, 8},
        {GRAPH_BAND, GRAPH_INT16, -1, 300, 300},
        {GRAPH_BXOR, GRAPH_UINT64, 18446744073709551615.0L, 1, 18446744073709551614.0L},
        {GRAPH_BXNOR, GRAPH_UINT8, 12, 10, 249},
        {GRAPH_BXNOR, GRAPH_INT32, 0, 0, -1},
        {GRAPH_BXNOR, GRAPH_BOOL, 0, 0, 1},
        {GRAPH_BXOR, GRAPH_BOOL, 1, 1, 0},
        {GRAPH_EQ, GRAPH_FP64, NAN, NAN, 0},
        {GRAPH_NE, GRAPH_FP64, NAN, NAN, 1},
        {GRAPH_LT, GRAPH_INT8, -1, 1, 1},
        {GRAPH_LE, GRAPH_FP32, NAN, 1, 0},
        {GRAPH_GT, GRAPH_UINT8, 255, 1, 1},
        {GRAPH_GE, GRAPH_INT8, 1, 1, 1},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        long double got = oracle_binary(rows[k].op, rows[k].type, rows[k].x, rows[k].y);
        CHECK_SAY(oracle_same(rows[k].expected, got, 0), "row %zu: operator %d on %s gives %Lg, expected %Lg",
                  k, (int)rows[k].op, graph_type_name(rows[k].type), got, rows[k].expected);
    }
}

TEST(unary_operators_follow_their_sentences)
{
    static const struct {
        graph_unary_op op;
        graph_type type;
        long double x, expected;
    } rows[] = {
        {GRAPH_IDENTITY, GRAPH_INT8, -3, -3},
        {GRAPH_AINV, GRAPH_INT8, -128, -128},
        {GRAPH_AINV, GRAPH_UINT8, 1, 255},
        {GRAPH_AINV, GRAPH_BOOL, 1, 1},
        {GRAPH_AINV, GRAPH_FP64, 2.5L, -2.5L},
        {GRAPH_MINV, GRAPH_INT8, 0, 127},
        {GRAPH_MINV, GRAPH_INT8, -1, -1},
        {GRAPH_MINV, GRAPH_FP32, 4, 0.25L},
        {GRAPH_MINV, GRAPH_BOOL, 0, 1},
        {GRAPH_ABS, GRAPH_INT16, -32768, -32768},
        {GRAPH_ABS, GRAPH_INT16, -5, 5},
        {GRAPH_ABS, GRAPH_FP64, -INF, INF},
        {GRAPH_LNOT, GRAPH_FP64, NAN, 0},
        {GRAPH_LNOT, GRAPH_UINT8, 0, 1},
        {GRAPH_ONE, GRAPH_INT8, -7, 1},
        {GRAPH_BNOT, GRAPH_INT8, 5, -6},
        {GRAPH_BNOT, GRAPH_UINT64, 0, 18446744073709551615.0L},
        {GRAPH_BNOT, GRAPH_BOOL, 1, 0},
        {GRAPH_SQRT, GRAPH_INT32, 26, 5},
        {GRAPH_SQRT, GRAPH_INT32, -4, 0},
        {GRAPH_SQRT, GRAPH_UINT64, 18446744073709551615.0L, 4294967295.0L},
        {GRAPH_SQRT, GRAPH_INT64, 9223372030926249001.0L, 3037000499.0L},
        {GRAPH_SQRT, GRAPH_INT64, 9223372030926249000.0L, 3037000498.0L},
        {GRAPH_SQRT, GRAPH_BOOL, 1, 1},
        {GRAPH_SQRT, GRAPH_FP64, -1, NAN},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        long double got = oracle_unary(rows[k].op, rows[k].type, rows[k].x);
        CHECK_SAY(oracle_same(rows[k].expected, got, 0), "row %zu: operator %d on %s gives %Lg, expected %Lg",
                  k, (int)rows[k].op, graph_type_name(rows[k].type), got, rows[k].expected);
    }
}

TEST(tests_of_entries)
{
    CHECK(oracle_passes(GRAPH_TRIL, GRAPH_PATTERN, 2, 2, 1, graph_int64(0)));
    CHECK(!oracle_passes(GRAPH_TRIL, GRAPH_PATTERN, 2, 2, 1, graph_int64(-1)));
    CHECK(oracle_passes(GRAPH_TRIU, GRAPH_PATTERN, 0, 5, 1, graph_int64(5)));
    CHECK(!oracle_passes(GRAPH_TRIU, GRAPH_PATTERN, 0, 5, 1, graph_int64(INT64_MAX)));
    CHECK(oracle_passes(GRAPH_DIAGONAL, GRAPH_PATTERN, 1, 3, 1, graph_fp64(2)));
    CHECK(!oracle_passes(GRAPH_OFFDIAGONAL, GRAPH_PATTERN, 1, 3, 1, graph_int64(2)));
    CHECK(oracle_passes(GRAPH_ROW_LE, GRAPH_INT8, 3, 9, 0, graph_int64(3)));
    CHECK(!oracle_passes(GRAPH_ROW_GT, GRAPH_INT8, 3, 9, 0, graph_int64(3)));
    CHECK(!oracle_passes(GRAPH_COLUMN_LE, GRAPH_INT8, 3, 9, 0, graph_int64(3)));
    CHECK(oracle_passes(GRAPH_COLUMN_GT, GRAPH_INT8, 3, 9, 0, graph_int64(3)));
    CHECK(!oracle_passes(GRAPH_VALUE_EQ, GRAPH_INT8, 0, 0, 127, graph_fp64(1000)));
    CHECK(oracle_passes(GRAPH_VALUE_LT, GRAPH_INT8, 0, 0, 2, graph_fp64(2.5)));
    CHECK(!oracle_passes(GRAPH_VALUE_LE, GRAPH_FP64, 0, 0, (long double)NAN, graph_fp64(1)));
    CHECK(oracle_passes(GRAPH_VALUE_NE, GRAPH_FP64, 0, 0, 1, graph_fp64((double)NAN)));
    CHECK(oracle_passes(GRAPH_VALUE_GE, GRAPH_PATTERN, 0, 0, 1, graph_bool(true)));
}

/* Compares with a text and releases `got`. */
static void check_dense(struct dense_matrix got, graph_type type, int64_t rows, int64_t columns,
                        const char *text, int line)
{
    struct dense_matrix expected = dense_from_text(type, rows, columns, text);
    CHECK_SAY(dense_equals(&expected, &got, 0, stderr), "line %d", line);
    dense_release(&expected);
    dense_release(&got);
}
#define CHECK_DENSE(got, type, rows, columns, text) check_dense(got, type, rows, columns, text, __LINE__)

TEST(products)
{
    struct dense_matrix A = dense_from_text(GRAPH_INT32, 2, 3, "1 . 2   . . 3");
    struct dense_matrix B = dense_from_text(GRAPH_INT32, 3, 2, "4 .   . 5   6 7");
    const struct {
        const char *semiring, *expected;
    } rows[] = {
        {"plus_times_int32", "16 14  18 21"}, {"min_plus_int32", "5 9  9 10"},
        {"max_plus_int32", "8 9  9 10"},      {"max_min_int32", "2 2  3 3"},
        {"min_max_int32", "4 7  6 7"},        {"max_times_int32", "12 14  18 21"},
        {"min_times_int32", "4 14  18 21"},   {"any_pair_int32", "1 1  1 1"},
        {"plus_pair_int32", "2 1  1 1"},      {"plus_first_int32", "3 2  3 3"},
        {"plus_second_int32", "10 7  6 7"},   {"min_first_int32", "1 2  3 3"},
        {"min_second_int32", "4 7  6 7"},     {"any_first_int32", "1 2  3 3"},
        {"any_second_int32", "4 7  6 7"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const graph_semiring *semiring = graph_semiring_by_name(rows[k].semiring);
        REQUIRE(semiring != NULL);
        struct dense_matrix expected = dense_from_text(GRAPH_INT32, 2, 2, rows[k].expected);
        struct dense_matrix C = dense_product(semiring, &A, &B);
        CHECK_SAY(dense_equals(&expected, &C, 0, stderr), "%s", rows[k].semiring);
        dense_release(&expected);
        dense_release(&C);
    }
    CHECK_DENSE(dense_product(graph_semiring_by_name("or_and_bool"), &A, &B), GRAPH_BOOL, 2, 2, "1 1  1 1");
    CHECK_DENSE(dense_product(graph_semiring_by_name("xor_and_bool"), &A, &B), GRAPH_BOOL, 2, 2, "0 1  1 1");
    dense_release(&A);
    dense_release(&B);
}

/* The zero of a semiring is not stored and never enters: a lone negative product under max_times stays. */
TEST(a_sum_starts_with_its_first_product)
{
    struct dense_matrix A = dense_from_text(GRAPH_INT8, 2, 2, "-3 .   . .");
    struct dense_matrix B = dense_from_text(GRAPH_INT8, 2, 1, "2 .");
    CHECK_DENSE(dense_product(graph_semiring_by_name("max_times_int8"), &A, &B), GRAPH_INT8, 2, 1, "-6 .");
    dense_release(&A);
    dense_release(&B);
}

TEST(operands_convert_before_they_multiply)
{
    struct dense_matrix A = dense_from_text(GRAPH_FP64, 1, 1, "2.75");
    struct dense_matrix B = dense_from_text(GRAPH_PATTERN, 1, 1, "1");
    CHECK_DENSE(dense_product(graph_semiring_by_name("plus_times_int16"), &A, &B), GRAPH_INT16, 1, 1, "2");
    dense_release(&A);
    dense_release(&B);
}

TEST(element_by_element)
{
    struct dense_matrix A = dense_from_text(GRAPH_INT8, 2, 2, "1 2   . .");
    struct dense_matrix B = dense_from_text(GRAPH_FP64, 2, 2, "10.5 .   20.5 .");
    CHECK_DENSE(dense_ewise_add(GRAPH_MINUS, GRAPH_INT8, &A, &B), GRAPH_FP64, 2, 2, "-9.5 2  20.5 .");
    CHECK_DENSE(dense_ewise_add(GRAPH_MINUS, GRAPH_FP64, &A, &B), GRAPH_FP64, 2, 2, "-9.5 2  20.5 .");
    CHECK_DENSE(dense_ewise_mult(GRAPH_MINUS, GRAPH_INT8, &A, &B), GRAPH_FP64, 2, 2, "-9.5 .  . .");
    CHECK_DENSE(dense_ewise_mult(GRAPH_LT, GRAPH_BOOL, &A, &B), GRAPH_FP64, 2, 2, "1 .  . .");
    CHECK_DENSE(dense_apply(GRAPH_SQRT, &A), GRAPH_INT8, 2, 2, "1 1  . .");
    CHECK_DENSE(dense_transpose(&A), GRAPH_INT8, 2, 2, "1 .  2 .");
    CHECK_DENSE(dense_select(GRAPH_TRIL, &B, graph_int64(-1)), GRAPH_FP64, 2, 2, ". .  20.5 .");
    CHECK_DENSE(dense_reduce_rows(GRAPH_PLUS, GRAPH_INT16, &A), GRAPH_INT16, 2, 1, "3 .");
    CHECK(dense_reduce(GRAPH_PLUS, GRAPH_INT16, &B) == 31);
    CHECK_DENSE(dense_reduce_rows(GRAPH_LAND, GRAPH_FP64, &B), GRAPH_FP64, 2, 1, "1 1");
    CHECK(dense_reduce(GRAPH_MIN, GRAPH_FP64, &B) == 10.5L);
    struct dense_matrix nothing = dense_create(GRAPH_INT8, 0, 4);
    CHECK(dense_reduce(GRAPH_MIN, GRAPH_INT8, &nothing) == 127);
    CHECK(dense_reduce(GRAPH_MAX, GRAPH_FP32, &nothing) == -INF);
    CHECK_DENSE(dense_transpose(&nothing), GRAPH_INT8, 4, 0, "");
    dense_release(&nothing);
    dense_release(&A);
    dense_release(&B);
}

TEST(sparse_times_dense)
{
    const graph_semiring *semiring = graph_semiring_by_name("min_plus_int8");
    struct dense_matrix A = dense_from_text(GRAPH_INT8, 2, 2, "1 5   . .");
    struct dense_matrix B = dense_from_text(GRAPH_INT8, 2, 2, "7 0   1 9");
    struct dense_matrix C = dense_from_text(GRAPH_INT8, 2, 2, "2 2   2 2");
    CHECK_DENSE(dense_csrmm(semiring, &A, &B, NULL), GRAPH_INT8, 2, 2, "6 1   127 127");
    CHECK_DENSE(dense_csrmm(semiring, &A, &B, &C), GRAPH_INT8, 2, 2, "2 1   2 2");
    dense_release(&A);
    dense_release(&B);
    dense_release(&C);
}

/* Columns of C, T and M: all eight combinations of presence, then a mask entry that is 0. */
TEST(the_write_rule)
{
    static const struct {
        uint32_t flags;
        graph_op accum;
        bool has_mask;
        const char *expected;
    } rows[] = {
        /*                                                    C "1  1  1  1  .  .  .  .  1  "
         *                                                    T "20 20 .  .  20 20 .  .  20 "
         *                                                    M "1  .  1  .  1  .  1  .  0  " */
        {0, GRAPH_NO_OP, true, /*                           */ "20 1  .  1  20 .  .  .  1"},
        {GRAPH_REPLACE, GRAPH_NO_OP, true, /*               */ "20 .  .  .  20 .  .  .  ."},
        {GRAPH_MASK_STRUCTURE, GRAPH_NO_OP, true, /*        */ "20 1  .  1  20 .  .  .  20"},
        {GRAPH_MASK_COMPLEMENT, GRAPH_NO_OP, true, /*       */ "1  20 1  .  .  20 .  .  20"},
        {GRAPH_MASK_COMPLEMENT | GRAPH_MASK_STRUCTURE | GRAPH_REPLACE, GRAPH_NO_OP, true,
         /*                                                 */ ".  20 .  .  .  20 .  .  ."},
        {0, GRAPH_PLUS, true, /*                            */ "21 1  1  1  20 .  .  .  1"},
        {GRAPH_REPLACE, GRAPH_PLUS, true, /*                */ "21 .  1  .  20 .  .  .  ."},
        {0, GRAPH_NO_OP, false, /*                          */ "20 20 .  .  20 20 .  .  20"},
        {0, GRAPH_MINUS, false, /*                          */ "-19 -19 1 1 20 20 .  .  -19"},
        {GRAPH_MASK_COMPLEMENT, GRAPH_NO_OP, false, /*      */ "1  1  1  1  .  .  .  .  1"},
        {GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE, GRAPH_PLUS, false, ". . . . . . . . ."},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct dense_matrix C = dense_from_text(GRAPH_INT8, 1, 9, "1 1 1 1 . . . . 1");
        struct dense_matrix T = dense_from_text(GRAPH_FP64, 1, 9, "20 20 . . 20 20 . . 20");
        struct dense_matrix M = dense_from_text(GRAPH_FP32, 1, 9, "1 . 1 . 1 . 1 . 0");
        struct dense_matrix expected = dense_from_text(GRAPH_INT8, 1, 9, rows[k].expected);
        dense_write(&C, rows[k].has_mask ? &M : NULL, rows[k].flags, rows[k].accum, &T);
        CHECK_SAY(dense_equals(&expected, &C, 0, stderr), "row %zu", k);
        dense_release(&C);
        dense_release(&T);
        dense_release(&M);
        dense_release(&expected);
    }
}

TEST(comparison_sees_every_difference)
{
    struct dense_matrix A = dense_from_text(GRAPH_FP64, 1, 3, "1 . nan");
    static const struct {
        graph_type type;
        const char *text;
        double tolerance;
        bool is_equal;
    } rows[] = {
        {GRAPH_FP64, "1 . nan", 0, true},        {GRAPH_FP32, "1 . nan", 0, false},
        {GRAPH_FP64, "1 0 nan", 0, false},       {GRAPH_FP64, ". . nan", 0, false},
        {GRAPH_FP64, "1 . 1", 1, false},         {GRAPH_FP64, "1.001 . nan", 0, false},
        {GRAPH_FP64, "1.001 . nan", 1e-2, true}, {GRAPH_FP64, "1.001 . nan", 1e-4, false},
        {GRAPH_FP64, "inf . nan", 1, false},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct dense_matrix B = dense_from_text(rows[k].type, 1, 3, rows[k].text);
        CHECK_SAY(dense_equals(&A, &B, rows[k].tolerance, NULL) == rows[k].is_equal, "row %zu", k);
        dense_release(&B);
    }
    struct dense_matrix column = dense_from_text(GRAPH_FP64, 3, 1, "1 . nan");
    CHECK(!dense_equals(&A, &column, 0, NULL));
    CHECK(oracle_same(0, -0.0L, 0));
    dense_release(&column);
    dense_release(&A);
}

/* A tolerance is one of finite values: an infinity is met by itself alone. */
TEST(a_tolerance_admits_no_infinity)
{
    CHECK(oracle_same(INFINITY, INFINITY, 1e-12) && oracle_same(-INFINITY, -INFINITY, 1e-12));
    CHECK(!oracle_same(INFINITY, 3, 1e-12) && !oracle_same(3, INFINITY, 1e-12));
    CHECK(!oracle_same(INFINITY, -INFINITY, 1e-12) && !oracle_same(INFINITY, NAN, 1e-12));
    CHECK(oracle_same(1, 1 + 1e-13, 1e-12) && !oracle_same(1, 1 + 1e-11, 1e-12));
}

TEST_MAIN(TEST_ROW(a_tolerance_admits_no_infinity), TEST_ROW(conversions_follow_the_rules),
          TEST_ROW(binary_operators_follow_their_sentences), TEST_ROW(unary_operators_follow_their_sentences),
          TEST_ROW(tests_of_entries), TEST_ROW(products), TEST_ROW(a_sum_starts_with_its_first_product),
          TEST_ROW(operands_convert_before_they_multiply), TEST_ROW(element_by_element),
          TEST_ROW(sparse_times_dense), TEST_ROW(the_write_rule), TEST_ROW(comparison_sees_every_difference))
