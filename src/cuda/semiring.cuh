/* T and the five functions of the semiring of one compilation, on the device.
 *
 * The build, or the run-time compiler's caller, defines T_<TYPE>, SEMIRING_HEADER, SEMIRING_READS (bit 0: mul reads x,
 * bit 1: it reads y) SEMIRING_IS_ANY (add keeps its first operand: of several products, the one with the smallest k) and
 * SEMIRING_IS_PLUS_TIMES (tensor cores know it). */
#ifndef CUDA_SEMIRING_CUH
#define CUDA_SEMIRING_CUH

#include "cuda/kernel.cuh"

#include "semiring/value.h"

/* The device has these in one instruction, with the same word about NaN. */
#ifdef T_FP32
DEVICE T device_smaller(T x, T y) { return fminf(x, y); }
DEVICE T device_larger(T x, T y) { return fmaxf(x, y); }
#define smaller device_smaller
#define larger  device_larger
#endif

#include SEMIRING_HEADER

#define READS_X           (((SEMIRING_READS)&1) != 0)
#define READS_Y           (((SEMIRING_READS)&2) != 0)
#define X_VALUE(array, k) (READS_X ? (array)[k] : (T)1)
#define Y_VALUE(array, k) (READS_Y ? (array)[k] : (T)1)

#endif
