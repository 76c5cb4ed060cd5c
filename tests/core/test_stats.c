/* Statistics of the last operation, and the log. */
#include <string.h>

#include "tests/support/test.h"

static graph_operation_stats stats(void)
{
    graph_operation_stats s = {.size = sizeof s};
    CHECK_OK(graph_stats(&s));
    return s;
}

/* Every vertex of 0 .. n - 1 joined to the next `degree` ones, around. */
static graph_matrix *ring(graph_index n, graph_index degree)
{
    graph_matrix *A = NULL;
    graph_index *row = malloc(n * degree * sizeof *row), *column = malloc(n * degree * sizeof *column);
    for (graph_index k = 0; k < n * degree; k++) {
        row[k] = k / degree;
        column[k] = (k / degree + k % degree + 1) % n;
    }
    CHECK_OK(graph_matrix_create(&A, GRAPH_FP64, n, n));
    CHECK_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, n * degree, GRAPH_NO_OP));
    free(row);
    free(column);
    return A;
}

static const graph_descriptor cpu = {.size = sizeof cpu, .backend = GRAPH_BACKEND_CPU, .threads = 2};

static uint64_t bytes(graph_index rows, graph_index entries) { return 8 * (rows + 1) + 12 * entries; }

TEST(a_product_says_what_it_did)
{
    const graph_semiring *s = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64);
    const graph_index n = 200000, degree = 8;
    graph_matrix *A = ring(n, degree), *C = NULL;
    graph_set_stats(true);
    CHECK(graph_get_stats());
    REQUIRE_OK(graph_spgemm(&C, s, A, A, &cpu));
    graph_operation_stats did = stats();
    CHECK(strcmp(did.operation, "mxm") == 0 && did.backend == GRAPH_BACKEND_CPU && did.status == GRAPH_OK);
    CHECK(did.method[0] != '\0' && did.threads == 2 && did.copied_bytes == 0);
    CHECK(did.products == n * degree * degree);
    CHECK(did.input_bytes == bytes(n, n * degree));
    CHECK(did.output_bytes == bytes(n, n * 15));
    CHECK(did.prepare_ms >= 0 && did.compute_ms > 0 && did.write_ms >= 0);
    CHECK(fabs(did.prepare_ms + did.compute_ms + did.write_ms - did.total_ms) < 1e-6);
    CHECK(did.peak_bytes >= did.input_bytes + did.output_bytes);
    CHECK_SAY(did.peak_bytes <= (did.input_bytes + did.output_bytes) * 5 / 4,
              "%llu bytes at most, %llu of them needed", (unsigned long long)did.peak_bytes,
              (unsigned long long)(did.input_bytes + did.output_bytes));
    graph_set_stats(false);
    graph_matrix_release(&C);
    graph_matrix_release(&A);
}

TEST(masked_products_and_vectors)
{
    const graph_semiring *s = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64);
    graph_matrix *A = ring(100, 3), *C = NULL;
    graph_vector *u = NULL, *w = NULL;
    graph_scalar x;
    graph_set_stats(true);
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, 100, 100));
    graph_descriptor d = cpu;
    d.method = GRAPH_METHOD_ROW_COLUMN;
    REQUIRE_OK(graph_mxm(C, A, GRAPH_NO_OP, s, A, A, &d));
    CHECK(strcmp(stats().method, "dot") == 0);
    d.method = GRAPH_METHOD_ROW_ROW_HASH;
    REQUIRE_OK(graph_mxm(C, A, GRAPH_NO_OP, s, A, A, &d));
    CHECK(strcmp(stats().method, "hash") == 0);
    d.method = GRAPH_METHOD_ROW_ROW_DENSE;
    REQUIRE_OK(graph_mxm(C, A, GRAPH_NO_OP, s, A, A, &d));
    CHECK(strcmp(stats().method, "dense") == 0);
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 100));
    REQUIRE_OK(graph_vector_create(&w, GRAPH_FP64, 100));
    REQUIRE_OK(graph_vector_fill(u, graph_fp64(1)));
    REQUIRE_OK(graph_mxv(w, NULL, GRAPH_NO_OP, s, A, u, &cpu));
    CHECK(strcmp(stats().operation, "mxv") == 0 && strcmp(stats().method, "pull") == 0);
    CHECK(stats().input_bytes == bytes(100, 300) + 800 && stats().output_bytes >= 800);
    REQUIRE_OK(graph_vxm(w, NULL, GRAPH_NO_OP, s, u, A, &cpu));
    CHECK(strcmp(stats().operation, "vxm") == 0);
    REQUIRE_OK(graph_reduce(&x, GRAPH_FP64, GRAPH_PLUS, A, &cpu));
    CHECK(strcmp(stats().operation, "reduce") == 0 && stats().method[0] == '\0');
    graph_set_stats(false);
    graph_vector_release(&u);
    graph_vector_release(&w);
    graph_matrix_release(&C);
    graph_matrix_release(&A);
}

/* Objects that an operation makes inside count as part of it, and failures are reported. */
TEST(operations_of_operations_and_failures)
{
    graph_matrix *A = ring(100, 3), *C = NULL;
    graph_vector *u = NULL;
    uint64_t triangles;
    graph_set_stats(true);
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 100));
    REQUIRE_OK(graph_assign_row(A, NULL, GRAPH_NO_OP, u, 1, GRAPH_ALL, 0, &cpu));
    CHECK(strcmp(stats().operation, "assign_line") == 0);
    REQUIRE_OK(graph_triangles(&triangles, A, NULL));
    CHECK(strcmp(stats().operation, "triangles") == 0);
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, 7, 7));
    CHECK(graph_mxm(C, NULL, GRAPH_NO_OP, graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64), A, A, &cpu) ==
          GRAPH_E_DIMENSION);
    CHECK(strcmp(stats().operation, "mxm") == 0 && stats().status == GRAPH_E_DIMENSION);
    graph_set_stats(false);
    REQUIRE_OK(graph_transpose(C, NULL, GRAPH_NO_OP, C, &cpu));
    CHECK(!graph_get_stats() && strcmp(stats().operation, "mxm") == 0);
    graph_vector_release(&u);
    graph_matrix_release(&C);
    graph_matrix_release(&A);
}

TEST(wrong_arguments)
{
    graph_operation_stats s = {.size = 3};
    CHECK_STATUS(graph_stats(NULL), GRAPH_E_NULL, "stats is NULL");
    CHECK_STATUS(graph_stats(&s), GRAPH_E_INVALID_VALUE, "stats.size is 3");
}

TEST_MAIN(TEST_ROW(a_product_says_what_it_did), TEST_ROW(masked_products_and_vectors),
          TEST_ROW(operations_of_operations_and_failures), TEST_ROW(wrong_arguments))
