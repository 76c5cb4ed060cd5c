/* What matrix objects refuse, and NaN as a value of a symmetric matrix. */
#include "tests/support/test.h"

TEST(build_wants_both_lists)
{
    const graph_index list[] = {0};
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 2, 2));
    CHECK_STATUS(graph_matrix_build(A, list, NULL, NULL, GRAPH_PATTERN, 1, GRAPH_NO_OP), GRAPH_E_NULL,
                 "column is NULL");
    CHECK_STATUS(graph_matrix_build(A, NULL, list, NULL, GRAPH_PATTERN, 1, GRAPH_NO_OP), GRAPH_E_NULL,
                 "row is NULL");
    CHECK_OK(graph_matrix_build(A, NULL, NULL, NULL, GRAPH_PATTERN, 0, GRAPH_NO_OP));
    graph_matrix_release(&A);
}

/* The shape admits so many entries, but no memory does: nothing of the arrays is read. */
TEST(more_entries_than_bytes)
{
    const graph_index most = 2147483647;
    int64_t start[2] = {0, 0};
    int32_t column[1] = {0};
    graph_matrix *A = NULL;
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = GRAPH_PATTERN,
                           .rows = most,
                           .columns = most,
                           .entries = (graph_index)1 << 60,
                           .row = start,
                           .column = column,
                           .start_bits = 64,
                           .index_bits = 32};
    CHECK_STATUS(graph_matrix_import(&A, &arrays), GRAPH_E_INVALID_VALUE, "do not fit into memory");
    CHECK(A == NULL);
}

TEST(nan_mirrors_nan)
{
    static const graph_type types[] = {GRAPH_FP32, GRAPH_FP64};
    for (int t = 0; t < 2; t++)
        for (int is_equal = 0; is_equal < 2; is_equal++) {
            graph_matrix *A = NULL;
            graph_properties properties = {.size = sizeof properties};
            REQUIRE_OK(graph_matrix_create(&A, types[t], 2, 2));
            CHECK_OK(graph_matrix_set(A, 0, 1, graph_fp64(NAN)));
            CHECK_OK(graph_matrix_set(A, 1, 0, graph_fp64(is_equal ? NAN : 1)));
            CHECK_OK(graph_matrix_properties(&properties, A));
            CHECK(properties.has_symmetric_pattern && properties.is_symmetric == (is_equal == 1));
            graph_matrix_release(&A);
        }
}

TEST_MAIN(TEST_ROW(build_wants_both_lists), TEST_ROW(more_entries_than_bytes), TEST_ROW(nan_mirrors_nan))
