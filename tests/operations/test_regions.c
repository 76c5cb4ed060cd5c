/* Extract, assign, Kronecker, union with fill-ins, bound and positional apply: random calls against the oracle, and cases
 * with their results. */
#include "tests/support/random_call.h"
#include "tests/support/test.h"

/* Random calls of some kinds. */
static void check_kinds(const enum call_kind *kinds, size_t count)
{
    for (size_t k = 0; k < count; k++)
        CHECK_SAY(check_random_calls(300 / (uint64_t)test_step(20), 1, kinds[k]) == 0, "%s",
                  call_traits[kinds[k]].name);
}
#define CHECK_KINDS(...)                                                                                     \
    check_kinds((const enum call_kind[]){__VA_ARGS__},                                                       \
                sizeof((const enum call_kind[]){__VA_ARGS__}) / sizeof(enum call_kind))

TEST(extracts_of_matrices) { CHECK_KINDS(CALL_EXTRACT); }
TEST(extracts_of_vectors_rows_and_columns) { CHECK_KINDS(CALL_EXTRACT_COLUMN, CALL_VECTOR_EXTRACT); }
TEST(assignments_to_matrices) { CHECK_KINDS(CALL_ASSIGN, CALL_ASSIGN_SCALAR); }
TEST(assignments_to_vectors) { CHECK_KINDS(CALL_VECTOR_ASSIGN, CALL_VECTOR_ASSIGN_SCALAR); }
TEST(assignments_to_rows_and_columns) { CHECK_KINDS(CALL_ASSIGN_ROW, CALL_ASSIGN_COLUMN); }
TEST(kronecker_products) { CHECK_KINDS(CALL_KRONECKER); }
TEST(unions_with_values_for_what_is_missing) { CHECK_KINDS(CALL_EWISE_UNION, CALL_VECTOR_EWISE_UNION); }
TEST(bound_and_positional_apply)
{
    CHECK_KINDS(CALL_APPLY_FIRST, CALL_APPLY_SECOND, CALL_APPLY_INDEX, CALL_VECTOR_APPLY_FIRST,
                CALL_VECTOR_APPLY_SECOND, CALL_VECTOR_APPLY_INDEX);
}

/* A vector that never had an entry is no pattern. */
TEST(assignment_to_a_vector_without_entries)
{
    const graph_index list[] = {4, 0};
    graph_vector *w = NULL, *u = NULL, *m = NULL;
    struct dense_matrix source = dense_from_text(GRAPH_INT64, 2, 1, "7 8");
    struct dense_matrix mask = dense_from_text(GRAPH_BOOL, 5, 1, ". . 1 . 1");
    struct dense_matrix expected = dense_from_text(GRAPH_INT64, 5, 1, ". . . . 7");
    REQUIRE_OK(graph_vector_create(&w, GRAPH_INT64, 5));
    REQUIRE_OK(dense_to_vector(&u, &source));
    REQUIRE_OK(dense_to_vector(&m, &mask));
    CHECK_OK(graph_vector_assign(w, m, GRAPH_NO_OP, u, list, 2, TEST_DESCRIPTOR()));
    CHECK(dense_equals_vector(&expected, w, 0, stderr));
    graph_vector_release(&w);
    graph_vector_release(&u);
    graph_vector_release(&m);
    dense_release(&source);
    dense_release(&mask);
    dense_release(&expected);
}

TEST(outputs_that_are_inputs)
{
    const graph_index swap[] = {1, 0, 2};
    graph_matrix *A = NULL;
    struct dense_matrix dense = dense_from_text(GRAPH_INT32, 3, 3, "1 2 .  . 3 4  5 . 6");
    REQUIRE_OK(dense_to_matrix(&A, &dense));
    CHECK_OK(graph_extract(A, A, GRAPH_NO_OP, A, swap, 3, swap, 3, TEST_DESCRIPTOR()));
    struct dense_matrix expected = dense_from_text(GRAPH_INT32, 3, 3, "3 . .  . 1 .  . . 6");
    CHECK(dense_equals_matrix(&expected, A, 0, stderr));
    CHECK_OK(graph_assign(A, NULL, GRAPH_PLUS, A, swap, 3, swap, 3, TEST_DESCRIPTOR()));
    dense_release(&expected);
    expected = dense_from_text(GRAPH_INT32, 3, 3, "4 . .  . 4 .  . . 12");
    CHECK(dense_equals_matrix(&expected, A, 0, stderr));
    dense_release(&expected);
    dense_release(&dense);
    graph_matrix_release(&A);
}

