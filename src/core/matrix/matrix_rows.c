/* See matrix_rows.h. */
#include "core/matrix/matrix_rows.h"

#include "base/memory.h"
#include "core/matrix/updates.h"

graph_status graph__matrix_read_pattern(struct graph_csr *view, const graph_matrix *A,
                                        const struct graph_backend *place)
{
    graph_status status;
    const void *row_start, *column;
    GRAPH_TRY(graph__buffer_read(&row_start, A->row_start, place));
    GRAPH_TRY(graph__buffer_read(&column, A->column, place));
    *view = (struct graph_csr){.rows = A->rows,
                               .columns = A->columns,
                               .entries = A->entries,
                               .row_start = row_start,
                               .column = column,
                               .type = A->type,
                               /* caches behind a const handle */
                               .diagonals = &((graph_matrix *)A)->diagonals,
                               .block_fill = &((graph_matrix *)A)->block_fill,
                               .value_facts = graph__buffer_facts(A->value)};
done:
    return status;
}

graph_status graph__matrix_read(struct graph_csr *view, const graph_matrix *A,
                                const struct graph_backend *place)
{
    graph_status status = graph__matrix_read_pattern(view, A, place);
    return status < 0 ? status : graph__buffer_read(&view->value, A->value, place);
}

/* Arrays by rows for a matrix without any. */
static graph_status make_empty(graph_matrix *A)
{
    struct graph_csr_arrays arrays = {0};
    graph_buffer *buffers[3] = {NULL, NULL, NULL};
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(arrays.row_start, A->rows + 1));
    GRAPH_TRY(graph__allocate_array((void **)&arrays.column, 0, 1));
    GRAPH_TRY(graph__allocate_array(&arrays.value, 0, 1));
    GRAPH_TRY(graph__csr_wrap(buffers, &arrays, A->rows, graph_type_size(A->type), graph__cpu()));
    A->row_start = buffers[0];
    A->column = buffers[1];
    A->value = buffers[2];
done:
    graph__csr_arrays_release(&arrays, graph__cpu());
    return status;
}

/* Arrays by rows for a matrix that was imported by columns: the transpose of its transpose. */
static graph_status transpose_back(graph_matrix *A)
{
    struct graph_transpose_request request = {.threads = graph_get_threads()};
    graph_buffer *buffers[3] = {NULL, NULL, NULL};
    graph_status status;
    GRAPH_TRY(graph__matrix_read(&request.A, A->transpose, graph__cpu()));
    GRAPH_TRY(graph__cpu()->transpose(&request));
    A->entries = request.C.entries;
    GRAPH_TRY(graph__csr_wrap(buffers, &request.C, A->rows, graph_type_size(A->type), graph__cpu()));
    A->row_start = buffers[0];
    A->column = buffers[1];
    A->value = buffers[2];
done:
    return status;
}

graph_status graph__matrix_make_rows(graph_matrix *A)
{
    graph_status status = GRAPH_OK;
    if (A->row_start == NULL)
        GRAPH_TRY(A->transpose != NULL ? transpose_back(A) : make_empty(A));
    if (A->update_count > 0)
        GRAPH_TRY(graph__updates_merge(A));
    atomic_store(&A->is_finished, true);
done:
    return status;
}

graph_status graph__matrix_finish_core(graph_matrix *core)
{
    graph_status status = GRAPH_OK;
    if (atomic_load(&core->is_finished))
        return GRAPH_OK;
    pthread_mutex_lock(&core->lock);
    if (!atomic_load(&core->is_finished))
        status = graph__matrix_make_rows(core);
    pthread_mutex_unlock(&core->lock);
    return status;
}
