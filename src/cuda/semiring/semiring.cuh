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
/* Minimum and maximum in one instruction, with the same result for NaN.  It takes -0 as smaller than 0, where elsewhere
 * the first operand stays.  So it serves sums, which are -0 only if both operands are, and not products. */
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

/* The header of the built-in equivalent (semiring_host.h), which agrees for numbers that are not NaN; its zero() fills
 * blocks. */
#ifndef SEMIRING_EQUIVALENT
#define SEMIRING_EQUIVALENT SEMIRING_HEADER
#endif

DEVICE constexpr bool begins_with(const char *x, const char *start)
{
    return *start == 0 || (*x == *start && begins_with(x + 1, start + 1));
}
/* Whether add selects an operand, so that a sum often does not change. */
enum {
    ADDS_BY_CHOICE = begins_with(SEMIRING_EQUIVALENT, "semiring/min_") ||
                     begins_with(SEMIRING_EQUIVALENT, "semiring/max_") ||
                     begins_with(SEMIRING_EQUIVALENT, "semiring/or_")
};

/* Ordinary numbers, neither negative nor NaN, have the order of their bits, and integers are compared in one
 * instruction.  Here are add and mul for them.  A partial sum may be negative, and is NaN at most under a minimum. */
#ifdef T_FP32
#undef smaller
#undef larger
enum {
    /* Semirings with COMPARES_SUMS are as fast without it. */
    HAS_ORDINARY = !COMPARES_SUMS && (is_text(SEMIRING_EQUIVALENT, "semiring/min_plus.h") ||
                                      is_text(SEMIRING_EQUIVALENT, "semiring/max_plus.h") ||
                                      is_text(SEMIRING_EQUIVALENT, "semiring/max_min.h") ||
                                      is_text(SEMIRING_EQUIVALENT, "semiring/min_max.h"))
};
DEVICE bool is_ordinary(T x) { return (unsigned)__float_as_int(x) <= 0x7f800000u; }
#else
enum { HAS_ORDINARY = false };
DEVICE bool is_ordinary(T) { return false; }
#endif
namespace ordinary
{
#ifdef T_FP32
DEVICE T smaller(T x, T y) { return __int_as_float(min(__float_as_int(x), __float_as_int(y))); }
DEVICE T larger(T x, T y) { return __int_as_float(max(__float_as_int(x), __float_as_int(y))); }
#endif
#include SEMIRING_EQUIVALENT
} // namespace ordinary

#define READS_X           (((SEMIRING_READS)&1) != 0)
#define READS_Y           (((SEMIRING_READS)&2) != 0)
#define X_VALUE(array, k) (READS_X ? (array)[k] : (T)1)
#define Y_VALUE(array, k) (READS_Y ? (array)[k] : (T)1)

#endif
