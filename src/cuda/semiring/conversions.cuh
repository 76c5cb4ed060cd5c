/* Conversions to T, as on the CPU: floating values that do not fit an integer saturate, NaN becomes 0. */
#ifndef CUDA_SEMIRING_CONVERSIONS_CUH
#define CUDA_SEMIRING_CONVERSIONS_CUH

#include "cuda/semiring/operator_codes.h"

#if T_IS_BOOL
GRAPH_OP from_integer(int64_t x) { return x != 0; }
GRAPH_OP from_unsigned(uint64_t x) { return x != 0; }
GRAPH_OP from_float(float x) { return x != 0; }
GRAPH_OP from_double(double x) { return x != 0; }
#else
GRAPH_OP from_integer(int64_t x) { return (T)x; }
GRAPH_OP from_unsigned(uint64_t x) { return (T)x; }
#if T_IS_FLOAT
GRAPH_OP from_float(float x) { return (T)x; }
GRAPH_OP from_double(double x) { return (T)x; }
#else
/* The limits of T round to powers of two at worst, so that values strictly between them fit. */
GRAPH_OP from_float(float x)
{
    return x != x ? 0 : x <= (float)T_MIN ? T_MIN : x >= (float)T_MAX ? T_MAX : (T)x;
}
GRAPH_OP from_double(double x)
{
    return x != x ? 0 : x <= (double)T_MIN ? T_MIN : x >= (double)T_MAX ? T_MAX : (T)x;
}
#endif
#endif

/* The value of a graph_scalar: its eight bytes and its type. */
GRAPH_OP from_scalar(uint64_t bits, int32_t type)
{
    switch (type) {
    case 0:
        return (T)1;
    case 1:
        return from_integer((bits & 1) != 0);
    case 6:
    case 7:
    case 8:
    case 9:
        return from_unsigned(bits);
    case 10:
    case 11:
        return from_double(__longlong_as_double((long long)bits));
    default:
        return from_integer((int64_t)bits);
    }
}

/* x op y; all threads take the same branch. */
GRAPH_OP apply_binary(int32_t op, T x, T y)
{
    switch (op) {
#define APPLY(number, NAME, name)                                                                            \
    case number:                                                                                             \
        return op_##name(x, y);
        BINARY_CODES(APPLY)
#undef APPLY
    default:
        return x;
    }
}

#endif
