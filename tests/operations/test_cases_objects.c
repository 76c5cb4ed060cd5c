/* Shapes, forms, histories and sizes of objects: cases in which the operations themselves have nothing special to do.  The
 * table of cases is in docs/semantics.md. */
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/random_call.h"
#include "tests/support/test.h"
#include "tests/support/texts.h"

TEST(repeated_entries_combine_in_the_order_given)
{
    const graph_index row[] = {1, 0, 1, 1}, column[] = {0, 1, 0, 0};
    const int32_t value[] = {5, 9, 2, 7};
    static const struct {
        graph_op duplicate;
        const char *result;
    } rows[] = {{GRAPH_PLUS, ". 9  14 ."},  {GRAPH_FIRST, ". 9  5 ."}, {GRAPH_SECOND, ". 9  7 ."},
                {GRAPH_MIN, ". 9  2 ."},    {GRAPH_MAX, ". 9  7 ."},   {GRAPH_MINUS, ". 9  -4 ."},
                {GRAPH_TIMES, ". 9  70 ."}, {GRAPH_ANY, ". 9  5 ."}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        graph_matrix *A = text_matrix(GRAPH_INT32, 2, 2, ". .  . .");
        CHECK_OK(graph_matrix_build(A, row, column, value, GRAPH_INT32, 4, rows[k].duplicate));
        CHECK_SAY(matrix_is(A, rows[k].result), "operator %d", (int)rows[k].duplicate);
    }
    graph_matrix *A = text_matrix(GRAPH_INT32, 2, 2, ". .  . .");
    CHECK_STATUS(graph_matrix_build(A, row, column, value, GRAPH_INT32, 4, GRAPH_NO_OP),
                 GRAPH_E_INVALID_VALUE, "at (1, 0)");
    CHECK(matrix_is(A, ". .  . ."));
    texts_release();
}

TEST(tuples_of_an_object_without_entries)
{
    graph_matrix *A = text_matrix(GRAPH_FP64, 3, 3, ". . .  . . .  . . .");
    graph_vector *v = text_vector(GRAPH_FP64, 3, ". . .");
    graph_index n = 77, row[1];
    CHECK_OK(graph_matrix_extract_tuples(NULL, NULL, NULL, GRAPH_FP64, &n, A));
    CHECK(n == 0);
    n = 77;
    CHECK_OK(graph_vector_extract_tuples(row, NULL, GRAPH_FP64, &n, v));
    CHECK(n == 0);
    CHECK_OK(graph_matrix_set(A, 1, 1, graph_fp64(1)));
    CHECK_STATUS(graph_matrix_extract_tuples(row, row, NULL, GRAPH_FP64, &n, A), GRAPH_E_NO_SPACE, "");
    CHECK(n == 1);
    texts_release();
}

/* Runs calls of every kind of which some operand has a shape; at least `least` of each kind. */
static void check_calls_of_shape(bool (*has_shape)(const struct dense_matrix *), int least)
{
    for (int kind = 0; kind < CALL_KIND_COUNT; kind++) {
        int found = 0;
        bool is_get = kind == CALL_MATRIX_GET || kind == CALL_VECTOR_GET; /* of no use without positions */
        for (uint64_t seed = 1; seed < 3000 && found < least; seed++) {
            struct call call = call_of_seed(seed, (enum call_kind)kind);
            bool is_wanted = false;
            for (int k = 0; k < OPERAND_COUNT; k++)
                is_wanted |= call.is_used[k] && call.object[k] == k && has_shape(&call.dense[k]);
            found += is_wanted;
            if (is_wanted && !CHECK_SAY(call_holds(&call, stderr), "%s", call_traits[kind].name))
                call_print(&call, stderr);
            call_release(&call);
        }
        CHECK_SAY(found == least || is_get, "%s: %d calls", call_traits[kind].name, found);
    }
}

static bool is_without_positions(const struct dense_matrix *A) { return A->rows == 0 || A->columns == 0; }
static bool is_one_line(const struct dense_matrix *A) { return A->rows == 1 || A->columns == 1; }

TEST(every_operation_on_shapes_without_positions) { check_calls_of_shape(is_without_positions, 6); }
TEST(every_operation_on_single_rows_and_columns) { check_calls_of_shape(is_one_line, 6); }

TEST(entries_in_the_first_and_last_row_only)
{
    const graph_semiring *s = graph_semiring_by_name("plus_times_int64");
    graph_matrix *A = text_matrix(GRAPH_INT64, 4, 4, "1 . . 2  . . . .  . . . .  3 . . 4");
    graph_matrix *C = text_matrix(GRAPH_INT64, 4, 4, ". . . .  . . . .  . . . .  . . . .");
    graph_vector *w = text_vector(GRAPH_INT64, 4, ". . . .");
    for (int threads = 1; threads <= 8; threads += 7) {
        CHECK_OK(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, A, TEST_DESCRIPTOR(.threads = threads)));
        CHECK(matrix_is(C, "7 . . 10  . . . .  . . . .  15 . . 22"));
        CHECK_OK(graph_reduce_rows(w, NULL, GRAPH_NO_OP, GRAPH_PLUS, C, TEST_DESCRIPTOR(.threads = threads)));
        CHECK(vector_is(w, "17 . . 37"));
    }
    texts_release();
}

