/* Orders of operands, lists, thunks and sums of nothing: one small call for each rule.  The table of cases is in
 * docs/semantics.md. */
#include "tests/support/test.h"
#include "tests/support/texts.h"

GRAPH_DEFINE_SEMIRING(plus_minus, int32_t, 0, 0, x + y, x - y);
GRAPH_DEFINE_SEMIRING(max_first, int32_t, -1000000, 0, x > y ? x : y, x);

/* T(i,j) = sum over k of a(i,k) - b(k,j), by hand for the four ways to transpose A = [1 2; 3 4] and B = [10 20; 30 40]. */
TEST(factors_keep_their_order)
{
    static const struct {
        uint32_t flags;
        const char *minus, *first, *second;
    } rows[] = {
        {0, "-37 -57  -33 -53", "3 3  7 7", "40 60  40 60"},
        {GRAPH_TRANSPOSE_A, "-36 -56  -34 -54", "4 4  6 6", "40 60  40 60"},
        {GRAPH_TRANSPOSE_B, "-27 -67  -23 -63", "3 3  7 7", "30 70  30 70"},
        {GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B, "-26 -66  -24 -64", "4 4  6 6", "30 70  30 70"},
    };
    const graph_semiring *first = graph_semiring_by_name("plus_first_int32"),
                         *second = graph_semiring_by_name("plus_second_int32");
    graph_semiring *minus = NULL;
    graph_matrix *A = text_matrix(GRAPH_INT32, 2, 2, "1 2  3 4"),
                 *B = text_matrix(GRAPH_INT32, 2, 2, "10 20  30 40");
    graph_matrix *C = text_matrix(GRAPH_INT32, 2, 2, ". .  . ."),
                 *M = text_matrix(GRAPH_BOOL, 2, 2, "1 1  1 1");
    REQUIRE_OK(graph_semiring_create(&minus, &plus_minus));
    for (size_t k = 0; k < 4; k++)
        for (int method = GRAPH_METHOD_AUTO; method <= GRAPH_METHOD_ROW_COLUMN; method++) {
            const graph_descriptor *d =
                TEST_DESCRIPTOR(.flags = rows[k].flags, .method = (graph_method)method);
            CHECK_OK(graph_mxm(C, M, GRAPH_NO_OP, minus, A, B, d));
            CHECK_SAY(matrix_is(C, rows[k].minus), "plus_minus, flags 0x%x, method %d", rows[k].flags,
                      method);
            CHECK_OK(graph_mxm(C, M, GRAPH_NO_OP, first, A, B, d));
            CHECK_SAY(matrix_is(C, rows[k].first), "plus_first, flags 0x%x, method %d", rows[k].flags,
                      method);
            CHECK_OK(graph_mxm(C, M, GRAPH_NO_OP, second, A, B, d));
            CHECK_SAY(matrix_is(C, rows[k].second), "plus_second, flags 0x%x, method %d", rows[k].flags,
                      method);
        }
    graph_vector *u = text_vector(GRAPH_INT32, 2, "10 30"), *w = text_vector(GRAPH_INT32, 2, ". .");
    CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, minus, A, u, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "-37 -33"));
    CHECK_OK(graph_vxm(w, NULL, GRAPH_NO_OP, minus, u, A, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "36 34"));
    graph_semiring_release(&minus);
    texts_release();
}

TEST(a_bound_operand_with_a_transposed_matrix)
{
    graph_matrix *A = text_matrix(GRAPH_INT32, 2, 3, "1 . 3  4 5 ."),
                 *C = text_matrix(GRAPH_INT32, 3, 2, ". . . . . .");
    const graph_descriptor *turned = TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A);
    CHECK_OK(graph_apply_first(C, NULL, GRAPH_NO_OP, GRAPH_MINUS, graph_int64(10), A, turned));
    CHECK(matrix_is(C, "9 6  . 5  7 ."));
    CHECK_OK(graph_apply_second(C, NULL, GRAPH_NO_OP, GRAPH_MINUS, A, graph_int64(10), turned));
    CHECK(matrix_is(C, "-9 -6  . -5  -7 ."));
    CHECK_STATUS(graph_apply_first(C, NULL, GRAPH_NO_OP, GRAPH_MINUS, graph_int64(10), A,
                                   TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_B)),
                 GRAPH_E_INVALID_VALUE, "flags");
    texts_release();
}

TEST(minus_where_one_operand_stands_alone)
{
    graph_matrix *A = text_matrix(GRAPH_INT32, 1, 4, "1 2 . ."),
                 *B = text_matrix(GRAPH_INT32, 1, 4, "10 . 30 .");
    graph_matrix *C = text_matrix(GRAPH_INT32, 1, 4, ". . . .");
    CHECK_OK(graph_ewise_add(C, NULL, GRAPH_NO_OP, GRAPH_MINUS, A, B, TEST_DESCRIPTOR()));
    CHECK(matrix_is(C, "-9 2 30 ."));
    CHECK_OK(graph_ewise_union(C, NULL, GRAPH_NO_OP, GRAPH_MINUS, A, graph_int64(0), B, graph_int64(0),
                               TEST_DESCRIPTOR()));
    CHECK(matrix_is(C, "-9 2 -30 ."));
    CHECK_OK(graph_ewise_union(C, NULL, GRAPH_NO_OP, GRAPH_MINUS, A, graph_int64(100), B, graph_int64(7),
                               TEST_DESCRIPTOR()));
    CHECK(matrix_is(C, "-9 -5 70 ."));
    CHECK_OK(graph_ewise_mult(C, NULL, GRAPH_NO_OP, GRAPH_MINUS, A, B, TEST_DESCRIPTOR()));
    CHECK(matrix_is(C, "-9 . . ."));
    texts_release();
}

