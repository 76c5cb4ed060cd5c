/* Operators and conversions of single values, on the host. */
#include "base/registry.h"
#include "base/status.h"
#include "core/backends.h"
#include "core/types/operators.h"
#include "core/types/scalar.h"
#include "core/types/working_type.h"
#include "semigraph/operations.h"

/* The address of x as a value of `type`: the caller's, or the room. */
static const void *operand(uint64_t *room, graph_scalar x, graph_type type)
{
    if (graph__is_user_type(type))
        return x.value.own;
    graph__scalar_store(room, type, x);
    return room;
}

/* Where the result goes, and what it is then. */
static void *result(uint64_t *room, const graph_scalar *z, graph_type type)
{
    return graph__is_user_type(type) ? z->value.own : room;
}

static void give(graph_scalar *z, const uint64_t *room, graph_type type)
{
    if (!graph__is_user_type(type))
        *z = graph__scalar_load(room, type);
}

static graph_status check(const graph_scalar *z, graph_scalar x, graph_type z_type, graph_type x_type)
{
    graph_status status;
    GRAPH_TRY(graph__check_room(z, z_type));
    GRAPH_TRY(graph__check_scalar(x, x_type, "x"));
done:
    return status;
}

graph_status graph_op_apply(graph_scalar *z, graph_op op, graph_scalar x, graph_scalar y)
{
    struct graph_op_types types;
    uint64_t x_room = 0, y_room = 0, z_room = 0;
    graph_status status;
    if (z == NULL)
        return graph__fail(GRAPH_E_NULL, "z is NULL");
    const bool is_user = graph__is_user_type(x.type) || graph__is_user_type(y.type);
    GRAPH_TRY(graph__op_types(&types, op,
                              is_user ? x.type : graph__working_type(GRAPH_EQ, GRAPH_BOOL, x.type, y.type)));
    GRAPH_TRY(check(z, x, types.z, types.x));
    GRAPH_TRY(graph__check_scalar(y, types.y, "y"));
    GRAPH_TRY(graph__cpu()->binary(result(&z_room, z, types.z), operand(&x_room, x, types.x),
                                   operand(&y_room, y, types.y), graph__kernel_op(op, types), types.z, 1, 1));
    give(z, &z_room, types.z);
done:
    return status;
}

graph_status graph_unary_op_apply(graph_scalar *z, graph_unary_op op, graph_scalar x)
{
    struct graph_op_types types;
    uint64_t x_room = 0, z_room = 0;
    graph_status status;
    if (z == NULL)
        return graph__fail(GRAPH_E_NULL, "z is NULL");
    GRAPH_TRY(graph__unary_types(&types, op, x.type != GRAPH_PATTERN ? x.type : GRAPH_BOOL));
    GRAPH_TRY(check(z, x, types.z, types.x));
    GRAPH_TRY(graph__cpu()->unary(result(&z_room, z, types.z), operand(&x_room, x, types.x),
                                  (graph_unary_op)graph__untyped((int)op), types.z, 1, 1));
    give(z, &z_room, types.z);
done:
    return status;
}

graph_status graph_scalar_convert(graph_scalar *z, graph_type type, graph_scalar x)
{
    if (z == NULL)
        return graph__fail(GRAPH_E_NULL, "z is NULL");
    if (!graph__is_type(type))
        return graph__fail(GRAPH_E_DOMAIN, "type is %d, which is no type of values", (int)type);
    graph_status status = graph__check_scalar(x, type, "x");
    if (status != GRAPH_OK)
        return status;
    return graph_unary_op_apply(
        z, graph__is_user_type(type) ? GRAPH_IDENTITY : GRAPH_UNARY_OP_ON(GRAPH_IDENTITY, type), x);
}
