/* See values.h. */
#include "core/types/values.h"

#include <string.h>

#include "base/memory.h"
#include "core/types/operators.h"

/* Repeated entries are combined in the type of the output. */
static graph_status check_duplicate(graph_op duplicate, graph_type type)
{
    struct graph_op_types types;
    graph_status status = graph__op_types(&types, duplicate, type);
    char room[GRAPH_OP_NAME_ROOM];
    if (status == GRAPH_OK && type != GRAPH_PATTERN && (types.z != type || !graph__is_uniform(types)))
        return graph__fail(GRAPH_E_DOMAIN, "%s does not combine two values of type %s into a third",
                           graph__op_name(room, (int)duplicate, GRAPH_USER_BINARY), graph_type_name(type));
    return status;
}

graph_status graph__check_build_values(graph_type type, const void *value, graph_type value_type,
                                       graph_index n, graph_op duplicate)
{
    graph_status status;
    if (value_type != GRAPH_PATTERN && !graph__is_type(value_type))
        return graph__fail(GRAPH_E_DOMAIN, "value_type is %d, which is no type", (int)value_type);
    if (n > 0 && value == NULL && value_type != GRAPH_PATTERN)
        return graph__fail(GRAPH_E_NULL, "value is NULL; only value_type GRAPH_PATTERN has no values");
    if (n > INT64_MAX / 16)
        return graph__fail(GRAPH_E_MEMORY, "%llu entries do not fit into memory", (unsigned long long)n);
    status = graph__check_conversion(type, value_type);
    return status < 0 || duplicate == GRAPH_NO_OP ? status : check_duplicate(duplicate, type);
}

graph_status graph__check_extract_values(graph_type type, const void *value, graph_type value_type,
                                         const graph_index *n)
{
    if (n == NULL)
        return graph__fail(GRAPH_E_NULL, "n is NULL");
    if (value != NULL && !graph__is_type(value_type))
        return graph__fail(GRAPH_E_DOMAIN, "value_type is %d, not a type of values", (int)value_type);
    return value != NULL ? graph__check_conversion(value_type, type) : GRAPH_OK;
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

void graph__values_copy(void *to, const void *from, size_t bytes)
{
    enum { PART = 1 << 17 };
    const int64_t parts = (int64_t)((bytes + PART - 1) / PART);
#pragma omp parallel for num_threads(graph_get_threads()) if (parts > 4) schedule(static)
    for (int64_t k = 0; k < parts; k++) {
        const size_t begin = (size_t)k * PART;
        memcpy((char *)to + begin, (const char *)from + begin, bytes - begin < PART ? bytes - begin : PART);
    }
}

graph_status graph__values_extract(void *value, graph_type value_type, const void *from, graph_type from_type,
                                   int64_t n)
{
    if (value == NULL || n == 0)
        return GRAPH_OK;
    if (value_type != from_type)
        return graph__cpu()->convert(value, value_type, from, from_type, n, graph_get_threads());
    graph__values_copy(value, from, (size_t)n * graph_type_size(value_type));
    return GRAPH_OK;
}
