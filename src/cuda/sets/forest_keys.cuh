/* Keys of values: unsigned numbers that are ordered as the values are. */
#ifndef CUDA_SETS_FOREST_KEYS_CUH
#define CUDA_SETS_FOREST_KEYS_CUH

#include "cuda/runtime/kernel.cuh"

#include "cuda/sets/forest_arguments.h"

/* The key of value[k]; is_nan becomes true where there is none. */
DEVICE uint64_t key_at(const forest_arguments &a, const void *value, int64_t k, bool &is_nan)
{
    const uint64_t sign = (uint64_t)1 << 63;
    const int bytes = a.value_bytes;
    if (a.order_of_values == FOREST_EQUAL)
        return 0;
    if (a.order_of_values == FOREST_FLOATING) {
        const double x =
            (bytes == 4 ? (double)((const float *)value)[k] : ((const double *)value)[k]) + 0.0; /* -0 is 0 */
        is_nan = is_nan || x != x;
        if (bytes == 4) {
            const uint32_t bits = __float_as_uint((float)x);
            return bits >> 31 != 0 ? ~bits : bits | 1u << 31;
        }
        const uint64_t bits = (uint64_t)__double_as_longlong(x);
        return (bits & sign) != 0 ? ~bits : bits | sign;
    }
    if (a.order_of_values == FOREST_INTEGERS)
        return sign ^ (uint64_t)(bytes == 1   ? ((const int8_t *)value)[k]
                                 : bytes == 2 ? ((const int16_t *)value)[k]
                                 : bytes == 4 ? ((const int32_t *)value)[k]
                                              : ((const int64_t *)value)[k]);
    const uint64_t x = bytes == 1   ? ((const uint8_t *)value)[k]
                       : bytes == 2 ? ((const uint16_t *)value)[k]
                       : bytes == 4 ? ((const uint32_t *)value)[k]
                                    : ((const uint64_t *)value)[k];
    return a.order_of_values == FOREST_BOOLS ? x != 0 : x;
}

#endif
