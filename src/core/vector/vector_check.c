/* Whether a vector is what it must be. */
#include "base/status.h"
#include "core/vector/vector.h"

#define DAMAGED(...) return graph__fail(GRAPH_E_INVALID_OBJECT, __VA_ARGS__)

static graph_status check_size(const graph_buffer *buffer, int64_t elements, size_t element_bytes,
                               const char *which)
{
    if (elements > 0 && element_bytes > 0 &&
        (buffer == NULL || graph__buffer_bytes(buffer) / element_bytes < (size_t)elements))
        DAMAGED("the array of %s is smaller than its %lld elements", which, (long long)elements);
    return GRAPH_OK;
}

static graph_status check_positions(const struct graph_vector_view *view)
{
    int64_t entries = view->form == GRAPH_SPARSE ? view->entries : 0, last = -1;
    for (int64_t k = 0; view->form == GRAPH_SPARSE && k < view->entries; last = view->index[k++])
        if (view->index[k] <= last || view->index[k] >= view->length)
            DAMAGED("index[%lld] is %d; expected %lld .. %lld", (long long)k, view->index[k],
                    (long long)last + 1, (long long)view->length - 1);
    for (int64_t i = 0; view->form == GRAPH_BITMAP && i < view->length; i++)
        entries += view->present[i] != 0;
    if (view->form == GRAPH_FULL)
        entries = view->length;
    if (entries != view->entries)
        DAMAGED("v holds %lld entries, but counts %lld", (long long)entries, (long long)view->entries);
    return GRAPH_OK;
}

static graph_status check_bools(const struct graph_vector_view *view)
{
    int64_t places = view->form == GRAPH_SPARSE ? view->entries : view->length;
    for (int64_t k = 0; view->type == GRAPH_BOOL && k < places; k++)
        if ((view->form != GRAPH_BITMAP || view->present[k] != 0) && ((const uint8_t *)view->value)[k] > 1)
            DAMAGED("value[%lld] is a bool of %d", (long long)k, ((const uint8_t *)view->value)[k]);
    return GRAPH_OK;
}

graph_status graph_vector_check(const graph_vector *v)
{
    struct graph_vector_view view;
    graph_status status;
    GRAPH_TRY(graph__check_vector(v, "v"));
    if (v->type != GRAPH_PATTERN && graph_type_size(v->type) == 0)
        DAMAGED("the type is %d, which is no type", (int)v->type);
    if (v->length < 0 || v->length > GRAPH_LARGEST_DIMENSION || v->entries < 0 || v->entries > v->length)
        DAMAGED("length %lld with %lld entries", (long long)v->length, (long long)v->entries);
    if ((int)v->form < GRAPH_SPARSE || v->form > GRAPH_FULL)
        DAMAGED("the form is %d", (int)v->form);
    if (v->form == GRAPH_SPARSE)
        GRAPH_TRY(check_size(v->index, v->entries, sizeof(int32_t), "indices"));
    if (v->form == GRAPH_BITMAP)
        GRAPH_TRY(check_size(v->present, v->length, 1, "presence"));
    GRAPH_TRY(check_size(v->value, v->form == GRAPH_SPARSE ? v->entries : v->length, graph_type_size(v->type),
                         "values"));
    GRAPH_TRY(graph__vector_view(&view, v, graph__cpu()));
    GRAPH_TRY(check_positions(&view));
    GRAPH_TRY(check_bools(&view));
done:
    return status;
}
