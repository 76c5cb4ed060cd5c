/* Blocks of a cluster, which reach into each other's shared memory (compute capability 9.0 and later). */
#ifndef CUDA_CLUSTER_CUH
#define CUDA_CLUSTER_CUH

#include "cuda/kernel.cuh"

DEVICE uint32_t shared_address(const void *own) { return (uint32_t)__cvta_generic_to_shared(own); }

/* The number of this block in its cluster. */
DEVICE unsigned rank_in_cluster(void)
{
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

/* The address at which another block has the same variable of shared memory as this one at `own`. */
DEVICE uint32_t address_at(unsigned rank, const void *own)
{
    uint32_t there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(shared_address(own)), "r"(rank));
    return there;
}

DEVICE uint32_t atomic_or_at(uint32_t address, uint32_t bits)
{
    uint32_t old;
    asm volatile("atom.relaxed.cluster.shared::cluster.or.b32 %0, [%1], %2;"
                 : "=r"(old)
                 : "r"(address), "r"(bits)
                 : "memory");
    return old;
}

/* Sixteen bytes on their way to another block, and to a barrier of its own that counts the bytes. */
DEVICE void send_to(uint32_t address, uint32_t barrier, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    asm volatile(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(
            address),
        "r"(x), "r"(y), "r"(z), "r"(w), "r"(barrier)
        : "memory");
}

/* A barrier of this block for bytes that are sent to it: one thread opens it, and tells in each of its phases how many are
 * to come; a phase ends when all have. */
typedef unsigned long long byte_barrier;

DEVICE void open_barrier(byte_barrier *barrier)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(barrier)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

DEVICE void expect_bytes(byte_barrier *barrier, uint32_t bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
                 "r"(bytes)
                 : "memory");
}

/* Waits until the phase of this parity has ended; the first has parity 0. */
DEVICE void wait_for_bytes(byte_barrier *barrier, unsigned parity)
{
    uint32_t is_over;
    do
        asm volatile("{\n"
                     ".reg .pred p;\n"
                     "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, p;\n"
                     "}"
                     : "=r"(is_over)
                     : "r"(shared_address(barrier)), "r"(parity)
                     : "memory");
    while (is_over == 0);
}

/* All threads of all blocks of the cluster have come here, and see what the others wrote before. */
DEVICE void wait_for_cluster(void)
{
    __syncwarp();
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

#endif
