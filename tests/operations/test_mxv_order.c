/* The order in which a pushed product adds, which any_first shows, and what its write-back does to an accumulator of
 * another type. */
#include "tests/support/test.h"

GRAPH_DEFINE_OP(less_twice, double, double, double, x - 2 * y);

/* The first row with an entry in column j: threads later than the first find the first product of some columns. */
static graph_index first_row(graph_index j, graph_index rows) { return j % 4 * (rows / 4); }

/* A(i, j) = 1 from first_row(j) on; u(i) = 1000 + i, without its last element, which makes it sparse. */
static void make_operands(graph_matrix **A, graph_vector **u, graph_index rows, graph_index columns)
{
    graph_index entries = 0, *row = malloc(rows * columns * sizeof *row),
                *column = malloc(rows * columns * sizeof *column);
    int64_t *value = malloc(rows * columns * sizeof *value);
    for (graph_index i = 0; i < rows; i++)
        for (graph_index j = 0; j < columns; j++)
            if (i >= first_row(j, rows)) {
                row[entries] = i;
                column[entries] = j;
                value[entries++] = 1;
            }
    CHECK_OK(graph_matrix_create(A, GRAPH_INT64, rows, columns));
    CHECK_OK(graph_matrix_build(*A, row, column, value, GRAPH_INT64, entries, GRAPH_NO_OP));
    for (graph_index k = 0; k < rows; k++) {
        row[k] = k;
        value[k] = 1000 + (int64_t)k;
    }
    CHECK_OK(graph_vector_create(u, GRAPH_INT64, rows));
    CHECK_OK(graph_vector_build(*u, row, value, GRAPH_INT64, rows - 1, GRAPH_NO_OP));
    free(row);
    free(column);
    free(value);
}

/* any_first takes the product with the smallest k: in a column of two products, and where threads join their parts. */
TEST(a_push_takes_products_in_ascending_order)
{
    static const struct {
        graph_index rows, columns;
        int threads;
    } cases[] = {{2, 1, 1},     {3, 1, 1},     {3, 100, 1},  {400, 100, 2},
                 {400, 100, 3}, {1000, 40, 3}, {1000, 40, 7}};
    const graph_semiring *s = graph_semiring_by_name("any_first_int64");
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        graph_matrix *A = NULL;
        graph_vector *u = NULL, *w = NULL;
        graph_index wrong = 0;
        make_operands(&A, &u, cases[c].rows, cases[c].columns);
        CHECK_OK(graph_vector_create(&w, GRAPH_INT64, cases[c].columns));
        CHECK_OK(graph_vxm(w, NULL, GRAPH_NO_OP, s, u, A, TEST_DESCRIPTOR(.threads = cases[c].threads)));
        for (graph_index j = 0; j < cases[c].columns; j++) {
            graph_scalar x;
            wrong += graph_vector_get(&x, w, j) != GRAPH_OK ||
                     x.value.i != 1000 + (int64_t)first_row(j, cases[c].rows);
        }
        CHECK_SAY(wrong == 0, "case %d: %llu elements are not of their first row", (int)c,
                  (unsigned long long)wrong);
        graph_vector_release(&u);
        graph_vector_release(&w);
        graph_matrix_release(&A);
    }
}

/* Two products in one column of a wide matrix: the pushed entries are sorted. */
TEST(a_sorted_push_takes_the_first)
{
    const graph_semiring *s = graph_semiring_by_name("any_first_int64");
    for (graph_index rows = 2; rows < 40; rows++) {
        graph_matrix *A = NULL;
        graph_vector *u = NULL, *w = NULL;
        graph_scalar x = graph_int64(0);
        CHECK_OK(graph_matrix_create(&A, GRAPH_INT64, rows, 60000));
        CHECK_OK(graph_vector_create(&u, GRAPH_INT64, rows));
        CHECK_OK(graph_vector_create(&w, GRAPH_INT64, 60000));
        for (graph_index k = 0; k < rows; k++) {
            CHECK_OK(graph_matrix_set(A, k, 5, graph_int64(1)));
            CHECK_OK(graph_matrix_set(A, k, 7 + k, graph_int64(1)));
            CHECK_OK(graph_vector_set(u, k, graph_int64(10 + (int64_t)k)));
        }
        CHECK_OK(graph_vxm(w, NULL, GRAPH_NO_OP, s, u, A, TEST_DESCRIPTOR()));
        CHECK(graph_vector_get(&x, w, 5) == GRAPH_OK && x.value.i == 10);
        CHECK(graph_vector_get(&x, w, 6 + rows) == GRAPH_OK && x.value.i == 9 + (int64_t)rows);
        graph_vector_release(&u);
        graph_vector_release(&w);
        graph_matrix_release(&A);
    }
}

/* Products that are ones, of several threads: each joins its columns to those of the others, under the mask and its
 * complement. */
