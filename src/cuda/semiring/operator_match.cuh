/* What is compiled to match operators (operator_match.c): kernels whose code is one function of two values alone. */
#include "cuda/runtime/kernel.cuh"

#include "semiring/value.h"

/* A Boolean in memory may be any byte to the compiler; what is compared here is true or false. */
#if T_IS_BOOL
#define OPERAND int
#else
#define OPERAND T
#endif
#define OPERATOR(number, expression)                                                                         \
    extern "C" __global__ void operator_##number(T *result, OPERAND of_x, OPERAND of_y)                      \
    {                                                                                                        \
        const T x = (T)of_x, y = (T)of_y;                                                                    \
        *result = (expression);                                                                              \
    }
