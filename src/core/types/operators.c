/* See operators.h. */
#include "core/types/operators.h"

#include <stdio.h>

#include "base/registry.h"
#include "contract/positions.h"

#define NAME(op) [op] = #op
static const char *const binary_names[GRAPH_OP_COUNT] = {
    NAME(GRAPH_NO_OP),    NAME(GRAPH_PLUS),  NAME(GRAPH_MINUS), NAME(GRAPH_TIMES),  NAME(GRAPH_DIV),
    NAME(GRAPH_MIN),      NAME(GRAPH_MAX),   NAME(GRAPH_FIRST), NAME(GRAPH_SECOND), NAME(GRAPH_ANY),
    NAME(GRAPH_PAIR),     NAME(GRAPH_LOR),   NAME(GRAPH_LAND),  NAME(GRAPH_LXOR),   NAME(GRAPH_EQ),
    NAME(GRAPH_NE),       NAME(GRAPH_LT),    NAME(GRAPH_LE),    NAME(GRAPH_GT),     NAME(GRAPH_GE),
    NAME(GRAPH_PLUS_SAT), NAME(GRAPH_LXNOR), NAME(GRAPH_BOR),   NAME(GRAPH_BAND),   NAME(GRAPH_BXOR),
    NAME(GRAPH_BXNOR),
};
static const char *const unary_names[GRAPH_UNARY_OP_COUNT] = {
    NAME(GRAPH_IDENTITY), NAME(GRAPH_AINV), NAME(GRAPH_MINV), NAME(GRAPH_ABS),
    NAME(GRAPH_LNOT),     NAME(GRAPH_ONE),  NAME(GRAPH_SQRT), NAME(GRAPH_BNOT),
};
static const char *const test_names[GRAPH_SELECT_OP_COUNT] = {
    NAME(GRAPH_VALUE_EQ), NAME(GRAPH_VALUE_NE), NAME(GRAPH_VALUE_LT),
    NAME(GRAPH_VALUE_LE), NAME(GRAPH_VALUE_GT), NAME(GRAPH_VALUE_GE),
};

/* The built-in operators of a kind; NULL where none has the code. */
static const char *builtin_name(int op, enum graph_user_kind kind)
{
    switch (kind) {
    case GRAPH_USER_BINARY:
        return op < GRAPH_OP_COUNT ? binary_names[op] : NULL;
    case GRAPH_USER_UNARY:
        return op < GRAPH_UNARY_OP_COUNT ? unary_names[op] : NULL;
    case GRAPH_USER_SELECT:
        return op < GRAPH_SELECT_OP_COUNT ? test_names[op] : NULL;
    default:
        return NULL;
    }
}

const char *graph__op_name(char room[GRAPH_OP_NAME_ROOM], int op, enum graph_user_kind kind)
{
    const struct graph_user_op *user = graph__user_op(op, kind);
    const char *name = user != NULL ? user->name : op >= 0 ? builtin_name(graph__untyped(op), kind) : NULL;
    if (name != NULL && graph__is_typed(op)) {
        snprintf(room, GRAPH_OP_NAME_ROOM, "%s on %s", name, graph_type_name(graph__type_of_op(op)));
        return room;
    }
    if (name != NULL)
        return name;
    snprintf(room, GRAPH_OP_NAME_ROOM, "operator %d", op);
    return room;
}

bool graph__is_type(graph_type type)
{
    return (type >= GRAPH_BOOL && type <= GRAPH_FP64) || graph__user_type(type) != NULL;
}

graph_status graph__check_conversion(graph_type to, graph_type from)
{
    if (to == from || to == GRAPH_PATTERN || (!graph__is_user_type(to) && !graph__is_user_type(from)))
        return GRAPH_OK;
    return graph__fail(GRAPH_E_DOMAIN, "values of type %s do not become %s: user types do not convert",
                       graph_type_name(from), graph_type_name(to));
}

static graph_status no_operator(int op, enum graph_user_kind kind, const char *wanted)
{
    char room[GRAPH_OP_NAME_ROOM];
    return graph__fail(GRAPH_E_INVALID_VALUE, "%s is not %s", graph__op_name(room, op, kind), wanted);
}

