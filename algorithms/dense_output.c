/* Dense results and lists of sources, as many-source algorithms take them. */
#include "algorithms/paths.h"
#include "base/checked.h"

graph_status graph__dense_open(graph_dense *d, bool *is_new, graph_type default_type, int64_t rows,
                               int64_t columns, const char *argument)
{
    graph_dense opened = *d;
    size_t elements;
    graph_status status = GRAPH_OK;
    *is_new = false;
    if (d->size != sizeof *d)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "%s.size is %zu; expected %zu", argument, d->size, sizeof *d);
    if ((int)d->layout < 0 || d->layout > GRAPH_COLUMN_MAJOR)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "%s.layout is %d; expected 0 .. %d", argument, (int)d->layout,
                   (int)GRAPH_COLUMN_MAJOR);
    opened.type = d->type == GRAPH_PATTERN ? default_type : d->type;
    opened.layout = d->layout == 0 ? GRAPH_ROW_MAJOR : d->layout;
    opened.rows = (graph_index)rows;
    opened.columns = (graph_index)columns;
    graph_index tight = opened.layout == GRAPH_ROW_MAJOR ? opened.columns : opened.rows;
    graph_index lines = opened.layout == GRAPH_ROW_MAJOR ? opened.rows : opened.columns;
    opened.stride = d->value == NULL || d->stride == 0 ? tight : d->stride;
    if (d->value != NULL && (d->rows != opened.rows || d->columns != opened.columns))
        GRAPH_FAIL(GRAPH_E_DIMENSION, "%s is %llu x %llu; the result is %lld x %lld", argument,
                   (unsigned long long)d->rows, (unsigned long long)d->columns, (long long)rows,
                   (long long)columns);
    if (opened.stride < tight)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "%s.stride is %llu; expected at least %llu", argument,
                   (unsigned long long)opened.stride, (unsigned long long)tight);
    if (d->value == NULL) {
        if (!graph__multiply(&elements, (size_t)lines, (size_t)tight))
            GRAPH_FAIL(GRAPH_E_MEMORY, "%s would have %lld x %lld elements", argument, (long long)rows,
                       (long long)columns);
        GRAPH_TRY(graph__allocate_array(&opened.value, elements, graph_type_size(opened.type)));
        *is_new = true;
    }
    *d = opened;
done:
    return status;
}

graph_status graph__source_list(int64_t **list, int64_t *count, const graph_index *source,
                                graph_index sources, int64_t vertices)
{
    graph_status status = GRAPH_OK;
    *list = NULL;
    *count = source == NULL ? vertices : (int64_t)sources;
    if (source == NULL) {
        if (sources != 0 && sources != (graph_index)vertices)
            GRAPH_FAIL(GRAPH_E_NULL, "source is NULL and sources is %llu; expected 0 or %lld",
                       (unsigned long long)sources, (long long)vertices);
        goto done;
    }
    GRAPH_TRY(GRAPH_NEW(*list, sources));
    for (graph_index k = 0; k < sources; k++) {
        if (source[k] >= (graph_index)vertices)
            GRAPH_FAIL(GRAPH_E_INVALID_INDEX, "source[%llu] is %llu; A has %lld vertices",
                       (unsigned long long)k, (unsigned long long)source[k], (long long)vertices);
        (*list)[k] = (int64_t)source[k];
    }
done:
    if (status < 0) {
        graph__free(*list);
        *list = NULL;
    }
    return status;
}
