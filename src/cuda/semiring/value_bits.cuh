/* Facts about fp32 values from their bits, for passes over values (value_facts_arguments.h). */
#ifndef CUDA_SEMIRING_VALUE_BITS_CUH
#define CUDA_SEMIRING_VALUE_BITS_CUH

#include "cuda/runtime/kernel.cuh"

#include "cuda/semiring/value_facts_arguments.h"

/* The facts about the values that a lane has read. */
struct known_values {
    bool are_finite, are_ordinary;
    int low, minus_high;
};

DEVICE struct known_values nothing_known(void)
{
    const struct known_values known = {true, true, 1 << 20, 1 << 20};
    return known;
}

/* Updates the facts with one value of fp32. */
DEVICE void know_bits(struct known_values &known, unsigned bits)
{
    const int exponent = (int)(bits >> 23 & 0xff);
    if (bits > 0x7f800000)
        known.are_ordinary = false;
    if (bits == 0)
        return;
    if (exponent < 64 || exponent > 190)
        known.low = VALUE_NOT_PACKED;
    else {
        known.low = min(known.low, exponent - 127 - 23 + __ffs((int)(bits | 1u << 23)) - 1);
        known.minus_high = min(known.minus_high, 127 - exponent);
    }
}

#endif
