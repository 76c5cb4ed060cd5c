/* Blocks of a cluster, which reach into each other's shared memory (compute capability 9.0 and later). */
#ifndef CUDA_PRIMITIVES_CLUSTER_CUH
#define CUDA_PRIMITIVES_CLUSTER_CUH

#include "cuda/runtime/kernel.cuh"

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

DEVICE uint32_t load_at(uint32_t address)
{
    uint32_t value;
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
    return value;
}

DEVICE void store_at(uint32_t address, uint32_t value)
{
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(address), "r"(value) : "memory");
}

/* Two words on their way to another block, and to a barrier of its own that counts the bytes. */
DEVICE void send_to(uint32_t address, uint32_t barrier, uint32_t x, uint32_t y)
{
    asm volatile(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%0], {%1, %2}, [%3];" ::"r"(address),
        "r"(x), "r"(y), "r"(barrier)
        : "memory");
}

/* A barrier of this block for bytes that are sent to it: in each of its phases every sender arrives once and tells how many
 * bytes it has sent, before or after they come; a phase ends when all senders and all bytes are there. */
typedef unsigned long long byte_barrier;

DEVICE void open_barrier(byte_barrier *barrier, unsigned senders)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(senders)
                 : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/* Arrives at the barrier of another block.  Orders nothing but what this block does with its own shared memory, and what
 * is sent: stores to global memory may still be under way. */
DEVICE void arrive_at(uint32_t barrier, uint32_t bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cluster.b64 _, [%0], %1;" ::"r"(barrier),
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
                     "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, p;\n"
                     "}"
                     : "=r"(is_over)
                     : "r"(shared_address(barrier)), "r"(parity)
                     : "memory");
    while (is_over == 0);
}

/* A barrier of the block at which only some warps wait: the others arrive and go on. */
DEVICE void arrive_at_block(unsigned threads)
{
    __syncwarp();
    asm volatile("barrier.cta.arrive 1, %0;" ::"r"(threads) : "memory");
}

DEVICE void wait_for_block(unsigned threads)
{
    __syncwarp();
    asm volatile("barrier.cta.sync 1, %0;" ::"r"(threads) : "memory");
}

/* All threads of all blocks of the cluster have come here, and see what the others wrote before. */
DEVICE void wait_for_cluster(void)
{
    __syncwarp();
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

#endif
