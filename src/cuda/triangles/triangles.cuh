/* What the kernels of triangles*.cu share. */
#ifndef CUDA_TRIANGLES_TRIANGLES_CUH
#define CUDA_TRIANGLES_TRIANGLES_CUH

#include "cuda/primitives/warp.cuh"

#include "cuda/triangles/triangles_arguments.h"

enum { TRIANGLES_WARPS = TRIANGLES_THREADS / WARP };

/* A list of smaller neighbours in one word: start << 24 | length. */
typedef unsigned long long packed_list;

DEVICE packed_list pack_list(int64_t start, int64_t length)
{
    return (packed_list)start << TRIANGLES_LENGTH_BITS | (packed_list)length;
}
DEVICE int64_t start_of(packed_list list) { return (int64_t)(list >> TRIANGLES_LENGTH_BITS); }
DEVICE int length_of(packed_list list) { return (int)(list & ((1 << TRIANGLES_LENGTH_BITS) - 1)); }

DEVICE bool is_in_core(const triangles_arguments &a, int64_t larger, int64_t smaller)
{
    return TRIANGLES_IN_CORE(&a, larger, smaller);
}

DEVICE void add_count(const triangles_arguments &a, unsigned long long count)
{
    count = (unsigned long long)reduce_warp((int64_t)count);
    if (lane_of_warp() == 0 && count > 0)
        atomicAdd(&a.sums->count, count);
}

DEVICE void add_ends_and_loops(const triangles_arguments &a, int64_t ends, int64_t loops)
{
    ends = reduce_warp(ends);
    loops = reduce_warp(loops);
    if (lane_of_warp() == 0) {
        if (ends > 0)
            atomicAdd(&a.sums->ends, (unsigned long long)ends);
        if (loops > 0)
            atomicAdd(&a.sums->loops, (unsigned long long)loops);
    }
}

#endif
