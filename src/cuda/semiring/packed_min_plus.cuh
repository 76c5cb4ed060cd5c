/* Packed arithmetic (s16x2) for min_plus and max_plus over fp32.
 *
 * Where all values are small integers times one power of two (value_facts_arguments.h), two neighbours in k share a
 * word, and one instruction of sm_90 adds and compares both.  The result is that of floating-point numbers, since no
 * such sum is rounded.  Larger integers are added and compared one by one, by one instruction instead of two; the least
 * of their sums, rounded, is the least of the rounded sums.  Two products of ordinary numbers are compared with the sum
 * by one instruction. */
#ifndef CUDA_SEMIRING_PACKED_MIN_PLUS_CUH
#define CUDA_SEMIRING_PACKED_MIN_PLUS_CUH

#include "cuda/semiring/semiring.cuh"

#include "cuda/semiring/value_facts.cuh"

#ifdef T_FP32
enum {
    PACKED_ARE_LEAST = is_text(SEMIRING_EQUIVALENT, "semiring/min_plus.h"),
    PACKED_ARE_MOST = is_text(SEMIRING_EQUIVALENT, "semiring/max_plus.h"),
    HAS_PACKED = PACKED_ARE_LEAST || PACKED_ARE_MOST,
    PACKED_ABSENT = PACKED_ARE_LEAST ? VALUE_PACKED_BEYOND : -VALUE_PACKED_BEYOND
};

/* The start of a packed sum. */
#define PACKED_START (PACKED_ARE_LEAST ? 0x7fff7fffu : 0x80008000u)
DEVICE unsigned packed_add(unsigned sum, unsigned x, unsigned y)
{
    return PACKED_ARE_LEAST ? __viaddmin_s16x2(x, y, sum) : __viaddmax_s16x2(x, y, sum);
}

/* The value of a packed sum. */
DEVICE T packed_value(unsigned sum, float power)
{
    const int low = (int16_t)sum, high = (int)sum >> 16;
    return (T)(PACKED_ARE_LEAST ? min(low, high) : max(low, high)) * power;
}

/* The same for single integers, whose bits are in a T. */
DEVICE T integers_start(void) { return __int_as_float(PACKED_ARE_LEAST ? 0x7fffffff : -0x7fffffff - 1); }
DEVICE T integers_add(T sum, T x, T y)
{
    const int s = __float_as_int(sum), i = __float_as_int(x), j = __float_as_int(y);
    return __int_as_float(PACKED_ARE_LEAST ? __viaddmin_s32(i, j, s) : __viaddmax_s32(i, j, s));
}
DEVICE T integers_value(T sum, float power) { return (T)__float_as_int(sum) * power; }

/* Adds two products of ordinary numbers (semiring.cuh) to a sum by one comparison. */
DEVICE T ordinary_add_two(T sum, T x, T y)
{
    const int s = __float_as_int(sum), i = __float_as_int(x), j = __float_as_int(y);
    return __int_as_float(PACKED_ARE_LEAST ? __vimin3_s32(s, i, j) : __vimax3_s32(s, i, j));
}
#else
enum { HAS_PACKED = false, PACKED_ABSENT = 0 };
#define PACKED_START 0u
DEVICE unsigned packed_add(unsigned sum, unsigned, unsigned) { return sum; }
DEVICE T packed_value(unsigned, float) { return T(); }
DEVICE T integers_start(void) { return T(); }
DEVICE T integers_add(T sum, T, T) { return sum; }
DEVICE T integers_value(T sum, float) { return sum; }
DEVICE T ordinary_add_two(T sum, T, T) { return sum; }
#endif

#endif