TEST(wrong_arguments)
{
    const graph_index one = 1, five = 5;
    graph_matrix *A = NULL, *B = NULL;
    graph_vector *u = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 2, 3));
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_FP64, 1, 3));
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 3));
    CHECK_STATUS(graph_extract(B, NULL, GRAPH_NO_OP, A, &five, 1, GRAPH_ALL, 0, NULL), GRAPH_E_INDEX_BOUNDS,
                 "rows[0] is 5; expected less than 2");
    CHECK_STATUS(graph_extract(A, NULL, GRAPH_NO_OP, A, &one, 1, GRAPH_ALL, 0, NULL), GRAPH_E_DIMENSION,
                 "C is 2 x 3");
    CHECK_STATUS(graph_extract(NULL, NULL, GRAPH_NO_OP, A, &one, 1, GRAPH_ALL, 0, NULL), GRAPH_E_NULL, "C");
    CHECK_STATUS(graph_extract_column(u, NULL, GRAPH_NO_OP, A, GRAPH_ALL, 0, 3, NULL), GRAPH_E_INVALID_INDEX,
                 "column 3");
    CHECK_STATUS(graph_extract_column(u, NULL, GRAPH_NO_OP, A, GRAPH_ALL, 0, 2, NULL), GRAPH_E_DIMENSION,
                 "length 3");
    CHECK_STATUS(graph_assign(A, NULL, GRAPH_NO_OP, A, &one, 1, GRAPH_ALL, 0, NULL), GRAPH_E_DIMENSION,
                 "A is 2 x 3");
    CHECK_STATUS(graph_assign(A, NULL, (graph_op)77, B, &one, 1, GRAPH_ALL, 0, NULL), GRAPH_E_INVALID_VALUE,
                 "77");
    CHECK_STATUS(graph_assign_row(A, NULL, GRAPH_NO_OP, u, 2, GRAPH_ALL, 0, NULL), GRAPH_E_INVALID_INDEX,
                 "row 2");
    CHECK_STATUS(graph_assign_column(A, NULL, GRAPH_NO_OP, u, GRAPH_ALL, 0, 0, NULL), GRAPH_E_DIMENSION,
                 "length 3");
    CHECK_STATUS(graph_vector_assign(u, NULL, GRAPH_NO_OP, u, &five, 1, NULL), GRAPH_E_INDEX_BOUNDS,
                 "indices[0]");
    CHECK_STATUS(graph_vector_assign_scalar(u, NULL, GRAPH_NO_OP, (graph_scalar){.type = (graph_type)99},
                                            GRAPH_ALL, 0, NULL),
                 GRAPH_E_DOMAIN, "x");
    CHECK_STATUS(graph_kronecker(A, NULL, GRAPH_NO_OP, GRAPH_TIMES, A, B, NULL), GRAPH_E_DIMENSION, "2 x 9");
    CHECK_STATUS(graph_kronecker(A, NULL, GRAPH_NO_OP, GRAPH_NO_OP, A, B, NULL), GRAPH_E_INVALID_VALUE,
                 "GRAPH_NO_OP is not a binary operator");
    CHECK_STATUS(graph_apply_index(A, NULL, GRAPH_NO_OP, (graph_index_op)9, A, graph_int64(0), NULL),
                 GRAPH_E_INVALID_VALUE, "9");
    CHECK_STATUS(graph_apply_first(A, NULL, GRAPH_NO_OP, GRAPH_PLUS, graph_int64(1), B, NULL),
                 GRAPH_E_DIMENSION, "1 x 3");
    CHECK_STATUS(
        graph_ewise_union(A, NULL, GRAPH_NO_OP, GRAPH_PLUS, A, graph_int64(0), B, graph_int64(0), NULL),
        GRAPH_E_DIMENSION, "1 x 3");
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_vector_release(&u);
}

