/* Values at the ends of their types: zeros, NaN, infinities, overflow, conversions.  The table of cases is in
 * docs/semantics.md. */
#include "tests/support/test.h"
#include "tests/support/texts.h"

static graph_vector *add(graph_op op, graph_type type, int64_t n, const char *x, const char *y)
{
    graph_vector *w = text_vector(type, n, x), *v = text_vector(type, n, y);
    CHECK_OK(graph_vector_ewise_add(w, NULL, GRAPH_NO_OP, op, w, v, TEST_DESCRIPTOR()));
    return w;
}

static long double sum_of(graph_op monoid, graph_type type, const graph_matrix *A)
{
    graph_scalar x = graph_int64(0);
    CHECK_OK(graph_reduce(&x, type, monoid, A, TEST_DESCRIPTOR()));
    return oracle_scalar(x);
}

TEST(an_explicit_zero_is_an_entry)
{
    graph_matrix *A = text_matrix(GRAPH_INT32, 2, 2, "0 .  1 0"),
                 *C = text_matrix(GRAPH_INT32, 2, 2, ". .  . .");
    graph_index entries = 0;
    CHECK_OK(graph_matrix_entries(&entries, A));
    CHECK(entries == 3);
    CHECK_OK(
        graph_mxm(C, NULL, GRAPH_NO_OP, graph_semiring_by_name("plus_times_int32"), A, A, TEST_DESCRIPTOR()));
    CHECK(matrix_is(C, "0 .  0 0"));
    CHECK_OK(graph_transpose(C, NULL, GRAPH_NO_OP, A, TEST_DESCRIPTOR()));
    CHECK(matrix_is(C, "0 1  . 0"));
    CHECK_OK(graph_select(C, NULL, GRAPH_NO_OP, GRAPH_VALUE_NE, A, graph_int64(0), TEST_DESCRIPTOR()));
    CHECK(matrix_is(C, ". .  1 ."));
    texts_release();
}

TEST(minimum_and_maximum_ignore_nan)
{
    CHECK(vector_is(add(GRAPH_MIN, GRAPH_FP64, 4, "nan 1 nan -inf", "2 nan nan nan"), "2 1 nan -inf"));
    CHECK(vector_is(add(GRAPH_MAX, GRAPH_FP32, 4, "nan 1 nan -inf", "2 nan nan nan"), "2 1 nan -inf"));
    graph_matrix *A = text_matrix(GRAPH_FP64, 2, 3, "nan 3 nan  nan nan nan");
    graph_vector *w = text_vector(GRAPH_FP64, 2, ". .");
    CHECK_OK(graph_reduce_rows(w, NULL, GRAPH_NO_OP, GRAPH_MAX, A, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "3 nan"));
    CHECK(sum_of(GRAPH_MIN, GRAPH_FP64, A) == 3);
    graph_vector *u = text_vector(GRAPH_FP64, 3, "1 1 1");
    CHECK_OK(
        graph_mxv(w, NULL, GRAPH_NO_OP, graph_semiring_by_name("min_plus_fp64"), A, u, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "4 nan"));
    texts_release();
}

/* No factor 0 ends a sum before its last product. */
TEST(zeros_and_infinities_multiply_as_ieee_754_says)
{
    const graph_semiring *s = graph_semiring_by_name("plus_times_fp64");
    graph_matrix *A = text_matrix(GRAPH_FP64, 4, 2, "0 1  inf 1  1 -1  0x1p-1070 0");
    graph_vector *u = text_vector(GRAPH_FP64, 2, "inf 5"), *w = text_vector(GRAPH_FP64, 4, ". . . .");
    CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, s, A, u, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "nan inf inf inf"));
    graph_vector *both = text_vector(GRAPH_FP64, 2, "inf inf");
    CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, s, A, both, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "nan inf nan nan"));
    graph_vector *one = text_vector(GRAPH_FP64, 2, "1 .");
    CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, s, A, one, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "0 inf 1 0x1p-1070"));
    graph_matrix *Z = text_matrix(GRAPH_FP64, 1, 1, "-0");
    graph_scalar x = graph_int64(0);
    CHECK_OK(graph_reduce(&x, GRAPH_FP64, GRAPH_PLUS, Z, TEST_DESCRIPTOR()));
    CHECK(x.value.f == 0);
    CHECK(vector_is(add(GRAPH_DIV, GRAPH_FP64, 3, "1 -1 0", "0 0 0"), "inf -inf nan"));
    CHECK(vector_is(add(GRAPH_TIMES, GRAPH_FP32, 3, "0x1p-140 1e30 inf", "0.5 1e30 0"), "0x1p-141 inf nan"));
    texts_release();
}

