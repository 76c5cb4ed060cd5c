/* The predefined objects: the lists of GraphBLAS_lists.h as static structs.
 *
 * An operator is one of semigraph's on a type, which is a constant; so nothing is made when the library starts. */
#include "objects.h"

#define HEAD(kind, text)                                                                                     \
    {                                                                                                        \
        .magic = GRB_MAGIC_##kind, .is_predefined = true, .name = (text)                                     \
    }

/* ---- Types ---- */

#define TYPE(suffix, c_type, number)                                                                         \
    struct GrB_Type_opaque grb__type_##suffix = {HEAD(Type, "GrB_" #suffix), GRAPH_##suffix,                 \
                                                 GrB_##suffix##_CODE, sizeof(c_type), NULL};                 \
    const GrB_Type GrB_##suffix = &grb__type_##suffix;
GRB_TYPES(TYPE)

/* ---- Operators ---- */

#define UNARY(prefix, op_name, type, op)                                                                     \
    static struct GrB_UnaryOp_opaque unary_##op_name##_##type = {                                            \
        HEAD(UnaryOp, #prefix "_" #op_name "_" #type), &grb__type_##type, &grb__type_##type,                 \
        GRAPH_UNARY_OP_ON(GRAPH_##op, GRAPH_##type)};                                                        \
    const GrB_UnaryOp prefix##_##op_name##_##type = &unary_##op_name##_##type;
GRB_UNARY_OPS(UNARY)
static struct GrB_UnaryOp_opaque unary_LNOT = {HEAD(UnaryOp, "GrB_LNOT"), &grb__type_BOOL, &grb__type_BOOL,
                                               GRAPH_UNARY_OP_ON(GRAPH_LNOT, GRAPH_BOOL)};
const GrB_UnaryOp GrB_LNOT = &unary_LNOT;

#define BINARY_OBJECT(op_name, text, z_type, type, op)                                                       \
    static struct GrB_BinaryOp_opaque op_##op_name##_##type = {HEAD(BinaryOp, text),                         \
                                                               &grb__type_##z_type,                          \
                                                               &grb__type_##type,                            \
                                                               &grb__type_##type,                            \
                                                               GRAPH_OP_ON(GRAPH_##op, GRAPH_##type),        \
                                                               GRAPH_##op,                                   \
                                                               NULL,                                         \
                                                               GRB_NO_POSITION};
#define BINARY(prefix, op_name, type, op)                                                                    \
    BINARY_OBJECT(op_name, #prefix "_" #op_name "_" #type, type, type, op)                                   \
    const GrB_BinaryOp prefix##_##op_name##_##type = &op_##op_name##_##type;
GRB_BINARY_OPS(BINARY)
#define COMPARISON(prefix, op_name, type, op)                                                                \
    BINARY_OBJECT(op_name, #prefix "_" #op_name "_" #type, BOOL, type, op)                                   \
    const GrB_BinaryOp prefix##_##op_name##_##type = &op_##op_name##_##type;
GRB_COMPARISONS(COMPARISON)
#define LOGICAL(prefix, op_name, type, op)                                                                   \
    BINARY_OBJECT(op_name, #prefix "_" #op_name, type, type, op)                                             \
    const GrB_BinaryOp prefix##_##op_name = &op_##op_name##_##type;
GRB_LOGICAL_OPS(LOGICAL)

/* Powers have no code until GrB_init. */
#define POWER(prefix, op_name, type, op)                                                                     \
    struct GrB_BinaryOp_opaque grb__power_##type = {HEAD(BinaryOp, "GxB_POW_" #type),                        \
                                                    &grb__type_##type,                                       \
                                                    &grb__type_##type,                                       \
                                                    &grb__type_##type,                                       \
                                                    GRAPH_NO_OP,                                             \
                                                    GRAPH_NO_OP,                                             \
                                                    NULL,                                                    \
                                                    GRB_NO_POSITION};                                        \
    const GrB_BinaryOp GxB_POW_##type = &grb__power_##type;
GRB_POWERS(POWER)

/* They have no code, since in semirings alone they mean something: semirings.c. */
#define GRB_PLAIN_FIRST_I  GRAPH_FIRST
#define GRB_PLAIN_FIRST_J  GRAPH_FIRST
#define GRB_PLAIN_SECOND_I GRAPH_SECOND
#define GRB_PLAIN_SECOND_J GRAPH_SECOND
#define POSITION_MULTIPLY(prefix, op_name, type, op)                                                         \
    static struct GrB_BinaryOp_opaque op_##op_name##_##type = {HEAD(BinaryOp, "GxB_" #op_name "_" #type),    \
                                                               &grb__type_##type,                            \
                                                               &grb__type_##type,                            \
                                                               &grb__type_##type,                            \
                                                               GRAPH_OP_COUNT,                               \
                                                               GRB_PLAIN_##op,                               \
                                                               NULL,                                         \
                                                               GRB_##op};                                    \
    const GrB_BinaryOp GxB_##op_name##_##type = &op_##op_name##_##type;
GRB_POSITION_MULTIPLIES(POSITION_MULTIPLY)

#define INDEX_OBJECT(op_name, text, z_type, x_type, y_type, code, test)                                      \
    static struct GrB_IndexUnaryOp_opaque index_##op_name = {                                                \
        HEAD(IndexUnaryOp, text), &grb__type_##z_type, x_type, &grb__type_##y_type, code, test};
#define POSITION_FUNCTION(prefix, op_name, type, op)                                                         \
    INDEX_OBJECT(op_name##_##type, #prefix "_" #op_name "_" #type, type, NULL, type,                         \
                 GRAPH_INDEX_OP_ON(GRAPH_##op, GRAPH_##type), 0)                                             \
    const GrB_IndexUnaryOp prefix##_##op_name##_##type = &index_##op_name##_##type;
GRB_POSITION_FUNCTIONS(POSITION_FUNCTION)
#define POSITION_TEST(prefix, op_name, type, op)                                                             \
    INDEX_OBJECT(op_name, #prefix "_" #op_name, BOOL, NULL, type, GRAPH_INDEX_OP_OF_TEST(GRAPH_##op),        \
                 GRAPH_##op)                                                                                 \
    const GrB_IndexUnaryOp prefix##_##op_name = &index_##op_name;
GRB_POSITION_TESTS(POSITION_TEST)
#define VALUE_TEST(prefix, op_name, type, op)                                                                \
    INDEX_OBJECT(op_name##_##type, #prefix "_" #op_name "_" #type, BOOL, &grb__type_##type, type,            \
                 GRAPH_INDEX_OP_OF_TEST(GRAPH_SELECT_OP_ON(GRAPH_##op, GRAPH_##type)),                       \
                 GRAPH_SELECT_OP_ON(GRAPH_##op, GRAPH_##type))                                               \
    const GrB_IndexUnaryOp prefix##_##op_name##_##type = &index_##op_name##_##type;
GRB_VALUE_TESTS(VALUE_TEST)

/* ---- Monoids and semirings ---- */

#define MONOID(prefix, op_name, type, op)                                                                    \
    static struct GrB_Monoid_opaque monoid_##op_name##_##type = {                                            \
        HEAD(Monoid, #prefix "_" #op_name "_MONOID_" #type), &op_##op_name##_##type,                         \
        GRAPH_OP_ON(GRAPH_##op, GRAPH_##type), NULL, false};                                                 \
    const GrB_Monoid prefix##_##op_name##_MONOID_##type = &monoid_##op_name##_##type;
GRB_NUMERIC_MONOIDS(MONOID)
GRB_ANY_MONOIDS(MONOID)
GRB_LOGICAL_OPS(MONOID)

#define SEMIRING_OBJECT(add, mul, sum_type, type, text)                                                      \
    static struct GrB_Semiring_opaque semiring_##add##_##mul##_##type = {                                    \
        HEAD(Semiring, text), &monoid_##add##_##sum_type, &op_##mul##_##type, NULL, false};
#define SEMIRING(add, mul, type)                                                                             \
    SEMIRING_OBJECT(add, mul, type, type, "GrB_" #add "_" #mul "_SEMIRING_" #type)                           \
    const GrB_Semiring GrB_##add##_##mul##_SEMIRING_##type = &semiring_##add##_##mul##_##type;
GRB_NUMERIC_SEMIRINGS(SEMIRING)
GRB_LOGICAL_SEMIRINGS(SEMIRING)
#define EXTRA_SEMIRING(add, mul, type)                                                                       \
    SEMIRING_OBJECT(add, mul, type, type, "GxB_" #add "_" #mul "_" #type)                                    \
    const GrB_Semiring GxB_##add##_##mul##_##type = &semiring_##add##_##mul##_##type;
GRB_EXTRA_SEMIRINGS(EXTRA_SEMIRING)
GRB_POSITION_SEMIRINGS(EXTRA_SEMIRING)
#define EQ_SEMIRING(add, mul, type)                                                                          \
    SEMIRING_OBJECT(add, mul, BOOL, type, "GxB_" #add "_" #mul "_" #type)                                    \
    const GrB_Semiring GxB_##add##_##mul##_##type = &semiring_##add##_##mul##_##type;
GRB_EQ_SEMIRINGS(EQ_SEMIRING)

/* ---- Descriptors ---- */

#define DESCRIPTOR(desc_name, output, mask, first, second)                                                   \
    static struct GrB_Descriptor_opaque descriptor_##desc_name = {HEAD(Descriptor, "GrB_DESC_" #desc_name),  \
                                                                  {output, mask, first, second}};            \
    const GrB_Descriptor GrB_DESC_##desc_name = &descriptor_##desc_name;
GRB_DESCRIPTORS(DESCRIPTOR)
