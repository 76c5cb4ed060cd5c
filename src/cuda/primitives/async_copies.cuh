/* Asynchronous copies from device memory to shared memory (cp.async). */
#ifndef CUDA_PRIMITIVES_ASYNC_COPIES_CUH
#define CUDA_PRIMITIVES_ASYNC_COPIES_CUH

#include "cuda/runtime/kernel.cuh"

DEVICE void copy_16_bytes(void *shared, const void *global)
{
    unsigned address = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(global));
}

DEVICE void commit_copies(void) { asm volatile("cp.async.commit_group;"); }

/* Waits until at most REMAINING groups of copies are incomplete. */
template <int REMAINING> DEVICE void wait_for_copies(void)
{
    asm volatile("cp.async.wait_group %0;" ::"n"(REMAINING));
}

#endif
