/* See scalar.h.  Floating values saturate on their way to an integer, integers wrap on their way to a narrower one. */
#include "core/scalar.h"

#include <math.h>

#include "base/status.h"

graph_status graph__check_scalar(graph_scalar x, const char *argument)
{
    if (x.type != GRAPH_PATTERN && graph_type_size(x.type) == 0)
        return graph__fail(GRAPH_E_DOMAIN, "%s.type is %d, which is no type", argument, (int)x.type);
    return GRAPH_OK;
}

static bool is_floating(graph_type type) { return type == GRAPH_FP32 || type == GRAPH_FP64; }

static bool is_signed(graph_type type) { return type >= GRAPH_INT8 && type <= GRAPH_INT64; }

static bool is_unsigned(graph_type type) { return type >= GRAPH_UINT8 && type <= GRAPH_UINT64; }

static bool as_bool(graph_scalar x)
{
    if (is_floating(x.type))
        return x.value.f != 0;
    if (is_signed(x.type))
        return x.value.i != 0;
    if (is_unsigned(x.type))
        return x.value.u != 0;
    return x.type == GRAPH_PATTERN || x.value.b;
}

static double as_double(graph_scalar x)
{
    if (is_floating(x.type))
        return x.value.f;
    if (is_signed(x.type))
        return (double)x.value.i;
    if (is_unsigned(x.type))
        return (double)x.value.u;
    return as_bool(x);
}

/* An integer goes to fp32 in one rounding, not by way of double. */
static float as_float(graph_scalar x)
{
    if (is_signed(x.type))
        return (float)x.value.i;
    if (is_unsigned(x.type))
        return (float)x.value.u;
    return (float)as_double(x);
}

/* A signed integer whose low bits the caller takes; a floating value lies within low .. high. */
static int64_t as_signed(graph_scalar x, int64_t low, int64_t high)
{
    if (is_floating(x.type)) {
        if (isnan(x.value.f))
            return 0;
        return x.value.f <= (double)low ? low : x.value.f >= (double)high ? high : (int64_t)x.value.f;
    }
    if (is_signed(x.type))
        return x.value.i;
    return is_unsigned(x.type) ? (int64_t)x.value.u : as_bool(x);
}

static uint64_t as_unsigned(graph_scalar x, uint64_t high)
{
    if (is_floating(x.type))
        return !(x.value.f > 0) ? 0 : x.value.f >= (double)high ? high : (uint64_t)x.value.f;
    if (is_signed(x.type))
        return (uint64_t)x.value.i;
    return is_unsigned(x.type) ? x.value.u : as_bool(x);
}

void graph__scalar_store(void *to, graph_type type, graph_scalar x)
{
    switch (type) {
    case GRAPH_PATTERN:
        break;
    case GRAPH_BOOL:
        *(bool *)to = as_bool(x);
        break;
    case GRAPH_INT8:
        *(int8_t *)to = (int8_t)as_signed(x, INT8_MIN, INT8_MAX);
        break;
    case GRAPH_INT16:
        *(int16_t *)to = (int16_t)as_signed(x, INT16_MIN, INT16_MAX);
        break;
    case GRAPH_INT32:
        *(int32_t *)to = (int32_t)as_signed(x, INT32_MIN, INT32_MAX);
        break;
    case GRAPH_INT64:
        *(int64_t *)to = as_signed(x, INT64_MIN, INT64_MAX);
        break;
    case GRAPH_UINT8:
        *(uint8_t *)to = (uint8_t)as_unsigned(x, UINT8_MAX);
        break;
    case GRAPH_UINT16:
        *(uint16_t *)to = (uint16_t)as_unsigned(x, UINT16_MAX);
        break;
    case GRAPH_UINT32:
        *(uint32_t *)to = (uint32_t)as_unsigned(x, UINT32_MAX);
        break;
    case GRAPH_UINT64:
        *(uint64_t *)to = as_unsigned(x, UINT64_MAX);
        break;
    case GRAPH_FP32:
        *(float *)to = as_float(x);
        break;
    case GRAPH_FP64:
        *(double *)to = as_double(x);
        break;
    }
}

graph_scalar graph__scalar_load(const void *from, graph_type type)
{
    switch (type) {
    case GRAPH_PATTERN:
        break;
    case GRAPH_BOOL:
        return graph_bool(*(const bool *)from);
    case GRAPH_INT8:
        return graph_int64(*(const int8_t *)from);
    case GRAPH_INT16:
        return graph_int64(*(const int16_t *)from);
    case GRAPH_INT32:
        return graph_int64(*(const int32_t *)from);
    case GRAPH_INT64:
        return graph_int64(*(const int64_t *)from);
    case GRAPH_UINT8:
        return graph_uint64(*(const uint8_t *)from);
    case GRAPH_UINT16:
        return graph_uint64(*(const uint16_t *)from);
    case GRAPH_UINT32:
        return graph_uint64(*(const uint32_t *)from);
    case GRAPH_UINT64:
        return graph_uint64(*(const uint64_t *)from);
    case GRAPH_FP32:
        return graph_fp64((double)*(const float *)from);
    case GRAPH_FP64:
        return graph_fp64(*(const double *)from);
    }
    return graph_bool(true);
}
