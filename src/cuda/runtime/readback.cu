/* See readback_arguments.h. */
#include "cuda/runtime/kernel.cuh"

#include "cuda/runtime/readback_arguments.h"

#include "cuda/runtime/readback_kernels.h"

/* Words where they begin on a border: each store crosses to the host on its own. */
static __global__ void send_mail(struct mail_arguments a)
{
    if (((uintptr_t)a.from | (unsigned)a.bytes) % sizeof(uint64_t) == 0)
        for (int k = (int)threadIdx.x; k < a.bytes / (int)sizeof(uint64_t); k += (int)blockDim.x)
            ((uint64_t *)a.to)[k] = ((const uint64_t *)a.from)[k];
    else
        for (int k = (int)threadIdx.x; k < a.bytes; k += (int)blockDim.x)
            a.to[k] = a.from[k];
}

static __global__ void shift_starts(struct shift_arguments a)
{
    for (int64_t k = thread_of_grid(); k < a.n; k += threads_of_grid())
        a.to[k] = a.from[k] + a.more;
}

extern "C" const void *const graph__cuda_send_mail = (const void *)send_mail;
extern "C" const void *const graph__cuda_shift_starts = (const void *)shift_starts;
