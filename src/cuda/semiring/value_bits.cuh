/* What the bits of numbers say, for passes over values (value_facts_arguments.h). */
#ifndef CUDA_SEMIRING_VALUE_BITS_CUH
#define CUDA_SEMIRING_VALUE_BITS_CUH

#include "cuda/runtime/kernel.cuh"

#include "cuda/semiring/value_facts_arguments.h"

/* What a lane knows of its values. */
struct known_values {
    bool are_finite, are_ordinary;
    int low, minus_high;
};

DEVICE struct known_values nothing_known(void)
{
    const struct known_values known = {true, true, 1 << 20, 1 << 20};
    return known;
}

/* Of fp32. */
DEVICE void know_bits(struct known_values &known, unsigned bits)
{
    const int exponent = (int)(bits >> 23 & 0xff);
    if (bits > 0x7f800000)
        known.are_ordinary = false;
    if (bits == 0)
        return;
    if (exponent < 64 || exponent > 190)
        known.low = VALUE_NOT_HALF;
    else {
        known.low = min(known.low, exponent - 127 - 23 + __ffs((int)(bits | 1u << 23)) - 1);
        known.minus_high = min(known.minus_high, 127 - exponent);
    }
}

#endif
