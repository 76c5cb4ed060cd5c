/* Kernels that each compute one function of two values, for matching operators by their code (operator_match.c). */
#include "cuda/runtime/kernel.cuh"

#include "semiring/value.h"

/* Booleans are passed as int: for bytes in memory the compiler would add code that normalises them. */
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
