/* Device memory in the order of the main stream (memory.h). */
#include "cuda/runtime/memory.h"

#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/big_blocks.h"
#include "base/checked.h"
#include "base/log.h"
#include "base/memory.h"
#include "cuda/runtime/array_cache.h"
#include "cuda/runtime/block_cache.h"

static atomic_size_t limit; /* atomic, so that it needs no lock */

static size_t pool_attribute(enum cudaMemPoolAttr which)
{
    uint64_t bytes = 0;
    const bool is_known =
        graph__cuda_is_open() &&
        graph__cuda_succeeds(cudaMemPoolGetAttribute(graph__cuda_opened()->pool, which, &bytes));
    return is_known ? (size_t)bytes : 0;
}

/* 0 where a failing device has told less than it holds. */
static size_t difference(size_t more, size_t less) { return more > less ? more - less : 0; }

size_t graph__cuda_bytes_held(void)
{
    size_t spare = graph__cuda_block_cache_bytes(), used = pool_attribute(cudaMemPoolAttrUsedMemCurrent);
    return difference(used, spare);
}

static void free_cached_blocks(void)
{
    for (void *memory; (memory = graph__cuda_block_cache_evict()) != NULL;)
        graph__cuda_free_in_order(memory);
}

/* The pool's peak, which counts retained blocks too; a reset frees them. */
size_t graph__cuda_bytes_peak(bool is_reset)
{
    uint64_t zero = 0;
    size_t bytes = pool_attribute(cudaMemPoolAttrUsedMemHigh);
    if (is_reset && graph__cuda_is_open()) {
        free_cached_blocks();
        (void)graph__cuda_succeeds(
            cudaMemPoolSetAttribute(graph__cuda_opened()->pool, cudaMemPoolAttrUsedMemHigh, &zero));
    }
    return bytes;
}

void graph__cuda_set_limit(size_t bytes)
{
    atomic_store(&limit, bytes);
    free_cached_blocks();
    graph__cuda_cache_evict();
}

bool graph__cuda_is_limited(void) { return atomic_load(&limit) != 0; }

size_t graph__cuda_bytes_free(void)
{
    size_t unused = 0, total = 0, most = atomic_load(&limit), now = graph__cuda_bytes_held();
    if (!graph__cuda_succeeds(cudaMemGetInfo(&unused, &total)))
        return 0;
    unused += difference(pool_attribute(cudaMemPoolAttrReservedMemCurrent), now);
    return most != 0 && difference(most, now) < unused ? difference(most, now) : unused;
}

/* Whether so many bytes fit into the memory outside the pool.  The driver takes up to half a millisecond to report it,
 * so the report of the last 0.1 seconds, less what the pool has taken since, is used if it is twice what is wanted. */
static bool fits_outside_pool(size_t bytes, size_t reserved)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of `last` */
    static struct {
        double when;
        size_t unused, reserved;
    } last;
    const double moment = 0.1, now = omp_get_wtime();
    size_t total;
    pthread_mutex_lock(&lock);
    bool fits = now >= last.when && now < last.when + moment && reserved >= last.reserved &&
                last.unused / 2 >= bytes + (reserved - last.reserved);
    if (!fits) {
        last.when = now;
        last.reserved = reserved;
        if (!graph__cuda_succeeds(cudaMemGetInfo(&last.unused, &total)))
            last.unused = 0;
        fits = difference(last.unused + reserved, graph__cuda_bytes_held()) >= bytes;
    }
    pthread_mutex_unlock(&lock);
    return fits;
}

bool graph__cuda_has_bytes(size_t bytes)
{
    const size_t reserved = pool_attribute(cudaMemPoolAttrReservedMemCurrent);
    if (atomic_load(&limit) != 0)
        return graph__cuda_bytes_free() >= bytes;
    return difference(reserved, graph__cuda_bytes_held()) >= bytes || fits_outside_pool(bytes, reserved);
}

graph_status graph__cuda_out_of_memory(size_t bytes)
{
    size_t most = atomic_load(&limit), now = graph__cuda_bytes_held();
    if (most != 0)
        return graph__fail(GRAPH_E_DEVICE_MEMORY,
                           "out of device memory: %zu bytes were wanted; of %zu allowed, %zu are held", bytes,
                           most, now);
    return graph__fail(GRAPH_E_DEVICE_MEMORY, "out of device memory: %zu bytes were wanted; %zu are held",
                       bytes, now);
}

/* Whether so many more bytes respect the limit; waits first for memory that was freed in stream order. */
static bool is_within_limit(size_t bytes)
{
    size_t most = atomic_load(&limit);
    if (most == 0)
        return true;
    if (graph__cuda_bytes_held() + bytes > most)
        (void)graph__cuda_succeeds(cudaStreamSynchronize(graph__cuda_opened()->stream));
    return graph__cuda_bytes_held() + bytes <= most;
}

