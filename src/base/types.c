/* Sizes and names of the value types. */
#include "base/registry.h"

size_t graph_type_size(graph_type type)
{
    switch (type) {
    case GRAPH_PATTERN:
        return 0;
#define TYPE_SIZE(code, number, c_type, name)                                                                \
    case code:                                                                                               \
        return sizeof(c_type);
        GRAPH_TYPE_LIST(TYPE_SIZE)
#undef TYPE_SIZE
    default:
        return graph__user_type_bytes(type);
    }
}

const char *graph_type_name(graph_type type)
{
    switch (type) {
    case GRAPH_PATTERN:
        return "pattern";
#define TYPE_NAME(code, number, c_type, name)                                                                \
    case code:                                                                                               \
        return #name;
        GRAPH_TYPE_LIST(TYPE_NAME)
#undef TYPE_NAME
    default:
        return graph__user_type_name(type);
    }
}
