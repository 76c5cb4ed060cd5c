/* The arrays of a vector: handing them to kernels, taking them from kernels, filling them, and changing the form. */
#include <string.h>

#include "base/memory.h"
#include "base/search.h"
#include "core/types/scalar.h"
#include "core/vector/vector.h"

graph_status graph__vector_view(struct graph_vector_view *view, const graph_vector *v,
                                const struct graph_backend *place)
{
    const void *index, *present, *value;
    graph_status status;
    GRAPH_TRY(graph__buffer_read(&index, v->index, place));
    GRAPH_TRY(graph__buffer_read(&present, v->present, place));
    GRAPH_TRY(graph__buffer_read(&value, v->value, place));
    *view = (struct graph_vector_view){.length = v->length,
                                       .entries = v->entries,
                                       .form = v->form,
                                       .index = index,
                                       .present = present,
                                       .value = value,
                                       .type = v->type};
done:
    return status;
}

void graph__vector_arrays_release(struct graph_vector_arrays *arrays, const struct graph_backend *place)
{
    place->release(arrays->index);
    place->release(arrays->present);
    place->release(arrays->value);
    memset(arrays, 0, sizeof *arrays);
}

graph_status graph__vector_adopt(graph_vector *v, struct graph_vector_arrays *arrays,
                                 const struct graph_backend *place)
{
    graph_vector wrapped = {.is_core = v->is_core,
                            .type = v->type,
                            .length = v->length,
                            .entries = arrays->entries,
                            .form = arrays->form};
    size_t places = (size_t)(arrays->form == GRAPH_SPARSE ? arrays->entries : v->length);
    graph_status status = GRAPH_OK;
    if (arrays->index != NULL && arrays->form == GRAPH_SPARSE) {
        GRAPH_TRY(graph__buffer_adopt(&wrapped.index, arrays->index, places * sizeof(int32_t), place));
        arrays->index = NULL;
    }
    if (arrays->present != NULL && arrays->form == GRAPH_BITMAP) {
        GRAPH_TRY(graph__buffer_adopt(&wrapped.present, arrays->present, places, place));
        arrays->present = NULL;
    }
    if (arrays->value != NULL && v->type != GRAPH_PATTERN) {
        GRAPH_TRY(
            graph__buffer_adopt(&wrapped.value, arrays->value, places * graph_type_size(v->type), place));
        arrays->value = NULL;
    }
    graph__vector_drop(v);
    *v = wrapped;
    wrapped = (graph_vector){0};
done:
    graph__vector_drop(&wrapped);
    graph__vector_arrays_release(arrays, place);
    return status;
}

graph_status graph__vector_write(struct graph_vector_writable *arrays, bool *is_possible, graph_vector *v,
                                 const struct graph_backend *place)
{
    void *present = NULL, *value = NULL;
    graph_status status = GRAPH_OK;
    *is_possible =
        (v->form == GRAPH_FULL || (v->form == GRAPH_BITMAP && graph__buffer_is_owned(v->present))) &&
        (v->type == GRAPH_PATTERN || graph__buffer_is_owned(v->value));
    if (!*is_possible)
        return GRAPH_OK;
    if (v->form == GRAPH_BITMAP)
        GRAPH_TRY(graph__buffer_write_at(&present, v->present, place));
    if (v->type != GRAPH_PATTERN)
        GRAPH_TRY(graph__buffer_write_at(&value, v->value, place));
    *is_possible = (v->form == GRAPH_FULL || present != NULL) && (v->type == GRAPH_PATTERN || value != NULL);
    *arrays = (struct graph_vector_writable){present, value};
done:
    return status;
}

bool graph__vector_share(graph_vector *w, const graph_vector *v)
{
    if (w == v)
        return true;
    if (!graph__buffer_may_share(v->index) || !graph__buffer_may_share(v->present) ||
        !graph__buffer_may_share(v->value))
        return false;
    graph_vector shared = *v;
    shared.is_core = w->is_core;
    graph__buffer_retain(v->index);
    graph__buffer_retain(v->present);
    graph__buffer_retain(v->value);
    graph__vector_drop(w);
    *w = shared;
    return true;
}

static void move_value(void *to, int64_t to_place, const void *from, int64_t from_place, size_t value_bytes)
{
    if (value_bytes > 0)
        memcpy((char *)to + (size_t)to_place * value_bytes,
               (const char *)from + (size_t)from_place * value_bytes, value_bytes);
}

graph_status graph__vector_as_bitmap(struct graph_vector_arrays *arrays, const struct graph_vector_view *view,
                                     int64_t length)
{
    const size_t value_bytes = graph_type_size(view->type);
    graph_status status;
    memset(arrays, 0, sizeof *arrays);
    arrays->form = GRAPH_BITMAP;
    GRAPH_TRY(GRAPH_NEW_ZEROED(arrays->present, length));
    if (value_bytes > 0)
        GRAPH_TRY(graph__allocate_zeroed(&arrays->value, (size_t)length, value_bytes));
    if (view->form == GRAPH_SPARSE) {
        for (int64_t k = 0; k < view->entries && view->index[k] < length; k++) {
            arrays->present[view->index[k]] = 1;
            move_value(arrays->value, view->index[k], view->value, k, value_bytes);
            arrays->entries++;
        }
    } else {
        int64_t common = length < view->length ? length : view->length;
        if (value_bytes > 0 && common > 0)
            memcpy(arrays->value, view->value, (size_t)common * value_bytes);
        for (int64_t i = 0; i < common; i++) {
            arrays->present[i] = view->form == GRAPH_FULL || view->present[i] != 0;
            arrays->entries += arrays->present[i];
        }
    }
done:
    if (status < 0)
        graph__vector_arrays_release(arrays, graph__cpu());
    return status;
}

