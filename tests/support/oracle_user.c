/* Operators of the user's in the oracle: values go through the functions themselves; see oracle.h. */
#include <string.h>

#include "tests/support/oracle.h"
#include "tests/support/user.h"

/* GRAPH_OP_ON taken apart by trial, not by its bits. */
graph_type oracle_type_of(int op)
{
    for (int type = GRAPH_BOOL; type <= GRAPH_FP64; type++)
        for (int plain = 1; plain < 64 && op >= (int)GRAPH_TYPED_OPS; plain++)
            if ((int)GRAPH_OP_ON(plain, type) == op)
                return (graph_type)type;
    return GRAPH_PATTERN;
}

int oracle_plain(int op)
{
    for (int plain = 1; plain < 64 && op >= (int)GRAPH_TYPED_OPS; plain++)
        if ((int)GRAPH_OP_ON(plain, oracle_type_of(op)) == op)
            return plain;
    return op;
}

bool oracle_is_of_other_kind(int op) { return op >= 0 && (int)GRAPH_INDEX_OP_OF_TEST(op) < op; }

long double oracle_position(graph_index_op op, graph_type A, int64_t i, int64_t j, long double x,
                            graph_scalar y)
{
    const struct oracle_types types = oracle_types((int)op, GRAPH_INT64);
    if (graph__user_op((int)op, GRAPH_USER_INDEX) != NULL)
        return oracle_user_index((int)op, false, i, j, oracle_cast(x, A, types.x),
                                 oracle_cast(oracle_scalar(y), y.type, types.y));
    const int plain = oracle_plain((int)op);
    const int64_t k = (int64_t)oracle_cast(oracle_scalar(y), y.type, GRAPH_INT64);
    const int64_t position = plain == GRAPH_ROW_INDEX ? i : plain == GRAPH_COLUMN_INDEX ? j : j - i;
    return oracle_cast((long double)(int64_t)((uint64_t)position + (uint64_t)k), GRAPH_INT64, types.z);
}

struct oracle_types oracle_types(int op, graph_type type)
{
    for (int kind = GRAPH_USER_BINARY; kind <= GRAPH_USER_SELECT; kind++) {
        const struct graph_user_op *user = graph__user_op(op, (enum graph_user_kind)kind);
        if (user != NULL)
            return (struct oracle_types){user->z, user->x, user->y};
    }
    if (oracle_type_of(op) != GRAPH_PATTERN && type != GRAPH_PATTERN) {
        const bool is_truth = oracle_plain(op) >= GRAPH_EQ && oracle_plain(op) <= GRAPH_GE;
        type = oracle_type_of(op);
        return (struct oracle_types){is_truth ? GRAPH_BOOL : type, type, type};
    }
    return (struct oracle_types){type, type, type};
}

bool oracle_is_user(graph_type type) { return graph__is_user_type(type); }

bool oracle_converts(graph_type from, graph_type to)
{
    return from == to || to == GRAPH_PATTERN || (!oracle_is_user(from) && !oracle_is_user(to));
}

bool oracle_is_monoid_on(graph_op op, graph_type type)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_BINARY);
    return user != NULL ? user->identity != NULL : !oracle_is_user(type);
}

/* One value of any type of the tests. */
struct cell {
    _Alignas(16) unsigned char byte[USER_VALUE_BYTES];
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

long double oracle_user_binary(graph_op op, long double x, long double y)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_BINARY);
    struct cell first = cell_of(user->x, x), second = cell_of(user->y, y), result;
    graph__call_binary(user, &result, &first, &second);
    return oracle_load(user->z, &result, 0);
}

long double oracle_user_unary(graph_unary_op op, long double x)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_UNARY);
    struct cell operand = cell_of(user->x, x), result;
    graph__call_unary(user, &result, &operand);
    return oracle_load(user->z, &result, 0);
}

long double oracle_user_identity(graph_op monoid)
{
    const struct graph_user_op *user = graph__user_op((int)monoid, GRAPH_USER_BINARY);
    return oracle_load(user->z, user->identity, 0);
}

long double oracle_user_index(int op, bool is_select, int64_t i, int64_t j, long double x, long double y)
{
    const struct graph_user_op *user = graph__user_op(op, is_select ? GRAPH_USER_SELECT : GRAPH_USER_INDEX);
    struct cell value = cell_of(user->x, x), against = cell_of(user->y, y), result;
    graph__call_index(user, &result, &value, i, j, &against);
    return oracle_load(user->z, &result, 0);
}
