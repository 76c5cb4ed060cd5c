/* Masks, replacement and accumulators: one small call for each rule.  The table of cases is in docs/semantics.md. */
#include "tests/support/test.h"
#include "tests/support/texts.h"

static graph_status copy(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_matrix *A,
                         uint32_t flags)
{
    return graph_apply(C, M, accum, GRAPH_IDENTITY, A, TEST_DESCRIPTOR(.flags = flags));
}

TEST(a_stored_zero_masks_out_by_value_only)
{
    graph_matrix *A = text_matrix(GRAPH_INT32, 1, 4, "1 2 3 4"),
                 *M = text_matrix(GRAPH_INT8, 1, 4, "5 0 . 1");
    graph_matrix *C = text_matrix(GRAPH_INT32, 1, 4, "9 9 9 9");
    CHECK_OK(copy(C, M, GRAPH_NO_OP, A, 0));
    CHECK(matrix_is(C, "1 9 9 4"));
    CHECK_OK(copy(C, M, GRAPH_NO_OP, A, GRAPH_MASK_STRUCTURE | GRAPH_REPLACE));
    CHECK(matrix_is(C, "1 2 . 4"));
    CHECK_OK(copy(C, M, GRAPH_NO_OP, A, GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE));
    CHECK(matrix_is(C, ". 2 3 ."));
    CHECK_OK(copy(C, M, GRAPH_NO_OP, A, GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE));
    CHECK(matrix_is(C, ". . 3 ."));
    texts_release();
}

TEST(a_mask_of_any_type_is_read_as_truth_values)
{
    static const struct {
        graph_type type;
        const char *mask, *result;
    } rows[] = {
        {GRAPH_FP64, "nan -0 0 inf 0.25", "1 . . 4 5"},
        {GRAPH_FP32, "-nan -0 1e-40 . -inf", "1 . 3 . 5"},
        {GRAPH_INT64, "-1 0 256 . 4294967296", "1 . 3 . 5"},
        {GRAPH_UINT8, "255 0 1 . 128", "1 . 3 . 5"},
        {GRAPH_BOOL, "1 0 1 . 1", "1 . 3 . 5"},
        {GRAPH_PATTERN, "1 . . 1 1", "1 . . 4 5"},
    };
    graph_vector *u = text_vector(GRAPH_UINT16, 5, "1 2 3 4 5");
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        graph_vector *w = text_vector(GRAPH_UINT16, 5, "7 7 7 7 7");
        graph_vector *m = text_vector(rows[k].type, 5, rows[k].mask);
        CHECK_OK(graph_vector_apply(w, m, GRAPH_NO_OP, GRAPH_IDENTITY, u,
                                    TEST_DESCRIPTOR(.flags = GRAPH_REPLACE)));
        CHECK_SAY(vector_is(w, rows[k].result), "mask of type %s", graph_type_name(rows[k].type));
    }
    texts_release();
}

TEST(no_mask_complemented_admits_nothing)
{
    const graph_semiring *s = graph_semiring_by_name("plus_times_int32");
    graph_matrix *A = text_matrix(GRAPH_INT32, 2, 2, "1 2  3 4"),
                 *C = text_matrix(GRAPH_INT32, 2, 2, "5 .  . 6");
    CHECK_OK(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, A, TEST_DESCRIPTOR(.flags = GRAPH_MASK_COMPLEMENT)));
    CHECK(matrix_is(C, "5 .  . 6"));
    CHECK_OK(graph_mxm(C, NULL, GRAPH_PLUS, s, A, A,
                       TEST_DESCRIPTOR(.flags = GRAPH_MASK_COMPLEMENT | GRAPH_MASK_STRUCTURE)));
    CHECK(matrix_is(C, "5 .  . 6"));
    CHECK_OK(graph_mxm(C, NULL, GRAPH_PLUS, s, A, A,
                       TEST_DESCRIPTOR(.flags = GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE)));
    CHECK(matrix_is(C, ". .  . ."));
    texts_release();
}

