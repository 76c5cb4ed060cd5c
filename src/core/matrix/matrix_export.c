/* The arrays of a matrix leave the library: as copies, for good, or as views. */
#include <string.h>

#include "base/memory.h"
#include "core/matrix/device_arrays.h"
#include "core/matrix/hypersparse.h"
#include "core/matrix/index_list.h"
#include "core/matrix/matrix.h"

static void free_with_library(void *array, void *context)
{
    (void)context;
    graph__free(array);
}

/* Puts starts and indices (or both positions) where the format has them. */
static void describe(graph_arrays *arrays, const graph_matrix *A, graph_format format,
                     graph_ownership ownership, void *major, void *minor, void *value)
{
    *arrays = (graph_arrays){.size = sizeof *arrays,
                             .format = format,
                             .type = A->type,
                             .rows = (graph_index)A->rows,
                             .columns = (graph_index)A->columns,
                             .entries = (graph_index)A->entries,
                             .row = format == GRAPH_CSC ? minor : major,
                             .column = format == GRAPH_CSC ? major : minor,
                             .value = value,
                             .start_bits = 64,
                             .index_bits = 32,
                             .ownership = ownership,
                             .place = GRAPH_BACKEND_CPU,
                             .release = ownership == GRAPH_BORROW ? NULL : free_with_library};
}

static graph_status copy_array(void **copied, const void *array, size_t bytes)
{
    graph_status status = graph__allocate_array(copied, bytes, 1);
    if (status == GRAPH_OK && bytes > 0)
        memcpy(*copied, array, bytes);
    return status;
}

/* New arrays of rows, columns and values. */
static graph_status copy_coordinates(void *made[3], const graph_matrix *A)
{
    struct graph_compact_view compact;
    struct graph_csr view;
    graph_status status;
    GRAPH_TRY(graph__compact_view(&compact, A));
    GRAPH_TRY(graph__matrix_view(&view, compact.core, graph__cpu()));
    const size_t entries = (size_t)view.entries, value_bytes = graph_type_size(view.type);
    const int32_t *list = graph__axis_list(&compact.columns);
    int32_t *column;
    GRAPH_TRY(graph__allocate_array(&made[0], entries, sizeof(int32_t)));
    graph__index_list_rows(made[0], view.row_start, graph__axis_list(&compact.rows), view.rows);
    GRAPH_TRY(copy_array(&made[1], view.column, entries * sizeof(int32_t)));
    column = made[1];
    for (size_t k = 0; k < entries && list != NULL; k++)
        column[k] = list[column[k]];
    if (value_bytes > 0)
        GRAPH_TRY(copy_array(&made[2], view.value, entries * value_bytes));
done:
    return status;
}

/* New arrays with the content of a view. */
static graph_status copy_view(void *made[3], const struct graph_csr *view)
{
    const size_t entries = (size_t)view->entries, value_bytes = graph_type_size(view->type);
    graph_status status;
    GRAPH_TRY(copy_array(&made[0], view->row_start, ((size_t)view->rows + 1) * sizeof(int64_t)));
    GRAPH_TRY(copy_array(&made[1], view->column, entries * sizeof(int32_t)));
    if (value_bytes > 0)
        GRAPH_TRY(copy_array(&made[2], view->value, entries * value_bytes));
done:
    return status;
}

/* A transpose for the caller alone: a copy of the cached one, else a new one that is not cached. */
static graph_status copy_transpose(void *made[3], const graph_matrix *A)
{
    struct graph_transpose_request request = {.threads = graph_get_threads()};
    struct graph_csr view;
    bool is_cached;
    graph_status status;
    GRAPH_TRY(graph__matrix_view_cached_transpose(&view, &is_cached, A, graph__cpu()));
    if (is_cached)
        return copy_view(made, &view);
    GRAPH_TRY(graph__matrix_view(&request.A, A, graph__cpu()));
    GRAPH_TRY(graph__cpu()->transpose(&request));
    made[0] = request.C.row_start;
    made[1] = request.C.column;
    made[2] = request.C.value;
    if (A->type == GRAPH_PATTERN) {
        graph__free(made[2]);
        made[2] = NULL;
    }
done:
    return status;
}

static graph_status export_copy(graph_arrays *arrays, const graph_matrix *A, graph_format format)
{
    void *made[3] = {NULL, NULL, NULL};
    struct graph_csr view;
    graph_status status;
    if (format == GRAPH_COO) {
        GRAPH_TRY(copy_coordinates(made, A));
    } else if (format == GRAPH_CSC) {
        GRAPH_TRY(copy_transpose(made, A));
    } else {
        GRAPH_TRY(graph__matrix_view(&view, A, graph__cpu()));
        GRAPH_TRY(copy_view(made, &view));
    }
    describe(arrays, A, format, GRAPH_COPY, made[0], made[1], made[2]);
done:
    if (status < 0)
        for (int k = 0; k < 3; k++)
            graph__free(made[k]);
    return status;
}

