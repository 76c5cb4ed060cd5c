/* Operators of the user's in the oracle: values go through the functions themselves; see oracle.h. */
#include <string.h>

#include "tests/support/oracle.h"
#include "tests/support/user.h"

struct oracle_types oracle_types(int op, graph_type type)
{
    for (int kind = GRAPH_OWN_BINARY; kind <= GRAPH_OWN_SELECT; kind++) {
        const struct graph_own_op *own = graph__own_op(op, (enum graph_own_kind)kind);
        if (own != NULL)
            return (struct oracle_types){own->z, own->x, own->y};
    }
    return (struct oracle_types){type, type, type};
}

bool oracle_is_own(graph_type type) { return graph__is_own_type(type); }

bool oracle_converts(graph_type from, graph_type to)
{
    return from == to || to == GRAPH_PATTERN || (!oracle_is_own(from) && !oracle_is_own(to));
}

bool oracle_is_monoid_on(graph_op op, graph_type type)
{
    const struct graph_own_op *own = graph__own_op((int)op, GRAPH_OWN_BINARY);
    return own != NULL ? own->identity != NULL : !oracle_is_own(type);
}

/* One value of any type of the tests. */
struct cell {
    _Alignas(16) unsigned char byte[OWN_VALUE_BYTES];
};

static struct cell cell_of(graph_type type, long double x)
{
    struct cell cell = {{0}};
    if (type == GRAPH_PATTERN)
        cell.byte[0] = 1;
    else
        oracle_store(type, cell.byte, 0, x);
    return cell;
}

long double oracle_own_binary(graph_op op, long double x, long double y)
{
    const struct graph_own_op *own = graph__own_op((int)op, GRAPH_OWN_BINARY);
    struct cell left = cell_of(own->x, x), right = cell_of(own->y, y), result;
    own->function.binary(&result, &left, &right);
    return oracle_load(own->z, &result, 0);
}

long double oracle_own_unary(graph_unary_op op, long double x)
{
    const struct graph_own_op *own = graph__own_op((int)op, GRAPH_OWN_UNARY);
    struct cell operand = cell_of(own->x, x), result;
    own->function.unary(&result, &operand);
    return oracle_load(own->z, &result, 0);
}

long double oracle_own_identity(graph_op monoid)
{
    const struct graph_own_op *own = graph__own_op((int)monoid, GRAPH_OWN_BINARY);
    return oracle_load(own->z, own->identity, 0);
}

long double oracle_own_index(int op, bool is_select, int64_t i, int64_t j, long double x, long double y)
{
    const struct graph_own_op *own = graph__own_op(op, is_select ? GRAPH_OWN_SELECT : GRAPH_OWN_INDEX);
    struct cell value = cell_of(own->x, x), against = cell_of(own->y, y), result;
    own->function.index(&result, &value, (graph_index)i, (graph_index)j, &against);
    return oracle_load(own->z, &result, 0);
}
