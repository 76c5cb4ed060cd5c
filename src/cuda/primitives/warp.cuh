/* Collectives of a warp and of a block: reductions, scans, searches, a transpose of bits. */
#ifndef CUDA_PRIMITIVES_WARP_CUH
#define CUDA_PRIMITIVES_WARP_CUH

#include "cuda/runtime/kernel.cuh"

/* The next task of a queue that warps share; *taken, the tasks taken so far, is 0 before the launch. */
DEVICE int64_t next_of_warp(unsigned long long *taken)
{
    unsigned long long task = 0;
    if (lane_of_warp() == 0)
        task = atomicAdd(taken, 1ull);
    return (int64_t)__shfl_sync(ALL_LANES, task, 0);
}

/* The sum of x over the warp, in every lane. */
DEVICE int64_t reduce_warp(int64_t x)
{
    for (int step = WARP / 2; step > 0; step /= 2)
        x += __shfl_xor_sync(ALL_LANES, x, step);
    return x;
}

/* Inclusive scan: the sum of x over this lane and the lanes before it. */
DEVICE int scan_warp(int x)
{
    for (int step = 1; step < WARP; step *= 2) {
        int other = __shfl_up_sync(ALL_LANES, x, step);
        x += lane_of_warp() >= step ? other : 0;
    }
    return x;
}

/* Inclusive scan over a block of whole warps; *all = the sum over the block.  partial: a word of shared memory for each
 * warp. */
DEVICE int scan_block(int x, int *all, int *partial)
{
    const int warp = (int)threadIdx.x / WARP, warps = (int)blockDim.x / WARP;
    int sum = scan_warp(x);
    if (lane_of_warp() == WARP - 1)
        partial[warp] = sum;
    __syncthreads();
    *all = 0;
    for (int w = 0; w < warps; w++) {
        sum += w < warp ? partial[w] : 0;
        *all += partial[w];
    }
    __syncthreads();
    return sum;
}

/* The first lane whose inclusive sum is above e; sum: the result of scan_warp. */
DEVICE int search_warp(int e, int sum)
{
    int owner = 0;
#pragma unroll
    for (int step = WARP / 2; step > 0; step /= 2)
        if (__shfl_sync(ALL_LANES, sum, owner + step - 1) <= e)
            owner += step;
    return owner;
}

/* Load balancing search for 32 consecutive places, with fewer steps than search_warp.  Each lane has a list that begins
 * at place `begin`; the lists with has_any, in the order of the lanes, follow each other.  Returns the number, among
 * those, of the list that holds place first + lane, -1 before all.  *before: how many of them begin before `first`; on
 * return, before first + 32. */
DEVICE int list_at(int first, int begin, bool has_any, int *before)
{
    const unsigned ahead = (unsigned)(begin - first), bit = has_any && ahead < WARP ? 1u << ahead % WARP : 0;
    const unsigned begins = __reduce_or_sync(ALL_LANES, bit);
    const int list = *before + __popc(begins & ((2u << lane_of_warp()) - 1)) - 1;
    *before += __popc(begins);
    return list;
}

/* Transposes a 32 x 32 matrix of bits, a row to a lane: lane s gets bit s of every lane, that of lane i as bit i. */
DEVICE uint32_t transpose_bits(uint32_t x)
{
    const int lane = lane_of_warp();
    uint32_t low = 0x0000ffffu;
#pragma unroll
    for (int step = 16; step > 0; step /= 2, low ^= low << step) {
        const uint32_t y = __shfl_xor_sync(ALL_LANES, x, step);
        x = (lane & step) != 0 ? (x & ~low) | (y >> step & low) : (x & low) | (y << step & ~low);
    }
    return x;
}

/* Adds the sum of `count` over a block to *total. */
DEVICE void count_block(uint64_t *total, int count)
{
    __shared__ int block_count;
    if (threadIdx.x == 0)
        block_count = 0;
    __syncthreads();
    count = __reduce_add_sync(ALL_LANES, count);
    if (lane_of_warp() == 0 && count > 0)
        atomicAdd(&block_count, count);
    __syncthreads();
    if (threadIdx.x == 0 && block_count > 0)
        atomicAdd((unsigned long long *)total, (unsigned long long)block_count);
}

/* The position of set bit number `rank`. */
DEVICE int lane_of_bit(unsigned bits, int rank)
{
    int lane = 0;
#pragma unroll
    for (int step = WARP / 2; step > 0; step /= 2)
        if (__popc(bits & ((1u << (lane + step)) - 1)) <= rank)
            lane += step;
    return lane;
}

#endif
