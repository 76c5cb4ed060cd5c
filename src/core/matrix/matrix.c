/* Life of a matrix, and its plain facts. */
#include "core/matrix/matrix.h"

#include "base/diagonal_list.h"
#include "base/memory.h"
#include "core/matrix/updates.h"
#include "core/types/operators.h"

graph_status graph__check_matrix(const graph_matrix *A, const char *argument)
{
    return A != NULL ? GRAPH_OK : graph__fail(GRAPH_E_NULL, "matrix %s is NULL", argument);
}

graph_status graph__check_dimensions(graph_type type, graph_index rows, graph_index columns)
{
    const graph_index most = (graph_index)GRAPH_LARGEST_DIMENSION;
    if (type != GRAPH_PATTERN && !graph__is_type(type))
        return graph__fail(GRAPH_E_DOMAIN, "type is %d, which is no type", (int)type);
    if (rows > most || columns > most)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "%llu %s; this version supports at most 2147483647",
                           (unsigned long long)(rows > most ? rows : columns),
                           rows > most ? "rows" : "columns");
    return GRAPH_OK;
}

graph_status graph_matrix_create(graph_matrix **A, graph_type type, graph_index rows, graph_index columns)
{
    graph_status status;
    if (A == NULL)
        return graph__fail(GRAPH_E_NULL, "A is NULL");
    *A = NULL;
    GRAPH_TRY(graph__check_dimensions(type, rows, columns));
    GRAPH_TRY(GRAPH_NEW_ZEROED(*A, 1));
    (*A)->type = type;
    (*A)->rows = (int64_t)rows;
    (*A)->columns = (int64_t)columns;
    pthread_mutex_init(&(*A)->lock, NULL);
    atomic_init(&(*A)->is_finished, false);
done:
    return status;
}

graph_status graph__core_create(graph_matrix **R, const graph_matrix *like, int64_t rows, int64_t columns)
{
    graph_status status = graph_matrix_create(R, like->type, (graph_index)rows, (graph_index)columns);
    if (status == GRAPH_OK)
        (*R)->is_core = true;
    return status;
}

void graph__matrix_forget(graph_matrix *A)
{
    graph_matrix_release(&A->transpose);
    graph__diagonals_forget(&A->diagonals);
    A->block_fill = 0;
    A->has_properties = false;
    atomic_store(&A->symmetry, GRAPH_SYMMETRY_UNKNOWN);
    atomic_store(&A->wasted_edges, 0);
}

void graph__matrix_drop_arrays(graph_matrix *A)
{
    graph__buffer_release(&A->row_start);
    graph__buffer_release(&A->column);
    graph__buffer_release(&A->value);
    graph__buffer_release(&A->row_list);
    graph__buffer_release(&A->column_list);
    graph_matrix_release(&A->core);
}

void graph__matrix_drop(graph_matrix *A)
{
    graph__matrix_drop_arrays(A);
    A->entries = 0;
    graph__updates_drop(A);
    graph__matrix_forget(A);
    atomic_store(&A->is_finished, false);
}

void graph_matrix_release(graph_matrix **A)
{
    if (A == NULL || *A == NULL)
        return;
    graph__matrix_drop(*A);
    pthread_mutex_destroy(&(*A)->lock);
    graph__free(*A);
    *A = NULL;
}

graph_status graph_matrix_clear(graph_matrix *A)
{
    graph_status status = graph__check_matrix(A, "A");
    if (status == GRAPH_OK)
        graph__matrix_drop(A);
    return status;
}

graph_status graph_matrix_rows(graph_index *rows, const graph_matrix *A)
{
    if (rows == NULL || A == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", rows == NULL ? "rows" : "A");
    *rows = (graph_index)A->rows;
    return GRAPH_OK;
}

graph_status graph_matrix_columns(graph_index *columns, const graph_matrix *A)
{
    if (columns == NULL || A == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", columns == NULL ? "columns" : "A");
    *columns = (graph_index)A->columns;
    return GRAPH_OK;
}

graph_status graph_matrix_type(graph_type *type, const graph_matrix *A)
{
    if (type == NULL || A == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", type == NULL ? "type" : "A");
    *type = A->type;
    return GRAPH_OK;
}
