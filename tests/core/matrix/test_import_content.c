/* What import makes of the content of arrays: order, damage, nothing at all. */
#include "tests/support/test.h"

TEST(unsorted_rows)
{
    int32_t starts[] = {0, 3, 5}, indices[] = {2, 0, 1, 3, 1};
    int64_t value[] = {30, 10, 20, 50, 40};
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = GRAPH_INT64,
                           .rows = 2,
                           .columns = 4,
                           .entries = 5,
                           .row = starts,
                           .column = indices,
                           .value = value,
                           .start_bits = 32,
                           .index_bits = 32};
    graph_matrix *A = NULL;
    graph_index row[5], column[5], n = 5;
    int64_t sorted[5];
    for (int by_columns = 0; by_columns < 2; by_columns++) {
        if (by_columns) {
            arrays.format = GRAPH_CSC;
            arrays.rows = 4;
            arrays.columns = 2;
            arrays.row = indices;
            arrays.column = starts;
        }
        REQUIRE_OK(graph_matrix_import(&A, &arrays));
        CHECK_OK(graph_matrix_check(A));
        CHECK_OK(graph_matrix_extract_tuples(row, column, sorted, GRAPH_INT64, &n, A));
        int64_t by_rows_expected[] = {10, 20, 30, 40, 50}, by_columns_expected[] = {10, 20, 40, 30, 50};
        CHECK(memcmp(sorted, by_columns ? by_columns_expected : by_rows_expected, sizeof sorted) == 0);
        graph_matrix_release(&A);
        const char *found = by_columns ? "row[1] is 0" : "column[1] is 0";
        arrays.ownership = GRAPH_BORROW;
        CHECK_STATUS(graph_matrix_import(&A, &arrays), GRAPH_E_INVALID_VALUE, found);
        arrays.ownership = GRAPH_MOVE;
        CHECK_STATUS(graph_matrix_import(&A, &arrays), GRAPH_E_INVALID_VALUE, found);
        arrays.ownership = GRAPH_COPY;
        CHECK(A == NULL && arrays.row != NULL);
    }
    indices[2] = 2; /* twice in the first row, out of order */
    CHECK_STATUS(graph_matrix_import(&A, &arrays), GRAPH_E_INVALID_VALUE, "repeats");
}

/* Content that is wrong: starts, order, signs, Boolean bytes. */
TEST(content_is_checked)
{
    int64_t starts[] = {0, 2, 2, 5}, indices[] = {0, 2, 0, 1, 3};
    uint8_t value[] = {0, 1, 1, 0, 1};
    graph_matrix *A = NULL;
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = GRAPH_BOOL,
                           .rows = 3,
                           .columns = 4,
                           .entries = 5,
                           .row = starts,
                           .column = indices,
                           .value = value,
                           .start_bits = 64,
                           .index_bits = 64};
    static const struct {
        int array, place;
        int64_t number;
        graph_status status;
        const char *piece;
    } table[] = {
        {0, 0, 1, GRAPH_E_INVALID_VALUE, "row[0] is 1"},
        {0, 1, -1, GRAPH_E_INVALID_VALUE, "row[1] is -1"},
        {0, 1, 3, GRAPH_E_INVALID_VALUE, "row[2] is 2"},
        {0, 1, INT64_MAX, GRAPH_E_INVALID_VALUE, "row[1] is 9223372036854775807"},
        {0, 3, 4, GRAPH_E_INVALID_VALUE, "row[3] is 4"},
        {1, 0, -1, GRAPH_E_INDEX_BOUNDS, "column[0] is -1; expected 0 .. 3"},
        {1, 4, 4, GRAPH_E_INDEX_BOUNDS, "column[4] is 4"},
        {1, 4, (int64_t)1 << 32, GRAPH_E_INDEX_BOUNDS, "column[4] is 4294967296"},
        {1, 1, 0, GRAPH_E_INVALID_VALUE, "repeats"},
        {2, 2, 2, GRAPH_E_INVALID_VALUE, "value[2] is a bool of 2"},
    };
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        int64_t *array = table[k].array == 0 ? starts : indices, before = array[table[k].place];
        if (table[k].array == 2)
            value[table[k].place] = (uint8_t)table[k].number;
        else
            array[table[k].place] = table[k].number;
        if (!CHECK_STATUS(graph_matrix_import(&A, &arrays), table[k].status, table[k].piece))
            fprintf(stderr, "    in row %d\n", (int)k);
        array[table[k].place] = before;
        if (table[k].array == 2)
            value[table[k].place] = 1;
    }
    CHECK_OK(graph_matrix_import(&A, &arrays));
    CHECK_OK(graph_matrix_check(A));
    graph_matrix_release(&A);
}

TEST(empty_arrays)
{
    int64_t starts[] = {0, 0, 0};
    for (int format = GRAPH_CSR; format <= GRAPH_COO; format++)
        for (int ownership = GRAPH_COPY; ownership <= GRAPH_BORROW; ownership += 2) {
            graph_matrix *A = NULL;
            graph_index n = 1;
            graph_arrays arrays = {.size = sizeof arrays,
                                   .format = (graph_format)format,
                                   .type = GRAPH_FP32,
                                   .rows = 2,
                                   .columns = 2,
                                   .row = format == GRAPH_CSR ? starts : NULL,
                                   .column = format == GRAPH_CSC ? starts : NULL,
                                   .start_bits = 64,
                                   .index_bits = 32,
                                   .ownership = (graph_ownership)ownership};
            REQUIRE_OK(graph_matrix_import(&A, &arrays));
            CHECK_OK(graph_matrix_entries(&n, A));
            CHECK(n == 0);
            CHECK_OK(graph_matrix_extract_tuples(NULL, NULL, NULL, GRAPH_PATTERN, &n, A));
            CHECK_OK(graph_matrix_set(A, 1, 0, graph_fp64(2)));
            CHECK_OK(graph_matrix_check(A));
            graph_matrix_release(&A);
        }
}

TEST_MAIN(TEST_ROW(unsorted_rows), TEST_ROW(content_is_checked), TEST_ROW(empty_arrays))
