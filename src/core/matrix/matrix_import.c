/* Arrays of the caller's on the host become a matrix; device_arrays.c has graph_matrix_import.
 *
 * Compressed arrays (CSR, CSC) are read as majors (rows or columns) of minors.  An array that may stay where it is
 * (moved or lent, of the width inside the library) is put into a buffer as borrowed; only when nothing can fail any more do
 * moved arrays become the library's, so that a failure leaves them with the caller.  A CSC is held as the transpose
 * and turned round when somebody reads rows. */
#include <string.h>

#include "base/memory.h"
#include "core/matrix/device_arrays.h"
#include "core/matrix/hypersparse.h"
#include "core/matrix/import_check.h"
#include "core/matrix/index_list.h"
#include "core/matrix/matrix.h"

/* One array on its way in: a buffer that holds the caller's array itself, or a copy in the library's width. */
static graph_status take_array(graph_buffer **buffer, void *array, size_t count, size_t bytes,
                               size_t user_bytes, bool may_stay)
{
    void *copied = NULL;
    graph_status status;
    if (may_stay && array != NULL && bytes == user_bytes)
        return graph__buffer_import(buffer, array, count * bytes, true, NULL, NULL);
    GRAPH_TRY(graph__allocate_array(&copied, count, user_bytes));
    if (count == 0)
        ;
    else if (bytes == user_bytes)
        memcpy(copied, array, count * bytes);
    else if (bytes == 4)
        for (size_t k = 0; k < count; k++)
            ((int64_t *)copied)[k] = ((const int32_t *)array)[k];
    else
        for (size_t k = 0; k < count; k++)
            ((int32_t *)copied)[k] = (int32_t)((const int64_t *)array)[k];
    GRAPH_TRY(graph__buffer_adopt(buffer, copied, count * user_bytes, graph__cpu()));
    copied = NULL;
done:
    graph__free(copied);
    return status;
}

void graph__hand_over(graph_arrays *arrays, graph_buffer *const buffers[3])
{
    const bool is_borrowed = arrays->ownership == GRAPH_BORROW;
    void **given[3] = {&arrays->row, &arrays->column, &arrays->value};
    for (int k = 0; k < 3; k++) {
        bool is_taken = false;
        for (int b = 0; b < 3 && !is_taken; b++)
            is_taken =
                graph__buffer_take(buffers[b], *given[k], is_borrowed, arrays->release, arrays->context);
        if (!is_taken)
            graph__buffer_free_moved(*given[k], arrays->release, arrays->context);
        if (!is_borrowed)
            *given[k] = NULL;
    }
}

static graph_status take_compressed(graph_matrix *M, const struct graph_compressed *in,
                                    const graph_arrays *arrays)
{
    graph_buffer *buffers[3] = {NULL, NULL, NULL};
    const bool may_stay = arrays->ownership != GRAPH_COPY;
    const size_t entries = (size_t)in->entries, value_bytes = graph_type_size(arrays->type);
    graph_status status;
    GRAPH_TRY(take_array(&buffers[0], in->start, (size_t)in->majors + 1, (size_t)arrays->start_bits / 8, 8,
                         may_stay));
    GRAPH_TRY(take_array(&buffers[1], in->index, entries, (size_t)arrays->index_bits / 8, 4, may_stay));
    if (value_bytes > 0)
        GRAPH_TRY(take_array(&buffers[2], arrays->value, entries, value_bytes, value_bytes, may_stay));
    graph__matrix_hold(M, buffers, in->entries);
done:
    if (status < 0)
        for (int k = 0; k < 3; k++)
            graph__buffer_release(&buffers[k]);
    return status;
}

/* Sorts positions by the build kernel. */
static graph_status take_positions(graph_matrix *M, const int32_t *major, const int32_t *minor,
                                   const void *value, int64_t n)
{
    struct graph_build_request request = {.n = n,
                                          .row = major,
                                          .column = minor,
                                          .value = M->type == GRAPH_PATTERN ? NULL : value,
                                          .type = M->type,
                                          .threads = graph_get_threads()};
    graph_status status = graph__matrix_build(M, &request);
    if (status == GRAPH_E_INVALID_VALUE)
        return graph__fail(status, "entry %lld repeats the position of an earlier one",
                           (long long)request.where);
    return status;
}

/* Compressed arrays whose minors are in any order. */
static graph_status take_unsorted(graph_matrix *M, const struct graph_compressed *in,
                                  const graph_arrays *arrays)
{
    int32_t *major = NULL, *minor = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(major, in->entries));
    GRAPH_TRY(
        graph__index_list_narrow(&minor, in->index, arrays->index_bits, in->entries, in->minors, "index"));
    for (int64_t i = 0; i < in->majors; i++)
        for (int64_t k = graph__integer_at(in->start, arrays->start_bits, i);
             k < graph__integer_at(in->start, arrays->start_bits, i + 1); k++)
            major[k] = (int32_t)i;
    GRAPH_TRY(take_positions(M, major, minor, arrays->value, in->entries));
done:
    graph__free(major);
    graph__free(minor);
    return status;
}

static graph_status take_coordinates(graph_matrix *A, const graph_arrays *arrays)
{
    const int64_t n = (int64_t)arrays->entries;
    int32_t *row = NULL, *column = NULL;
    graph_status status;
    GRAPH_TRY(graph__index_list_narrow(&row, arrays->row, arrays->index_bits, n, A->rows, "row"));
    GRAPH_TRY(graph__index_list_narrow(&column, arrays->column, arrays->index_bits, n, A->columns, "column"));
    GRAPH_TRY(take_positions(A, row, column, arrays->value, n));
done:
    graph__free(row);
    graph__free(column);
    return status;
}

graph_status graph__import_from_host(graph_matrix **A, graph_arrays *arrays)
{
    graph_matrix *made = NULL, *transpose = NULL;
    struct graph_compressed in;
    bool is_sorted = true;
    graph_status status;
    GRAPH_TRY(graph_matrix_create(&made, arrays->type, arrays->rows, arrays->columns));
    if (arrays->format == GRAPH_CSC)
        GRAPH_TRY(graph_matrix_create(&transpose, arrays->type, arrays->columns, arrays->rows));
    graph_matrix *M = transpose != NULL ? transpose : made;
    if (arrays->format == GRAPH_COO) {
        GRAPH_TRY(take_coordinates(M, arrays));
    } else {
        in = graph__compressed(arrays);
        if (!arrays->is_trusted)
            GRAPH_TRY(graph__check_compressed(&is_sorted, &in, arrays));
        GRAPH_TRY(is_sorted ? take_compressed(M, &in, arrays) : take_unsorted(M, &in, arrays));
    }
    if (arrays->ownership == GRAPH_MOVE || (arrays->ownership == GRAPH_BORROW && arrays->release != NULL))
        graph__hand_over(arrays, (graph_buffer *const[3]){M->row_start, M->column, M->value});
    made->transpose = transpose;
    made->entries = M->entries;
    transpose = NULL;
    *A = made;
    made = NULL;
done:
    graph_matrix_release(&transpose);
    graph_matrix_release(&made);
    return status;
}
