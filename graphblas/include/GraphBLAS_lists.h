/* The predefined types, operators, monoids, semirings and descriptors of GraphBLAS.h, one list each.
 *
 * GraphBLAS.h makes the declarations of these lists, the library its tables and the functions that are there for each
 * type.  X is a macro of the reader's.  TYPES(X) are rows X(suffix, C type, code of the standard). */
#ifndef GRAPHBLAS_LISTS_H
#define GRAPHBLAS_LISTS_H

#define GRB_INTEGER_TYPES(X)                                                                                 \
    X(INT8, int8_t, 2)                                                                                       \
    X(UINT8, uint8_t, 3)                                                                                     \
    X(INT16, int16_t, 4)                                                                                     \
    X(UINT16, uint16_t, 5)                                                                                   \
    X(INT32, int32_t, 6)                                                                                     \
    X(UINT32, uint32_t, 7)                                                                                   \
    X(INT64, int64_t, 8)                                                                                     \
    X(UINT64, uint64_t, 9)
#define GRB_FLOATING_TYPES(X)                                                                                \
    X(FP32, float, 10)                                                                                       \
    X(FP64, double, 11)
#define GRB_NUMERIC_TYPES(X)  GRB_INTEGER_TYPES(X) GRB_FLOATING_TYPES(X)
#define GRB_TYPES(X)          X(BOOL, bool, 1) GRB_NUMERIC_TYPES(X)
#define GRB_POSITION_TYPES(X) X(INT32, int32_t, 6) X(INT64, int64_t, 8)

/* A name for each type: X(prefix, name, type, operator).  The operator is the name of semigraph's without GRAPH_. */
#define GRB_EACH(X, prefix, name, op) X(prefix, name, BOOL, op) GRB_EACH_NUMBER(X, prefix, name, op)
#define GRB_EACH_NUMBER(X, prefix, name, op)                                                                 \
    GRB_EACH_INTEGER(X, prefix, name, op) X(prefix, name, FP32, op) X(prefix, name, FP64, op)
#define GRB_EACH_INTEGER(X, prefix, name, op)                                                                \
    X(prefix, name, INT8, op)                                                                                \
    X(prefix, name, UINT8, op)                                                                               \
    X(prefix, name, INT16, op)                                                                               \
    X(prefix, name, UINT16, op)                                                                              \
    X(prefix, name, INT32, op)                                                                               \
    X(prefix, name, UINT32, op)                                                                              \
    X(prefix, name, INT64, op)                                                                               \
    X(prefix, name, UINT64, op)
#define GRB_EACH_POSITION(X, prefix, name, op) X(prefix, name, INT32, op) X(prefix, name, INT64, op)

/* Unary operators on one type; GrB_LNOT alone has no suffix. */
#define GRB_UNARY_OPS(X)                                                                                     \
    GRB_EACH(X, GrB, IDENTITY, IDENTITY)                                                                     \
    GRB_EACH(X, GrB, AINV, AINV)                                                                             \
    GRB_EACH(X, GrB, ABS, ABS)                                                                               \
    GRB_EACH(X, GrB, MINV, MINV)                                                                             \
    GRB_EACH_INTEGER(X, GrB, BNOT, BNOT)                                                                     \
    GRB_EACH(X, GxB, ONE, ONE)                                                                               \
    GRB_EACH(X, GxB, LNOT, LNOT)

/* Binary operators whose operands and result have one type. */
#define GRB_BINARY_OPS(X)                                                                                    \
    GRB_EACH(X, GrB, FIRST, FIRST)                                                                           \
    GRB_EACH(X, GrB, SECOND, SECOND)                                                                         \
    GRB_EACH(X, GrB, ONEB, PAIR)                                                                             \
    GRB_EACH(X, GrB, MIN, MIN)                                                                               \
    GRB_EACH(X, GrB, MAX, MAX)                                                                               \
    GRB_EACH(X, GrB, PLUS, PLUS)                                                                             \
    GRB_EACH(X, GrB, MINUS, MINUS)                                                                           \
    GRB_EACH(X, GrB, TIMES, TIMES)                                                                           \
    GRB_EACH(X, GrB, DIV, DIV)                                                                               \
    GRB_EACH_INTEGER(X, GrB, BOR, BOR)                                                                       \
    GRB_EACH_INTEGER(X, GrB, BAND, BAND)                                                                     \
    GRB_EACH_INTEGER(X, GrB, BXOR, BXOR)                                                                     \
    GRB_EACH_INTEGER(X, GrB, BXNOR, BXNOR)                                                                   \
    GRB_EACH(X, GxB, ANY, ANY)                                                                               \
    GRB_EACH(X, GxB, PAIR, PAIR)

/* Multiplies that give a position of an operand, for semirings alone: A(i,k) has FIRSTI i and FIRSTJ k, B(k,j) has SECONDI k
 * and SECONDJ j. */
