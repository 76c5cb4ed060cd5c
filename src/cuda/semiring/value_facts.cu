/* The pass over the values of a matrix that finds its value facts (value_facts_host.h). */
#include "cuda/semiring/value_bits.cuh"

namespace
{

struct seen {
    unsigned against;
    struct known_values known;
};

DEVICE void see_bytes(seen &s, unsigned four)
{
    if (__vcmpeq4(four, 0) != 0)
        s.against |= VALUES_TRUE;
}

/* A floating-point number by its upper word, with sign and exponent, and whether a lower bit is set. */
DEVICE void see_number(seen &s, unsigned upper, unsigned exponent_bits, bool has_lower)
{
    const unsigned without_sign = upper & 0x7fffffffu;
    if (without_sign >= exponent_bits) {
        s.against |= VALUES_FINITE;
        if (without_sign > exponent_bits || has_lower)
            s.against |= VALUES_NO_NAN;
    }
    if (without_sign == 0 && !has_lower)
        s.against |= upper == 0 ? VALUES_TRUE : VALUES_TRUE | VALUES_NO_MINUS_ZERO;
    if (upper != without_sign)
        s.against |= VALUES_UNSIGNED;
}

DEVICE void see_single(seen &s, unsigned bits)
{
    see_number(s, bits, 0x7f800000u, false);
    know_bits(s.known, bits);
}

DEVICE void see_double(seen &s, unsigned lower, unsigned upper)
{
    see_number(s, upper, 0x7ff00000u, lower != 0);
}

/* 16 bytes of values. */
DEVICE void see_word(seen &s, uint4 x, int value_bytes)
{
    if (value_bytes == 1) {
        see_bytes(s, x.x);
        see_bytes(s, x.y);
        see_bytes(s, x.z);
        see_bytes(s, x.w);
    } else if (value_bytes == 4) {
        see_single(s, x.x);
        see_single(s, x.y);
        see_single(s, x.z);
        see_single(s, x.w);
    } else {
        see_double(s, x.x, x.y);
        see_double(s, x.z, x.w);
    }
}

DEVICE void see_one(seen &s, const void *value, int64_t k, int value_bytes)
{
    if (value_bytes == 1)
        see_bytes(s, ((const uint8_t *)value)[k] | ~0xffu);
    else if (value_bytes == 4)
        see_single(s, ((const unsigned *)value)[k]);
    else
        see_double(s, ((const uint2 *)value)[k].x, ((const uint2 *)value)[k].y);
}

/* Each warp reads the result before it writes: all write to one cache line, and most have nothing new. */
__global__ void scan_values(struct value_scan_arguments a)
{
    const bool is_aligned = ((uintptr_t)a.value & 15) == 0;
    const int64_t words = is_aligned ? a.n * a.value_bytes / 16 : 0;
    seen s = {0, nothing_known()};
    for (int64_t w = thread_of_grid(); w < words; w += threads_of_grid())
        see_word(s, ((const uint4 *)a.value)[w], a.value_bytes);
    for (int64_t k = words * 16 / a.value_bytes + thread_of_grid(); k < a.n; k += threads_of_grid())
        see_one(s, a.value, k, a.value_bytes);
    const unsigned against = __reduce_or_sync(ALL_LANES, s.against);
    const int depth = VALUE_BITS_FROM - __reduce_min_sync(ALL_LANES, s.known.low),
              height = VALUE_BITS_FROM - __reduce_min_sync(ALL_LANES, s.known.minus_high);
    if (lane_of_warp() != 0)
        return;
    if ((against & ~*(volatile uint32_t *)&a.found->against) != 0)
        atomicOr(&a.found->against, against);
    if (depth > *(volatile int32_t *)&a.found->depth)
        atomicMax(&a.found->depth, depth);
    if (height > *(volatile int32_t *)&a.found->height)
        atomicMax(&a.found->height, height);
}

} // namespace

extern "C" const void *const graph__cuda_scan_values = (const void *)scan_values;
