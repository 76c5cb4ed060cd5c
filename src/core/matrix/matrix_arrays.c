/* The arrays of a matrix, and what is done lazily behind a const handle.
 *
 * Lazy work (merging updates, turning round an import by columns, the arrays of a hypersparse matrix, the cached
 * transpose) happens under A->lock, and
 * is_finished is set behind it: readers of a finished matrix take no lock.  A transpose never has a transpose, so
 * locks nest at most two deep. */
#include "core/matrix/matrix.h"

#include <string.h>

#include "base/memory.h"
#include "core/matrix/hypersparse.h"
#include "core/types/scalar.h"
#include "core/matrix/updates.h"

void graph__csr_arrays_release(struct graph_csr_arrays *arrays, const struct graph_backend *place)
{
    place->release(arrays->row_start);
    place->release(arrays->column);
    place->release(arrays->value);
    memset(arrays, 0, sizeof *arrays);
}

graph_status graph__csr_wrap(graph_buffer *buffers[3], struct graph_csr_arrays *arrays, int64_t rows,
                             size_t value_bytes, const struct graph_backend *place)
{
    graph_status status;
    size_t entries = (size_t)arrays->entries;
    GRAPH_TRY(
        graph__buffer_adopt(&buffers[0], arrays->row_start, ((size_t)rows + 1) * sizeof(int64_t), place));
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

void graph__matrix_hold(graph_matrix *A, graph_buffer *const buffers[3], int64_t entries)
{
    A->row_start = buffers[0];
    A->column = buffers[1];
    A->value = buffers[2];
    A->entries = entries;
    atomic_store(&A->is_finished, true);
}

graph_status graph__matrix_adopt(graph_matrix *A, struct graph_csr_arrays *arrays,
                                 const struct graph_backend *place)
{
    graph_buffer *buffers[3] = {NULL, NULL, NULL};
    int64_t entries = arrays->entries;
    bool is_hypersparse =
        !A->is_core && place->shares_host_memory &&
        (graph__is_hypersparse(A->rows, entries) || graph__is_hypersparse(A->columns, entries));
    graph_status status = graph__csr_wrap(buffers, arrays, A->rows, graph_type_size(A->type), place);
    if (status < 0)
        return status;
    if (is_hypersparse)
        return graph__hypersparse_put_arrays(A, buffers, entries);
    graph__matrix_drop(A);
    graph__matrix_hold(A, buffers, entries);
    return GRAPH_OK;
}

static graph_status repeat_one(graph_buffer **buffer, graph_type type, int64_t count)
{
    char one[8];
    graph__scalar_store(one, type, graph_bool(true));
    return graph__buffer_repeat(buffer, one, graph_type_size(type), (size_t)count);
}

/* `value`, which is taken over, at the positions of a finished matrix. */
static void share_positions(graph_matrix *A, const graph_matrix *pattern, graph_buffer *value)
{
    int64_t entries = pattern->entries;
    graph_buffer *const buffers[3] = {graph__buffer_retain(pattern->row_start),
                                      graph__buffer_retain(pattern->column), value};
    graph__matrix_drop(A);
    graph__matrix_hold(A, buffers, entries);
}

graph_status graph__matrix_adopt_ones(graph_matrix *A, const graph_matrix *pattern)
{
    graph_buffer *value = NULL;
    graph_status status = A->type == GRAPH_PATTERN ? GRAPH_OK : repeat_one(&value, A->type, pattern->entries);
    if (status == GRAPH_OK)
        share_positions(A, pattern, value);
    return status;
}

graph_status graph__matrix_adopt_values(graph_matrix *A, const graph_matrix *pattern, void *value,
                                        const struct graph_backend *place)
{
    graph_buffer *buffer = NULL;
    graph_status status =
        graph__buffer_adopt(&buffer, value, (size_t)pattern->entries * graph_type_size(A->type), place);
    if (status == GRAPH_OK)
        share_positions(A, pattern, buffer);
    else
        place->release(value);
    return status;
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
static graph_status turn_round(graph_matrix *A)
{
    struct graph_transpose_request request = {.threads = graph_get_threads()};
    graph_buffer *buffers[3] = {NULL, NULL, NULL};
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&request.A, A->transpose, graph__cpu()));
    GRAPH_TRY(graph__cpu()->transpose(&request));
    A->entries = request.C.entries;
    GRAPH_TRY(graph__csr_wrap(buffers, &request.C, A->rows, graph_type_size(A->type), graph__cpu()));
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
        if (A->core != NULL && A->update_count > 0)
            GRAPH_TRY(graph__matrix_compact_locked(A));
        if (A->row_start == NULL)
            GRAPH_TRY(A->core != NULL        ? graph__hypersparse_expand(A)
                      : A->transpose != NULL ? turn_round(A)
                                             : make_empty(A));
        if (A->update_count > 0)
            GRAPH_TRY(graph__updates_merge(A));
        atomic_store(&A->is_finished, true);
    }
done:
    pthread_mutex_unlock(&A->lock);
    return status;
}

graph_status graph__matrix_view(struct graph_csr *view, const graph_matrix *A,
                                const struct graph_backend *place)
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
                               .type = A->type,
                               /* caches behind a const handle */
                               .diagonals = &((graph_matrix *)A)->diagonals,
                               .block_fill = &((graph_matrix *)A)->block_fill,
                               .value_facts = graph__buffer_facts(A->value)};
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

graph_status graph__matrix_view_cached_transpose(struct graph_csr *view, bool *present,
                                                 const graph_matrix *constant,
                                                 const struct graph_backend *place)
{
    graph_matrix *A = (graph_matrix *)constant;
    pthread_mutex_lock(&A->lock);
    *present = A->transpose != NULL;
    pthread_mutex_unlock(&A->lock);
    return *present ? graph__matrix_view(view, A->transpose, place) : GRAPH_OK;
}
