/* The random numbers of base/mix.h and the draws of base/walk.h, for kernels: the same bits. */
#ifndef CUDA_PRIMITIVES_HASHES_CUH
#define CUDA_PRIMITIVES_HASHES_CUH

#include "cuda/runtime/kernel.cuh"

DEVICE uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

DEVICE uint64_t hash_of(uint64_t seed, uint64_t x) { return mix(mix(seed) ^ x); }

/* 53 bits of a draw as a number in [0, 1). */
DEVICE double fraction_of(uint64_t draw) { return (double)(draw >> 11) * 0x1p-53; }

#endif
