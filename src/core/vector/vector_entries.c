/* Single entries of a vector, and lists of them.
 *
 * A sparse vector keeps room behind its entries, so that appending one costs O(1) amortised; when single entries
 * arrive out of order and more than one position in 16 has one, it becomes a bitmap. */
#include <string.h>

#include "base/memory.h"
#include "base/op_code.h"
#include "base/search.h"
#include "core/matrix/index_list.h"
#include "core/types/scalar.h"
#include "core/types/values.h"
#include "core/vector/vector.h"

enum { SHARED = 1 << 15 }; /* indices of a list from which on threads share it */

static graph_status check_position(const graph_vector *v, graph_index i)
{
    graph_status status = graph__check_vector(v, "v");
    if (status == GRAPH_OK && i >= (graph_index)v->length)
        return graph__fail(GRAPH_E_INVALID_INDEX, "(%llu) is outside v, whose length is %lld",
                           (unsigned long long)i, (long long)v->length);
    return status;
}

/* The place of position i among the values; *is_present tells whether it has an entry.  In a sparse vector an absent
 * one gets the place where it belongs. */
static int64_t find_place(const struct graph_vector_view *view, int64_t i, bool *is_present)
{
    int64_t low;
    if (view->form != GRAPH_SPARSE) {
        *is_present = view->form == GRAPH_FULL || view->present[i] != 0;
        return i;
    }
    if (view->entries > 0 && view->index[view->entries - 1] < i)
        low = view->entries;
    else
        low = graph__lower_bound(view->index, 0, view->entries, i);
    *is_present = low < view->entries && view->index[low] == i;
    return low;
}

graph_status graph_vector_get(graph_scalar *x, const graph_vector *v, graph_index i)
{
    struct graph_vector_view view;
    bool is_present;
    graph_status status;
    if (x == NULL)
        return graph__fail(GRAPH_E_NULL, "x is NULL");
    GRAPH_TRY(check_position(v, i));
    GRAPH_TRY(graph__check_room(x, v->type));
    GRAPH_TRY(graph__vector_view(&view, v, graph__cpu()));
    int64_t place = find_place(&view, (int64_t)i, &is_present);
    if (!is_present)
        return GRAPH_NO_VALUE;
    graph__scalar_give(x, view.value, place, v->type);
done:
    return status;
}

static bool has_room(const graph_buffer *buffer, int64_t room, size_t element_bytes)
{
    return element_bytes == 0 ||
           (graph__buffer_is_owned(buffer) && graph__buffer_bytes(buffer) >= (size_t)room * element_bytes);
}

/* Replaces a buffer that the vector may not write by a copy with room for `room` elements. */
static graph_status make_owned(graph_buffer **buffer, int64_t used, int64_t room, size_t element_bytes)
{
    const void *old;
    void *copied = NULL;
    graph_buffer *fresh = NULL;
    graph_status status = GRAPH_OK;
    if (has_room(*buffer, room, element_bytes))
        return GRAPH_OK;
    GRAPH_TRY(graph__buffer_read(&old, *buffer, graph__cpu()));
    GRAPH_TRY(graph__allocate_zeroed(&copied, (size_t)room, element_bytes));
    if (used > 0)
        memcpy(copied, old, (size_t)used * element_bytes);
    GRAPH_TRY(graph__buffer_adopt(&fresh, copied, (size_t)room * element_bytes, graph__cpu()));
    copied = NULL;
    graph__buffer_release(buffer);
    *buffer = fresh;
done:
    graph__free(copied);
    return status;
}

/* Makes all arrays writable with room for `more` more entries; what the vector holds does not change. */
static graph_status make_writable(graph_vector *v, int64_t more)
{
    const size_t value_bytes = graph_type_size(v->type);
    graph_status status;
    if (v->form != GRAPH_SPARSE) {
        GRAPH_TRY(make_owned(&v->value, v->length, v->length, value_bytes));
        return v->form == GRAPH_BITMAP ? make_owned(&v->present, v->length, v->length, 1) : GRAPH_OK;
    }
    int64_t room = v->entries + more, used = v->entries;
    if (more > 0 && !(has_room(v->index, room, sizeof(int32_t)) && has_room(v->value, room, value_bytes)))
        room += v->entries / 2 + 16;
    GRAPH_TRY(make_owned(&v->value, used, room, value_bytes));
    GRAPH_TRY(make_owned(&v->index, used, room, sizeof(int32_t)));
done:
    return status;
}

