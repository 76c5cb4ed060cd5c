/* A barrier of all blocks of a cooperative launch, or of the first ones. */
#ifndef CUDA_PRIMITIVES_GRID_BARRIER_CUH
#define CUDA_PRIMITIVES_GRID_BARRIER_CUH

#include "cuda/runtime/kernel.cuh"

/* Returns when so many blocks have arrived; each then sees what the others wrote before.  *arrivals is 0 before the launch.
 * target is the caller's counter: 0 at first, one variable for all calls of a kernel. */
DEVICE void blocks_barrier(unsigned blocks, unsigned long long *arrivals, unsigned long long &target)
{
    __syncthreads();
    target += blocks;
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

/* The same for all blocks. */
DEVICE void grid_barrier(unsigned long long *arrivals, unsigned long long &target)
{
    blocks_barrier(gridDim.x, arrivals, target);
}

#endif