TEST(a_mask_without_entries_complemented_admits_everything)
{
    const graph_semiring *s = graph_semiring_by_name("plus_times_int32");
    graph_matrix *A = text_matrix(GRAPH_INT32, 2, 2, "1 2  . 1"),
                 *M = text_matrix(GRAPH_BOOL, 2, 2, ". .  . .");
    graph_matrix *C = text_matrix(GRAPH_INT32, 2, 2, ". .  9 .");
    graph_vector *u = text_vector(GRAPH_INT32, 2, "1 1"), *m = text_vector(GRAPH_BOOL, 2, ". .");
    graph_vector *w = text_vector(GRAPH_INT32, 2, "8 8");
    uint32_t flags = GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE;
    CHECK_OK(graph_mxm(C, M, GRAPH_NO_OP, s, A, A, TEST_DESCRIPTOR(.flags = flags)));
    CHECK(matrix_is(C, "1 4  . 1"));
    CHECK_OK(graph_mxv(w, m, GRAPH_NO_OP, s, A, u, TEST_DESCRIPTOR(.flags = flags)));
    CHECK(vector_is(w, "3 1"));
    texts_release();
}

TEST(a_mask_over_operands_without_entries)
{
    const graph_semiring *s = graph_semiring_by_name("min_plus_fp64");
    graph_matrix *A = text_matrix(GRAPH_FP64, 2, 2, ". .  . ."),
                 *M = text_matrix(GRAPH_BOOL, 2, 2, "1 1  1 1");
    for (int method = GRAPH_METHOD_AUTO; method <= GRAPH_METHOD_ROW_COLUMN; method++) {
        graph_matrix *C = text_matrix(GRAPH_FP64, 2, 2, "1 .  . 2");
        CHECK_OK(graph_mxm(C, M, GRAPH_NO_OP, s, A, A, TEST_DESCRIPTOR(.method = (graph_method)method)));
        CHECK_SAY(matrix_is(C, ". .  . ."), "method %d", method);
    }
    texts_release();
}

TEST(replacement_and_accumulator)
{
    static const struct {
        uint32_t flags;
        graph_op accum;
        const char *result;
    } rows[] = {
        {0, GRAPH_NO_OP, "10 . 3 4"},
        {0, GRAPH_PLUS, "11 2 3 4"},
        {GRAPH_REPLACE, GRAPH_NO_OP, "10 . . ."},
        {GRAPH_REPLACE, GRAPH_PLUS, "11 2 . ."},
        {GRAPH_MASK_COMPLEMENT, GRAPH_NO_OP, "1 2 . 40"},
        {GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE, GRAPH_MINUS, ". . 3 -36"},
    };
    graph_matrix *A = text_matrix(GRAPH_INT16, 1, 4, "10 . . 40"),
                 *M = text_matrix(GRAPH_BOOL, 1, 4, "1 1 0 .");
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        graph_matrix *C = text_matrix(GRAPH_INT16, 1, 4, "1 2 3 4");
        CHECK_OK(copy(C, M, rows[k].accum, A, rows[k].flags));
        CHECK_SAY(matrix_is(C, rows[k].result), "row %zu", k);
    }
    texts_release();
}

/* T has the type of the operation, and accum works in the common type of C and T: 200 + 100.75 is 300.75 and then becomes
 * the largest uint8. */
TEST(an_accumulator_works_in_the_common_type)
{
    graph_matrix *A = text_matrix(GRAPH_FP64, 1, 4, "100.75 -1.5 3.75 ."),
                 *C = text_matrix(GRAPH_UINT8, 1, 4, "200 1 . 7");
    CHECK_OK(copy(C, NULL, GRAPH_PLUS, A, 0));
    CHECK(matrix_is(C, "255 0 3 7"));
    graph_matrix *D = text_matrix(GRAPH_BOOL, 1, 4, "1 0 0 1"),
                 *F = text_matrix(GRAPH_FP32, 1, 4, "0.5 0.25 . 2");
    CHECK_OK(copy(D, NULL, GRAPH_PLUS, F, 0));
    CHECK(matrix_is(D, "1 1 0 1"));
    CHECK_OK(copy(F, NULL, GRAPH_TIMES, A, 0));
    CHECK(matrix_is(F, "50.375 -0.375 3.75 2"));
    texts_release();
}

