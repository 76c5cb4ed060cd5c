/* Loads and stores with cache hints, and accesses of 16 bytes. */
#ifndef CUDA_PRIMITIVES_LOADS_CUH
#define CUDA_PRIMITIVES_LOADS_CUH

#include "cuda/runtime/kernel.cuh"

/* A streaming load, or one through the read-only cache. */
template <bool IS_ONCE, typename E> DEVICE E load_once_or_constant(const E *there)
{
    E x;
    if (sizeof(E) == 4)
        *(unsigned *)&x = IS_ONCE ? __ldcs((const unsigned *)there) : __ldg((const unsigned *)there);
    else if (sizeof(E) == 8)
        *(unsigned long long *)&x =
            IS_ONCE ? __ldcs((const unsigned long long *)there) : __ldg((const unsigned long long *)there);
    else
        x = *there;
    return x;
}

/* An element that this kernel reads once: it should not evict others from the caches. */
template <typename E> DEVICE E load_once(const E *there) { return load_once_or_constant<true>(there); }

/* An element that no thread of this kernel writes; its address may come from shared memory. */
template <typename E> DEVICE E load_constant(const E *there) { return load_once_or_constant<false>(there); }

/* Stands between loads and the branches that use them.  The assembler moves a load into the branch that needs it, even
 * past an asm that clobbers memory, and loads then wait for each other; it moves none past __syncwarp. */
DEVICE void end_of_loads(void) { __syncwarp(); }

/* The address in one register pair: keeps the compiler from computing it anew for each element. */
template <typename E> DEVICE E *as_one(E *there)
{
    asm("" : "+l"(there));
    return there;
}

/* Streaming store: an element that nobody reads soon. */
template <typename E> DEVICE void store_once(E *there, E x)
{
    if (sizeof(E) == 4)
        __stcs((unsigned *)there, *(unsigned *)&x);
    else if (sizeof(E) == 8)
        __stcs((unsigned long long *)there, *(unsigned long long *)&x);
    else
        *there = x;
}

/* Brings a line of 128 bytes into the L2 cache. */
DEVICE void prefetch(const void *there) { asm volatile("prefetch.global.L2 [%0];" ::"l"(there)); }

/* COUNT neighbouring elements, in one access if they take 16, 8 or 4 bytes; the address must be a multiple of that. */
template <typename E, int COUNT> union pack {
    E x[COUNT];
    int4 bytes16;
    int2 bytes8;
    int bytes4;
};

template <typename E, int COUNT> DEVICE void load_pack(E (&x)[COUNT], const E *there)
{
    pack<E, COUNT> p;
    if (sizeof(x) == 16)
        p.bytes16 = *(const int4 *)there;
    else if (sizeof(x) == 8 && COUNT > 1)
        p.bytes8 = *(const int2 *)there;
    else if (sizeof(x) == 4 && COUNT > 1)
        p.bytes4 = *(const int *)there;
    else
        for (int k = 0; k < COUNT; k++)
            p.x[k] = there[k];
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        x[k] = p.x[k];
}

/* The streaming store of COUNT elements. */
template <typename E, int COUNT> DEVICE void store_pack(E *there, const E (&x)[COUNT])
{
    pack<E, COUNT> p;
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        p.x[k] = x[k];
    if (sizeof(x) == 16)
        __stcs((int4 *)there, p.bytes16);
    else if (sizeof(x) == 8 && COUNT > 1)
        __stcs((int2 *)there, p.bytes8);
    else if (sizeof(x) == 4 && COUNT > 1)
        __stcs((int *)there, p.bytes4);
    else
        for (int k = 0; k < COUNT; k++)
            there[k] = p.x[k];
}

#endif
