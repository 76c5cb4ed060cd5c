/* See values.h. */
#include "core/values.h"

#include <string.h>

#include "base/memory.h"
#include "core/operators.h"

graph_status graph__check_build_values(graph_type type, const void *value, graph_type value_type,
                                       graph_index n, graph_op duplicate)
{
    if (value_type != GRAPH_PATTERN && graph_type_size(value_type) == 0)
        return graph__fail(GRAPH_E_DOMAIN, "value_type is %d, which is no type", (int)value_type);
    if (n > 0 && value == NULL && value_type != GRAPH_PATTERN)
        return graph__fail(GRAPH_E_NULL, "value is NULL; only value_type GRAPH_PATTERN has no values");
    if (n > INT64_MAX / 16)
        return graph__fail(GRAPH_E_MEMORY, "%llu entries do not fit into memory", (unsigned long long)n);
    return graph__check_accum(duplicate, type);
}

graph_status graph__check_extract_values(const void *value, graph_type value_type, const graph_index *n)
{
    if (n == NULL)
        return graph__fail(GRAPH_E_NULL, "n is NULL");
    if (value != NULL && graph_type_size(value_type) == 0)
        return graph__fail(GRAPH_E_DOMAIN, "value_type is %d, not one of the eleven value types",
                           (int)value_type);
    return GRAPH_OK;
}

graph_status graph__values_in_type(const void **typed, void **converted, graph_type type, const void *value,
                                   graph_type value_type, int64_t n)
{
    graph_status status = GRAPH_OK;
    *converted = NULL;
    *typed = NULL;
    if (type == GRAPH_PATTERN)
        return GRAPH_OK;
    *typed = value;
    if (type == value_type)
        return GRAPH_OK;
    GRAPH_TRY(graph__allocate_array(converted, (size_t)n, graph_type_size(type)));
    GRAPH_TRY(graph__cpu()->convert(*converted, type, value_type == GRAPH_PATTERN ? NULL : value, value_type,
                                    n, graph_get_threads()));
    *typed = *converted;
done:
    if (status < 0) {
        graph__free(*converted);
        *converted = NULL;
    }
    return status;
}

graph_status graph__values_extract(void *value, graph_type value_type, const void *from, graph_type from_type,
                                   int64_t n)
{
    if (value == NULL || n == 0)
        return GRAPH_OK;
    if (value_type != from_type)
        return graph__cpu()->convert(value, value_type, from, from_type, n, graph_get_threads());
    memcpy(value, from, (size_t)n * graph_type_size(value_type));
    return GRAPH_OK;
}