TEST(ones_of_several_threads_stay_under_the_mask)
{
    const graph_semiring *s = graph_semiring_by_name("any_pair_bool");
    for (int k = 0; k < 4; k++) {
        enum { COLUMNS = 40 };
        graph_matrix *A = NULL;
        graph_vector *u = NULL, *w = NULL, *m = NULL;
        graph_index wrong = 0;
        make_operands(&A, &u, 1000, COLUMNS);
        CHECK_OK(graph_vector_create(&w, GRAPH_BOOL, COLUMNS));
        CHECK_OK(graph_vector_create(&m, GRAPH_BOOL, COLUMNS));
        for (graph_index j = 0; j < COLUMNS; j += 3)
            CHECK_OK(graph_vector_set(m, j, graph_bool(true)));
        CHECK_OK(graph_vxm(w, m, GRAPH_NO_OP, s, u, A,
                           TEST_DESCRIPTOR(.flags = GRAPH_REPLACE | (k % 2 ? GRAPH_MASK_COMPLEMENT : 0),
                                           .threads = k < 2 ? 3 : 7)));
        for (graph_index j = 0; j < COLUMNS; j++) {
            graph_scalar x;
            wrong += (graph_vector_get(&x, w, j) == GRAPH_OK) != ((j % 3 == 0) != (k % 2 == 1));
        }
        CHECK_SAY(wrong == 0, "case %d: %llu columns", k, (unsigned long long)wrong);
        graph_vector_release(&u), graph_vector_release(&w), graph_vector_release(&m);
        graph_matrix_release(&A);
    }
}

/* w<m, replace> accum= A u: what the mask admits is accumulated, and the rest goes, for accumulators of the type of w and
 * of another one. */
TEST(a_user_accumulator_under_replace)
{
    const graph_type types[] = {GRAPH_FP64, GRAPH_FP32, GRAPH_INT32};
    graph_op op = GRAPH_NO_OP;
    REQUIRE_OK(graph_op_create(&op, &less_twice, GRAPH_FP64, GRAPH_FP64, GRAPH_FP64));
    for (int t = 0; t < 3; t++) {
        graph_matrix *A = NULL;
        graph_vector *u = NULL, *w = NULL, *m = NULL;
        graph_index entries = 0;
        graph_scalar x = graph_int64(0);
        REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 2, 2));
        REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 2));
        REQUIRE_OK(graph_vector_create(&w, types[t], 2));
        REQUIRE_OK(graph_vector_create(&m, GRAPH_BOOL, 2));
        for (graph_index k = 0; k < 2; k++)
            CHECK_OK(graph_matrix_set(A, k, k, graph_fp64(1)));
        CHECK_OK(graph_vector_fill(u, graph_fp64(1)));
        CHECK_OK(graph_vector_fill(w, graph_fp64(10)));
        CHECK_OK(graph_vector_set(m, 0, graph_bool(true)));
        CHECK_OK(graph_mxv(w, m, op, graph_semiring_by_name("plus_times_fp64"), A, u,
                           TEST_DESCRIPTOR(.flags = GRAPH_REPLACE)));
        CHECK_OK(graph_vector_entries(&entries, w));
        CHECK(entries == 1 && graph_vector_get(&x, w, 0) == GRAPH_OK);
        CHECK((types[t] == GRAPH_INT32 ? (double)x.value.i : x.value.f) == 8);
        graph_vector_release(&u);
        graph_vector_release(&w);
        graph_vector_release(&m);
        graph_matrix_release(&A);
    }
    graph_op_release(&op);
}

/* Where the product has no entry, a value stays bit for bit: -0 is not 0. */
TEST(negative_zeros_stay)
{
    enum { N = 64 };
    static const char *const names[] = {"plus_second_fp64", "plus_second_fp32", "plus_first_fp64"};
    graph_index row[4 * N], column[4 * N];
    graph_matrix *A = NULL;
    for (int k = 0; k < 4 * N; k++) {
        row[k] = (graph_index)k / 4;
        column[k] = (graph_index)((7 * k + k / 4) % 30); /* row 9 and column 40 get none of these */
        if (k / 4 == 9)
            column[k] = (graph_index)(40 + k % 4);
    }
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, N, N));
    REQUIRE_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, 4 * N, GRAPH_FIRST));
    for (int s = 0; s < 3; s++)
        for (int threads = 1; threads <= 3; threads += 2) {
            const graph_semiring *const semiring = graph_semiring_by_name(names[s]);
            const bool is_vxm = s == 2;
            graph_vector *u = NULL, *w = NULL;
            graph_scalar x = graph_fp64(1);
            REQUIRE_OK(graph_vector_create(&u, graph_semiring_type(semiring), N));
            REQUIRE_OK(graph_vector_create(&w, graph_semiring_type(semiring), N));
            REQUIRE_OK(graph_vector_fill(u, graph_fp64(3)));
            REQUIRE_OK(graph_vector_fill(w, graph_fp64(-0.0)));
            for (graph_index v = 40; v < 44; v++)
                REQUIRE_OK(graph_vector_remove(u, is_vxm ? 9 : v));
            CHECK_OK(
                is_vxm ? graph_vxm(w, NULL, GRAPH_PLUS, semiring, u, A, TEST_DESCRIPTOR(.threads = threads))
                       : graph_mxv(w, NULL, GRAPH_PLUS, semiring, A, u, TEST_DESCRIPTOR(.threads = threads)));
            CHECK_OK(graph_vector_get(&x, w, is_vxm ? 41 : 9));
            CHECK_SAY(x.value.f == 0 && signbit(x.value.f), "%s, %d threads: %g", names[s], threads,
                      x.value.f);
            CHECK_OK(graph_vector_get(&x, w, 8));
            CHECK(x.value.f > 0);
            graph_vector_release(&u);
            graph_vector_release(&w);
        }
    graph_matrix_release(&A);
}

TEST_MAIN(TEST_ROW(negative_zeros_stay), TEST_ROW(a_push_takes_products_in_ascending_order),
          TEST_ROW(a_sorted_push_takes_the_first), TEST_ROW(ones_of_several_threads_stay_under_the_mask),
          TEST_ROW(a_user_accumulator_under_replace))