static graph_status export_views(graph_arrays *arrays, const graph_matrix *A, graph_format format,
                                 const struct graph_backend *place)
{
    struct graph_csr view;
    bool is_cached = false;
    graph_status status;
    if (format == GRAPH_COO)
        return graph__fail(GRAPH_E_NOT_SUPPORTED,
                           "a matrix holds no array of rows, so GRAPH_COO cannot be borrowed");
    if (format == GRAPH_CSC) /* one that is there does not need the arrays by rows */
        GRAPH_TRY(graph__matrix_view_cached_transpose(&view, &is_cached, A, place));
    if (!is_cached)
        GRAPH_TRY(format == GRAPH_CSC ? graph__matrix_view_transposed(&view, A, place, graph_get_threads())
                                      : graph__matrix_view(&view, A, place));
    GRAPH_TRY(place->wait());
    describe(arrays, A, format, GRAPH_BORROW, (void *)view.row_start, (void *)view.column,
             (void *)view.value);
    arrays->place = place->kind;
done:
    return status;
}

/* Whether one function frees all three arrays, and all are the matrix's alone. */
static bool may_leave_together(graph_buffer *const buffers[3])
{
    for (int k = 0; k < 3; k++)
        if (buffers[k] != NULL &&
            !(graph__buffer_is_owned(buffers[k]) && graph__buffer_same_release(buffers[k], buffers[0])))
            return false;
    return true;
}

/* Takes arrays out of M, which is A or its transpose; those that others share or that it borrows, or that need another
 * way to be freed than the rest, are copied.  Everything that can fail comes before the first array leaves. */
static graph_status move_arrays(graph_arrays *arrays, graph_matrix *A, graph_matrix *M, graph_format format)
{
    graph_buffer **buffers[3] = {&M->row_start, &M->column, &M->value};
    void *out[3] = {NULL, NULL, NULL}, *context = NULL;
    size_t bytes[3] = {((size_t)M->rows + 1) * sizeof(int64_t), (size_t)M->entries * sizeof(int32_t),
                       (size_t)M->entries * graph_type_size(M->type)};
    graph_free_function *release = free_with_library;
    bool together = format != GRAPH_COO &&
                    may_leave_together((graph_buffer *const[3]){M->row_start, M->column, M->value});
    const void *content[3];
    graph_status status;
    for (int k = 0; k < 3; k++)
        GRAPH_TRY(graph__buffer_read(&content[k], *buffers[k], graph__cpu()));
    for (int k = 0; k < 3 && !together; k++)
        if (k == 0 && format == GRAPH_COO) {
            GRAPH_TRY(graph__allocate_array(&out[0], (size_t)M->entries, sizeof(int32_t)));
            graph__index_list_rows(out[0], content[0], NULL, M->rows);
        } else if (*buffers[k] != NULL && !graph__buffer_is_library(*buffers[k]))
            GRAPH_TRY(copy_array(&out[k], content[k], bytes[k]));
    for (int k = 0; k < 3; k++)
        if (out[k] == NULL && *buffers[k] != NULL)
            GRAPH_TRY(graph__buffer_hand_out(&out[k], &release, &context, buffers[k]));
    describe(arrays, A, format, GRAPH_MOVE, out[0], out[1], out[2]);
    if (together) {
        arrays->release = release;
        arrays->context = context;
    }
    graph__matrix_drop(A);
done:
    if (status < 0)
        for (int k = 0; k < 3; k++)
            graph__free(out[k]);
    return status;
}

static graph_status export_move(graph_arrays *arrays, graph_matrix *A, graph_format format)
{
    struct graph_csr view;
    graph_status status;
    if (format == GRAPH_COO) {
        GRAPH_TRY(graph__matrix_compact(A));
        if (A->core != NULL) {
            GRAPH_TRY(export_copy(arrays, A, format));
            arrays->ownership = GRAPH_MOVE;
            graph__matrix_drop(A);
            return GRAPH_OK;
        }
    }
    GRAPH_TRY(format == GRAPH_CSC ? graph__matrix_view_transposed(&view, A, graph__cpu(), graph_get_threads())
                                  : graph__matrix_view(&view, A, graph__cpu()));
    GRAPH_TRY(move_arrays(arrays, A, format == GRAPH_CSC ? A->transpose : A, format));
done:
    return status;
}

graph_status graph_matrix_export(graph_arrays *arrays, graph_matrix *A, graph_format format,
                                 graph_ownership ownership)
{
    return graph_matrix_export_at(arrays, A, format, ownership, GRAPH_BACKEND_CPU);
}

graph_status graph_matrix_export_at(graph_arrays *arrays, graph_matrix *A, graph_format format,
                                    graph_ownership ownership, graph_backend_kind kind)
{
    const struct graph_backend *place;
    graph_status status;
    if (arrays == NULL)
        return graph__fail(GRAPH_E_NULL, "arrays is NULL");
    GRAPH_TRY(graph__check_matrix(A, "A"));
    if (arrays->size != sizeof *arrays)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "arrays.size is %zu; expected %zu", arrays->size, sizeof *arrays);
    if ((int)format < GRAPH_CSR || format > GRAPH_COO)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "format is %d; expected 1 .. 3", (int)format);
    GRAPH_TRY(graph__place_of_arrays(&place, kind));
    if (place != graph__cpu() && (ownership == GRAPH_COPY || ownership == GRAPH_MOVE))
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "arrays on a device are exported by GRAPH_BORROW alone");
    switch (ownership) {
    case GRAPH_COPY:
        return export_copy(arrays, A, format);
    case GRAPH_MOVE:
        return export_move(arrays, A, format);
    case GRAPH_BORROW:
        return export_views(arrays, A, format, place);
    }
    status = graph__fail(GRAPH_E_INVALID_VALUE, "ownership is %d; expected 0 .. 2", (int)ownership);
done:
    return status;
}
