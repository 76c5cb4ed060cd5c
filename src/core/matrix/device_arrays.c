/* graph_matrix_import, and arrays on a device; see device_arrays.h.
 *
 * Compressed arrays that are moved or lent stay where they are; starts or indices of another width than the library's are
 * converted on the device.  The check reads copies on the host, so that no back end has to have one.  All else becomes an
 * import of copies on the host. */
#include "core/matrix/device_arrays.h"

#include "base/memory.h"
#include "base/status.h"
#include "core/matrix/import_check.h"

graph_status graph__place_of_arrays(const struct graph_backend **place, graph_backend_kind kind)
{
    const char *why = "";
    if ((int)kind < GRAPH_BACKEND_AUTO || kind > GRAPH_BACKEND_CUDA)
        return graph__fail(GRAPH_E_INVALID_VALUE, "place is %d; expected 0 .. 2", (int)kind);
    *place = kind == GRAPH_BACKEND_AUTO ? graph__cpu() : graph__backend(kind);
    if (*place != NULL)
        return GRAPH_OK;
    graph_backend_available(kind, &why);
    return graph__fail(GRAPH_E_DEVICE, "the back end %s cannot run here: %s", graph_backend_name(kind), why);
}

graph_status graph__check_lies_at(const void *array, size_t bytes, const struct graph_backend *place,
                                  const char *name)
{
    if (bytes == 0 || place->holds == NULL || place->holds(array))
        return GRAPH_OK;
    return graph__fail(GRAPH_E_INVALID_VALUE, "%s is not memory of the device", name);
}

/* What is known of the three arrays. */
struct sizes {
    size_t row, column, value; /* bytes */
};

static struct sizes sizes_of(const graph_arrays *arrays)
{
    const size_t entries = (size_t)arrays->entries, index = (size_t)arrays->index_bits / 8,
                 start = (size_t)arrays->start_bits / 8;
    return (struct sizes){
        .row = arrays->format == GRAPH_CSR ? ((size_t)arrays->rows + 1) * start : entries * index,
        .column = arrays->format == GRAPH_CSC ? ((size_t)arrays->columns + 1) * start : entries * index,
        .value = entries * graph_type_size(arrays->type)};
}

static graph_status fetch(void **here, const void *there, size_t bytes, const struct graph_backend *place)
{
    graph_status status = graph__allocate_array(here, bytes, 1);
    return status < 0 || bytes == 0 ? status : place->download(*here, there, bytes);
}

/* *here = the arrays on the host, without values if they need no check. */
static graph_status fetch_all(graph_arrays *here, const graph_arrays *arrays, bool has_values,
                              const struct graph_backend *place)
{
    const struct sizes sizes = sizes_of(arrays);
    graph_status status;
    *here = *arrays;
    here->row = here->column = here->value = NULL;
    here->place = GRAPH_BACKEND_CPU;
    GRAPH_TRY(fetch(&here->row, arrays->row, sizes.row, place));
    GRAPH_TRY(fetch(&here->column, arrays->column, sizes.column, place));
    if (has_values && sizes.value > 0)
        GRAPH_TRY(fetch(&here->value, arrays->value, sizes.value, place));
done:
    return status;
}

static void free_fetched(graph_arrays *here)
{
    graph__free(here->row);
    graph__free(here->column);
    graph__free(here->value);
}

static graph_status check_there(const graph_arrays *arrays, const struct graph_backend *place)
{
    graph_arrays here;
    bool is_sorted, is_bool = arrays->type == GRAPH_BOOL;
    graph_status status;
    GRAPH_TRY(fetch_all(&here, arrays, is_bool, place));
    if (is_bool)
        GRAPH_TRY(graph__check_arrays(&here));
    const struct graph_compressed in = graph__compressed(&here);
    GRAPH_TRY(graph__check_compressed(&is_sorted, &in, &here));
done:
    free_fetched(&here);
    return status;
}

/* One array: as it lies there, or converted there to the library's width. */
static graph_status take_array(graph_buffer **buffer, const void *array, int64_t n, int bits, int wanted_bits,
                               const struct graph_backend *place)
{
    const size_t bytes = (size_t)n * (size_t)wanted_bits / 8;
    const graph_type wide = GRAPH_INT64, narrow = GRAPH_INT32;
    void *made = NULL;
    graph_status status;
    if (bits == wanted_bits && n > 0)
        return graph__buffer_import_at(buffer, (void *)array, bytes, place);
    GRAPH_TRY(place->allocate(&made, (size_t)n, (size_t)wanted_bits / 8));
    if (n > 0)
        GRAPH_TRY(place->convert(made, wanted_bits == 64 ? wide : narrow, array, bits == 64 ? wide : narrow,
                                 n, graph_get_threads()));
    GRAPH_TRY(graph__buffer_adopt(buffer, made, bytes, place));
    made = NULL;
done:
    place->release(made);
    return status;
}

