/* Products of bands by diagonals: every kind of band, those too large for the caches, what only looks like a band, and
 * what a matrix keeps of its diagonals. */
#include <stdlib.h>
#include <string.h>

#include "cpu/common/isa.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

static const char *const names[] = {"plus_times_fp64", "plus_times_fp32", "min_plus_int32",  "or_and_bool",
                                    "any_first_int64", "any_pair_bool",   "plus_second_int8"};
enum { NAMES = sizeof names / sizeof names[0] };

/* A square band with the given diagonals, full but for one row if has_gap. */
static graph_matrix *band(graph_type type, int64_t n, int low, int high, int step, bool has_gap)
{
    struct dense_matrix D = dense_create(type, n, n);
    graph_matrix *A = NULL;
    uint64_t seed = 36;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i + low; j <= i + high; j += step)
            if (j >= 0 && j < n && !(has_gap && i == n / 2))
                dense_set(&D, i, j, random_value(&seed, type, VALUES_REAL));
    CHECK_OK(dense_to_matrix(&A, &D));
    dense_release(&D);
    return A;
}

/* Bands with and without gaps, with diagonals apart from each other, and wider than the matrix. */
TEST(bands)
{
    static const struct {
        int64_t n;
        int low, high, step;
    } rows[] = {{700, -1, 1, 1},  {700, -3, 9, 1}, {530, -40, 60, 20},
                {40, -24, 24, 1}, {9, -8, 8, 2},   {300, 5, 8, 1}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (int n = 0; n < 2 * NAMES; n += n % 2 == 0 ? 1 : 2 * test_step(NAMES) - 1) {
            const graph_semiring *semiring = graph_semiring_by_name(names[n / 2]);
            graph_type type = graph_semiring_type(semiring);
            graph_matrix *A = band(type, rows[k].n, rows[k].low, rows[k].high, rows[k].step, n % 2),
                         *C = NULL, *D = NULL;
            CHECK_OK(graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR()));
            CHECK_OK(
                graph_spgemm(&D, semiring, A, A, TEST_DESCRIPTOR(.method = GRAPH_METHOD_DIA, .threads = 3)));
            CHECK_SAY(is_same_product(C, D), "row %zu, %s", k, names[n / 2]);
            graph_matrix_release(&A);
            graph_matrix_release(&C);
            graph_matrix_release(&D);
        }
}

TEST(a_matrix_that_is_no_band)
{
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    uint64_t seed = 37;
    graph_matrix *A = NULL, *B = band(GRAPH_FP64, 200, -2, 2, 1, false), *C = NULL;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_FP64, 200, 200, 800, VALUES_SMALL));
    CHECK_STATUS(graph_spgemm(&C, semiring, A, B, TEST_DESCRIPTOR(.method = GRAPH_METHOD_DIA)),
                 GRAPH_E_NOT_SUPPORTED, "A is no band");
    CHECK_STATUS(graph_spgemm(&C, semiring, B, A, TEST_DESCRIPTOR(.method = GRAPH_METHOD_DIA)),
                 GRAPH_E_NOT_SUPPORTED, "B is no band");
    CHECK(C == NULL);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
}

/* AUTO multiplies full bands by diagonals on the CPU, and what only looks like one as well: some entries that no look falls
 * on lie elsewhere, a small number of them or so many that the method of diagonals refuses. */
TEST(bands_and_what_looks_like_them)
{
    enum { N = 5000, DIAGONALS = 3 };
    static graph_index row[DIAGONALS * N], column[DIAGONALS * N];
    static double value[DIAGONALS * N];
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    const char *const expected[] = {"dia", "dia", NULL};
    for (int moved = 0; moved < 3; moved++) {
        graph_operation_stats stats = {.size = sizeof stats};
        graph_matrix *A = NULL, *C = NULL, *D = NULL;
        graph_index n = 0;
        for (graph_index i = 0; i < N; i++)
            for (graph_index j = i > 0 ? i - 1 : 0; j < N && j <= i + 1; j++) {
                bool is_moved = j == i && i % 500 == 250 && moved > (i > 250);
                row[n] = i;
                column[n] = is_moved ? (i * 7 + 1234) % N : j;
                value[n++] = (double)(1 + (i + j) % 7);
            }
        CHECK_OK(graph_matrix_create(&A, GRAPH_FP64, N, N));
        CHECK_OK(graph_matrix_build(A, row, column, value, GRAPH_FP64, n, GRAPH_NO_OP));
        CHECK_OK(
            graph_spgemm(&C, semiring, A, A,
                         GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = GRAPH_METHOD_ROW_ROW)));
        graph_set_stats(true);
        CHECK_OK(graph_spgemm(&D, semiring, A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
        CHECK_OK(graph_stats(&stats));
        graph_set_stats(false);
        CHECK_SAY((expected[moved] != NULL) == (strcmp(stats.method, "dia") == 0), "%d: %s", moved,
                  stats.method);
        CHECK(is_same_matrix(C, D));
        graph_matrix_release(&A);
        graph_matrix_release(&C);
        graph_matrix_release(&D);
    }
}

/* A band of n rows with the diagonals low .. high, from its positions. */
static graph_matrix *long_band(graph_type type, int64_t n, int low, int high)
{
    graph_matrix *A = NULL;
    size_t most = (size_t)n * (size_t)(high - low + 1), count = 0;
    graph_index *row = malloc(most * sizeof *row), *column = malloc(most * sizeof *column);
    int32_t *value = malloc(most * sizeof *value);
    if (row != NULL && column != NULL && value != NULL)
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = i + low; j <= i + high; j++)
                if (j >= 0 && j < n) {
                    row[count] = (graph_index)i;
                    column[count] = (graph_index)j;
                    value[count++] = (int32_t)(1 + (5 * i + 3 * j) % 9);
                }
    CHECK_OK(graph_matrix_create(&A, type, (graph_index)n, (graph_index)n));
    CHECK_OK(graph_matrix_build(A, row, column, value, GRAPH_INT32, count, GRAPH_NO_OP));
    free(row);
    free(column);
    free(value);
    return A;
}

