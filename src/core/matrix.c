/* Life of a matrix, its arrays, and what is done lazily behind a const handle. */
#include "core/matrix.h"

#include <string.h>

#include "base/memory.h"
#include "core/updates.h"

graph_status graph__check_matrix(const graph_matrix *A, const char *argument)
{
    return A != NULL ? GRAPH_OK : graph__fail(GRAPH_E_NULL, "matrix %s is NULL", argument);
}

static graph_status check_dimension(graph_index n, const char *which)
{
    if (n > (graph_index)GRAPH_LARGEST_DIMENSION)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "%llu %s; this version supports at most 2147483647",
                           (unsigned long long)n, which);
    return GRAPH_OK;
}

graph_status graph_matrix_create(graph_matrix **A, graph_type type, graph_index rows, graph_index columns)
{
    graph_status status;
    if (A == NULL)
        return graph__fail(GRAPH_E_NULL, "A is NULL");
    *A = NULL;
    if (type != GRAPH_PATTERN && graph_type_size(type) == 0)
        return graph__fail(GRAPH_E_DOMAIN, "type is %d, which is no type", (int)type);
    GRAPH_TRY(check_dimension(rows, "rows"));
    GRAPH_TRY(check_dimension(columns, "columns"));
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
    A->has_properties = false;
    atomic_store(&A->symmetry, GRAPH_SYMMETRY_UNKNOWN);
    atomic_store(&A->regretted, 0);
}

static void drop_content(graph_matrix *A)
{
    graph__buffer_release(&A->row_start);
    graph__buffer_release(&A->column);
    graph__buffer_release(&A->value);
    A->entries = 0;
    graph__free(A->updates);
    A->updates = NULL;
    A->update_count = A->update_room = 0;
    graph__matrix_forget(A);
    atomic_store(&A->is_finished, false);
}

void graph_matrix_release(graph_matrix **A)
{
    if (A == NULL || *A == NULL)
        return;
    drop_content(*A);
    pthread_mutex_destroy(&(*A)->lock);
    graph__free(*A);
    *A = NULL;
}

graph_status graph_matrix_dup(graph_matrix **C, const graph_matrix *A)
{
    graph_status status;
    if (C == NULL)
        return graph__fail(GRAPH_E_NULL, "C is NULL");
    *C = NULL;
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__matrix_finish(A));
    GRAPH_TRY(graph_matrix_create(C, A->type, (graph_index)A->rows, (graph_index)A->columns));
    (*C)->entries = A->entries;
    (*C)->row_start = graph__buffer_retain(A->row_start);
    (*C)->column = graph__buffer_retain(A->column);
    (*C)->value = graph__buffer_retain(A->value);
    atomic_store(&(*C)->is_finished, true);
done:
    return status;
}

graph_status graph_matrix_clear(graph_matrix *A)
{
    graph_status status = graph__check_matrix(A, "A");
    if (status == GRAPH_OK)
        drop_content(A);
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
    graph_status status = graph__matrix_finish(A);
    if (status == GRAPH_OK)
        *entries = (graph_index)A->entries;
    return status;
}

graph_status graph_matrix_type(graph_type *type, const graph_matrix *A)
{
    if (type == NULL || A == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", type == NULL ? "type" : "A");
    *type = A->type;
    return GRAPH_OK;
}

void graph__csr_arrays_release(struct graph_csr_arrays *arrays, const struct graph_backend *place)
{
    place->release(arrays->row_start);
    place->release(arrays->column);
    place->release(arrays->value);
    memset(arrays, 0, sizeof *arrays);
}

/* Wraps arrays in buffers; takes them over also when it fails. */
static graph_status wrap(graph_buffer *buffers[3], struct graph_csr_arrays *arrays, int64_t rows, size_t value_bytes,
                         const struct graph_backend *place)
{
    graph_status status;
    size_t entries = (size_t)arrays->entries;
    GRAPH_TRY(graph__buffer_adopt(&buffers[0], arrays->row_start, ((size_t)rows + 1) * sizeof(int64_t), place));
    arrays->row_start = NULL;
    GRAPH_TRY(graph__buffer_adopt(&buffers[1], arrays->column, entries * sizeof(int32_t), place));
    arrays->column = NULL;
    if (value_bytes > 0) {
        GRAPH_TRY(graph__buffer_adopt(&buffers[2], arrays->value, entries * value_bytes, place));
        arrays->value = NULL;
    }
done:
    if (status < 0)
        for (int k = 0; k < 3; k++)
            graph__buffer_release(&buffers[k]);
    graph__csr_arrays_release(arrays, place);
    return status;
}

graph_status graph__matrix_adopt(graph_matrix *A, struct graph_csr_arrays *arrays, const struct graph_backend *place)
{
    graph_buffer *buffers[3] = {NULL, NULL, NULL};
    int64_t entries = arrays->entries;
    graph_status status = wrap(buffers, arrays, A->rows, graph_type_size(A->type), place);
    if (status < 0)
        return status;
    drop_content(A);
    A->row_start = buffers[0];
    A->column = buffers[1];
    A->value = buffers[2];
    A->entries = entries;
    atomic_store(&A->is_finished, true);
    return GRAPH_OK;
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
    GRAPH_TRY(wrap(buffers, &arrays, A->rows, graph_type_size(A->type), graph__cpu()));
    A->row_start = buffers[0];
    A->column = buffers[1];
    A->value = buffers[2];
done:
    graph__csr_arrays_release(&arrays, graph__cpu());
    return status;
}

/* Arrays by rows for a matrix that was imported by columns: the transpose of its transpose. */
static graph_status turn_round(graph_matrix *A)
{
    struct graph_transpose_request request = {.threads = graph_get_threads()};
    graph_buffer *buffers[3] = {NULL, NULL, NULL};
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&request.A, A->transpose, graph__cpu()));
    GRAPH_TRY(graph__cpu()->transpose(&request));
    A->entries = request.C.entries;
    GRAPH_TRY(wrap(buffers, &request.C, A->rows, graph_type_size(A->type), graph__cpu()));
    A->row_start = buffers[0];
    A->column = buffers[1];
    A->value = buffers[2];