/* Calls of seven operations with their operands made in every way: shared, lent, with updates that wait, as bitmap and so
 * on.  C, A and M meet in every pair of ways, B and each of C and A too. */
TEST(operands_in_every_form)
{
    static const enum call_kind kinds[] = {
        CALL_MXM,    CALL_MXV,           CALL_EWISE_ADD,       CALL_EWISE_MULT,
        CALL_ASSIGN, CALL_VECTOR_ASSIGN, CALL_VECTOR_EWISE_ADD};
    enum { WAYS = PREPARATION_COUNT };
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        struct call call = call_of_seed(1, kinds[k]);
        for (uint64_t seed = 2; !call.is_used[OPERAND_M] || dense_entries(&call.dense[OPERAND_A]) < 8;
             seed++) {
            call_release(&call);
            call = call_of_seed(seed, kinds[k]);
        }
        for (int way = 0; way < WAYS * WAYS; way++) {
            int c = way % WAYS, a = way / WAYS;
            call.preparation[OPERAND_C] = (enum preparation)c;
            call.preparation[OPERAND_A] = (enum preparation)a;
            call.preparation[OPERAND_M] = (enum preparation)((c + a) % WAYS);
            call.preparation[OPERAND_B] = (enum preparation)((3 * c + a) % WAYS);
            if (!CHECK_SAY(call_holds(&call, stderr), "%s, way %d", call_traits[kinds[k]].name, way))
                break;
        }
        call_release(&call);
    }
}

/* A matrix of equal values, as ones, as a pattern and after one of them has changed. */
TEST(equal_values)
{
    const graph_semiring *s = graph_semiring_by_name("plus_times_fp32");
    graph_matrix *ones = text_matrix(GRAPH_FP32, 2, 2, "1 1  . 1"),
                 *pattern = text_matrix(GRAPH_PATTERN, 2, 2, "1 1  . 1");
    graph_matrix *C = text_matrix(GRAPH_FP32, 2, 2, ". .  . ."),
                 *D = text_matrix(GRAPH_FP32, 2, 2, ". .  . .");
    CHECK_OK(graph_mxm(C, NULL, GRAPH_NO_OP, s, ones, pattern, TEST_DESCRIPTOR()));
    CHECK_OK(graph_mxm(D, NULL, GRAPH_NO_OP, s, pattern, ones, TEST_DESCRIPTOR()));
    CHECK(matrix_is(C, "1 2  . 1") && same_matrix(C, D, 0, stderr));
    CHECK_OK(graph_assign_scalar(C, NULL, GRAPH_NO_OP, graph_fp64(7), GRAPH_ALL, 0, GRAPH_ALL, 0,
                                 TEST_DESCRIPTOR()));
    CHECK(matrix_is(C, "7 7  7 7"));
    CHECK_OK(graph_matrix_set(C, 1, 0, graph_fp64(8)));
    CHECK_OK(graph_mxm(D, NULL, GRAPH_NO_OP, s, C, pattern, TEST_DESCRIPTOR()));
    CHECK(matrix_is(D, "7 14  8 15"));
    texts_release();
}

/* 70000^2 multiplications do not fit 32 bits; they are counted, not made. */
TEST(more_products_than_32_bits_count)
{
    enum { N = 70000 };
    graph_index *zero = calloc(N, sizeof *zero), *up = calloc(N, sizeof *up);
    graph_matrix *column = NULL, *row = NULL;
    uint64_t products = 0;
    for (graph_index k = 0; k < N; k++)
        up[k] = k;
    REQUIRE_OK(graph_matrix_create(&column, GRAPH_PATTERN, N, 1));
    REQUIRE_OK(graph_matrix_create(&row, GRAPH_PATTERN, 1, N));
    CHECK_OK(graph_matrix_build(column, up, zero, NULL, GRAPH_PATTERN, N, GRAPH_NO_OP));
    CHECK_OK(graph_matrix_build(row, zero, up, NULL, GRAPH_PATTERN, N, GRAPH_NO_OP));
    CHECK_OK(graph_spgemm_products(&products, column, row, TEST_DESCRIPTOR()));
    CHECK(products == 4900000000u);
    graph_matrix_release(&column);
    graph_matrix_release(&row);
    free(zero);
    free(up);
}

/* After a fork, operations of one thread work in the child: an OpenMP team that the parent had is not there. */
TEST(a_child_process_goes_on)
{
    const graph_semiring *s = graph_semiring_by_name("plus_times_int32");
    graph_matrix *A = text_matrix(GRAPH_INT32, 2, 2, "1 2  3 4"),
                 *C = text_matrix(GRAPH_INT32, 2, 2, ". .  . .");
    CHECK_OK(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, A, TEST_DESCRIPTOR(.threads = 2)));
    /* What is on a device and nowhere else stays with the parent. */
    CHECK(matrix_is(C, "7 10  15 22"));
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        graph_status status = graph_mxm(C, NULL, GRAPH_PLUS, s, A, A,
                                        GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .threads = 1));
        _exit(status == GRAPH_OK && matrix_is(C, "14 20  30 44") ? 0 : 1);
    }
    int result = -1;
    CHECK(child > 0 && waitpid(child, &result, 0) == child && WIFEXITED(result) && WEXITSTATUS(result) == 0);
    CHECK(matrix_is(C, "7 10  15 22"));
    texts_release();
}

