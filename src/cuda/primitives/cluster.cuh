/* Thread block clusters: access to the shared memory of the other blocks, and barriers (compute capability 9.0 and
 * later). */
#ifndef CUDA_PRIMITIVES_CLUSTER_CUH
#define CUDA_PRIMITIVES_CLUSTER_CUH

#include "cuda/runtime/kernel.cuh"

DEVICE uint32_t shared_address(const void *local) { return (uint32_t)__cvta_generic_to_shared(local); }

/* The number of this block in its cluster. */
DEVICE unsigned rank_in_cluster(void)
{
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

/* The cluster address of a variable of shared memory in block `rank`; `local` is this block's instance of it. */
DEVICE uint32_t address_at(unsigned rank, const void *local)
{
    uint32_t there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(there)
                 : "r"(shared_address(local)), "r"(rank));
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

/* Stores two words to another block asynchronously; `barrier`, in that block, counts the bytes. */
DEVICE void send_to(uint32_t address, uint32_t barrier, uint32_t x, uint32_t y)
{
    asm volatile(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%0], {%1, %2}, [%3];" ::"r"(address),
        "r"(x), "r"(y), "r"(barrier)
        : "memory");
}

/* A barrier of this block for bytes that other blocks store to it.  In each phase every sender arrives once with the
 * number of bytes that it stores, before or after they arrive; a phase ends when all senders and all bytes have arrived. */
typedef unsigned long long byte_barrier;

DEVICE void open_barrier(byte_barrier *barrier, unsigned senders)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(senders)
                 : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/* Arrives at the barrier of another block.  Orders the accesses of this block to its shared memory and what it has sent, but
 * not its stores to global memory. */
DEVICE void arrive_at(uint32_t barrier, uint32_t bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cluster.b64 _, [%0], %1;" ::"r"(barrier),
                 "r"(bytes)
                 : "memory");
}

/* Waits until the phase of this parity has ended; the first phase has parity 0. */
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

/* A barrier of the block at which some warps wait (wait_for_block); the others arrive and continue. */
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

/* Waits for all threads of the cluster; each then sees what the others wrote before. */
DEVICE void wait_for_cluster(void)
{
    __syncwarp();
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

#endif
