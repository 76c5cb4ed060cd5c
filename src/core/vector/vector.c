/* Life of a vector, and its plain facts. */
#include "core/vector/vector.h"

#include <string.h>

#include "base/memory.h"
#include "core/types/operators.h"

graph_status graph__check_vector(const graph_vector *v, const char *argument)
{
    return v != NULL ? GRAPH_OK : graph__fail(GRAPH_E_NULL, "vector %s is NULL", argument);
}

static graph_status check_type(graph_type type)
{
    if (type != GRAPH_PATTERN && !graph__is_type(type))
        return graph__fail(GRAPH_E_DOMAIN, "type is %d, which is no type", (int)type);
    return GRAPH_OK;
}

static graph_status check_length(graph_index length)
{
    if (length > (graph_index)GRAPH_LARGEST_DIMENSION)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "length is %llu; this version supports at most 2147483647",
                           (unsigned long long)length);
    return GRAPH_OK;
}

graph_status graph_vector_create(graph_vector **v, graph_type type, graph_index length)
{
    graph_status status;
    if (v == NULL)
        return graph__fail(GRAPH_E_NULL, "v is NULL");
    *v = NULL;
    GRAPH_TRY(check_type(type));
    GRAPH_TRY(check_length(length));
    GRAPH_TRY(GRAPH_NEW_ZEROED(*v, 1));
    (*v)->type = type;
    (*v)->length = (int64_t)length;
    (*v)->form = GRAPH_SPARSE;
done:
    return status;
}

void graph__vector_drop(graph_vector *v)
{
    graph__buffer_release(&v->index);
    graph__buffer_release(&v->present);
    graph__buffer_release(&v->value);
    v->entries = 0;
    v->form = GRAPH_SPARSE;
}

void graph_vector_release(graph_vector **v)
{
    if (v == NULL || *v == NULL)
        return;
    graph__vector_drop(*v);
    graph__free(*v);
    *v = NULL;
}

graph_status graph_vector_dup(graph_vector **w, const graph_vector *v)
{
    graph_status status;
    if (w == NULL)
        return graph__fail(GRAPH_E_NULL, "w is NULL");
    *w = NULL;
    GRAPH_TRY(graph__check_vector(v, "v"));
    GRAPH_TRY(GRAPH_NEW(*w, 1));
    **w = *v;
    graph__buffer_retain(v->index);
    graph__buffer_retain(v->present);
    graph__buffer_retain(v->value);
done:
    return status;
}

graph_status graph_vector_clear(graph_vector *v)
{
    graph_status status = graph__check_vector(v, "v");
    if (status == GRAPH_OK)
        graph__vector_drop(v);
    return status;
}

graph_status graph_vector_length(graph_index *length, const graph_vector *v)
{
    if (length == NULL || v == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", length == NULL ? "length" : "v");
    *length = (graph_index)v->length;
    return GRAPH_OK;
}

graph_status graph_vector_entries(graph_index *entries, const graph_vector *v)
{
    if (entries == NULL || v == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", entries == NULL ? "entries" : "v");
    *entries = (graph_index)v->entries;
    return GRAPH_OK;
}

graph_status graph_vector_type(graph_type *type, const graph_vector *v)
{
    if (type == NULL || v == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", type == NULL ? "type" : "v");
    *type = v->type;
    return GRAPH_OK;
}

graph_status graph_vector_form_of(graph_vector_form *form, const graph_vector *v)
{
    if (form == NULL || v == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", form == NULL ? "form" : "v");
    *form = v->form;
    return GRAPH_OK;
}