graph_status graph__vector_as_sparse(struct graph_vector_arrays *arrays, const struct graph_vector_view *view)
{
    const size_t value_bytes = graph_type_size(view->type);
    int64_t k = 0;
    graph_status status;
    memset(arrays, 0, sizeof *arrays);
    arrays->form = GRAPH_SPARSE;
    arrays->entries = view->entries;
    GRAPH_TRY(GRAPH_NEW(arrays->index, view->entries));
    if (value_bytes > 0)
        GRAPH_TRY(graph__allocate_array(&arrays->value, (size_t)view->entries, value_bytes));
    for (int64_t i = 0; i < view->length; i++)
        if (view->form == GRAPH_FULL || view->present[i] != 0) {
            arrays->index[k] = (int32_t)i;
            move_value(arrays->value, k++, view->value, i, value_bytes);
        }
done:
    if (status < 0)
        graph__vector_arrays_release(arrays, graph__cpu());
    return status;
}

/* To full: every position has an entry, so the values of either other form are in the right order already. */
static void make_full(graph_vector *v)
{
    graph__buffer_release(&v->index);
    graph__buffer_release(&v->present);
    v->form = GRAPH_FULL;
}

graph_status graph_vector_convert(graph_vector *v, graph_vector_form form)
{
    struct graph_vector_arrays arrays = {0};
    struct graph_vector_view view;
    graph_status status;
    GRAPH_TRY(graph__check_vector(v, "v"));
    if ((int)form < GRAPH_SPARSE || form > GRAPH_FULL)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "form is %d; expected 1 .. 3", (int)form);
    if (form == GRAPH_FULL && v->entries != v->length)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "v has %lld of %lld entries; a full vector has all",
                   (long long)v->entries, (long long)v->length);
    if (form == v->form)
        return GRAPH_OK;
    if (form == GRAPH_FULL) {
        make_full(v);
        return GRAPH_OK;
    }
    GRAPH_TRY(graph__vector_view(&view, v, graph__cpu()));
    GRAPH_TRY(form == GRAPH_SPARSE ? graph__vector_as_sparse(&arrays, &view)
                                   : graph__vector_as_bitmap(&arrays, &view, v->length));
    GRAPH_TRY(graph__vector_adopt(v, &arrays, graph__cpu()));
done:
    return status;
}

/* How many entries of a sparse vector lie below `length`. */
static int64_t entries_below(const struct graph_vector_view *view, int64_t length)
{
    return graph__lower_bound(view->index, 0, view->entries, length);
}

graph_status graph_vector_resize(graph_vector *v, graph_index length)
{
    struct graph_vector_arrays arrays = {0};
    struct graph_vector_view view;
    const int64_t to = (int64_t)length;
    graph_status status;
    GRAPH_TRY(graph__check_vector(v, "v"));
    if (length > (graph_index)GRAPH_LARGEST_DIMENSION)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "length is %llu; this version supports at most 2147483647",
                   (unsigned long long)length);
    if (to == v->length)
        return GRAPH_OK;
    GRAPH_TRY(graph__vector_view(&view, v, graph__cpu()));
    if (view.form == GRAPH_SPARSE) {
        v->entries = entries_below(&view, to);
        v->length = to;
    } else if (view.form == GRAPH_FULL && to < v->length) {
        v->entries = v->length = to; /* the array stays, longer than needed */
    } else {
        bool is_sparse_enough = to > v->length && to / 16 > v->entries;
        GRAPH_TRY(is_sparse_enough ? graph__vector_as_sparse(&arrays, &view)
                                   : graph__vector_as_bitmap(&arrays, &view, to));
        graph_vector resized = {.is_core = v->is_core, .type = v->type, .length = to};
        GRAPH_TRY(graph__vector_adopt(&resized, &arrays, graph__cpu()));
        graph__vector_drop(v);
        *v = resized;
    }
done:
    return status;
}

graph_status graph_vector_fill(graph_vector *v, graph_scalar x)
{
    struct graph_vector_arrays arrays = {.form = GRAPH_FULL};
    graph_status status;
    GRAPH_TRY(graph__check_vector(v, "v"));
    GRAPH_TRY(graph__check_value(x, v->type, "x"));
    arrays.entries = v->length;
    if (v->type != GRAPH_PATTERN) {
        size_t value_bytes = graph_type_size(v->type), bytes = (size_t)v->length * value_bytes;
        GRAPH_TRY(graph__allocate_array(&arrays.value, (size_t)v->length, value_bytes));
        if (v->length > 0)
            graph__scalar_store(arrays.value, v->type, x);
        for (size_t done_bytes = value_bytes; done_bytes < bytes; done_bytes *= 2)
            memcpy((char *)arrays.value + done_bytes, arrays.value,
                   done_bytes < bytes - done_bytes ? done_bytes : bytes - done_bytes);
    }
    GRAPH_TRY(graph__vector_adopt(v, &arrays, graph__cpu()));
done:
    return status;
}
