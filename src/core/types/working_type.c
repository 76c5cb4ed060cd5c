/* See working_type.h. */
#include "core/types/working_type.h"

#include "base/registry.h"
#include "core/types/scalar.h"

static bool gives_truth(graph_op op) { return (op >= GRAPH_LOR && op <= GRAPH_GE) || op == GRAPH_LXNOR; }

static bool is_arithmetic(graph_op op) { return op >= GRAPH_PLUS && op <= GRAPH_MAX; }

static bool is_floating(graph_type type) { return type == GRAPH_FP32 || type == GRAPH_FP64; }

/* A pattern holds ones. */
static graph_type of_values(graph_type type) { return type == GRAPH_PATTERN ? GRAPH_BOOL : type; }

/* The smallest type that has the values of both; fp64 for 64-bit integers with others. */
static graph_type common_type(graph_type x, graph_type y)
{
    x = of_values(x);
    y = of_values(y);
    if (x == y || y == GRAPH_BOOL)
        return x;
    if (x == GRAPH_BOOL)
        return y;
    if (is_floating(x) || is_floating(y)) {
        graph_type other = is_floating(x) ? y : x;
        return x != GRAPH_FP64 && y != GRAPH_FP64 && graph_type_size(other) <= 2 ? GRAPH_FP32 : GRAPH_FP64;
    }
    if ((x <= GRAPH_INT64) == (y <= GRAPH_INT64))
        return x > y ? x : y;
    graph_type with_sign = x <= GRAPH_INT64 ? x : y, without = x <= GRAPH_INT64 ? y : x;
    if (graph_type_size(with_sign) > graph_type_size(without))
        return with_sign;
    return without == GRAPH_UINT64 ? GRAPH_FP64 : (graph_type)(without - GRAPH_UINT8 + GRAPH_INT16);
}

graph_type graph__working_type(graph_op op, graph_type z, graph_type x, graph_type y)
{
    if (z == GRAPH_PATTERN || !(gives_truth(op) || is_arithmetic(op)) || graph__is_user_type(z) ||
        graph__is_user_type(x) || graph__is_user_type(y))
        return z;
    graph_type type = common_type(x, y);
    if (gives_truth(op))
        return type;
    type = common_type(type, z);
    /* Sums of 64-bit integers of both kinds are integers. */
    if (type == GRAPH_FP64 && !is_floating(x) && !is_floating(y) && !is_floating(z))
        return graph_type_size(z) == sizeof(int64_t) ? z : GRAPH_INT64;
    return type;
}

graph_type graph__working_type_with(graph_op op, graph_type type, graph_scalar x)
{
    if (type == GRAPH_PATTERN || !(gives_truth(op) || is_arithmetic(op)) || graph__is_user_type(type) ||
        graph__is_user_type(x.type) || graph__scalar_is_of(x, type))
        return type;
    return is_arithmetic(op) && is_floating(type) ? type : common_type(type, x.type);
}
