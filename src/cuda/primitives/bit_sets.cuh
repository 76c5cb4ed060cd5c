/* Sets of numbers as bitmaps in words of 32 bits. */
#ifndef CUDA_PRIMITIVES_BIT_SETS_CUH
#define CUDA_PRIMITIVES_BIT_SETS_CUH

#include "cuda/runtime/kernel.cuh"

DEVICE void set_bit(uint32_t *bitmap, int64_t k)
{
    const uint32_t bit = 1u << (k & 31);
    if ((bitmap[k >> 5] & bit) == 0)
        atomicOr(&bitmap[k >> 5], bit);
}

DEVICE bool has_bit(const uint32_t *bitmap, int64_t k) { return bitmap[k >> 5] >> (k & 31) & 1; }

#endif