static graph_status everything(void)
{
    const graph_index rows[] = {2, 0}, columns[] = {1, 0};
    graph_matrix *A = NULL, *B = NULL, *K = NULL;
    graph_vector *u = NULL, *v = NULL;
    const graph_index i[] = {0, 1, 2}, j[] = {1, 2, 0};
    const double x[] = {1, 2, 3};
    graph_status status = graph_matrix_create(&A, GRAPH_FP64, 3, 3);
#define STEP(call)                                                                                           \
    if (status >= 0)                                                                                         \
    status = (call)
    STEP(graph_matrix_build(A, i, j, x, GRAPH_FP64, 3, GRAPH_NO_OP));
    STEP(graph_matrix_create(&B, GRAPH_INT32, 2, 2));
    STEP(graph_matrix_create(&K, GRAPH_FP64, 9, 9));
    STEP(graph_vector_create(&u, GRAPH_FP64, 3));
    STEP(graph_vector_create(&v, GRAPH_FP64, 2));
    STEP(graph_extract(B, NULL, GRAPH_NO_OP, A, rows, 2, columns, 2, TEST_DESCRIPTOR()));
    STEP(graph_assign(A, NULL, GRAPH_NO_OP, B, rows, 2, columns, 2, TEST_DESCRIPTOR()));
    STEP(graph_assign_scalar(A, A, GRAPH_PLUS, graph_int64(2), rows, 2, columns, 2, TEST_DESCRIPTOR()));
    STEP(graph_assign_scalar(A, NULL, GRAPH_NO_OP, graph_int64(2), rows, 2, columns, 2, TEST_DESCRIPTOR()));
    STEP(graph_extract_column(u, NULL, GRAPH_NO_OP, A, GRAPH_ALL, 0, 1, TEST_DESCRIPTOR()));
    STEP(graph_vector_extract(v, NULL, GRAPH_NO_OP, u, rows, 2, TEST_DESCRIPTOR()));
    STEP(graph_vector_assign(u, NULL, GRAPH_NO_OP, v, rows, 2, TEST_DESCRIPTOR()));
    STEP(graph_vector_assign_scalar(u, u, GRAPH_NO_OP, graph_int64(2), rows, 2, TEST_DESCRIPTOR()));
    STEP(graph_vector_assign_scalar(u, u, GRAPH_NO_OP, graph_int64(2), GRAPH_ALL, 0, TEST_DESCRIPTOR()));
    STEP(graph_assign_row(A, NULL, GRAPH_NO_OP, v, 1, columns, 2, TEST_DESCRIPTOR()));
    STEP(graph_assign_column(A, NULL, GRAPH_NO_OP, v, columns, 2, 1, TEST_DESCRIPTOR()));
    STEP(graph_kronecker(K, NULL, GRAPH_NO_OP, GRAPH_TIMES, A, A, TEST_DESCRIPTOR()));
    STEP(graph_ewise_union(A, NULL, GRAPH_NO_OP, GRAPH_MINUS, A, graph_int64(1), A, graph_int64(2),
                           TEST_DESCRIPTOR()));
    STEP(graph_vector_ewise_union(u, NULL, GRAPH_NO_OP, GRAPH_MINUS, u, graph_int64(1), u, graph_int64(2),
                                  TEST_DESCRIPTOR()));
    STEP(graph_apply_first(A, NULL, GRAPH_NO_OP, GRAPH_MINUS, graph_int64(1), A, TEST_DESCRIPTOR()));
    STEP(graph_vector_apply_second(u, NULL, GRAPH_NO_OP, GRAPH_MINUS, u, graph_int64(1), TEST_DESCRIPTOR()));
    STEP(graph_apply_index(A, NULL, GRAPH_NO_OP, GRAPH_ROW_INDEX, A, graph_int64(1), TEST_DESCRIPTOR()));
    STEP(graph_vector_apply_index(u, NULL, GRAPH_NO_OP, GRAPH_ROW_INDEX, u, graph_int64(1),
                                  TEST_DESCRIPTOR()));
#undef STEP
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&K);
    graph_vector_release(&u);
    graph_vector_release(&v);
    return status;
}

TEST(allocations_that_fail) { test_every_allocation("everything", everything); }

