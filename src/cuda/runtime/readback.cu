/* Copies bytes of device memory to page-locked memory of the host (call.h: graph__cuda_read). */
#include "cuda/runtime/kernel.cuh"

#include "cuda/runtime/readback_arguments.h"

/* By words of 8 bytes where the addresses allow it: each store is a transfer to the host. */
static __global__ void read_back(struct readback_arguments a)
{
    if (((uintptr_t)a.from | (unsigned)a.bytes) % sizeof(uint64_t) == 0)
        for (int k = (int)threadIdx.x; k < a.bytes / (int)sizeof(uint64_t); k += (int)blockDim.x)
            ((uint64_t *)a.to)[k] = ((const uint64_t *)a.from)[k];
    else
        for (int k = (int)threadIdx.x; k < a.bytes; k += (int)blockDim.x)
            a.to[k] = a.from[k];
}

extern "C" const void *const graph__cuda_readback_kernel = (const void *)read_back;
