/* The arrays of a matrix, and what is done lazily behind a const handle.
 *
 * Lazy work (merging updates, transposing an import by columns, the arrays of a hypersparse matrix, the cached
 * transpose) happens under A->lock, and is_finished is set after it: readers of a finished matrix take no lock.  A
 * transpose never has a transpose, so locks nest at most two deep. */
#include "core/matrix/matrix.h"

#include "base/memory.h"
#include "core/matrix/hypersparse.h"
#include "core/matrix/matrix_rows.h"
#include "core/types/scalar.h"

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

/* `value`, which is taken over, at the positions of a finished matrix. */
static void share_positions(graph_matrix *A, const graph_matrix *pattern, graph_buffer *value)
{
    int64_t entries = pattern->entries;
    graph_buffer *const buffers[3] = {graph__buffer_retain(pattern->row_start),
                                      graph__buffer_retain(pattern->column), value};
    graph__matrix_drop(A);
    graph__matrix_hold(A, buffers, entries);
}

graph_status graph__matrix_adopt_repeated(graph_matrix *A, const graph_matrix *pattern, graph_scalar x)
{
    graph_buffer *value = NULL;
    graph_status status = GRAPH_OK;
    char element[8];
    if (A->type != GRAPH_PATTERN) {
        graph__scalar_store(element, A->type, x);
        GRAPH_TRY(graph__buffer_repeat(&value, element, graph_type_size(A->type), (size_t)pattern->entries));
    }
    share_positions(A, pattern, value);
done:
    return status;
}

graph_status graph__matrix_adopt_ones(graph_matrix *A, const graph_matrix *pattern)
{
    return graph__matrix_adopt_repeated(A, pattern, graph_bool(true));
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
        if (A->row_start == NULL && A->core != NULL)
            GRAPH_TRY(graph__hypersparse_expand(A));
        else if (A->row_start == NULL && A->transpose != NULL)
            GRAPH_TRY(graph__matrix_finish(A->transpose));
        GRAPH_TRY(graph__matrix_make_rows(A));
    }
done:
    pthread_mutex_unlock(&A->lock);
    return status;
}

graph_status graph__matrix_view(struct graph_csr *view, const graph_matrix *A,
                                const struct graph_backend *place)
{
    graph_status status = graph__matrix_finish(A);
    return status < 0 ? status : graph__matrix_read(view, A, place);
}

graph_status graph__matrix_view_pattern(struct graph_csr *view, const graph_matrix *A,
                                        const struct graph_backend *place)
{
    graph_status status = graph__matrix_finish(A);
    return status < 0 ? status : graph__matrix_read_pattern(view, A, place);
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
