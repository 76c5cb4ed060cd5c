/* Which semiring of semigraph's a pair of monoid and operator is.
 *
 * Two of semigraph's own operators on one type are mostly a built-in semiring, whose kernels are compiled for it on both
 * back ends; any other pair is made by graph_semiring_of at the first product.  Both are stored in the object. */
#include "objects.h"

/* On bool several operators are one. */
static graph_op on_type(graph_op op, graph_type type)
{
    if (type != GRAPH_BOOL)
        return op;
    switch ((int)op) {
    case GRAPH_PLUS:
    case GRAPH_MAX:
        return GRAPH_LOR;
    case GRAPH_TIMES:
    case GRAPH_MIN:
        return GRAPH_LAND;
    case GRAPH_MINUS:
    case GRAPH_NE:
        return GRAPH_LXOR;
    case GRAPH_EQ:
        return GRAPH_LXNOR;
    case GRAPH_DIV:
        return GRAPH_FIRST;
    default:
        return op;
    }
}

static const struct {
    graph_op add, multiply;
    graph_semiring_kind kind;
    bool is_floating_only; /* on integers it saturates, where the standard wraps */
} rows[] = {
    {GRAPH_PLUS, GRAPH_TIMES, GRAPH_PLUS_TIMES, false}, {GRAPH_MIN, GRAPH_PLUS, GRAPH_MIN_PLUS, true},
    {GRAPH_MAX, GRAPH_PLUS, GRAPH_MAX_PLUS, true},      {GRAPH_MAX, GRAPH_MIN, GRAPH_MAX_MIN, false},
    {GRAPH_MIN, GRAPH_MAX, GRAPH_MIN_MAX, false},       {GRAPH_MAX, GRAPH_TIMES, GRAPH_MAX_TIMES, false},
    {GRAPH_MIN, GRAPH_TIMES, GRAPH_MIN_TIMES, false},   {GRAPH_PLUS, GRAPH_PAIR, GRAPH_PLUS_PAIR, false},
    {GRAPH_PLUS, GRAPH_FIRST, GRAPH_PLUS_FIRST, false}, {GRAPH_PLUS, GRAPH_SECOND, GRAPH_PLUS_SECOND, false},
    {GRAPH_MIN, GRAPH_FIRST, GRAPH_MIN_FIRST, false},   {GRAPH_MIN, GRAPH_SECOND, GRAPH_MIN_SECOND, false},
    {GRAPH_ANY, GRAPH_FIRST, GRAPH_ANY_FIRST, false},   {GRAPH_ANY, GRAPH_SECOND, GRAPH_ANY_SECOND, false},
    {GRAPH_LOR, GRAPH_LAND, GRAPH_OR_AND, false},       {GRAPH_LXOR, GRAPH_LAND, GRAPH_XOR_AND, false},
};

/* Sums of ones that are one: products of PAIR need no value then. */
static bool is_one_of_ones(graph_op add)
{
    return add == GRAPH_ANY || add == GRAPH_MIN || add == GRAPH_MAX || add == GRAPH_TIMES ||
           add == GRAPH_LOR || add == GRAPH_LAND;
}

static const graph_semiring *built_in(const struct GrB_Semiring_opaque *object)
{
    const GrB_BinaryOp multiply = object->multiply;
    if (object->add->is_code_own || !object->add->op->plain || !multiply->plain || multiply->z != multiply->x)
        return NULL;
    const graph_type type = multiply->z->code;
    const graph_op add = on_type(object->add->op->plain, type), mul = on_type(multiply->plain, type);
    if (mul == GRAPH_PAIR && is_one_of_ones(add))
        return graph_semiring_builtin(GRAPH_ANY_PAIR, type);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (rows[k].add == add && rows[k].multiply == mul) {
            bool is_floating = type == GRAPH_FP32 || type == GRAPH_FP64;
            return is_floating || !rows[k].is_floating_only ? graph_semiring_builtin(rows[k].kind, type)
                                                            : NULL;
        }
    }
    return NULL;
}

graph_status grb__semiring(const graph_semiring **semiring, GrB_Semiring object)
{
    *semiring = atomic_load(&object->semiring);
    if (*semiring)
        return GRAPH_OK;
    graph_semiring *made = NULL;
    const graph_semiring *none = NULL;
    *semiring = built_in(object);
    if (!*semiring) {
        graph_status status = graph_semiring_of(&made, "graphblas", object->multiply->z->code,
                                                object->add->code, object->multiply->code);
        if (status != GRAPH_OK)
            return status;
        *semiring = made;
    }
    /* Of two threads that come at the same time the first one's stays. */
    if (!atomic_compare_exchange_strong(&object->semiring, &none, *semiring)) {
        graph_semiring_release(&made);
        *semiring = none;
    } else
        object->is_semiring_own = made != NULL;
    return GRAPH_OK;
}