/* The mask of graph_assign spans the output; that of graph_assign_row and graph_assign_column the line alone. */
TEST(masks_of_assignments)
{
    const graph_index one = 1;
    graph_matrix *C = text_matrix(GRAPH_INT32, 3, 3, "1 2 3  4 5 6  7 8 9"),
                 *x = text_matrix(GRAPH_INT32, 1, 1, "50");
    graph_matrix *M = text_matrix(GRAPH_BOOL, 3, 3, "1 . .  . 1 .  . . .");
    CHECK_OK(graph_assign(C, M, GRAPH_NO_OP, x, &one, 1, &one, 1, TEST_DESCRIPTOR(.flags = GRAPH_REPLACE)));
    CHECK(matrix_is(C, "1 . .  . 50 .  . . ."));
    C = text_matrix(GRAPH_INT32, 3, 3, "1 2 3  4 5 6  7 8 9");
    CHECK_OK(graph_assign_scalar(C, M, GRAPH_PLUS, graph_int64(100), &one, 1, GRAPH_ALL, 0,
                                 TEST_DESCRIPTOR(.flags = GRAPH_REPLACE)));
    CHECK(matrix_is(C, "1 . .  . 105 .  . . ."));
    graph_vector *u = text_vector(GRAPH_INT32, 3, "10 . 30"), *m = text_vector(GRAPH_BOOL, 3, "1 1 .");
    C = text_matrix(GRAPH_INT32, 3, 3, "1 2 3  4 5 6  7 8 9");
    CHECK_OK(
        graph_assign_row(C, m, GRAPH_NO_OP, u, 1, GRAPH_ALL, 0, TEST_DESCRIPTOR(.flags = GRAPH_REPLACE)));
    CHECK(matrix_is(C, "1 2 3  10 . .  7 8 9"));
    CHECK_OK(graph_assign_column(C, m, GRAPH_NO_OP, u, GRAPH_ALL, 0, 2, TEST_DESCRIPTOR()));
    CHECK(matrix_is(C, "1 2 10  10 . .  7 8 9"));
    texts_release();
}

TEST(an_index_that_an_assignment_lists_twice)
{
    const graph_index twice[] = {2, 0, 2}, once[] = {0, 0};
    graph_vector *w = text_vector(GRAPH_INT32, 3, "1 2 3"), *u = text_vector(GRAPH_INT32, 3, "10 20 30");
    CHECK_OK(graph_vector_assign(w, NULL, GRAPH_NO_OP, u, twice, 3, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "20 2 30"));
    CHECK_OK(graph_vector_assign_scalar(w, NULL, GRAPH_PLUS, graph_int64(5), once, 2, TEST_DESCRIPTOR()));
    CHECK(vector_is(w, "25 2 30"));
    graph_matrix *C = text_matrix(GRAPH_INT32, 2, 2, "1 2  3 4"),
                 *A = text_matrix(GRAPH_INT32, 2, 2, "5 6  . 8");
    CHECK_OK(graph_assign(C, NULL, GRAPH_NO_OP, A, once, 2, GRAPH_ALL, 0, TEST_DESCRIPTOR()));
    CHECK(matrix_is(C, ". 8  3 4"));
    texts_release();
}

TEST_MAIN(TEST_ROW(a_stored_zero_masks_out_by_value_only),
          TEST_ROW(a_mask_of_any_type_is_read_as_truth_values), TEST_ROW(no_mask_complemented_admits_nothing),
          TEST_ROW(a_mask_without_entries_complemented_admits_everything),
          TEST_ROW(a_mask_over_operands_without_entries), TEST_ROW(replacement_and_accumulator),
          TEST_ROW(an_accumulator_works_in_the_common_type), TEST_ROW(masks_of_assignments),
          TEST_ROW(an_index_that_an_assignment_lists_twice))