/* Index lists and outputs one beyond what is allowed. */
TEST(an_index_that_is_the_dimension)
{
    const graph_index beyond[] = {2}, first[] = {0};
    graph_matrix *A = NULL, *C = NULL, *row = NULL, *one = NULL;
    graph_vector *u = NULL, *w = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 2, 2));
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_PATTERN, 5, 4));
    REQUIRE_OK(graph_matrix_create(&row, GRAPH_PATTERN, 1, 2));
    REQUIRE_OK(graph_matrix_create(&one, GRAPH_PATTERN, 1, 1));
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 2));
    REQUIRE_OK(graph_vector_create(&w, GRAPH_FP64, 1));
    CHECK_OK(graph_matrix_set(A, 0, 0, graph_bool(true)));
    CHECK_STATUS(graph_extract(row, NULL, GRAPH_NO_OP, A, beyond, 1, GRAPH_ALL, 0, NULL),
                 GRAPH_E_INDEX_BOUNDS, "2");
    CHECK_STATUS(graph_extract(one, NULL, GRAPH_NO_OP, A, first, 1, beyond, 1, NULL), GRAPH_E_INDEX_BOUNDS,
                 "2");
    CHECK_STATUS(graph_vector_extract(w, NULL, GRAPH_NO_OP, u, beyond, 1, NULL), GRAPH_E_INDEX_BOUNDS, "2");
    CHECK_STATUS(graph_assign(A, NULL, GRAPH_NO_OP, row, beyond, 1, GRAPH_ALL, 0, NULL), GRAPH_E_INDEX_BOUNDS,
                 "2");
    CHECK_STATUS(graph_assign(A, NULL, GRAPH_NO_OP, one, first, 1, beyond, 1, NULL), GRAPH_E_INDEX_BOUNDS,
                 "2");
    CHECK_STATUS(graph_vector_assign(u, NULL, GRAPH_NO_OP, w, beyond, 1, NULL), GRAPH_E_INDEX_BOUNDS, "2");
    CHECK_STATUS(graph_assign_scalar(A, NULL, GRAPH_NO_OP, graph_bool(true), beyond, 1, first, 1, NULL),
                 GRAPH_E_INDEX_BOUNDS, "2");
    CHECK_STATUS(graph_vector_assign_scalar(u, NULL, GRAPH_NO_OP, graph_fp64(1), beyond, 1, NULL),
                 GRAPH_E_INDEX_BOUNDS, "2");
    CHECK_STATUS(graph_kronecker(C, NULL, GRAPH_NO_OP, GRAPH_PAIR, A, A, NULL), GRAPH_E_DIMENSION, "5 x 4");
    graph_vector_release(&u);
    graph_vector_release(&w);
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    graph_matrix_release(&row);
    graph_matrix_release(&one);
}

/* The part that is taken or given has the size of its list, one more or one less is refused, and nothing changes. */
TEST(lists_of_another_length)
{
    static const graph_index list[] = {0, 2, 1, 3};
    graph_matrix *A = NULL, *part = NULL;
    graph_vector *u = NULL, *w = NULL;
    graph_index entries = 0;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 4, 5));
    REQUIRE_OK(graph_matrix_create(&part, GRAPH_FP64, 3, 2));
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 4));
    REQUIRE_OK(graph_vector_create(&w, GRAPH_FP64, 3));
    CHECK_OK(graph_matrix_set(A, 0, 0, graph_fp64(1)));
    CHECK_OK(graph_vector_set(u, 0, graph_fp64(1)));
    for (graph_index n = 2; n <= 4; n += 2) {
        CHECK_STATUS(graph_extract(part, NULL, 0, A, list, n, list, 2, NULL), GRAPH_E_DIMENSION, "");
        CHECK_STATUS(graph_extract(part, NULL, 0, A, list, 3, list, n == 2 ? 1 : 3, NULL), GRAPH_E_DIMENSION,
                     "");
        CHECK_STATUS(graph_assign(A, NULL, 0, part, list, n, list, 2, NULL), GRAPH_E_DIMENSION, "");
        CHECK_STATUS(graph_assign(A, NULL, 0, part, list, 3, list, n == 2 ? 1 : 3, NULL), GRAPH_E_DIMENSION,
                     "");
        CHECK_STATUS(graph_vector_extract(w, NULL, 0, u, list, n, NULL), GRAPH_E_DIMENSION, "");
        CHECK_STATUS(graph_vector_assign(u, NULL, 0, w, list, n, NULL), GRAPH_E_DIMENSION, "");
        CHECK_STATUS(graph_extract_column(w, NULL, 0, A, list, n, 0, NULL), GRAPH_E_DIMENSION, "");
        CHECK_STATUS(graph_assign_row(A, NULL, 0, w, 0, list, n, NULL), GRAPH_E_DIMENSION, "");
        CHECK_STATUS(graph_assign_column(A, NULL, 0, w, list, n, 0, NULL), GRAPH_E_DIMENSION, "");
    }
    CHECK_STATUS(graph_extract(part, NULL, 0, A, GRAPH_ALL, 0, list, 2, NULL), GRAPH_E_DIMENSION, "");
    CHECK_STATUS(graph_extract(part, NULL, 0, A, list, 3, GRAPH_ALL, 0, NULL), GRAPH_E_DIMENSION, "");
    CHECK_STATUS(graph_vector_extract(w, NULL, 0, u, GRAPH_ALL, 0, NULL), GRAPH_E_DIMENSION, "");
    CHECK_STATUS(graph_vector_assign(u, NULL, 0, w, GRAPH_ALL, 0, NULL), GRAPH_E_DIMENSION, "");
    CHECK_STATUS(graph_assign_row(A, NULL, 0, u, 0, GRAPH_ALL, 0, NULL), GRAPH_E_DIMENSION, "");
    CHECK_STATUS(graph_assign_column(A, NULL, 0, w, GRAPH_ALL, 0, 0, NULL), GRAPH_E_DIMENSION, "");
    CHECK_OK(graph_matrix_entries(&entries, A));
    CHECK(entries == 1);
    CHECK_OK(graph_vector_entries(&entries, u));
    CHECK(entries == 1);
    CHECK_OK(graph_vector_entries(&entries, w));
    CHECK(entries == 0);
    graph_vector_release(&u);
    graph_vector_release(&w);
    graph_matrix_release(&A);
    graph_matrix_release(&part);
}

