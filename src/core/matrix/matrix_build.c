/* From lists of entries to a matrix, and back. */
#include "base/memory.h"
#include "base/op_code.h"
#include "core/matrix/hypersparse.h"
#include "core/matrix/index_list.h"
#include "core/matrix/matrix.h"
#include "core/types/values.h"

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

graph_status graph__matrix_build(graph_matrix *A, struct graph_build_request *r)
{
    struct graph_axis axis[2] = {graph__axis_all(A->rows), graph__axis_all(A->columns)};
    int32_t *list = NULL, *rank[2] = {NULL, NULL};
    const int32_t *index[2] = {r->row, r->column};
    graph_matrix *small = NULL;
    struct graph_build_request request = *r;
    graph_status status = GRAPH_OK;
    for (int k = 0; k < 2 && !A->is_core; k++)
        if (graph__is_hypersparse(axis[k].dimension, r->n)) {
            GRAPH_TRY(graph__index_ranks(&list, &axis[k].count, &rank[k], index[k], r->n));
            GRAPH_TRY(graph__index_list_wrap(&axis[k].list, &list, axis[k].count));
        }
    request.rows = axis[0].count;
    request.columns = axis[1].count;
    request.row = rank[0] != NULL ? rank[0] : r->row;
    request.column = rank[1] != NULL ? rank[1] : r->column;
    status = graph__cpu()->build(&request);
    r->duplicates = request.duplicates;
    r->where = request.where;
    GRAPH_TRY(status);
    if (axis[0].list == NULL && axis[1].list == NULL) {
        status = graph__matrix_adopt(A, &request.C, graph__cpu());
    } else {
        GRAPH_TRY(
            graph_matrix_create(&small, A->type, (graph_index)request.rows, (graph_index)request.columns));
        small->is_core = true;
        GRAPH_TRY(graph__matrix_adopt(small, &request.C, graph__cpu()));
        status = graph__hypersparse_put(A, small, &axis[0], &axis[1]);
    }
done:
    graph__csr_arrays_release(&request.C, graph__cpu());
    graph_matrix_release(&small);
    graph__free(list);
    for (int k = 0; k < 2; k++) {
        graph__free(rank[k]);
        graph__buffer_release(&axis[k].list);
    }
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
    struct graph_build_request request = {.n = (int64_t)n,
                                          .row = narrow_row,
                                          .column = narrow_column,
                                          .value = typed,
                                          .type = A->type,
                                          .duplicate = (graph_op)graph__untyped((int)duplicate),
                                          .threads = graph_get_threads()};
    status = graph__matrix_build(A, &request);
    if (status == GRAPH_E_INVALID_VALUE && request.where >= 0)
        GRAPH_FAIL(status,
                   "entry %lld at (%d, %d) repeats an earlier position, and no operator combines duplicates",
                   (long long)request.where, narrow_row[request.where], narrow_column[request.where]);
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
    struct graph_compact_view compact;
    struct graph_csr view;
    graph_status status;
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_extract_values(A->type, value, value_type, n));
    GRAPH_TRY(graph__compact_view(&compact, A));
    GRAPH_TRY(graph__matrix_view(&view, compact.core, graph__cpu()));
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
        graph__index_list_rows(narrow_row, view.row_start, graph__axis_list(&compact.rows), view.rows);
        graph__index_list_widen(row, narrow_row, NULL, view.entries);
    }
    if (column != NULL)
        graph__index_list_widen(column, view.column, graph__axis_list(&compact.columns), view.entries);
    *n = (graph_index)view.entries;
done:
    graph__free(narrow_row);
    return status;
}
