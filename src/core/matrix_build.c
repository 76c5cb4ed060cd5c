/* From lists of entries to a matrix, and back. */
#include "base/memory.h"
#include "core/index_list.h"
#include "core/matrix.h"
#include "core/values.h"

static graph_status check_build(const graph_matrix *A, const graph_index *row, const graph_index *column,
                                const void *value, graph_type value_type, graph_index n, graph_op duplicate)
{
    graph_status status;
    graph_index entries;
    GRAPH_TRY(graph__check_matrix(A, "A"));
    if (n > 0 && (row == NULL || column == NULL))
        GRAPH_FAIL(GRAPH_E_NULL, "%s is NULL", row == NULL ? "row" : "column");
    GRAPH_TRY(graph__check_build_values(A->type, value, value_type, n, duplicate));
    GRAPH_TRY(graph_matrix_entries(&entries, A));
    if (entries > 0)
        GRAPH_FAIL(GRAPH_E_NOT_EMPTY, "A has %llu entries; build fills an empty matrix",
                   (unsigned long long)entries);
done:
    return status;
}

graph_status graph_matrix_build(graph_matrix *A, const graph_index *row, const graph_index *column,
                                const void *value, graph_type value_type, graph_index n, graph_op duplicate)
{
    int32_t *narrow_row = NULL, *narrow_column = NULL;
    void *converted = NULL;
    const void *typed;
    graph_status status;
    GRAPH_TRY(check_build(A, row, column, value, value_type, n, duplicate));
    GRAPH_TRY(graph__index_list_narrow(&narrow_row, row, 64, (int64_t)n, A->rows, "row"));
    GRAPH_TRY(graph__index_list_narrow(&narrow_column, column, 64, (int64_t)n, A->columns, "column"));
    GRAPH_TRY(graph__values_in_type(&typed, &converted, A->type, value, value_type, (int64_t)n));
    struct graph_build_request request = {.rows = A->rows,
                                          .columns = A->columns,
                                          .n = (int64_t)n,
                                          .row = narrow_row,
                                          .column = narrow_column,
                                          .value = typed,
                                          .type = A->type,
                                          .duplicate = duplicate,
                                          .threads = graph_get_threads()};
    status = graph__cpu()->build(&request);
    if (status == GRAPH_E_INVALID_VALUE)
        GRAPH_FAIL(status,
                   "entry %lld at (%d, %d) repeats an earlier position, and no operator combines duplicates",
                   (long long)request.where, narrow_row[request.where], narrow_column[request.where]);
    if (status == GRAPH_OK)
        status = graph__matrix_adopt(A, &request.C, graph__cpu());
done:
    graph__free(narrow_row);
    graph__free(narrow_column);
    graph__free(converted);
    return status;
}

graph_status graph_matrix_extract_tuples(graph_index *row, graph_index *column, void *value,
                                         graph_type value_type, graph_index *n, const graph_matrix *A)
{
    int32_t *narrow_row = NULL;
    struct graph_csr view;
    graph_status status;
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_extract_values(A->type, value, value_type, n));
    GRAPH_TRY(graph__matrix_view(&view, A, graph__cpu()));
    if (*n < (graph_index)view.entries) {
        status = graph__fail(GRAPH_E_NO_SPACE, "A has %lld entries; the arrays have room for %llu",
                             (long long)view.entries, (unsigned long long)*n);
        *n = (graph_index)view.entries;
        return status;
    }
    if (row != NULL)
        GRAPH_TRY(GRAPH_NEW(narrow_row, view.entries));
    GRAPH_TRY(graph__values_extract(value, value_type, view.value, view.type, view.entries));
    if (row != NULL) {
        graph__index_list_rows(narrow_row, view.row_start, view.rows);
        graph__index_list_widen(row, narrow_row, view.entries);
    }
    if (column != NULL)
        graph__index_list_widen(column, view.column, view.entries);
    *n = (graph_index)view.entries;
done:
    graph__free(narrow_row);
    return status;
}
