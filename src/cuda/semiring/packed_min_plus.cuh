/* Products of min_plus and max_plus over fp32 in pairs.  Where all values are small integers times one power of two
 * (value_facts_arguments.h), two neighbours in k share a word, and one instruction of sm_90 adds and compares both; that
 * gives what floating numbers give, since none of these sums is rounded.  Integers of more bits are added and compared
 * one by one, by one instruction instead of two; the least of their sums, rounded, is the least of rounded sums.
 * Two products of ordinary numbers are compared with the sum at once. */
#ifndef CUDA_SEMIRING_PACKED_MIN_PLUS_CUH
#define CUDA_SEMIRING_PACKED_MIN_PLUS_CUH

#include "cuda/semiring/semiring.cuh"

#include "cuda/semiring/value_facts.cuh"

#ifdef T_FP32
enum {
    HALVES_ARE_LEAST = is_text(SEMIRING_TWIN, "semiring/min_plus.h"),
    HALVES_ARE_MOST = is_text(SEMIRING_TWIN, "semiring/max_plus.h"),
    HAS_HALVES = HALVES_ARE_LEAST || HALVES_ARE_MOST,
    HALVES_ABSENT = HALVES_ARE_LEAST ? VALUE_HALF_BEYOND : -VALUE_HALF_BEYOND
};

/* Sums of two products at once begin with these. */
#define HALVES_START (HALVES_ARE_LEAST ? 0x7fff7fffu : 0x80008000u)
DEVICE unsigned halves_add(unsigned sum, unsigned x, unsigned y)
{
    return HALVES_ARE_LEAST ? __viaddmin_s16x2(x, y, sum) : __viaddmax_s16x2(x, y, sum);
}

/* What the two come to. */
DEVICE T halves_value(unsigned sum, float power)
{
    const int low = (int16_t)sum, high = (int)sum >> 16;
    return (T)(HALVES_ARE_LEAST ? min(low, high) : max(low, high)) * power;
}

/* The same of integers, whose bits are in T. */
DEVICE T integers_start(void) { return __int_as_float(HALVES_ARE_LEAST ? 0x7fffffff : -0x7fffffff - 1); }
DEVICE T integers_add(T sum, T x, T y)
{
    const int s = __float_as_int(sum), i = __float_as_int(x), j = __float_as_int(y);
    return __int_as_float(HALVES_ARE_LEAST ? __viaddmin_s32(i, j, s) : __viaddmax_s32(i, j, s));
}
DEVICE T integers_value(T sum, float power) { return (T)__float_as_int(sum) * power; }

/* The sum and two products that are ordinary (semiring.cuh), by one comparison. */
DEVICE T ordinary_add_two(T sum, T x, T y)
{
    const int s = __float_as_int(sum), i = __float_as_int(x), j = __float_as_int(y);
    return __int_as_float(HALVES_ARE_LEAST ? __vimin3_s32(s, i, j) : __vimax3_s32(s, i, j));
}
#else
enum { HAS_HALVES = false, HALVES_ABSENT = 0 };
#define HALVES_START 0u
DEVICE unsigned halves_add(unsigned sum, unsigned, unsigned) { return sum; }
DEVICE T halves_value(unsigned, float) { return T(); }
DEVICE T integers_start(void) { return T(); }
DEVICE T integers_add(T sum, T, T) { return sum; }
DEVICE T integers_value(T sum, float) { return sum; }
DEVICE T ordinary_add_two(T sum, T, T) { return sum; }
#endif

#endif