GRAPH_DEFINE_OP(weigh, int64_t, int32_t, int8_t, 1000 * (int64_t)x + y);

/* An operator over values of 4, 1 and 8 bytes, which threads convert in separate scratch. */
TEST(kronecker_by_an_operator_of_three_types_on_threads)
{
    enum { ROWS = 400, N = 30, IN_A = 3, IN_B = 20 }; /* threads take 64 rows of A at a time */
    graph_op op = GRAPH_NO_OP;
    graph_matrix *A = NULL, *B = NULL, *C = NULL;
    graph_index wrong = 0, entries = 0;
    REQUIRE_OK(graph_op_create(&op, &weigh, GRAPH_INT64, GRAPH_INT32, GRAPH_INT8));
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT32, ROWS, ROWS));
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_INT8, N, N));
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_INT64, ROWS * N, ROWS * N));
    for (graph_index i = 0; i < ROWS; i++)
        for (graph_index k = 0; k < IN_A; k++)
            REQUIRE_OK(graph_matrix_set(A, i, (i + 7 * k) % ROWS, graph_int64((int64_t)(10 * i + k))));
    for (graph_index i = 0; i < N; i++)
        for (graph_index k = 0; k < IN_B; k++)
            REQUIRE_OK(graph_matrix_set(B, i, (i + k) % N, graph_int64((int64_t)(i + k))));
    CHECK_OK(graph_kronecker(C, NULL, GRAPH_NO_OP, op, A, B, GRAPH_DESCRIPTOR(.threads = 4)));
    CHECK_OK(graph_matrix_entries(&entries, C));
    CHECK(entries == ROWS * IN_A * N * IN_B);
    graph_index *row = malloc(entries * sizeof *row), *column = malloc(entries * sizeof *column);
    int64_t *value = malloc(entries * sizeof *value);
    CHECK_OK(graph_matrix_extract_tuples(row, column, value, GRAPH_INT64, &entries, C));
    for (graph_index k = 0; k < entries; k++) {
        graph_scalar a, b;
        wrong += graph_matrix_get(&a, A, row[k] / N, column[k] / N) != GRAPH_OK ||
                 graph_matrix_get(&b, B, row[k] % N, column[k] % N) != GRAPH_OK ||
                 value[k] != 1000 * a.value.i + b.value.i;
    }
    CHECK(wrong == 0);
    free(row);
    free(column);
    free(value);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&C);
    graph_op_release(&op);
}

TEST_MAIN(TEST_ROW(an_index_that_is_the_dimension), TEST_ROW(lists_of_another_length),
          TEST_ROW(kronecker_by_an_operator_of_three_types_on_threads), TEST_ROW(extracts_of_matrices),
          TEST_ROW(extracts_of_vectors_rows_and_columns), TEST_ROW(assignments_to_matrices),
          TEST_ROW(assignments_to_vectors), TEST_ROW(assignments_to_rows_and_columns),
          TEST_ROW(kronecker_products), TEST_ROW(unions_with_values_for_what_is_missing),
          TEST_ROW(bound_and_positional_apply), TEST_ROW(assignment_to_a_vector_without_entries),
          TEST_ROW(outputs_that_are_inputs), TEST_ROW(wrong_arguments), TEST_ROW_LARGE(allocations_that_fail))