TEST(an_infinite_edge_never_wins)
{
    const graph_semiring *s = graph_semiring_by_name("min_plus_fp32");
    graph_matrix *A = text_matrix(GRAPH_FP32, 2, 2, "inf -3  inf inf");
    graph_vector *u = text_vector(GRAPH_FP32, 2, "1 2"), *w = text_vector(GRAPH_FP32, 2, ". .");
    CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, s, A, u, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "-1 inf"));
    texts_release();
}

/* plus wraps, plus_sat and min_plus stop at the ends of the type, where the largest value stays what it is. */
TEST(integer_sums_wrap_or_stop)
{
    CHECK(vector_is(add(GRAPH_PLUS, GRAPH_INT8, 4, "127 -128 100 .", "1 -1 100 5"), "-128 127 -56 5"));
    CHECK(vector_is(add(GRAPH_PLUS_SAT, GRAPH_INT8, 4, "127 -128 100 .", "1 -1 100 5"), "127 -128 127 5"));
    CHECK(vector_is(add(GRAPH_PLUS_SAT, GRAPH_UINT16, 2, "65535 65000", "1 1000"), "65535 65535"));
    CHECK(vector_is(add(GRAPH_MINUS, GRAPH_UINT8, 2, "0 5", "1 5"), "255 0"));
    CHECK(vector_is(add(GRAPH_TIMES, GRAPH_INT32, 2, "65536 -2147483648", "65536 -1"), "0 -2147483648"));
    const graph_semiring *s = graph_semiring_by_name("min_plus_int32");
    graph_matrix *A = text_matrix(GRAPH_INT32, 3, 2, "2147483647 .  2147483647 7  2147483640 .");
    graph_vector *u = text_vector(GRAPH_INT32, 2, "-5 1"), *w = text_vector(GRAPH_INT32, 3, ". . .");
    CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, s, A, u, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "2147483647 8 2147483635"));
    graph_vector *far = text_vector(GRAPH_INT32, 2, "100 -2147483648");
    CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, s, A, far, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "2147483647 -2147483641 2147483647"));
    texts_release();
}

TEST(integer_division_is_defined_everywhere)
{
    CHECK(vector_is(add(GRAPH_DIV, GRAPH_INT32, 6, "0 7 -7 -2147483648 -2147483648 -7", "0 0 0 -1 0 2"),
                    "0 2147483647 -2147483648 -2147483648 -2147483648 -3"));
    CHECK(vector_is(add(GRAPH_DIV, GRAPH_UINT8, 3, "0 7 7", "0 0 2"), "0 255 3"));
    graph_vector *u = text_vector(GRAPH_INT16, 4, "-32768 -1 0 5"),
                 *w = text_vector(GRAPH_INT16, 4, ". . . .");
    static const struct {
        graph_unary_op op;
        const char *result;
    } rows[] = {{GRAPH_ABS, "-32768 1 0 5"}, {GRAPH_AINV, "-32768 1 0 -5"}, {GRAPH_MINV, "0 -1 32767 0"},
                {GRAPH_SQRT, "0 0 0 2"},     {GRAPH_LNOT, "0 0 1 0"},       {GRAPH_ONE, "1 1 1 1"}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        CHECK_OK(graph_vector_apply(w, NULL, GRAPH_NO_OP, rows[k].op, u, TEST_DESCRIPTOR()));
        CHECK_SAY(vector_is(w, rows[k].result), "unary operator %d", (int)rows[k].op);
    }
    texts_release();
}

