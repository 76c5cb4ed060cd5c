/* A library that was built without the published methods (TEST_HAS_PUBLISHED is 0), or without the products that the CPU and a
 * GPU make together (TEST_HAS_HYBRID is 0), says so where one is asked for, and does all else. */
#include <string.h>

#include "tests/support/test.h"

static graph_matrix *A;
static const graph_semiring *semiring;

static bool is_hybrid(graph_method method)
{
    return method == GRAPH_METHOD_HYBRID || method == GRAPH_METHOD_HYBRID_DIA;
}

/* The option that leaves a method out of this library; NULL: it is here. */
static const char *absent_by(graph_method method)
{
    if (is_hybrid(method) && !TEST_HAS_HYBRID)
        return "SEMIGRAPH_HYBRID";
    if (method > GRAPH_METHOD_BITMAP && method != GRAPH_METHOD_HYBRID && !TEST_HAS_PUBLISHED)
        return "SEMIGRAPH_PUBLISHED";
    return NULL;
}

static void check(graph_status status, graph_method method)
{
    const char *option = absent_by(method);
    if (option == NULL)
        CHECK_OK(status);
    else
        CHECK_STATUS(status, GRAPH_E_NOT_SUPPORTED, option);
}

TEST(products_of_matrices)
{
    for (int k = 0; k < (int)GRAPH_METHOD_BLSI; k++) {
        graph_method method = graph_method_at((size_t)k)->method;
        graph_matrix *C = NULL;
        if (method == GRAPH_METHOD_BITMAP || method == GRAPH_METHOD_BLSI)
            continue;
        graph_status status =
            graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR(.method = method, .flags = GRAPH_FORCE));
        check(status, method);
        CHECK((C == NULL) == (status < 0));
        graph_matrix_release(&C);
        REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, 3, 3));
        check(graph_mxm(C, A, GRAPH_PLUS, semiring, A, A,
                        TEST_DESCRIPTOR(.method = method, .flags = GRAPH_FORCE | GRAPH_MASK_COMPLEMENT)),
              method);
        graph_matrix_release(&C);
    }
}

TEST(by_rows_and_columns_under_a_mask)
{
    graph_matrix *C = NULL;
    REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, 3, 3));
    CHECK_OK(
        graph_mxm(C, A, GRAPH_NO_OP, semiring, A, A, TEST_DESCRIPTOR(.method = GRAPH_METHOD_ROW_COLUMN)));
    graph_matrix_release(&C);
}

TEST(products_with_vectors_and_dense_matrices)
{
    double b[6] = {1, 2, 3, 4, 5, 6}, c[6];
    const graph_dense B = {sizeof B, GRAPH_FP64, GRAPH_ROW_MAJOR, 3, 2, 2, b},
                      C = {sizeof C, GRAPH_FP64, GRAPH_ROW_MAJOR, 3, 2, 2, c};
    graph_vector *u = NULL, *w = NULL;
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 3));
    REQUIRE_OK(graph_vector_create(&w, GRAPH_FP64, 3));
    check(graph_mxv(w, NULL, GRAPH_NO_OP, semiring, A, u, TEST_DESCRIPTOR(.method = GRAPH_METHOD_BLSI)),
          GRAPH_METHOD_BLSI);
    CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, semiring, A, u, TEST_DESCRIPTOR(.threads = 1)));
    check(graph_csrmm(&C, semiring, A, &B, TEST_DESCRIPTOR(.method = GRAPH_METHOD_HALF_WARP)),
          GRAPH_METHOD_HALF_WARP);
    CHECK_OK(graph_csrmm(&C, semiring, A, &B, TEST_DESCRIPTOR(.threads = 1)));
    graph_vector_release(&u);
    graph_vector_release(&w);
}

/* A semiring of two operators has one way, whatever method is named. */
TEST(semirings_of_operators)
{
    graph_semiring *made = NULL;
    graph_matrix *C = NULL;
    REQUIRE_OK(graph_semiring_of(&made, "two", GRAPH_FP64, GRAPH_PLUS, GRAPH_TIMES));
    CHECK_OK(graph_spgemm(&C, made, A, A, TEST_DESCRIPTOR(.method = GRAPH_METHOD_BHSPARSE)));
    graph_matrix_release(&C);
    graph_semiring_release(&made);
}

static graph_status make_matrix(void)
{
    static const graph_index row[] = {0, 0, 1, 2}, column[] = {0, 1, 1, 2};
    static const double value[] = {1, 2, 3, 4};
    graph_status status = graph_matrix_create(&A, GRAPH_FP64, 3, 3);
    return status < 0 ? status : graph_matrix_build(A, row, column, value, GRAPH_FP64, 4, GRAPH_PLUS);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {
        TEST_ROW(products_of_matrices), TEST_ROW(by_rows_and_columns_under_a_mask),
        TEST_ROW(products_with_vectors_and_dense_matrices), TEST_ROW(semirings_of_operators)};
    semiring = graph_semiring_by_name("plus_times_fp64");
    if (!CHECK_OK(make_matrix()))
        return 1;
    int failures = test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
    graph_matrix_release(&A);
    return failures;
}
