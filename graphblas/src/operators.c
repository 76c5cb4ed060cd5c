/* User types, operators, monoids and semirings (4.2.1), and descriptors (4.2.5). */
#include <string.h>

#include "objects.h"

/* A name for semigraph, which wants a C identifier: the caller's if it is one. */
static const char *identifier(const char *name, const char *other)
{
    size_t length =
        name ? strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") : 0;
    return length && length < 64 && !name[length] && !(name[0] >= '0' && name[0] <= '9') ? name : other;
}

/* ---- Types ---- */

GrB_Info GrB_Type_new(GrB_Type *type, size_t size) { return GxB_Type_new(type, size, NULL, NULL); }

GrB_Info GxB_Type_new(GrB_Type *type, size_t size, const char *name, const char *definition)
{
    GRB_POINTER(NULL, type);
    *type = NULL;
    if (size == 0)
        return GrB_INVALID_VALUE;
    GrB_Type made = GRB_NEW(Type);
    if (!made)
        return GrB_OUT_OF_MEMORY;
    made->size = size;
    made->definition = grb__copy_of(definition);
    made->head.name = grb__copy_of(name);
    if ((definition && !made->definition) || (name && !made->head.name)) {
        grb__drop(made);
        return GrB_OUT_OF_MEMORY;
    }
    const graph_type_spec spec = {sizeof spec, identifier(name, "user_type"), size, definition};
    graph_status status = graph_type_create(&made->code, &spec);
    if (status != GRAPH_OK) {
        grb__drop(made);
        return grb__info(status);
    }
    *type = made;
    return GrB_SUCCESS;
}

/* ---- Operators ---- */

/* Ends a function that makes an operator: the object goes to the caller, or is freed. */
#define GIVE(handle, made, given, status)                                                                    \
    do {                                                                                                     \
        if ((status) == GRAPH_OK && (given) && !((made)->head.name = grb__copy_of(given)))                   \
            (status) = GRAPH_E_MEMORY;                                                                       \
        if ((status) != GRAPH_OK) {                                                                          \
            grb__drop(made);                                                                                 \
            return grb__info(status);                                                                        \
        }                                                                                                    \
        *(handle) = (made);                                                                                  \
        return GrB_SUCCESS;                                                                                  \
    } while (0)

GrB_Info GrB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type z, GrB_Type x)
{
    return GxB_UnaryOp_new(op, function, z, x, NULL, NULL);
}

GrB_Info GxB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type z, GrB_Type x,
                         const char *name, const char *definition)
{
    (void)definition;
    GRB_POINTER(NULL, op);
    *op = NULL;
    GRB_POINTER(NULL, function);
    GRB_INPUT(NULL, z);
    GRB_INPUT(NULL, x);
    GrB_UnaryOp made = GRB_NEW(UnaryOp);
    if (!made)
        return GrB_OUT_OF_MEMORY;
    made->z = grb__hold(z), made->x = grb__hold(x);
    const graph_unary_op_spec spec = {
        .size = sizeof spec, .name = identifier(name, "user_op"), .function = function};
    graph_status status = graph_unary_op_create(&made->code, &spec, z->code, x->code);
    GIVE(op, made, name, status);
}

GrB_Info GrB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type z, GrB_Type x, GrB_Type y)
{
    return GxB_BinaryOp_new(op, function, z, x, y, NULL, NULL);
}

GrB_Info GxB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type z, GrB_Type x, GrB_Type y,
                          const char *name, const char *definition)
{
    (void)definition;
    GRB_POINTER(NULL, op);
    *op = NULL;
    GRB_POINTER(NULL, function);
    GRB_INPUT(NULL, z);
    GRB_INPUT(NULL, x);
    GRB_INPUT(NULL, y);
    GrB_BinaryOp made = GRB_NEW(BinaryOp);
    if (!made)
        return GrB_OUT_OF_MEMORY;
    made->z = grb__hold(z), made->x = grb__hold(x), made->y = grb__hold(y);
    made->function = function;
    const graph_op_spec spec = {
        .size = sizeof spec, .name = identifier(name, "user_op"), .function = function};
    graph_status status = graph_op_create(&made->code, &spec, z->code, x->code, y->code);
    GIVE(op, made, name, status);
}

GrB_Info GrB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function, GrB_Type z, GrB_Type x,
                              GrB_Type y)
{
    return GxB_IndexUnaryOp_new(op, function, z, x, y, NULL, NULL);
}

GrB_Info GxB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function, GrB_Type z, GrB_Type x,
                              GrB_Type y, const char *name, const char *definition)
{
    (void)definition;
    GRB_POINTER(NULL, op);
    *op = NULL;
    GRB_POINTER(NULL, function);
    GRB_INPUT(NULL, z);
    GRB_INPUT(NULL, x);
    GRB_INPUT(NULL, y);
    GrB_IndexUnaryOp made = GRB_NEW(IndexUnaryOp);
    if (!made)
        return GrB_OUT_OF_MEMORY;
    made->z = grb__hold(z), made->x = grb__hold(x), made->y = grb__hold(y);
    const graph_index_op_spec spec = {
        .size = sizeof spec, .name = identifier(name, "user_op"), .function = function};
    graph_status status = graph_index_op_create(&made->code, &spec, z->code, x->code, y->code);
    GIVE(op, made, name, status);
}

graph_select_op grb__test(const GrB_IndexUnaryOp op)
{
    return op->test ? op->test : GRAPH_TEST_OF_INDEX_OP(op->code);
}

/* ---- Monoids ---- */