TEST(a_sum_of_nothing)
{
    graph_matrix *A = text_matrix(GRAPH_INT8, 2, 2, ". .  . .");
    graph_vector *v = text_vector(GRAPH_INT8, 3, ". . .");
    static const struct {
        graph_op monoid;
        int64_t identity;
    } rows[] = {{GRAPH_PLUS, 0},   {GRAPH_TIMES, 1}, {GRAPH_MIN, 127},
                {GRAPH_MAX, -128}, {GRAPH_LOR, 0},   {GRAPH_LAND, 1}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        graph_scalar x = graph_fp64(5), y = graph_fp64(5);
        CHECK_OK(graph_reduce(&x, GRAPH_INT8, rows[k].monoid, A, TEST_DESCRIPTOR()));
        CHECK_OK(graph_vector_reduce(&y, GRAPH_INT8, rows[k].monoid, v, TEST_DESCRIPTOR()));
        CHECK_SAY(x.type == GRAPH_INT64 && x.value.i == rows[k].identity, "monoid %d", (int)rows[k].monoid);
        CHECK_SAY(y.type == GRAPH_INT64 && y.value.i == rows[k].identity, "monoid %d", (int)rows[k].monoid);
    }
    texts_release();
}

TEST(a_row_without_entries_has_no_sum)
{
    graph_matrix *A = text_matrix(GRAPH_INT32, 3, 2, "1 2  . .  . -5");
    graph_vector *w = text_vector(GRAPH_INT32, 3, "100 100 .");
    CHECK_OK(graph_reduce_rows(w, NULL, GRAPH_PLUS, GRAPH_PLUS, A, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "103 100 -5"));
    CHECK_OK(graph_reduce_rows(w, NULL, GRAPH_NO_OP, GRAPH_MIN, A, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "1 . -5"));
    graph_vector *columns = text_vector(GRAPH_INT32, 2, ". .");
    CHECK_OK(graph_reduce_rows(columns, NULL, GRAPH_NO_OP, GRAPH_TIMES, A,
                               TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A)));
    CHECK(vector_is(columns, "1 -10"));
    texts_release();
}

/* The identity -1000000 is larger than none of the products, and none of them is without a common index. */
TEST(no_common_index_no_entry)
{
    graph_semiring *s = NULL;
    graph_matrix *A = text_matrix(GRAPH_INT32, 2, 3, "-2000000 . -3000000  . . 5");
    graph_matrix *B = text_matrix(GRAPH_INT32, 3, 2, "1 .  1 1  . .");
    graph_matrix *C = text_matrix(GRAPH_INT32, 2, 2, "1 1  1 1"),
                 *M = text_matrix(GRAPH_BOOL, 2, 2, "1 1  1 1");
    REQUIRE_OK(graph_semiring_create(&s, &max_first));
    for (int method = GRAPH_METHOD_AUTO; method <= GRAPH_METHOD_ROW_COLUMN; method++) {
        CHECK_OK(graph_mxm(C, M, GRAPH_NO_OP, s, A, B, TEST_DESCRIPTOR(.method = (graph_method)method)));
        CHECK_SAY(matrix_is(C, "-2000000 .  . ."), "method %d", method);
    }
    graph_semiring_release(&s);
    texts_release();
}

TEST(lists_that_repeat_reverse_or_are_empty)
{
    const graph_index repeated[] = {2, 0, 2, 2}, turned[] = {2, 1, 0};
    graph_matrix *A = text_matrix(GRAPH_INT32, 3, 3, "1 2 .  . 5 6  7 . 9");
    graph_matrix *C = text_matrix(GRAPH_INT32, 4, 3, ". . .  . . .  . . .  . . .");
    CHECK_OK(graph_extract(C, NULL, GRAPH_NO_OP, A, repeated, 4, turned, 3, TEST_DESCRIPTOR()));
    CHECK(matrix_is(C, "9 . 7  . 2 1  9 . 7  9 . 7"));
    CHECK_OK(graph_extract(C, NULL, GRAPH_NO_OP, A, repeated, 4, GRAPH_ALL, 99,
                           TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A)));
    CHECK(matrix_is(C, ". 6 9  1 . 7  . 6 9  . 6 9"));
    graph_matrix *none = text_matrix(GRAPH_INT32, 0, 3, "");
    CHECK_OK(graph_extract(none, NULL, GRAPH_NO_OP, A, turned, 0, GRAPH_ALL, 0, TEST_DESCRIPTOR()));
    CHECK(matrix_is(none, ""));
    CHECK_OK(graph_assign(A, NULL, GRAPH_NO_OP, none, turned, 0, GRAPH_ALL, 0, TEST_DESCRIPTOR()));
    CHECK(matrix_is(A, "1 2 .  . 5 6  7 . 9"));
    graph_vector *u = text_vector(GRAPH_INT32, 3, "1 . 3"), *w = text_vector(GRAPH_INT32, 4, ". . . .");
    CHECK_OK(graph_vector_extract(w, NULL, GRAPH_NO_OP, u, repeated, 4, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "3 1 3 3"));
    CHECK_OK(graph_extract_column(w, NULL, GRAPH_PLUS, A, repeated, 4, 2, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "12 1 12 12"));
    texts_release();
}