static graph_status take_compressed(graph_matrix *M, graph_arrays *arrays, const struct graph_backend *place)
{
    const struct graph_compressed in = graph__compressed(arrays);
    graph_buffer *buffers[3] = {NULL, NULL, NULL};
    graph_status status;
    GRAPH_TRY(take_array(&buffers[0], in.start, in.majors + 1, arrays->start_bits, 64, place));
    GRAPH_TRY(take_array(&buffers[1], in.index, in.entries, arrays->index_bits, 32, place));
    if (arrays->type != GRAPH_PATTERN && in.entries > 0)
        GRAPH_TRY(graph__buffer_import_at(&buffers[2], arrays->value,
                                          (size_t)in.entries * graph_type_size(arrays->type), place));
    GRAPH_TRY(place->wait()); /* converted arrays may be freed by the caller at once */
    graph__matrix_hold(M, buffers, in.entries);
    if (arrays->ownership == GRAPH_MOVE || arrays->release != NULL)
        graph__hand_over(arrays, buffers);
done:
    if (status < 0)
        for (int k = 0; k < 3; k++)
            graph__buffer_release(&buffers[k]);
    return status;
}

static graph_status import_there(graph_matrix **A, graph_arrays *arrays, const struct graph_backend *place)
{
    graph_matrix *made = NULL, *transpose = NULL;
    graph_status status;
    if (!arrays->is_trusted)
        GRAPH_TRY(check_there(arrays, place));
    GRAPH_TRY(graph_matrix_create(&made, arrays->type, arrays->rows, arrays->columns));
    if (arrays->format == GRAPH_CSC)
        GRAPH_TRY(graph_matrix_create(&transpose, arrays->type, arrays->columns, arrays->rows));
    GRAPH_TRY(take_compressed(transpose != NULL ? transpose : made, arrays, place));
    made->transpose = transpose;
    made->entries = (int64_t)arrays->entries;
    transpose = NULL;
    *A = made;
    made = NULL;
done:
    graph_matrix_release(&transpose);
    graph_matrix_release(&made);
    return status;
}

static graph_status import_here(graph_matrix **A, graph_arrays *arrays, const struct graph_backend *place)
{
    graph_arrays here;
    graph_status status;
    GRAPH_TRY(fetch_all(&here, arrays, true, place));
    here.ownership = GRAPH_COPY;
    GRAPH_TRY(graph__check_arrays(&here));
    GRAPH_TRY(graph__import_from_host(A, &here));
    if (arrays->ownership == GRAPH_MOVE || (arrays->ownership == GRAPH_BORROW && arrays->release != NULL))
        graph__hand_over(arrays, (graph_buffer *const[3]){NULL, NULL, NULL});
done:
    free_fetched(&here);
    return status;
}

static graph_status import_from_device(graph_matrix **A, graph_arrays *arrays)
{
    const struct sizes sizes = sizes_of(arrays);
    const struct graph_backend *place;
    graph_status status;
    GRAPH_TRY(graph__place_of_arrays(&place, arrays->place));
    GRAPH_TRY(graph__check_lies_at(arrays->row, sizes.row, place, "arrays.row"));
    GRAPH_TRY(graph__check_lies_at(arrays->column, sizes.column, place, "arrays.column"));
    GRAPH_TRY(graph__check_lies_at(arrays->value, sizes.value, place, "arrays.value"));
    if (arrays->ownership == GRAPH_MOVE && arrays->release == NULL)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "arrays.release is NULL; expected what frees memory of the device");
    status = arrays->ownership == GRAPH_COPY || arrays->format == GRAPH_COO ? import_here(A, arrays, place)
                                                                            : import_there(A, arrays, place);
done:
    return status;
}

graph_status graph_matrix_import(graph_matrix **A, graph_arrays *arrays)
{
    if (A == NULL)
        return graph__fail(GRAPH_E_NULL, "A is NULL");
    *A = NULL;
    graph_status status = graph__check_arrays(arrays);
    if (status < 0)
        return status;
    return arrays->place == GRAPH_BACKEND_CUDA ? import_from_device(A, arrays)
                                               : graph__import_from_host(A, arrays);
}

/* The buffer that tells where a matrix is: of the arrays by rows, of the only form of an imported CSC, or of the core. */
static graph_backend_kind place_of(graph_matrix *A)
{
    graph_backend_kind place = GRAPH_BACKEND_CPU;
    pthread_mutex_lock(&A->lock);
    if (A->row_start != NULL)
        place = graph__buffer_place(A->column != NULL ? A->column : A->row_start);
    else if (A->core != NULL || A->transpose != NULL)
        place = place_of(A->core != NULL ? A->core : A->transpose);
    pthread_mutex_unlock(&A->lock);
    return place;
}

graph_status graph_matrix_place(graph_backend_kind *place, const graph_matrix *A)
{
    if (place == NULL)
        return graph__fail(GRAPH_E_NULL, "place is NULL");
    graph_status status = graph__check_matrix(A, "A");
    if (status == GRAPH_OK)
        *place = place_of((graph_matrix *)A);
    return status;
}
