/* Copies of a matrix, and how many entries it has: both merge waiting updates and leave the form as it is. */
#include "base/memory.h"
#include "core/matrix/hypersparse.h"
#include "core/matrix/matrix.h"

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

/* Merges waiting updates, and returns with A->lock held, so that no other thread starts lazy work. */
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