/* The identity of an operator of semigraph's own is known there, and needs no function. */
static bool is_monoid_of_semigraph(const GrB_BinaryOp op)
{
    switch ((int)op->plain) {
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
        return false;
    }
}

/* What any other operator of semigraph's own does as a function, for a monoid with the caller's identity. */
static void call_op(void *z, const void *x, const void *y, void *context)
{
    const struct GrB_BinaryOp_opaque *op = context;
    graph_scalar result = {.type = op->z->code};
    if (graph_op_apply(&result, op->code, grb__scalar(x, op->x), grb__scalar(y, op->y)) == GRAPH_OK)
        grb__store(z, op->z, result);
}

static GrB_Info new_monoid(GrB_Monoid *monoid, GrB_BinaryOp op, const void *identity, GrB_Type type)
{
    GRB_POINTER(NULL, monoid);
    *monoid = NULL;
    GRB_INPUT(NULL, op);
    GRB_POINTER(NULL, identity);
    if (op->z != op->x || op->z != op->y || (!type && op->z->head.is_predefined))
        return GrB_DOMAIN_MISMATCH;
    GrB_Monoid made = GRB_NEW(Monoid);
    if (!made)
        return GrB_OUT_OF_MEMORY;
    made->op = grb__hold(op);
    made->code = op->code;
    made->identity = grb__new(op->z->size);
    graph_status status = GRAPH_OK;
    if (!made->identity)
        status = GRAPH_E_MEMORY;
    else
        status = grb__store(made->identity, op->z, grb__scalar(identity, type ? type : op->z));
    if (status == GRAPH_OK && !is_monoid_of_semigraph(op)) {
        const graph_op_spec spec = {.size = sizeof spec,
                                    .name = "monoid",
                                    .function = op->function,
                                    .identity = made->identity,
                                    .with_context = op->function ? NULL : call_op,
                                    .context = op->function ? NULL : op};
        status = graph_op_create(&made->code, &spec, op->z->code, op->z->code, op->z->code);
        made->is_code_own = status == GRAPH_OK;
    }
    GIVE(monoid, made, NULL, status);
}

#define MONOID_NEW(suffix, c_type, code)                                                                     \
    GrB_Info GrB_Monoid_new_##suffix(GrB_Monoid *monoid, GrB_BinaryOp op, c_type identity)                   \
    {                                                                                                        \
        return new_monoid(monoid, op, &identity, &grb__type_##suffix);                                       \
    }
GRB_TYPES(MONOID_NEW)
GrB_Info GrB_Monoid_new_UDT(GrB_Monoid *monoid, GrB_BinaryOp op, void *identity)
{
    return new_monoid(monoid, op, identity, NULL);
}

GrB_Info GrB_Semiring_new(GrB_Semiring *semiring, GrB_Monoid add, GrB_BinaryOp multiply)
{
    GRB_POINTER(NULL, semiring);
    *semiring = NULL;
    GRB_INPUT(NULL, add);
    GRB_INPUT(NULL, multiply);
    if (add->op->z != multiply->z)
        return GrB_DOMAIN_MISMATCH;
    GrB_Semiring made = GRB_NEW(Semiring);
    if (!made)
        return GrB_OUT_OF_MEMORY;
    made->add = grb__hold(add), made->multiply = grb__hold(multiply);
    *semiring = made;
    return GrB_SUCCESS;
}

/* ---- Descriptors ---- */

GrB_Info GrB_Descriptor_new(GrB_Descriptor *descriptor)
{
    GRB_POINTER(NULL, descriptor);
    *descriptor = GRB_NEW(Descriptor);
    return *descriptor ? GrB_SUCCESS : GrB_OUT_OF_MEMORY;
}

GrB_Info GrB_Descriptor_set(GrB_Descriptor descriptor, GrB_Desc_Field field, GrB_Desc_Value value)
{
    GRB_OBJECT(descriptor);
    if (descriptor->head.is_predefined)
        return GrB_INVALID_VALUE;
    const int v = (int)value;
    bool fits = v == GrB_DEFAULT;
    switch ((int)field) {
    case GrB_OUTP:
        fits |= v == GrB_REPLACE;
        break;
    case GrB_MASK:
        fits |= v == GrB_COMP || v == GrB_STRUCTURE || v == GrB_COMP_STRUCTURE;
        break;
    case GrB_INP0:
    case GrB_INP1:
        fits |= v == GrB_TRAN;
        break;
    default:
        fits = false;
        break;
    }
    if (!fits)
        return grb__fail(descriptor, GrB_INVALID_VALUE,
                         "no such field, or the field does not take this value");
    /* The mask can be a complement and structural; one does not undo the other. */
    int *now = &descriptor->value[field];
    *now = field == GrB_MASK && v != GrB_DEFAULT ? *now | v : v;
    return GrB_SUCCESS;
}

graph_descriptor grb__descriptor(const GrB_Descriptor desc, uint32_t taken)
{
    graph_descriptor descriptor = {.size = sizeof descriptor};
    if (desc) {
        const int *value = desc->value;
        descriptor.flags =
            (value[GrB_OUTP] ? GRAPH_REPLACE : 0) | (value[GrB_MASK] & GrB_COMP ? GRAPH_MASK_COMPLEMENT : 0) |
            (value[GrB_MASK] & GrB_STRUCTURE ? GRAPH_MASK_STRUCTURE : 0) |
            (value[GrB_INP0] ? GRAPH_TRANSPOSE_A : 0) | (value[GrB_INP1] ? GRAPH_TRANSPOSE_B : 0);
        descriptor.flags &= taken;
    }
    return descriptor;
}
