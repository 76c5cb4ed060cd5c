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
    graph_semiring_kind kind, integer_kind; /* 0: the same for integers */
} kinds[] = {
    {GRAPH_PLUS, GRAPH_TIMES, GRAPH_PLUS_TIMES, 0},
    {GRAPH_MIN, GRAPH_PLUS, GRAPH_MIN_PLUS, GRAPH_MIN_PLUS_WRAP},
    {GRAPH_MAX, GRAPH_PLUS, GRAPH_MAX_PLUS, GRAPH_MAX_PLUS_WRAP},
    {GRAPH_MAX, GRAPH_MIN, GRAPH_MAX_MIN, 0},
    {GRAPH_MIN, GRAPH_MAX, GRAPH_MIN_MAX, 0},
    {GRAPH_MAX, GRAPH_TIMES, GRAPH_MAX_TIMES, 0},
    {GRAPH_MIN, GRAPH_TIMES, GRAPH_MIN_TIMES, 0},
    {GRAPH_PLUS, GRAPH_MIN, GRAPH_PLUS_MIN, 0},
    {GRAPH_PLUS, GRAPH_PAIR, GRAPH_PLUS_PAIR, 0},
    {GRAPH_PLUS, GRAPH_FIRST, GRAPH_PLUS_FIRST, 0},
    {GRAPH_PLUS, GRAPH_SECOND, GRAPH_PLUS_SECOND, 0},
    {GRAPH_MIN, GRAPH_FIRST, GRAPH_MIN_FIRST, 0},
    {GRAPH_MIN, GRAPH_SECOND, GRAPH_MIN_SECOND, 0},
    {GRAPH_MAX, GRAPH_FIRST, GRAPH_MAX_FIRST, 0},
    {GRAPH_MAX, GRAPH_SECOND, GRAPH_MAX_SECOND, 0},
    {GRAPH_ANY, GRAPH_FIRST, GRAPH_ANY_FIRST, 0},
    {GRAPH_ANY, GRAPH_SECOND, GRAPH_ANY_SECOND, 0},
    {GRAPH_LOR, GRAPH_LAND, GRAPH_OR_AND, 0},
    {GRAPH_LXOR, GRAPH_LAND, GRAPH_XOR_AND, 0},
    {GRAPH_LAND, GRAPH_LOR, GRAPH_LAND_LOR, 0},
    {GRAPH_LXNOR, GRAPH_LOR, GRAPH_LXNOR_LOR, 0},
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
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (kinds[k].add == add && kinds[k].multiply == mul) {
            bool is_floating = type == GRAPH_FP32 || type == GRAPH_FP64;
            return graph_semiring_builtin(
                is_floating || !kinds[k].integer_kind ? kinds[k].kind : kinds[k].integer_kind, type);
        }
    }
    return NULL;
}

/* ---- Multiplies that give positions ---- */

/* Whether this operand gives the position, and if so its row (of the operand as the product sees it) or its column. */
static bool gives_position(bool *is_row, const GrB_BinaryOp multiply, bool is_first)
{
    const enum grb_position p = multiply->position;
    *is_row = p == GRB_FIRST_I || p == GRB_SECOND_I;
    return p && is_first == (p == GRB_FIRST_I || p == GRB_FIRST_J);
}

static graph_index_op position_op(bool is_row, GrB_Type type)
{
    return is_row ? GRAPH_INDEX_OP_ON(GRAPH_ROW_INDEX, type->code)
                  : GRAPH_INDEX_OP_ON(GRAPH_COLUMN_INDEX, type->code);
}

graph_status grb__positions(graph_matrix **values, const GrB_BinaryOp multiply, const GrB_Matrix A,
                            bool is_first, bool is_transposed)
{
    bool is_row;
    graph_index rows, columns;
    graph_status status = GRAPH_OK;
    if (!gives_position(&is_row, multiply, is_first))
        return GRAPH_OK;
    GRB_TRY(graph_matrix_rows(&rows, A->matrix));
    GRB_TRY(graph_matrix_columns(&columns, A->matrix));
    GRB_TRY(graph_matrix_create(values, multiply->z->code, rows, columns));
    GRB_TRY(graph_apply_index(*values, NULL, GRAPH_NO_OP, position_op(is_row != is_transposed, multiply->z),
                              A->matrix, graph_int64(0), NULL));
done:
    return status;
}

/* A first operand is a row, a second one a column. */
graph_status grb__vector_positions(graph_vector **values, const GrB_BinaryOp multiply, const GrB_Vector u,
                                   bool is_first)
{
    bool is_row;
    graph_index length;
    graph_status status = GRAPH_OK;
    if (!gives_position(&is_row, multiply, is_first))
        return GRAPH_OK;
    GRB_TRY(graph_vector_length(&length, u->vector));
    GRB_TRY(graph_vector_create(values, multiply->z->code, length));
    GRB_TRY(graph_vector_apply_index(*values, NULL, GRAPH_NO_OP, position_op(is_row != is_first, multiply->z),
                                     u->vector, graph_int64(0), NULL));
done:
    return status;
}

/* ---- Found at the first product ---- */

graph_status grb__semiring(const graph_semiring **semiring, GrB_Semiring object)
{
    *semiring = atomic_load(&object->semiring);
    if (*semiring)
        return GRAPH_OK;
    graph_semiring *made = NULL;
    const graph_semiring *none = NULL;
    const GrB_BinaryOp op = object->multiply;
    const graph_op multiply = op->position ? GRAPH_OP_ON(op->plain, op->z->code) : op->code;
    *semiring = built_in(object);
    if (!*semiring) {
        graph_status status = graph_semiring_of(&made, "graphblas", op->z->code, object->add->code, multiply);
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
