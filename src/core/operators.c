/* See operators.h. */
#include "core/operators.h"

#include "base/status.h"

static graph_status check_bits(const char *kind, int op, graph_type type)
{
    if (type == GRAPH_FP32 || type == GRAPH_FP64)
        return graph__fail(GRAPH_E_DOMAIN, "%s operator %d works on bits; there are none in %s", kind, op,
                           graph_type_name(type));
    return GRAPH_OK;
}

graph_status graph__check_op(graph_op op, graph_type type)
{
    if ((int)op <= 0 || op >= GRAPH_OP_COUNT)
        return graph__fail(GRAPH_E_INVALID_VALUE, "operator %d is not a binary operator", (int)op);
    return op >= GRAPH_BOR && op <= GRAPH_BXNOR ? check_bits("binary", (int)op, type) : GRAPH_OK;
}

graph_status graph__check_accum(graph_op accum, graph_type type)
{
    return accum == GRAPH_NO_OP ? GRAPH_OK : graph__check_op(accum, type);
}

graph_status graph__check_monoid(graph_op monoid, graph_type type)
{
    (void)type;
    switch (monoid) {
    case GRAPH_PLUS:
    case GRAPH_TIMES:
    case GRAPH_MIN:
    case GRAPH_MAX:
    case GRAPH_ANY:
    case GRAPH_LOR:
    case GRAPH_LAND:
    case GRAPH_LXOR:
    case GRAPH_LXNOR:
        return GRAPH_OK;
    default:
        return graph__fail(GRAPH_E_INVALID_VALUE, "operator %d is not a monoid", (int)monoid);
    }
}

graph_status graph__check_unary(graph_unary_op op, graph_type type)
{
    if ((int)op <= 0 || op >= GRAPH_UNARY_OP_COUNT)
        return graph__fail(GRAPH_E_INVALID_VALUE, "operator %d is not a unary operator", (int)op);
    return op == GRAPH_BNOT ? check_bits("unary", (int)op, type) : GRAPH_OK;
}

graph_status graph__check_select(graph_select_op op)
{
    if ((int)op <= 0 || op >= GRAPH_SELECT_OP_COUNT)
        return graph__fail(GRAPH_E_INVALID_VALUE, "operator %d is not a test for graph_select", (int)op);
    return GRAPH_OK;
}

graph_status graph__check_index(graph_index_op op)
{
    if ((int)op <= 0 || op >= GRAPH_INDEX_OP_COUNT)
        return graph__fail(GRAPH_E_INVALID_VALUE, "operator %d is not a function of the position", (int)op);
    return GRAPH_OK;
}