struct writable {
    int32_t *index;
    uint8_t *present;
    char *value;
};

static graph_status open_writable(struct writable *arrays, graph_vector *v)
{
    void *index = NULL, *present = NULL, *value = NULL;
    graph_status status = GRAPH_OK;
    if (v->index != NULL)
        GRAPH_TRY(graph__buffer_write(&index, v->index));
    if (v->present != NULL)
        GRAPH_TRY(graph__buffer_write(&present, v->present));
    if (v->value != NULL)
        GRAPH_TRY(graph__buffer_write(&value, v->value));
    *arrays = (struct writable){index, present, value};
done:
    return status;
}

graph_status graph_vector_set(graph_vector *v, graph_index i, graph_scalar x)
{
    struct graph_vector_view view;
    struct writable arrays;
    bool is_present;
    graph_status status;
    GRAPH_TRY(check_position(v, i));
    GRAPH_TRY(graph__check_value(x, v->type, "x"));
    GRAPH_TRY(graph__vector_view(&view, v, graph__cpu()));
    int64_t place = find_place(&view, (int64_t)i, &is_present);
    if (view.form == GRAPH_SPARSE && place < view.entries && !is_present && view.entries > view.length / 16) {
        GRAPH_TRY(graph_vector_convert(v, GRAPH_BITMAP));
        place = (int64_t)i;
    }
    const size_t value_bytes = graph_type_size(v->type);
    GRAPH_TRY(make_writable(v, is_present ? 0 : 1));
    GRAPH_TRY(open_writable(&arrays, v));
    if (!is_present && v->form == GRAPH_BITMAP)
        arrays.present[place] = 1;
    if (!is_present && v->form == GRAPH_SPARSE) {
        size_t behind = (size_t)(v->entries - place);
        memmove(arrays.index + place + 1, arrays.index + place, behind * sizeof(int32_t));
        if (value_bytes > 0)
            memmove(arrays.value + (size_t)(place + 1) * value_bytes,
                    arrays.value + (size_t)place * value_bytes, behind * value_bytes);
        arrays.index[place] = (int32_t)i;
    }
    if (value_bytes > 0)
        graph__scalar_store(arrays.value + (size_t)place * value_bytes, v->type, x);
    v->entries += !is_present;
done:
    return status;
}

graph_status graph_vector_remove(graph_vector *v, graph_index i)
{
    struct graph_vector_view view;
    struct writable arrays;
    bool is_present;
    graph_status status;
    GRAPH_TRY(check_position(v, i));
    GRAPH_TRY(graph__vector_view(&view, v, graph__cpu()));
    int64_t place = find_place(&view, (int64_t)i, &is_present);
    if (!is_present)
        return GRAPH_OK;
    if (v->form == GRAPH_FULL)
        GRAPH_TRY(graph_vector_convert(v, GRAPH_BITMAP));
    const size_t value_bytes = graph_type_size(v->type);
    GRAPH_TRY(make_writable(v, 0));
    GRAPH_TRY(open_writable(&arrays, v));
    if (v->form == GRAPH_BITMAP) {
        arrays.present[place] = 0;
    } else {
        size_t behind = (size_t)(v->entries - place - 1);
        memmove(arrays.index + place, arrays.index + place + 1, behind * sizeof(int32_t));
        if (value_bytes > 0)
            memmove(arrays.value + (size_t)place * value_bytes,
                    arrays.value + (size_t)(place + 1) * value_bytes, behind * value_bytes);
    }
    v->entries--;
done:
    return status;
}

/* Whether a list is 0, 1, ... */
static bool is_ascending(const int32_t *index, int64_t n)
{
    int others = 0;
#pragma omp parallel for num_threads(graph_get_threads()) if (n > SHARED) schedule(static)                   \
    reduction(|                                                                                              \
              : others)
    for (int64_t k = 0; k < n; k++)
        others |= index[k] != k;
    return others == 0;
}

