/* Value facts in kernels that read all values: each lane updates its facts with know_value, and tell_facts merges them. */
#ifndef CUDA_SEMIRING_VALUE_FACTS_CUH
#define CUDA_SEMIRING_VALUE_FACTS_CUH

#include "cuda/runtime/kernel.cuh"

#include "semiring/value.h"

#include "cuda/semiring/value_bits.cuh"

DEVICE void know_value(struct known_values &known, T x)
{
    /* x - x is 0 but for infinities and NaN. */
    if (T_IS_FLOAT && x - x != 0)
        known.are_finite = false;
#ifdef T_FP32
    know_bits(known, (unsigned)__float_as_int(x));
#endif
}

/* Merges a lane's facts into *facts; for whole warps. */
DEVICE void tell_facts(struct value_facts *facts, const struct known_values &known)
{
    if (!known.are_finite)
        facts->are_finite = 0;
    if (!known.are_ordinary)
        facts->are_ordinary = 0;
#ifdef T_FP32
    const int low = __reduce_min_sync(ALL_LANES, known.low),
              minus_high = __reduce_min_sync(ALL_LANES, known.minus_high);
    if (lane_of_warp() == 0 && low < *(volatile int32_t *)&facts->least_low)
        atomicMin(&facts->least_low, low);
    if (lane_of_warp() == 0 && minus_high < *(volatile int32_t *)&facts->least_of_minus_high)
        atomicMin(&facts->least_of_minus_high, minus_high);
#endif
}

/* 2^unit; if all values are 0 the unit is out of range, and any power will do. */
DEVICE float packed_power(int unit) { return __int_as_float((unit > 100 ? 127 : 127 + unit) << 23); }
/* scale: 1 / packed_power(). */
DEVICE int16_t packed_of(T x, float scale) { return (int16_t)((float)x * scale); }
DEVICE int32_t integer_of(T x, float scale) { return (int32_t)((float)x * scale); }

#endif
