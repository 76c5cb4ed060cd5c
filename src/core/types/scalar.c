/* See scalar.h.  Floating values saturate on their way to an integer, integers wrap on their way to a narrower one.
 * Values are copied as bytes: `to` and `from` may be memory of any declared type. */
#include "core/types/scalar.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/registry.h"
#include "core/types/operators.h"

graph_status graph__check_scalar(graph_scalar x, graph_type type, const char *argument)
{
    if (x.type != GRAPH_PATTERN && !graph__is_type(x.type))
        return graph__fail(GRAPH_E_DOMAIN, "%s.type is %d, which is no type", argument, (int)x.type);
    if (graph__is_user_type(x.type) && x.value.own == NULL)
        return graph__fail(GRAPH_E_NULL, "%s.value.own is NULL; it points to the value of a user type",
                           argument);
    return graph__check_conversion(type, x.type);
}

graph_status graph__check_room(const graph_scalar *x, graph_type type)
{
    if (!graph__is_user_type(type))
        return GRAPH_OK;
    if (x->type != type)
        return graph__fail(GRAPH_E_DOMAIN,
                           "the value is of type %s; the scalar must come in as graph_own of that",
                           graph_type_name(type));
    return x->value.own != NULL ? GRAPH_OK : graph__fail(GRAPH_E_NULL, "value.own of the scalar is NULL");
}

void graph__scalar_give(graph_scalar *x, const void *values, int64_t k, graph_type type)
{
    const size_t bytes = graph_type_size(type);
    const void *from = bytes > 0 ? (const char *)values + (size_t)k * bytes : NULL;
    if (graph__is_user_type(type))
        memcpy(x->value.own, from, bytes);
    else
        *x = graph__scalar_load(from, type);
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

#define STORE(c_type, converted)                                                                             \
    do {                                                                                                     \
        c_type value = converted;                                                                            \
        memcpy(to, &value, sizeof value);                                                                    \
    } while (0)

void graph__scalar_store(void *to, graph_type type, graph_scalar x)
{
    switch (type) {
    case GRAPH_PATTERN:
        break;
    case GRAPH_BOOL:
        STORE(bool, as_bool(x));
        break;
    case GRAPH_INT8:
        STORE(int8_t, (int8_t)as_signed(x, INT8_MIN, INT8_MAX));
        break;
    case GRAPH_INT16:
        STORE(int16_t, (int16_t)as_signed(x, INT16_MIN, INT16_MAX));
        break;
    case GRAPH_INT32:
        STORE(int32_t, (int32_t)as_signed(x, INT32_MIN, INT32_MAX));
        break;
    case GRAPH_INT64:
        STORE(int64_t, (int64_t)as_signed(x, INT64_MIN, INT64_MAX));
        break;
    case GRAPH_UINT8:
        STORE(uint8_t, (uint8_t)as_unsigned(x, UINT8_MAX));
        break;
    case GRAPH_UINT16:
        STORE(uint16_t, (uint16_t)as_unsigned(x, UINT16_MAX));
        break;
    case GRAPH_UINT32:
        STORE(uint32_t, (uint32_t)as_unsigned(x, UINT32_MAX));
        break;
    case GRAPH_UINT64:
        STORE(uint64_t, (uint64_t)as_unsigned(x, UINT64_MAX));
        break;
    case GRAPH_FP32:
        STORE(float, as_float(x));
        break;
    case GRAPH_FP64:
        STORE(double, as_double(x));
        break;
    default:
        memcpy(to, x.value.own, graph_type_size(type));
    }
}

/* Every value of a built-in type is one of long double, whose mantissa has 64 bits. */
_Static_assert(LDBL_MANT_DIG >= 64, "long double must hold all 64-bit integers");

static long double exact(graph_scalar x)
{
    if (is_floating(x.type))
        return x.value.f;
    if (is_signed(x.type))
        return x.value.i;
    return is_unsigned(x.type) ? x.value.u : as_bool(x);
}

#define LOAD(c_type, widen)                                                                                  \
    do {                                                                                                     \
        c_type value;                                                                                        \
        memcpy(&value, from, sizeof value);                                                                  \
        return widen(value);                                                                                 \
    } while (0)

graph_scalar graph__scalar_load(const void *from, graph_type type)
{
    switch (type) {
    case GRAPH_PATTERN:
        break;
    case GRAPH_BOOL:
        LOAD(bool, graph_bool);
    case GRAPH_INT8:
        LOAD(int8_t, graph_int64);
    case GRAPH_INT16:
        LOAD(int16_t, graph_int64);
    case GRAPH_INT32:
        LOAD(int32_t, graph_int64);
    case GRAPH_INT64:
        LOAD(int64_t, graph_int64);
    case GRAPH_UINT8:
        LOAD(uint8_t, graph_uint64);
    case GRAPH_UINT16:
        LOAD(uint16_t, graph_uint64);
    case GRAPH_UINT32:
        LOAD(uint32_t, graph_uint64);
    case GRAPH_UINT64:
        LOAD(uint64_t, graph_uint64);
    case GRAPH_FP32:
        LOAD(float, graph_fp64);
    case GRAPH_FP64:
        LOAD(double, graph_fp64);
    default:
        break;
    }
    return graph_bool(true);
}

bool graph__scalar_is_of(graph_scalar x, graph_type type)
{
    uint64_t room = 0;
    graph__scalar_store(&room, type, x);
    long double converted = exact(graph__scalar_load(&room, type));
    return converted == exact(x) || (isnan(converted) && isnan(exact(x)));
}

graph_status graph__check_value(graph_scalar x, graph_type type, const char *argument)
{
    graph_status status = graph__check_scalar(x, type, argument);
    if (status != GRAPH_OK || graph__is_user_type(type) || graph__is_user_type(x.type) || is_floating(type) ||
        type == GRAPH_BOOL || (type == GRAPH_PATTERN ? as_bool(x) : graph__scalar_is_of(x, type)))
        return status;
    return graph__fail(GRAPH_E_INVALID_VALUE, "%s is %.20Lg, which %s does not hold", argument, exact(x),
                       type == GRAPH_PATTERN ? "a pattern" : graph_type_name(type));
}

int graph__scalar_compare(graph_scalar x, graph_scalar y)
{
    return (exact(x) > exact(y)) - (exact(x) < exact(y));
}

graph_scalar graph__scalar_nearest(graph_scalar x, graph_type type)
{
    uint64_t room = 0;
    if (type == GRAPH_BOOL || type == GRAPH_PATTERN)
        return graph_bool(exact(x) >= 1);
    /* Only a floating value saturates in the conversion. */
    if (!is_floating(x.type) && !is_floating(type)) {
        graph_scalar low, high;
        graph__scalar_store(&room, type, graph_fp64(-INFINITY));
        low = graph__scalar_load(&room, type);
        graph__scalar_store(&room, type, graph_fp64(INFINITY));
        high = graph__scalar_load(&room, type);
        return graph__scalar_compare(x, low) < 0 ? low : graph__scalar_compare(x, high) > 0 ? high : x;
    }
    graph__scalar_store(&room, type, x);
    return graph__scalar_load(&room, type);
}

graph_status graph__check_operand(graph_scalar x, graph_type type, const char *argument)
{
    return type == GRAPH_PATTERN ? graph__check_scalar(x, type, argument)
                                 : graph__check_value(x, type, argument);
}