TEST(selections_with_extreme_thunks)
{
    const int64_t most = INT64_MAX, least = INT64_MIN;
    const graph_scalar nan_thunk = graph_fp64((double)NAN);
    const struct {
        graph_select_op test;
        graph_scalar y;
        const char *result;
    } rows[] = {
        {GRAPH_TRIL, graph_int64(most), "1 2  nan 4"},
        {GRAPH_TRIL, graph_int64(least), ". .  . ."},
        {GRAPH_TRIU, graph_int64(most), ". .  . ."},
        {GRAPH_TRIU, graph_int64(least), "1 2  nan 4"},
        {GRAPH_DIAGONAL, graph_int64(least), ". .  . ."},
        {GRAPH_OFFDIAGONAL, graph_int64(most), "1 2  nan 4"},
        {GRAPH_ROW_LE, graph_int64(most), "1 2  nan 4"},
        {GRAPH_ROW_GT, graph_int64(least), "1 2  nan 4"},
        {GRAPH_COLUMN_LE, graph_int64(least), ". .  . ."},
        {GRAPH_COLUMN_GT, graph_int64(-1), "1 2  nan 4"},
        {GRAPH_VALUE_EQ, nan_thunk, ". .  . ."},
        {GRAPH_VALUE_NE, nan_thunk, "1 2  nan 4"},
        {GRAPH_VALUE_LT, nan_thunk, ". .  . ."},
        {GRAPH_VALUE_GE, nan_thunk, ". .  . ."},
        {GRAPH_VALUE_GT, graph_fp64(1.5), ". 2  . 4"},
        {GRAPH_VALUE_LE, graph_fp64(2), "1 2  . ."},
    };
    graph_matrix *A = text_matrix(GRAPH_FP64, 2, 2, "1 2  nan 4");
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        graph_matrix *C = text_matrix(GRAPH_FP64, 2, 2, ". .  . .");
        CHECK_OK(graph_select(C, NULL, GRAPH_NO_OP, rows[k].test, A, rows[k].y, TEST_DESCRIPTOR()));
        CHECK_SAY(matrix_is(C, rows[k].result), "row %zu", k);
    }
    texts_release();
}

/* Positions are those of the transposed view, in int64; what does not fit the output is cut off as a conversion does. */
TEST(positions_of_a_transposed_matrix)
{
    graph_matrix *A = text_matrix(GRAPH_PATTERN, 2, 3, "1 . 1  1 1 .");
    graph_matrix *C = text_matrix(GRAPH_INT64, 3, 2, ". . . . . ."),
                 *B = text_matrix(GRAPH_INT8, 3, 2, ". . . . . .");
    const graph_descriptor *turned = TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A);
    CHECK_OK(graph_apply_index(C, NULL, GRAPH_NO_OP, GRAPH_ROW_INDEX, A, graph_int64(10), turned));
    CHECK(matrix_is(C, "10 10  . 11  12 ."));
    CHECK_OK(graph_apply_index(C, NULL, GRAPH_NO_OP, GRAPH_COLUMN_INDEX, A, graph_int64(10), turned));
    CHECK(matrix_is(C, "10 11  . 11  10 ."));
    CHECK_OK(
        graph_apply_index(C, NULL, GRAPH_NO_OP, GRAPH_DIAGONAL_INDEX, A, graph_int64(INT64_MAX), turned));
    CHECK(matrix_is(
        C, "9223372036854775807 -9223372036854775808  . 9223372036854775807  9223372036854775805 ."));
    CHECK_OK(graph_apply_index(B, NULL, GRAPH_NO_OP, GRAPH_ROW_INDEX, A, graph_int64(126), turned));
    CHECK(matrix_is(B, "126 126  . 127  -128 ."));
    texts_release();
}

TEST_MAIN(TEST_ROW(factors_keep_their_order), TEST_ROW(a_bound_operand_with_a_transposed_matrix),
          TEST_ROW(minus_where_one_operand_stands_alone), TEST_ROW(a_sum_of_nothing),
          TEST_ROW(a_row_without_entries_has_no_sum), TEST_ROW(no_common_index_no_entry),
          TEST_ROW(lists_that_repeat_reverse_or_are_empty), TEST_ROW(selections_with_extreme_thunks),
          TEST_ROW(positions_of_a_transposed_matrix))
