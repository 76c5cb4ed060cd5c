/* T and the five functions of the semiring of one compilation, on the device.
 *
 * The build, or the run-time compiler's caller, defines T_<TYPE>, SEMIRING_HEADER, SEMIRING_READS (bit 0: mul reads x,
 * bit 1: it reads y) SEMIRING_IS_ANY (add keeps its first operand: of several products, the one with the smallest k) and
 * SEMIRING_IS_PLUS_TIMES (tensor cores know it). */
#ifndef CUDA_SEMIRING_SEMIRING_CUH
#define CUDA_SEMIRING_SEMIRING_CUH

#include "cuda/runtime/kernel.cuh"

#include "semiring/value.h"

DEVICE constexpr bool is_text(const char *x, const char *y)
{
    return *x == *y && (*x == 0 || is_text(x + 1, y + 1));
}

#ifdef T_FP32
/* Least and greatest in one instruction, with the same word about NaN.  Of two zeros it takes -0 as the smaller, where
 * elsewhere the first of them stays; so only sums are compared like this, which are -0 for two -0 alone, no products. */
enum {
    COMPARES_SUMS =
        is_text(SEMIRING_HEADER, "semiring/min_plus.h") || is_text(SEMIRING_HEADER, "semiring/max_plus.h")
};
DEVICE T device_smaller(T x, T y) { return COMPARES_SUMS ? fminf(x, y) : smaller(x, y); }
DEVICE T device_larger(T x, T y) { return COMPARES_SUMS ? fmaxf(x, y) : larger(x, y); }
#define smaller device_smaller
#define larger  device_larger
#endif

#include SEMIRING_HEADER

/* The built-in semiring that this one is for numbers that are not NaN, if it has one (builtin_equivalent.h); its zero() fills
 * blocks. */
#ifndef SEMIRING_TWIN
#define SEMIRING_TWIN SEMIRING_HEADER
#endif

/* Whether a sum often stays what it was, so that adding to it is a comparison. */
DEVICE constexpr bool begins_with(const char *x, const char *start)
{
    return *start == 0 || (*x == *start && begins_with(x + 1, start + 1));
}
enum {
    ADDS_BY_CHOICE = begins_with(SEMIRING_TWIN, "semiring/min_") || begins_with(SEMIRING_TWIN, "semiring/max_") ||
                     begins_with(SEMIRING_TWIN, "semiring/or_")
};

/* Ordinary numbers, neither negative nor NaN, are in the order of their bits, and integers are compared in one instruction.
 * Here are add and mul for them; a sum so far may be negative, and is NaN under a minimum at most. */
#ifdef T_FP32
#undef smaller
#undef larger
enum {
    /* Those that compare floating numbers in one instruction are as fast without it. */
    HAS_ORDINARY = !COMPARES_SUMS &&
                   (is_text(SEMIRING_TWIN, "semiring/min_plus.h") || is_text(SEMIRING_TWIN, "semiring/max_plus.h") ||
                    is_text(SEMIRING_TWIN, "semiring/max_min.h") || is_text(SEMIRING_TWIN, "semiring/min_max.h"))
};
DEVICE bool is_ordinary(T x) { return (unsigned)__float_as_int(x) <= 0x7f800000u; }
#else
enum { HAS_ORDINARY = false };
DEVICE bool is_ordinary(T) { return false; }
#endif
namespace ordinary {
#ifdef T_FP32
DEVICE T smaller(T x, T y) { return __int_as_float(min(__float_as_int(x), __float_as_int(y))); }
DEVICE T larger(T x, T y) { return __int_as_float(max(__float_as_int(x), __float_as_int(y))); }
#endif
#include SEMIRING_TWIN
}

#define READS_X           (((SEMIRING_READS)&1) != 0)
#define READS_Y           (((SEMIRING_READS)&2) != 0)
#define X_VALUE(array, k) (READS_X ? (array)[k] : (T)1)
#define Y_VALUE(array, k) (READS_Y ? (array)[k] : (T)1)

#endif
