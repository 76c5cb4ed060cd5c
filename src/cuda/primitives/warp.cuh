/* Threads that work together: a barrier of all blocks of a cooperative launch, and what the lanes of a warp share. */
#ifndef CUDA_PRIMITIVES_WARP_CUH
#define CUDA_PRIMITIVES_WARP_CUH

#include "cuda/runtime/kernel.cuh"

/* All blocks have come here, and see what the others wrote before.  *arrivals is 0 before the launch; target, 0 at first,
 * is the caller's to keep. */
DEVICE void grid_barrier(unsigned long long *arrivals, unsigned long long &target)
{
    __syncthreads();
    target += gridDim.x;
    if (threadIdx.x == 0) {
        unsigned long long seen;
        __threadfence();
        atomicAdd(arrivals, 1ull);
        do
            asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(seen) : "l"(arrivals) : "memory");
        while (seen < target);
        __threadfence();
    }
    __syncthreads();
}

/* The next task of those that warps take one by one; *taken is 0 before the launch. */
DEVICE int64_t next_of_warp(unsigned long long *taken)
{
    unsigned long long task = 0;
    if (lane_of_warp() == 0)
        task = atomicAdd(taken, 1ull);
    return (int64_t)__shfl_sync(ALL_LANES, task, 0);
}

DEVICE int64_t reduce_warp(int64_t x)
{
    for (int step = WARP / 2; step > 0; step /= 2)
        x += __shfl_xor_sync(ALL_LANES, x, step);
    return x;
}

/* The sum of x over this lane and those before it. */
DEVICE int scan_warp(int x)
{
    for (int step = 1; step < WARP; step *= 2) {
        int other = __shfl_up_sync(ALL_LANES, x, step);
        x += lane_of_warp() >= step ? other : 0;
    }
    return x;
}

/* The sum of x over this thread and those before it in its block, whose size is a multiple of a warp's; *all = the sum over
 * the block.  partial: a word in shared memory for each warp. */
DEVICE int sum_so_far_of_block(int x, int *all, int *partial)
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

/* The first lane whose scan_warp is above e. */
DEVICE int search_warp(int e, int sum)
{
    int owner = 0;
#pragma unroll
    for (int step = WARP / 2; step > 0; step /= 2)
        if (__shfl_sync(ALL_LANES, sum, owner + step - 1) <= e)
            owner += step;
    return owner;
}

/* The same for 32 places that follow each other, one after the other, with fewer steps: each lane has a list, of which the
 * first place is `begin`, and gets the number of the list that place first + lane is in, among those with has_any, -1 before
 * all.  *before: how many of these begin before `first`; then before the next 32. */
DEVICE int list_at(int first, int begin, bool has_any, int *before)
{
    const unsigned ahead = (unsigned)(begin - first), bit = has_any && ahead < WARP ? 1u << ahead % WARP : 0;
    const unsigned begins = __reduce_or_sync(ALL_LANES, bit);
    const int list = *before + __popc(begins & ((2u << lane_of_warp()) - 1)) - 1;
    *before += __popc(begins);
    return list;
}

/* Lane s gets bit s of every lane: lane i's as bit i. */
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

/* Adds the counts of a block's threads to *total. */
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

/* The number of the lane that has bit number `rank` of the set bits. */
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