static graph_status not_defined(int op, enum graph_user_kind kind, graph_type type)
{
    char room[GRAPH_OP_NAME_ROOM];
    return graph__fail(GRAPH_E_DOMAIN, "%s is not defined on type %s", graph__op_name(room, op, kind),
                       graph_type_name(type));
}

static bool is_builtin(graph_type type) { return type >= GRAPH_BOOL && type <= GRAPH_FP64; }

static graph_status check_bits(int op, enum graph_user_kind kind, graph_type type)
{
    char room[GRAPH_OP_NAME_ROOM];
    if (type == GRAPH_FP32 || type == GRAPH_FP64)
        return graph__fail(GRAPH_E_DOMAIN, "%s works on bits; there are none in %s",
                           graph__op_name(room, op, kind), graph_type_name(type));
    return GRAPH_OK;
}

/* The types of a user operator. */
static graph_status user_types(struct graph_op_types *types, int op, enum graph_user_kind kind,
                               const char *wanted)
{
    const struct graph_user_op *user = graph__user_op(op, kind);
    if (user == NULL)
        return no_operator(op, kind, wanted);
    *types = (struct graph_op_types){user->z, user->x, user->y};
    return GRAPH_OK;
}

/* Whether a built-in operator only moves values, so that it works on all types. */
static bool only_moves(graph_op op) { return op == GRAPH_FIRST || op == GRAPH_SECOND || op == GRAPH_ANY; }

graph_status graph__op_types(struct graph_op_types *types, graph_op op, graph_type type)
{
    const graph_op plain = (graph_op)graph__untyped((int)op);
    if (graph__is_user_op((int)op))
        return user_types(types, (int)op, GRAPH_USER_BINARY, "a binary operator");
    if ((int)plain <= 0 || plain >= GRAPH_OP_COUNT)
        return no_operator((int)op, GRAPH_USER_BINARY, "a binary operator");
    if (graph__is_typed((int)op) && !is_builtin(graph__type_of_op((int)op)))
        return no_operator((int)op, GRAPH_USER_BINARY, "an operator on one of the eleven types");
    if (graph__is_typed((int)op) && type != GRAPH_PATTERN)
        type = graph__type_of_op((int)op);
    *types = (struct graph_op_types){type, type, type};
    if (graph__is_typed((int)op) && graph__compares(plain) && type != GRAPH_PATTERN)
        types->z = GRAPH_BOOL;
    if (graph__is_user_type(type) && !only_moves(plain))
        return not_defined((int)op, GRAPH_USER_BINARY, type);
    return plain >= GRAPH_BOR && plain <= GRAPH_BXNOR ? check_bits((int)op, GRAPH_USER_BINARY, type)
                                                      : GRAPH_OK;
}

graph_status graph__check_accum(graph_op accum, graph_type type)
{
    struct graph_op_types types;
    return accum == GRAPH_NO_OP ? GRAPH_OK : graph__op_types(&types, accum, type);
}

static bool is_monoid(graph_op op)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_BINARY);
    switch ((graph_op)graph__untyped((int)op)) {
    case GRAPH_PLUS:
    case GRAPH_TIMES:
    case GRAPH_MIN:
    case GRAPH_MAX:
    case GRAPH_ANY:
    case GRAPH_LOR:
    case GRAPH_LAND:
    case GRAPH_LXOR:
    case GRAPH_LXNOR:
        return true;
    default:
        return user != NULL && user->identity != NULL;
    }
}

graph_status graph__monoid_type(graph_type *works_in, graph_op monoid, graph_type type)
{
    struct graph_op_types types = {type, type, type};
    graph_status status = GRAPH_OK;
    *works_in = type;
    if (!is_monoid(monoid))
        return no_operator((int)monoid, GRAPH_USER_BINARY, "a monoid");
    if (graph__is_user_type(type) && !graph__is_user_op((int)monoid) && !graph__is_typed((int)monoid))
        return not_defined((int)monoid, GRAPH_USER_BINARY, type);
    if (type == GRAPH_PATTERN && graph__is_typed((int)monoid))
        type = GRAPH_BOOL; /* not what a typed one works in */
    GRAPH_TRY(graph__op_types(&types, monoid, type));
    *works_in = types.z;
done:
    return status;
}