/* All entries in one row, and in one column, with more threads than rows. */
TEST(one_row_with_all_the_entries)
{
    const graph_semiring *s = graph_semiring_by_name("plus_times_int64");
    enum { N = 2000 };
    struct dense_matrix dense = dense_create(GRAPH_INT64, 3, N);
    graph_matrix *A = NULL, *C = NULL;
    for (int64_t j = 0; j < N; j++)
        dense_set(&dense, 1, j, (long double)(j % 7));
    REQUIRE_OK(dense_to_matrix(&A, &dense));
    for (int threads = 1; threads <= 8; threads++) {
        graph_scalar x = graph_int64(0);
        REQUIRE_OK(graph_matrix_create(&C, GRAPH_INT64, 3, 3));
        CHECK_OK(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, A,
                           TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_B, .threads = threads)));
        CHECK(graph_matrix_get(&x, C, 1, 1) == GRAPH_OK && x.value.i == 25965);
        graph_matrix_release(&C);
        REQUIRE_OK(graph_matrix_create(&C, GRAPH_INT64, N, N));
        CHECK_OK(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, A,
                           TEST_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_A, .threads = threads)));
        graph_matrix_release(&C);
        if (threads == 2)
            threads = 7;
    }
    graph_matrix_release(&A);
    dense_release(&dense);
}

/* Columns that differ by multiples of a power of two fall on one place of a hash table. */
TEST(hash_tables_whose_keys_collide)
{
    enum { ROWS = 40, STEP = 4096, N = ROWS * STEP };
    const graph_semiring *s = graph_semiring_by_name("plus_times_int64");
    graph_index row[ROWS], column[ROWS], line[ROWS];
    int64_t value[ROWS];
    graph_matrix *A = NULL, *B = NULL, *M = NULL;
    for (graph_index k = 0; k < ROWS; k++) {
        row[k] = 0;
        line[k] = k;
        column[k] = k * STEP;
        value[k] = (int64_t)k + 1;
    }
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT64, 2, ROWS));
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_INT64, ROWS, N));
    REQUIRE_OK(graph_matrix_create(&M, GRAPH_PATTERN, 2, N));
    CHECK_OK(graph_matrix_build(A, row, line, value, GRAPH_INT64, ROWS, GRAPH_NO_OP));
    for (graph_index k = 0; k < ROWS; k++)
        for (graph_index j = 0; j < ROWS; j++)
            CHECK_OK(graph_matrix_set(B, k, column[j], graph_int64((int64_t)j)));
    CHECK_OK(graph_matrix_build(M, row, column, NULL, GRAPH_PATTERN, ROWS / 2, GRAPH_NO_OP));
    for (int way = 0; way < 3; way++) { /* no mask, a mask, its complement */
        graph_matrix *C = NULL;
        graph_index entries = 0, expected = way == 0 ? ROWS : ROWS / 2;
        REQUIRE_OK(graph_matrix_create(&C, GRAPH_INT64, 2, N));
        CHECK_OK(graph_mxm(C, way == 0 ? NULL : M, GRAPH_NO_OP, s, A, B,
                           TEST_DESCRIPTOR(.flags = way == 2 ? GRAPH_MASK_COMPLEMENT : 0,
                                           .method = GRAPH_METHOD_ROW_ROW_HASH)));
        CHECK_OK(graph_matrix_check(C));
        CHECK_OK(graph_matrix_entries(&entries, C));
        CHECK_SAY(entries == expected, "way %d: %llu entries", way, (unsigned long long)entries);
        for (graph_index j = way == 2 ? ROWS / 2 : 0; j < (way == 1 ? ROWS / 2 : ROWS); j++) {
            graph_scalar x = graph_int64(-1);
            CHECK(graph_matrix_get(&x, C, 0, column[j]) == GRAPH_OK && x.value.i == 820 * (int64_t)j);
        }
        graph_matrix_release(&C);
    }
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&M);
}

TEST_MAIN(TEST_ROW(repeated_entries_combine_in_the_order_given),
          TEST_ROW(tuples_of_an_object_without_entries),
          TEST_ROW(every_operation_on_shapes_without_positions),
          TEST_ROW(every_operation_on_single_rows_and_columns),
          TEST_ROW(entries_in_the_first_and_last_row_only), TEST_ROW(operands_in_every_form),
          TEST_ROW(equal_values), TEST_ROW(more_products_than_32_bits_count),
          TEST_ROW(a_child_process_goes_on), TEST_ROW(one_row_with_all_the_entries),
          TEST_ROW(hash_tables_whose_keys_collide))