done:
    return status;
}

graph_status graph__matrix_finish(const graph_matrix *constant)
{
    graph_matrix *A = (graph_matrix *)constant; /* lazy work does not change what the matrix is */
    graph_status status = GRAPH_OK;
    if (atomic_load(&A->is_finished))
        return GRAPH_OK;
    pthread_mutex_lock(&A->lock);
    if (!atomic_load(&A->is_finished)) {
        if (A->row_start == NULL)
            GRAPH_TRY(A->transpose != NULL ? turn_round(A) : make_empty(A));
        if (A->update_count > 0)
            GRAPH_TRY(graph__updates_merge(A));
        atomic_store(&A->is_finished, true);
    }
done:
    pthread_mutex_unlock(&A->lock);
    return status;
}

graph_status graph__matrix_view(struct graph_csr *view, const graph_matrix *A, const struct graph_backend *place)
{
    graph_status status;
    const void *row_start, *column, *value;
    GRAPH_TRY(graph__matrix_finish(A));
    GRAPH_TRY(graph__buffer_read(&row_start, A->row_start, place));
    GRAPH_TRY(graph__buffer_read(&column, A->column, place));
    GRAPH_TRY(graph__buffer_read(&value, A->value, place));
    *view = (struct graph_csr){.rows = A->rows,
                               .columns = A->columns,
                               .entries = A->entries,
                               .row_start = row_start,
                               .column = column,
                               .value = value,
                               .type = A->type};
done:
    return status;
}

/* Fills the cache of the transpose; the caller holds the lock. */
static graph_status make_transpose(graph_matrix *A, const struct graph_backend *place, int threads)
{
    struct graph_transpose_request request = {.threads = threads};
    graph_matrix *transpose = NULL;
    graph_status status;
    if (place->transpose == NULL)
        place = graph__cpu();
    GRAPH_TRY(graph__matrix_view(&request.A, A, place));
    GRAPH_TRY(graph_matrix_create(&transpose, A->type, (graph_index)A->columns, (graph_index)A->rows));
    GRAPH_TRY(place->transpose(&request));
    GRAPH_TRY(graph__matrix_adopt(transpose, &request.C, place));
    A->transpose = transpose;
    transpose = NULL;
done:
    graph_matrix_release(&transpose);
    return status;
}

graph_status graph__matrix_view_transposed(struct graph_csr *view, const graph_matrix *constant,
                                           const struct graph_backend *place, int threads)
{
    graph_matrix *A = (graph_matrix *)constant;
    graph_status status;
    GRAPH_TRY(graph__matrix_finish(A));
    pthread_mutex_lock(&A->lock);
    status = A->transpose == NULL ? make_transpose(A, place, threads) : GRAPH_OK;
    pthread_mutex_unlock(&A->lock);
    if (status == GRAPH_OK)
        status = graph__matrix_view(view, A->transpose, place);
done:
    return status;
}

graph_status graph__matrix_view_cached_transpose(struct graph_csr *view, bool *present, const graph_matrix *constant,
                                                 const struct graph_backend *place)
{
    graph_matrix *A = (graph_matrix *)constant;
    pthread_mutex_lock(&A->lock);
    *present = A->transpose != NULL;
    pthread_mutex_unlock(&A->lock);
    return *present ? graph__matrix_view(view, A->transpose, place) : GRAPH_OK;
}
