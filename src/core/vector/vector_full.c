/* Full vectors from arrays of the caller's, and back as views: on the host or on a device. */
#include <string.h>

#include "base/memory.h"
#include "core/matrix/device_arrays.h"
#include "core/vector/vector.h"

/* A copy of the values on the host. */
static graph_status copy_values(graph_buffer **buffer, const void *value, size_t bytes,
                                const struct graph_backend *place)
{
    void *copied = NULL;
    graph_status status;
    GRAPH_TRY(graph__allocate_array(&copied, bytes, 1));
    if (place->shares_host_memory)
        memcpy(copied, value, bytes);
    else if (bytes > 0)
        GRAPH_TRY(place->download(copied, value, bytes));
    GRAPH_TRY(graph__buffer_adopt(buffer, copied, bytes, graph__cpu()));
    copied = NULL;
done:
    graph__free(copied);
    return status;
}

static graph_status check_import(graph_type type, graph_index length, const void *value,
                                 graph_ownership ownership, graph_free_function *release,
                                 const struct graph_backend *place)
{
    graph_status status;
    if ((int)ownership < GRAPH_COPY || ownership > GRAPH_BORROW)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "ownership is %d; expected 0 .. 2", (int)ownership);
    if (type == GRAPH_PATTERN && value != NULL)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "value is given, but a pattern has no values");
    if (type != GRAPH_PATTERN && length > 0 && value == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "value is NULL");
    if (place->shares_host_memory)
        return GRAPH_OK;
    if (ownership == GRAPH_MOVE && release == NULL)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "release is NULL; expected what frees memory of the device");
    GRAPH_TRY(graph__check_lies_at(value, (size_t)length * graph_type_size(type), place, "value"));
done:
    return status;
}

graph_status graph_vector_import_full_at(graph_vector **v, graph_type type, graph_index length, void *value,
                                         graph_ownership ownership, graph_free_function *release,
                                         void *context, graph_backend_kind kind)
{
    graph_vector *full = NULL;
    const size_t bytes = (size_t)length * graph_type_size(type);
    const struct graph_backend *place;
    graph_status status;
    if (v == NULL)
        return graph__fail(GRAPH_E_NULL, "v is NULL");
    *v = NULL;
    GRAPH_TRY(graph_vector_create(&full, type, length));
    GRAPH_TRY(graph__place_of_arrays(&place, kind));
    GRAPH_TRY(check_import(type, length, value, ownership, release, place));
    full->form = GRAPH_FULL;
    full->entries = full->length;
    if (value == NULL)
        ;
    else if (ownership == GRAPH_COPY)
        GRAPH_TRY(copy_values(&full->value, value, bytes, place));
    else if (place->shares_host_memory)
        GRAPH_TRY(
            graph__buffer_import(&full->value, value, bytes, ownership == GRAPH_BORROW, release, context));
    else {
        GRAPH_TRY(graph__buffer_import_at(&full->value, value, bytes, place));
        graph__buffer_take(full->value, value, true, release, context);
    }
    *v = full;
    full = NULL;
done:
    graph_vector_release(&full);
    return status;
}

graph_status graph_vector_import_full(graph_vector **v, graph_type type, graph_index length, void *value,
                                      graph_ownership ownership, graph_free_function *release, void *context)
{
    return graph_vector_import_full_at(v, type, length, value, ownership, release, context,
                                       GRAPH_BACKEND_CPU);
}

graph_status graph_vector_export_full(const void **value, const graph_vector *v, graph_backend_kind kind)
{
    struct graph_vector_view view;
    const struct graph_backend *place;
    graph_status status;
    if (value == NULL)
        return graph__fail(GRAPH_E_NULL, "value is NULL");
    *value = NULL;
    GRAPH_TRY(graph__check_vector(v, "v"));
    GRAPH_TRY(graph__place_of_arrays(&place, kind));
    if (v->form != GRAPH_FULL)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE,
                   "v is not full: it has %lld entries of %lld; see graph_vector_convert",
                   (long long)v->entries, (long long)v->length);
    GRAPH_TRY(graph__vector_view(&view, v, place));
    GRAPH_TRY(place->wait());
    *value = view.value;
done:
    return status;
}