static graph_status build_full(graph_vector *v, const void *value)
{
    struct graph_vector_arrays arrays = {.entries = v->length, .form = GRAPH_FULL};
    const size_t bytes = graph_type_size(v->type);
    graph_status status = GRAPH_OK;
    if (bytes > 0) {
        GRAPH_TRY(graph__allocate_array(&arrays.value, (size_t)v->length, bytes));
        graph__values_copy(arrays.value, value, (size_t)v->length * bytes);
    }
    status = graph__vector_adopt(v, &arrays, graph__cpu());
done:
    return status;
}

graph_status graph_vector_build(graph_vector *v, const graph_index *index, const void *value,
                                graph_type value_type, graph_index n, graph_op duplicate)
{
    struct graph_build_request request = {0};
    int32_t *narrow = NULL, *row = NULL;
    void *converted = NULL;
    const void *typed;
    graph_status status;
    GRAPH_TRY(graph__check_vector(v, "v"));
    if (n > 0 && index == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "index is NULL");
    GRAPH_TRY(graph__check_build_values(v->type, value, value_type, n, duplicate));
    if (v->entries > 0)
        GRAPH_FAIL(GRAPH_E_NOT_EMPTY, "v has %lld entries; build fills an empty vector",
                   (long long)v->entries);
    GRAPH_TRY(graph__index_list_narrow(&narrow, index, 64, (int64_t)n, v->length, "index"));
    GRAPH_TRY(graph__values_in_type(&typed, &converted, v->type, value, value_type, (int64_t)n));
    if (n > 0 && (int64_t)n == v->length && is_ascending(narrow, v->length)) {
        GRAPH_TRY(build_full(v, typed));
        goto done;
    }
    GRAPH_TRY(GRAPH_NEW_ZEROED(row, n));
    request = (struct graph_build_request){.rows = 1,
                                           .columns = v->length,
                                           .n = (int64_t)n,
                                           .row = row,
                                           .column = narrow,
                                           .value = typed,
                                           .type = v->type,
                                           .duplicate = (graph_op)graph__untyped((int)duplicate),
                                           .threads = graph_get_threads()};
    status = graph__cpu()->build(&request);
    if (status == GRAPH_E_INVALID_VALUE)
        GRAPH_FAIL(status,
                   "entry %lld at (%d) repeats an earlier position, and no operator combines duplicates",
                   (long long)request.where, narrow[request.where]);
    if (status == GRAPH_OK) {
        struct graph_vector_arrays arrays = {.entries = request.C.entries,
                                             .form = GRAPH_SPARSE,
                                             .index = request.C.column,
                                             .value = request.C.value};
        request.C.column = NULL;
        request.C.value = NULL;
        status = graph__vector_adopt(v, &arrays, graph__cpu());
    }
done:
    graph__csr_arrays_release(&request.C, graph__cpu());
    graph__free(narrow);
    graph__free(row);
    graph__free(converted);
    return status;
}

graph_status graph_vector_extract_tuples(graph_index *index, void *value, graph_type value_type,
                                         graph_index *n, const graph_vector *v)
{
    struct graph_vector_arrays sparse = {0};
    struct graph_vector_view view;
    graph_status status;
    GRAPH_TRY(graph__check_vector(v, "v"));
    GRAPH_TRY(graph__check_extract_values(v->type, value, value_type, n));
    if (*n < (graph_index)v->entries) {
        status = graph__fail(GRAPH_E_NO_SPACE, "v has %lld entries; the arrays have room for %llu",
                             (long long)v->entries, (unsigned long long)*n);
        *n = (graph_index)v->entries;
        return status;
    }
    GRAPH_TRY(graph__vector_view(&view, v, graph__cpu()));
    if (view.form == GRAPH_BITMAP) {
        GRAPH_TRY(graph__vector_as_sparse(&sparse, &view));
        view.index = sparse.index;
        view.value = sparse.value;
    }
    GRAPH_TRY(graph__values_extract(value, value_type, view.value, view.type, view.entries));
    if (index != NULL && view.form != GRAPH_FULL)
        graph__index_list_widen(index, view.index, NULL, view.entries);
    const int64_t numbers = index != NULL && view.form == GRAPH_FULL ? view.length : 0;
#pragma omp parallel for num_threads(graph_get_threads()) if (numbers > SHARED) schedule(static)
    for (int64_t i = 0; i < numbers; i++)
        index[i] = (graph_index)i;
    *n = (graph_index)view.entries;
done:
    graph__vector_arrays_release(&sparse, graph__cpu());
    return status;
}