#define GRB_POSITION_MULTIPLIES(X)                                                                           \
    GRB_EACH_POSITION(X, GxB, FIRSTI, FIRST_I)                                                               \
    GRB_EACH_POSITION(X, GxB, FIRSTJ, FIRST_J)                                                               \
    GRB_EACH_POSITION(X, GxB, SECONDI, SECOND_I)                                                             \
    GRB_EACH_POSITION(X, GxB, SECONDJ, SECOND_J)

/* Powers, which are functions of the library and not operators of semigraph's. */
#define GRB_POWERS(X) GRB_EACH(X, GxB, POW, NO_OP)

/* Binary operators from two values of one type to bool. */
#define GRB_COMPARISONS(X)                                                                                   \
    GRB_EACH(X, GrB, EQ, EQ)                                                                                 \
    GRB_EACH(X, GrB, NE, NE)                                                                                 \
    GRB_EACH(X, GrB, GT, GT)                                                                                 \
    GRB_EACH(X, GrB, LT, LT)                                                                                 \
    GRB_EACH(X, GrB, GE, GE)                                                                                 \
    GRB_EACH(X, GrB, LE, LE)

/* Binary operators on bool, without a suffix. */
#define GRB_LOGICAL_OPS(X)                                                                                   \
    X(GrB, LOR, BOOL, LOR)                                                                                   \
    X(GrB, LAND, BOOL, LAND)                                                                                 \
    X(GrB, LXOR, BOOL, LXOR)                                                                                 \
    X(GrB, LXNOR, BOOL, LXNOR)

/* Operators of positions: functions of them on two types, tests of them (without a suffix), tests of values. */
#define GRB_POSITION_FUNCTIONS(X)                                                                            \
    GRB_EACH_POSITION(X, GrB, ROWINDEX, ROW_INDEX)                                                           \
    GRB_EACH_POSITION(X, GrB, COLINDEX, COLUMN_INDEX)                                                        \
    GRB_EACH_POSITION(X, GrB, DIAGINDEX, DIAGONAL_INDEX)
#define GRB_POSITION_TESTS(X)                                                                                \
    X(GrB, TRIL, INT64, TRIL)                                                                                \
    X(GrB, TRIU, INT64, TRIU)                                                                                \
    X(GrB, DIAG, INT64, DIAGONAL)                                                                            \
    X(GrB, OFFDIAG, INT64, OFFDIAGONAL)                                                                      \
    X(GrB, COLLE, INT64, COLUMN_LE)                                                                          \
    X(GrB, COLGT, INT64, COLUMN_GT)                                                                          \
    X(GrB, ROWLE, INT64, ROW_LE)                                                                             \
    X(GrB, ROWGT, INT64, ROW_GT)
#define GRB_VALUE_TESTS(X)                                                                                   \
    GRB_EACH(X, GrB, VALUEEQ, VALUE_EQ)                                                                      \
    GRB_EACH(X, GrB, VALUENE, VALUE_NE)                                                                      \
    GRB_EACH(X, GrB, VALUEGT, VALUE_GT)                                                                      \
    GRB_EACH(X, GrB, VALUELT, VALUE_LT)                                                                      \
    GRB_EACH(X, GrB, VALUEGE, VALUE_GE)                                                                      \
    GRB_EACH(X, GrB, VALUELE, VALUE_LE)

/* Monoids GrB_<op>_MONOID_<type>, of a binary operator of the lists above. */
#define GRB_NUMERIC_MONOIDS(X)                                                                               \
    GRB_EACH_NUMBER(X, GrB, PLUS, PLUS)                                                                      \
    GRB_EACH_NUMBER(X, GrB, TIMES, TIMES)                                                                    \
    GRB_EACH_NUMBER(X, GrB, MIN, MIN)                                                                        \
    GRB_EACH_NUMBER(X, GrB, MAX, MAX)
#define GRB_ANY_MONOIDS(X) GRB_EACH(X, GxB, ANY, ANY)

/* Semirings GrB_<add>_<mul>_SEMIRING_<type>: X(add, mul, type), and those of SuiteSparse's names GxB_<add>_<mul>_<type>. */
#define GRB_EACH_SEMIRING(X, add, mul)                                                                       \
    X(add, mul, INT8)                                                                                        \
    X(add, mul, UINT8)                                                                                       \
    X(add, mul, INT16)                                                                                       \
    X(add, mul, UINT16)                                                                                      \
    X(add, mul, INT32)                                                                                       \
    X(add, mul, UINT32)                                                                                      \
    X(add, mul, INT64)                                                                                       \
    X(add, mul, UINT64)                                                                                      \
    X(add, mul, FP32)                                                                                        \
    X(add, mul, FP64)