TEST(floating_values_that_fit_no_integer)
{
    static const struct {
        graph_type type;
        const char *result;
    } rows[] = {{GRAPH_INT8, "0 127 -128 127 -1 2"},
                {GRAPH_UINT8, "0 255 0 255 0 2"},
                {GRAPH_INT64, "0 9223372036854775807 -9223372036854775808 9223372036854775807 -1 2"},
                {GRAPH_UINT64, "0 18446744073709551615 0 18446744073709551615 0 2"},
                {GRAPH_BOOL, "1 1 1 1 1 1"}};
    graph_vector *u = text_vector(GRAPH_FP64, 6, "nan inf -inf 1e30 -1.9 2.9");
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        graph_vector *w = text_vector(rows[k].type, 6, ". . . . . .");
        CHECK_OK(graph_vector_apply(w, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, u, TEST_DESCRIPTOR()));
        CHECK_SAY(vector_is(w, rows[k].result), "into %s", graph_type_name(rows[k].type));
    }
    texts_release();
}

TEST(operators_on_truth_values)
{
    static const struct {
        graph_op op;
        const char *result; /* of 0 0, 0 1, 1 0, 1 1 */
    } rows[] = {{GRAPH_PLUS, "0 1 1 1"},  {GRAPH_TIMES, "0 0 0 1"},  {GRAPH_MIN, "0 0 0 1"},
                {GRAPH_MAX, "0 1 1 1"},   {GRAPH_MINUS, "0 1 1 0"},  {GRAPH_DIV, "0 0 1 1"},
                {GRAPH_FIRST, "0 0 1 1"}, {GRAPH_SECOND, "0 1 0 1"}, {GRAPH_EQ, "1 0 0 1"},
                {GRAPH_LT, "0 1 0 0"},    {GRAPH_LXOR, "0 1 1 0"},   {GRAPH_PAIR, "1 1 1 1"}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        CHECK_SAY(vector_is(add(rows[k].op, GRAPH_BOOL, 4, "0 0 1 1", "0 1 0 1"), rows[k].result),
                  "operator %d", (int)rows[k].op);
    texts_release();
}

/* Conversion comes before the multiplication: 1.9 is 1 in int32; in uint8 the floating 300 is 255, the integer 300 is 44. */
TEST(factors_convert_before_they_multiply)
{
    graph_matrix *A = text_matrix(GRAPH_FP64, 2, 2, "1.9 .  -0.5 300"),
                 *B = text_matrix(GRAPH_INT32, 2, 2, "2 3  4 300");
    graph_matrix *C = text_matrix(GRAPH_FP32, 2, 2, ". .  . .");
    CHECK_OK(
        graph_mxm(C, NULL, GRAPH_NO_OP, graph_semiring_by_name("plus_times_int32"), A, B, TEST_DESCRIPTOR()));
    CHECK(matrix_is(C, "2 3  1200 90000"));
    CHECK_OK(graph_mxm(C, NULL, GRAPH_NO_OP, graph_semiring_by_name("plus_times_uint8"), A, B,
                       TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B)));
    CHECK(matrix_is(C, "2 4  253 212"));
    graph_vector *w = text_vector(GRAPH_INT8, 2, ". ."), *u = text_vector(GRAPH_BOOL, 2, "1 0");
    CHECK_OK(
        graph_mxv(w, NULL, GRAPH_NO_OP, graph_semiring_by_name("plus_times_fp64"), A, u, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "1 0"));
    texts_release();
}

TEST_MAIN(TEST_ROW(an_explicit_zero_is_an_entry), TEST_ROW(minimum_and_maximum_ignore_nan),
          TEST_ROW(zeros_and_infinities_multiply_as_ieee_754_says), TEST_ROW(an_infinite_edge_never_wins),
          TEST_ROW(integer_sums_wrap_or_stop), TEST_ROW(integer_division_is_defined_everywhere),
          TEST_ROW(floating_values_that_fit_no_integer), TEST_ROW(operators_on_truth_values),
          TEST_ROW(factors_convert_before_they_multiply))