graph_status graph__fold_type(graph_type *works_in, bool *has_identity, graph_op op, graph_type type)
{
    struct graph_op_types types = {type, type, type};
    graph_status status = GRAPH_OK;
    *has_identity = is_monoid(op);
    if (*has_identity)
        return graph__monoid_type(works_in, op, type);
    GRAPH_TRY(graph__op_types(&types, op, type));
    if (graph__is_user_type(types.z) && !graph__is_user_op((int)op))
        GRAPH_TRY(not_defined((int)op, GRAPH_USER_BINARY, type));
    if (!graph__is_uniform(types)) {
        char room[GRAPH_OP_NAME_ROOM];
        GRAPH_FAIL(GRAPH_E_DOMAIN, "%s does not combine two values of one type into a third of it",
                   graph__op_name(room, (int)op, GRAPH_USER_BINARY));
    }
    *works_in = types.z;
done:
    return status;
}

graph_status graph__unary_types(struct graph_op_types *types, graph_unary_op op, graph_type type)
{
    const graph_unary_op plain = (graph_unary_op)graph__untyped((int)op);
    if (graph__is_user_op((int)op))
        return user_types(types, (int)op, GRAPH_USER_UNARY, "a unary operator");
    if ((int)plain <= 0 || plain >= GRAPH_UNARY_OP_COUNT)
        return no_operator((int)op, GRAPH_USER_UNARY, "a unary operator");
    if (graph__is_typed((int)op) && !is_builtin(graph__type_of_op((int)op)))
        return no_operator((int)op, GRAPH_USER_UNARY, "an operator on one of the eleven types");
    if (graph__is_typed((int)op))
        type = graph__type_of_op((int)op);
    *types = (struct graph_op_types){type, type, GRAPH_PATTERN};
    if (graph__is_user_type(type) && plain != GRAPH_IDENTITY)
        return not_defined((int)op, GRAPH_USER_UNARY, type);
    return plain == GRAPH_BNOT ? check_bits((int)op, GRAPH_USER_UNARY, type) : GRAPH_OK;
}

graph_status graph__entry_types(struct graph_op_types *types, int code, bool is_test, graph_type A)
{
    const char *wanted = is_test ? "a test for graph_select" : "a function of the position";
    const struct graph_entry_op op = graph__entry_op(code, is_test);
    const enum graph_user_kind kind = op.is_test ? GRAPH_USER_SELECT : GRAPH_USER_INDEX;
    const int plain = graph__untyped(op.op);
    const bool is_typed = graph__is_typed(op.op);
    const graph_type type = graph__type_of_op(op.op);
    if (graph__is_user_op(op.op))
        return user_types(types, op.op, kind, wanted);
    if (plain <= 0 || plain >= (op.is_test ? (int)GRAPH_SELECT_OP_COUNT : (int)GRAPH_INDEX_OP_COUNT))
        return no_operator(op.op, kind, wanted);
    if (!op.is_test) {
        if (is_typed && type != GRAPH_INT32 && type != GRAPH_INT64)
            return no_operator(op.op, kind, "a function of the position in GRAPH_INT32 or GRAPH_INT64");
        *types = (struct graph_op_types){is_typed ? type : GRAPH_INT64, GRAPH_PATTERN, GRAPH_INT64};
        return GRAPH_OK;
    }
    const bool tests_values = graph__tests_values((graph_select_op)plain);
    if (is_typed && !(tests_values && is_builtin(type)))
        return no_operator(op.op, kind, "a test of values of one of the eleven types");
    if (tests_values && !is_typed && graph__is_user_type(A))
        return not_defined(op.op, kind, A);
    *types = (struct graph_op_types){GRAPH_BOOL, GRAPH_PATTERN, GRAPH_PATTERN};
    if (tests_values)
        types->x = is_typed ? type : A;
    return GRAPH_OK;
}