/* C is too large for the caches, and is written past them; with the instructions of every processor. */
TEST(large_bands)
{
    static const struct {
        int64_t n;
        int A_low, A_high, B_low, B_high;
    } rows[] = {{100003, -1, 1, -1, 1},   {30011, -4, 3, -1, 9},  {9001, -12, 12, -12, 12},
                {5003, -24, 24, -24, 24}, {14011, -9, 2, -3, 12}, {20000, 2, 9, -7, -3}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (int n = 0; n < NAMES; n += test_step(3)) {
            const graph_semiring *semiring = graph_semiring_by_name(names[n]);
            graph_type type =
                graph_semiring_type(semiring) == GRAPH_PATTERN ? GRAPH_BOOL : graph_semiring_type(semiring);
            graph_matrix *A = long_band(type, rows[k].n, rows[k].A_low, rows[k].A_high), *B = A, *C = NULL;
            if (rows[k].A_low != rows[k].B_low || rows[k].A_high != rows[k].B_high)
                B = long_band(type, rows[k].n, rows[k].B_low, rows[k].B_high);
            CHECK_OK(graph_spgemm(&C, semiring, A, B, TEST_DESCRIPTOR(.method = GRAPH_METHOD_ROW_ROW)));
            for (int isa = GRAPH_ISA_PLAIN; isa <= GRAPH_ISA_AVX512; isa++) {
                graph_matrix *D = NULL;
                graph__cpu_isa_at_most((enum graph_isa)isa);
                CHECK_OK(graph_spgemm(&D, semiring, A, B,
                                      TEST_DESCRIPTOR(.method = GRAPH_METHOD_DIA, .threads = 1 + isa)));
                CHECK_SAY(is_same_product(C, D), "row %zu, %s, instructions %d", k, names[n], isa);
                graph_matrix_release(&D);
            }
            if (B != A)
                graph_matrix_release(&B);
            graph_matrix_release(&A);
            graph_matrix_release(&C);
        }
}

/* Numbers of rows at the borders of blocks and their parts, shared by one thread or by several. */
TEST(bands_of_every_height)
{
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    for (int64_t n = 20; n < 3000; n += n < 700 ? 1 + n / 23 : 97) {
        graph_matrix *A = long_band(GRAPH_FP64, n, -1, 2), *B = long_band(GRAPH_FP64, n, 0, 2), *C = NULL;
        CHECK_OK(graph_spgemm(
            &C, semiring, A, B,
            GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = GRAPH_METHOD_ROW_ROW, .threads = 1)));
        for (int threads = 1; threads <= 9; threads += 4) {
            graph_matrix *D = NULL;
            CHECK_OK(graph_spgemm(&D, semiring, A, B,
                                  GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = GRAPH_METHOD_DIA,
                                                   .threads = threads)));
            CHECK_SAY(is_same_matrix(C, D), "%d rows, %d threads", (int)n, threads);
            graph_matrix_release(&D);
        }
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        graph_matrix_release(&C);
    }
}

/* So small a number of diagonals of A, in so many rows, that a GPU keeps a row of A in registers; and some more. */
TEST(narrow_bands)
{
    enum { N = 40009 };
    for (int count = 1; count <= 11; count++)
        for (int more = -1; more <= 2; more += 1 + (more == 0)) {
            const graph_semiring *semiring = graph_semiring_by_name(names[(count + 2 * more + 2) % NAMES]);
            graph_type type =
                graph_semiring_type(semiring) == GRAPH_PATTERN ? GRAPH_BOOL : graph_semiring_type(semiring);
            int low = -(count * 2 / 3), B_low = more == 0 ? low : more, B_count = count + more;
            B_count = B_count > 0 ? B_count : 1;
            graph_matrix *A = long_band(type, N, low, low + count - 1), *B = A, *C = NULL, *D = NULL;
            if (more != 0)
                B = long_band(type, N, B_low, B_low + B_count - 1);
            CHECK_OK(
                graph_spgemm(&C, semiring, A, B,
                             GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = GRAPH_METHOD_ROW_ROW)));
            CHECK_OK(graph_spgemm(&D, semiring, A, B, TEST_DESCRIPTOR(.method = GRAPH_METHOD_DIA)));
            CHECK_SAY(is_same_product(C, D), "%d and %d diagonals, %s", count, B_count,
                      graph_semiring_name(semiring));
            if (B != A)
                graph_matrix_release(&B);
            graph_matrix_release(&A);
            graph_matrix_release(&C);
            graph_matrix_release(&D);
        }
}

