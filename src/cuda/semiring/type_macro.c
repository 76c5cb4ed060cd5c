/* The names of types in kernel texts (semiring_host.h). */
#include "cuda/semiring/semiring_host.h"

#include <stddef.h>

const char *graph__cuda_type_macro(graph_type type)
{
    switch (type) {
    case GRAPH_BOOL:
        return "BOOL";
    case GRAPH_INT8:
        return "INT8";
    case GRAPH_INT16:
        return "INT16";
    case GRAPH_INT32:
        return "INT32";
    case GRAPH_INT64:
        return "INT64";
    case GRAPH_UINT8:
        return "UINT8";
    case GRAPH_UINT16:
        return "UINT16";
    case GRAPH_UINT32:
        return "UINT32";
    case GRAPH_UINT64:
        return "UINT64";
    case GRAPH_FP32:
        return "FP32";
    case GRAPH_FP64:
        return "FP64";
    default:
        return NULL;
    }
}