#define GRB_NUMERIC_SEMIRINGS(X)                                                                             \
    GRB_EACH_SEMIRING(X, PLUS, TIMES)                                                                        \
    GRB_EACH_SEMIRING(X, MIN, PLUS)                                                                          \
    GRB_EACH_SEMIRING(X, MAX, PLUS)                                                                          \
    GRB_EACH_SEMIRING(X, MIN, TIMES)                                                                         \
    GRB_EACH_SEMIRING(X, MIN, MAX)                                                                           \
    GRB_EACH_SEMIRING(X, MAX, MIN)                                                                           \
    GRB_EACH_SEMIRING(X, MAX, TIMES)                                                                         \
    GRB_EACH_SEMIRING(X, PLUS, MIN)                                                                          \
    GRB_EACH_SEMIRING(X, MIN, FIRST)                                                                         \
    GRB_EACH_SEMIRING(X, MIN, SECOND)                                                                        \
    GRB_EACH_SEMIRING(X, MAX, FIRST)                                                                         \
    GRB_EACH_SEMIRING(X, MAX, SECOND)
#define GRB_LOGICAL_SEMIRINGS(X) X(LOR, LAND, BOOL) X(LAND, LOR, BOOL) X(LXOR, LAND, BOOL) X(LXNOR, LOR, BOOL)
#define GRB_EXTRA_SEMIRINGS(X)                                                                               \
    GRB_EACH_SEMIRING(X, PLUS, FIRST)                                                                        \
    GRB_EACH_SEMIRING(X, PLUS, SECOND)                                                                       \
    GRB_EACH_SEMIRING(X, PLUS, PAIR)                                                                         \
    GRB_EACH_SEMIRING(X, ANY, FIRST)                                                                         \
    X(ANY, FIRST, BOOL)                                                                                      \
    GRB_EACH_SEMIRING(X, ANY, SECOND) X(ANY, SECOND, BOOL) GRB_EACH_SEMIRING(X, ANY, PAIR)                   \
        X(ANY, PAIR, BOOL) X(LAND, FIRST, BOOL) X(LOR, FIRST, BOOL)
#define GRB_POSITION_SEMIRING(X, add, mul) X(add, mul, INT32) X(add, mul, INT64)
#define GRB_POSITION_SEMIRINGS_OF(X, add)                                                                    \
    GRB_POSITION_SEMIRING(X, add, FIRSTI)                                                                    \
    GRB_POSITION_SEMIRING(X, add, FIRSTJ)                                                                    \
    GRB_POSITION_SEMIRING(X, add, SECONDI)                                                                   \
    GRB_POSITION_SEMIRING(X, add, SECONDJ)
#define GRB_POSITION_SEMIRINGS(X)                                                                            \
    GRB_POSITION_SEMIRINGS_OF(X, ANY)                                                                        \
    GRB_POSITION_SEMIRINGS_OF(X, MIN)                                                                        \
    GRB_POSITION_SEMIRINGS_OF(X, MAX)                                                                        \
    GRB_POSITION_SEMIRINGS_OF(X, PLUS)
#define GRB_EQ_SEMIRINGS(X) GRB_EACH_SEMIRING(X, ANY, EQ) X(ANY, EQ, BOOL) /* their sums are bool */

/* Descriptors GrB_DESC_<name>: X(name, output, mask, first input, second input), values of GrB_Desc_Value. */
#define GRB_FOUR_DESCRIPTORS(X, name, output, mask)                                                          \
    X(name##T1, output, mask, 0, 3)                                                                          \
    X(name##T0, output, mask, 3, 0)                                                                          \
    X(name##T0T1, output, mask, 3, 3)
#define GRB_DESCRIPTORS(X)                                                                                   \
    GRB_FOUR_DESCRIPTORS(X, , 0, 0)                                                                          \
    X(C, 0, 2, 0, 0)                                                                                         \
    GRB_FOUR_DESCRIPTORS(X, C, 0, 2)                                                                         \
    X(S, 0, 4, 0, 0) GRB_FOUR_DESCRIPTORS(X, S, 0, 4) X(SC, 0, 6, 0, 0) GRB_FOUR_DESCRIPTORS(X, SC, 0, 6)    \
        X(R, 1, 0, 0, 0) GRB_FOUR_DESCRIPTORS(X, R, 1, 0) X(RC, 1, 2, 0, 0)                                  \
            GRB_FOUR_DESCRIPTORS(X, RC, 1, 2) X(RS, 1, 4, 0, 0) GRB_FOUR_DESCRIPTORS(X, RS, 1, 4)            \
                X(RSC, 1, 6, 0, 0) GRB_FOUR_DESCRIPTORS(X, RSC, 1, 6)

/* Objects of a program: X(name of the type, description). */
#define GRB_COLLECTIONS(X) X(Scalar) X(Vector) X(Matrix)
#define GRB_ALGEBRA(X)     X(UnaryOp) X(IndexUnaryOp) X(BinaryOp) X(Monoid) X(Semiring)
#define GRB_OBJECTS(X)     GRB_COLLECTIONS(X) GRB_ALGEBRA(X) X(Type) X(Descriptor)
#endif
