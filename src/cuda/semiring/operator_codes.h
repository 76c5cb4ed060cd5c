/* Operators and types by their numbers in types.h, which kernel texts cannot include; elements_host.c checks the numbers. */
#ifndef CUDA_SEMIRING_OPERATOR_CODES_H
#define CUDA_SEMIRING_OPERATOR_CODES_H

/* X(number, NAME, name) for monoids, other binary operators, and unary operators. */
#define MONOID_CODES(X)                                                                                      \
    X(1, PLUS, plus)                                                                                         \
    X(3, TIMES, times)                                                                                       \
    X(5, MIN, min)                                                                                           \
    X(6, MAX, max)                                                                                           \
    X(9, ANY, any) X(11, LOR, lor) X(12, LAND, land) X(13, LXOR, lxor) X(21, LXNOR, lxnor)
#if defined(T_IS_FLOAT) && T_IS_FLOAT
#define BITWISE_CODES(X)
#define BITWISE_UNARY_CODES(X)
#else
#define BITWISE_CODES(X)       X(22, BOR, bor) X(23, BAND, band) X(24, BXOR, bxor) X(25, BXNOR, bxnor)
#define BITWISE_UNARY_CODES(X) X(8, BNOT, bnot)
#endif
#define BINARY_CODES(X)                                                                                      \
    MONOID_CODES(X)                                                                                          \
    BITWISE_CODES(X)                                                                                         \
    X(2, MINUS, minus)                                                                                       \
    X(4, DIV, div)                                                                                           \
    X(7, FIRST, first)                                                                                       \
    X(8, SECOND, second)                                                                                     \
    X(10, PAIR, pair)                                                                                        \
    X(14, EQ, eq)                                                                                            \
    X(15, NE, ne) X(16, LT, lt) X(17, LE, le) X(18, GT, gt) X(19, GE, ge) X(20, PLUS_SAT, plus_sat)
#define UNARY_CODES(X)                                                                                       \
    X(1, IDENTITY, identity)                                                                                 \
    X(2, AINV, ainv)                                                                                         \
    X(3, MINV, minv) X(4, ABS, abs) X(5, LNOT, lnot) X(6, ONE, one) X(7, SQRT, sqrt) BITWISE_UNARY_CODES(X)

/* X(number, NAME, C type, the function that converts from it) for the value types. */
#define TYPE_CODES(X)                                                                                        \
    X(1, BOOL, bool, from_integer)                                                                           \
    X(2, INT8, int8_t, from_integer)                                                                         \
    X(3, INT16, int16_t, from_integer)                                                                       \
    X(4, INT32, int32_t, from_integer)                                                                       \
    X(5, INT64, int64_t, from_integer)                                                                       \
    X(6, UINT8, uint8_t, from_unsigned)                                                                      \
    X(7, UINT16, uint16_t, from_unsigned)                                                                    \
    X(8, UINT32, uint32_t, from_unsigned)                                                                    \
    X(9, UINT64, uint64_t, from_unsigned) X(10, FP32, float, from_float) X(11, FP64, double, from_double)

/* X(number, NAME, test of x against y); tests of positions are in primitives/entries_arguments.h. */
#define VALUE_TEST_CODES(X)                                                                                  \
    X(5, VALUE_EQ, x == y)                                                                                   \
    X(6, VALUE_NE, x != y)                                                                                   \
    X(7, VALUE_LT, x < y) X(8, VALUE_LE, x <= y) X(9, VALUE_GT, x > y) X(10, VALUE_GE, x >= y)

#endif