/* A matrix keeps which diagonals it has until it is written; products that follow find the new entries. */
TEST(diagonals_are_cached_until_a_write)
{
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    enum { N = 20000 };
    static const graph_index at[][2] = {{N / 2, N / 2 + 1}, {N / 2, N / 2 + 2}, {7, 9000}, {N - 1, 0}};
    graph_matrix *A = long_band(GRAPH_FP64, N, -1, 1), *B = NULL;
    for (size_t k = 0; k <= sizeof at / sizeof at[0]; k++) {
        graph_matrix *C = NULL;
        CHECK_OK(graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR(.method = GRAPH_METHOD_ROW_ROW)));
        for (int repeat = 0; repeat < 4; repeat++) {
            graph_matrix *D = NULL;
            graph_method method = repeat % 2 == 0 ? GRAPH_METHOD_DIA : GRAPH_METHOD_AUTO;
            CHECK_OK(
                graph_spgemm(&D, semiring, A, A, TEST_DESCRIPTOR(.method = method, .flags = GRAPH_FORCE)));
            CHECK_SAY(is_same_product(C, D), "after %zu writes, product %d", k, repeat);
            graph_matrix_release(&D);
        }
        graph_matrix_release(&C);
        if (k < sizeof at / sizeof at[0])
            CHECK_OK(graph_matrix_set(A, at[k][0], at[k][1], graph_fp64(3)));
    }
    /* A copy shares the arrays until it is written. */
    CHECK_OK(graph_matrix_dup(&B, A));
    CHECK_OK(graph_matrix_remove(B, 7, 9000));
    for (int k = 0; k < 2; k++) {
        graph_matrix *C = NULL, *D = NULL;
        CHECK_OK(graph_spgemm(&C, semiring, A, B, TEST_DESCRIPTOR(.method = GRAPH_METHOD_ROW_ROW)));
        CHECK_OK(graph_spgemm(&D, semiring, A, B,
                              TEST_DESCRIPTOR(.method = GRAPH_METHOD_DIA, .flags = GRAPH_FORCE)));
        CHECK(is_same_product(C, D));
        graph_matrix_release(&C);
        graph_matrix_release(&D);
    }
    graph_matrix_release(&A);
    graph_matrix_release(&B);
}

/* For the allocation tests: operands are made before allocations fail. */
static graph_matrix *operand;

static graph_status product_of_operand(void)
{
    graph_matrix *C = NULL;
    graph_status status = graph_spgemm(&C, graph_semiring_by_name("plus_times_fp64"), operand, operand,
                                       TEST_DESCRIPTOR(.method = GRAPH_METHOD_DIA, .threads = 2));
    if (status == GRAPH_OK)
        status = graph_matrix_check(C);
    graph_matrix_release(&C);
    return status;
}

/* With the search for diagonals: a copy of the operand keeps none. */
static graph_status product_of_copy(void)
{
    graph_matrix *A = NULL, *C = NULL;
    graph_status status = graph_matrix_dup(&A, operand);
    if (status == GRAPH_OK)
        status = graph_spgemm(&C, graph_semiring_by_name("plus_times_fp64"), A, A,
                              TEST_DESCRIPTOR(.method = GRAPH_METHOD_DIA, .threads = 2));
    if (status == GRAPH_OK)
        status = graph_matrix_check(C);
    graph_matrix_release(&C);
    graph_matrix_release(&A);
    return status;
}

TEST(allocations_fail)
{
    for (int large = 0; large < 2; large++) {
        operand = long_band(GRAPH_FP64, large ? 9001 : 400, -12, 12);
        test_every_allocation("a copy's band", product_of_copy);
        CHECK_OK(product_of_operand()); /* the operand keeps its diagonals from now on */
        test_every_allocation("a band", product_of_operand);
        graph_matrix_release(&operand);
    }
}

TEST_MAIN(TEST_ROW(bands), TEST_ROW(a_matrix_that_is_no_band), TEST_ROW(bands_and_what_looks_like_them),
          TEST_ROW(large_bands), TEST_ROW(bands_of_every_height), TEST_ROW(narrow_bands),
          TEST_ROW(diagonals_are_cached_until_a_write), TEST_ROW(allocations_fail))
