/* Single values: between the caller's memory and semigraph's scalars. */
#include <string.h>

#include "objects.h"

graph_scalar grb__scalar(const void *x, GrB_Type type)
{
    graph_scalar s = {.type = type->code};
    s.value.u = 0;
    switch ((int)type->code) {
    case GRAPH_BOOL:
        s.value.b = *(const bool *)x;
        break;
    case GRAPH_INT8:
        s.value.i = *(const int8_t *)x;
        break;
    case GRAPH_INT16:
        s.value.i = *(const int16_t *)x;
        break;
    case GRAPH_INT32:
        s.value.i = *(const int32_t *)x;
        break;
    case GRAPH_INT64:
        s.value.i = *(const int64_t *)x;
        break;
    case GRAPH_UINT8:
        s.value.u = *(const uint8_t *)x;
        break;
    case GRAPH_UINT16:
        s.value.u = *(const uint16_t *)x;
        break;
    case GRAPH_UINT32:
        s.value.u = *(const uint32_t *)x;
        break;
    case GRAPH_UINT64:
        s.value.u = *(const uint64_t *)x;
        break;
    case GRAPH_FP32:
        s.value.f = *(const float *)x;
        break;
    case GRAPH_FP64:
        s.value.f = *(const double *)x;
        break;
    default:
        return graph_own(type->code, x);
    }
    return s;
}

graph_status grb__scalar_as(graph_scalar *z, graph_type type, graph_scalar x)
{
    if (x.type == type) {
        *z = x;
        return GRAPH_OK;
    }
    return graph_scalar_convert(z, type, x);
}

graph_status grb__store(void *z, GrB_Type type, graph_scalar x)
{
    graph_scalar s = x;
    graph_status status = grb__scalar_as(&s, type->code, x);
    if (status != GRAPH_OK)
        return status;
    switch ((int)type->code) {
    case GRAPH_BOOL:
        *(bool *)z = s.value.b;
        break;
    case GRAPH_INT8:
        *(int8_t *)z = (int8_t)s.value.i;
        break;
    case GRAPH_INT16:
        *(int16_t *)z = (int16_t)s.value.i;
        break;
    case GRAPH_INT32:
        *(int32_t *)z = (int32_t)s.value.i;
        break;
    case GRAPH_INT64:
        *(int64_t *)z = s.value.i;
        break;
    case GRAPH_UINT8:
        *(uint8_t *)z = (uint8_t)s.value.u;
        break;
    case GRAPH_UINT16:
        *(uint16_t *)z = (uint16_t)s.value.u;
        break;
    case GRAPH_UINT32:
        *(uint32_t *)z = (uint32_t)s.value.u;
        break;
    case GRAPH_UINT64:
        *(uint64_t *)z = s.value.u;
        break;
    case GRAPH_FP32:
        *(float *)z = (float)s.value.f;
        break;
    case GRAPH_FP64:
        *(double *)z = s.value.f;
        break;
    default:
        memmove(z, s.value.own, type->size);
        break;
    }
    return GRAPH_OK;
}
