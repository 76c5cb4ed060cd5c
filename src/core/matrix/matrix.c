/* Life of a matrix, and its plain facts. */
#include "core/matrix/matrix.h"

#include "base/diagonal_list.h"
#include "base/memory.h"
#include "core/matrix/hypersparse.h"
#include "core/types/operators.h"
#include "core/matrix/updates.h"

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

void graph__matrix_forget(graph_matrix *A)
{
    graph_matrix_release(&A->transpose);
    graph__diagonals_forget(&A->diagonals);
    A->block_fill = 0;
    A->has_properties = false;
    atomic_store(&A->symmetry, GRAPH_SYMMETRY_UNKNOWN);
    atomic_store(&A->regretted, 0);
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

/* Shares the arrays and the caches of A, which has no waiting updates; the caller holds its lock. */
static graph_status share(graph_matrix *C, const graph_matrix *A)
{
    graph_status status = GRAPH_OK;
    if (A->transpose != NULL)
        GRAPH_TRY(graph_matrix_dup(&C->transpose, A->transpose));
    if (A->core != NULL)
        GRAPH_TRY(graph_matrix_dup(&C->core, A->core));
    C->row_list = graph__buffer_retain(A->row_list);
    C->column_list = graph__buffer_retain(A->column_list);
    C->is_core = A->is_core;
    C->entries = A->entries;
    C->row_start = graph__buffer_retain(A->row_start);
    C->column = graph__buffer_retain(A->column);
    C->value = graph__buffer_retain(A->value);
    C->has_properties = A->has_properties;
    C->properties = A->properties;
    atomic_store(&C->symmetry, atomic_load(&A->symmetry));
    atomic_store(&C->is_finished, A->row_start != NULL);
done:
    return status;
}

/* Merges waiting updates, and leaves the lock held: nobody starts lazy work meanwhile. */
static graph_status lock_merged(graph_matrix *A)
{
    graph_status status = GRAPH_OK;
    pthread_mutex_lock(&A->lock);
    if (A->update_count > 0 && graph__may_be_hypersparse(A))
        status = graph__matrix_compact_locked(A);
    if (A->update_count == 0 || status < 0)
        return status;
    pthread_mutex_unlock(&A->lock);
    status = graph__matrix_finish(A);
    pthread_mutex_lock(&A->lock);
    return status;
}

graph_status graph_matrix_dup(graph_matrix **C, const graph_matrix *constant)
{
    graph_matrix *A = (graph_matrix *)constant;
    graph_matrix *copy = NULL;
    graph_status status;
    if (C == NULL)
        return graph__fail(GRAPH_E_NULL, "C is NULL");
    *C = NULL;
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph_matrix_create(&copy, A->type, (graph_index)A->rows, (graph_index)A->columns));
    status = lock_merged(A);
    if (status == GRAPH_OK)
        status = share(copy, A);
    pthread_mutex_unlock(&A->lock);
    if (status == GRAPH_OK) {
        *C = copy;
        copy = NULL;
    }
done:
    graph_matrix_release(&copy);
    return status;
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

graph_status graph_matrix_entries(graph_index *entries, const graph_matrix *A)
{
    if (entries == NULL || A == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", entries == NULL ? "entries" : "A");
    if (atomic_load(&((graph_matrix *)A)->is_finished)) {
        *entries = (graph_index)A->entries;
        return GRAPH_OK;
    }
    graph_status status = lock_merged((graph_matrix *)A);
    if (status == GRAPH_OK)
        *entries = (graph_index)A->entries;
    pthread_mutex_unlock(&((graph_matrix *)A)->lock);
    return status;
}

graph_status graph_matrix_type(graph_type *type, const graph_matrix *A)
{
    if (type == NULL || A == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", type == NULL ? "type" : "A");
    *type = A->type;
    return GRAPH_OK;
}