static cudaError_t allocate_in_order(void **memory, size_t bytes)
{
    return cudaMallocFromPoolAsync(memory, bytes, graph__cuda_opened()->pool, graph__cuda_opened()->stream);
}

graph_status graph__cuda_allocate_cached(void **memory, size_t bytes)
{
    graph_status status = GRAPH_OK;
    *memory = NULL;
    if (atomic_load(&limit) != 0)
        free_cached_blocks(); /* one may have been retained while the limit was set */
    if (!is_within_limit(bytes))
        return graph__cuda_out_of_memory(bytes);
    cudaError_t error = allocate_in_order(memory, bytes);
    if (error == cudaErrorMemoryAllocation) {
        /* The pool may be fragmented: trim it and try once more. */
        cudaGetLastError();
        free_cached_blocks();
        graph__cuda_cache_evict();
        (void)graph__cuda_succeeds(cudaStreamSynchronize(graph__cuda_opened()->stream));
        (void)graph__cuda_succeeds(cudaMemPoolTrimTo(graph__cuda_opened()->pool, 0));
        error = allocate_in_order(memory, bytes);
    }
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        *memory = NULL;
        return graph__cuda_out_of_memory(bytes);
    }
    CUDA_TRY(error);
done:
    return status;
}

graph_status graph__cuda_allocate(void **memory, size_t count, size_t element_bytes)
{
    size_t bytes;
    *memory = NULL;
    if (!graph__multiply(&bytes, count, element_bytes) || bytes > PTRDIFF_MAX)
        return graph__fail(GRAPH_E_DEVICE_MEMORY,
                           "out of device memory: %zu elements of %zu bytes were wanted", count,
                           element_bytes);
    if (!graph__memory_admits())
        return graph__cuda_out_of_memory(bytes);
    graph_status status = GRAPH_OK;
    bytes = bytes > 0 ? bytes : 1;
    *memory = graph__cuda_block_cache_take(bytes);
    if (*memory == NULL && (status = graph__cuda_allocate_cached(memory, bytes)) == GRAPH_OK)
        graph__cuda_block_cache_note(*memory, bytes);
    if (status == GRAPH_OK)
        graph__memory_count_blocks(1);
    return status;
}

void graph__cuda_release(void *memory)
{
    if (memory == NULL)
        return;
    graph__memory_count_blocks(-1);
    if (!graph__cuda_is_open())
        return; /* a child process: the memory is its parent's */
    graph__cuda_cache_invalidate(memory);
    if (!graph__cuda_block_cache_put(memory, atomic_load(&limit) == 0))
        graph__cuda_free_in_order(memory);
}

graph_status graph__cuda_upload(void *there, const void *here, size_t bytes)
{
    graph_status status = GRAPH_OK;
    graph__cuda_cache_invalidate(there);
    if (bytes > 0)
        CUDA_TRY(cudaMemcpyAsync(there, here, bytes, cudaMemcpyHostToDevice, graph__cuda_opened()->stream));
    /* The caller may change its array as soon as this returns. */
    CUDA_TRY(cudaStreamSynchronize(graph__cuda_opened()->stream));
done:
    return status;
}

static bool lock_pages(void *start, size_t bytes)
{
    bool is_locked = graph__cuda_succeeds(cudaHostRegister(start, bytes, cudaHostRegisterPortable));
    graph__log("cuda: %.3g MB of host memory for copies are %s", 1e-6 * (double)bytes,
               is_locked ? "page-locked" : "not page-locked");
    return is_locked;
}

static void unlock_pages(void *start)
{
    if (graph__cuda_is_open())
        (void)graph__cuda_succeeds(cudaHostUnregister(start));
}

bool graph__cuda_lock(void *here, size_t bytes)
{
    return bytes > 0 && graph__big_lock(here, bytes, lock_pages, unlock_pages);
}

graph_status graph__cuda_download(void *here, const void *there, size_t bytes)
{
    graph_status status = GRAPH_OK;
    if (!graph__cuda_is_open())
        return graph__fail(GRAPH_E_DEVICE, "a child process cannot read what its parent has on the GPU");
    graph__cuda_lock(here, bytes); /* if it can be, the copy is faster */
    if (bytes > 0)
        CUDA_TRY(cudaMemcpyAsync(here, there, bytes, cudaMemcpyDeviceToHost, graph__cuda_opened()->stream));
    CUDA_TRY(cudaStreamSynchronize(graph__cuda_opened()->stream));
done:
    return status;
}

graph_status graph__cuda_wait(void)
{
    return graph__cuda_check(cudaStreamSynchronize(graph__cuda_opened()->stream), "waiting for the GPU");
}
