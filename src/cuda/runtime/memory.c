/* Device memory: a pool that keeps what is freed, scratch that one call uses, and copies.
 *
 * The scratch is one block that grows to what the largest call so far needed: a call that finds it large enough makes
 * no allocation.  Everything is enqueued on the library's stream, so a block may be freed while kernels that use it
 * still wait to run. */
#include "cuda/runtime/memory.h"

#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/big_blocks.h"
#include "base/checked.h"
#include "base/log.h"
#include "base/memory.h"
#include "cuda/runtime/readback_arguments.h"
#include "cuda/runtime/readback_kernels.h"
#include "cuda/mxv/mxv_slices_cache.h"
#include "cuda/primitives/merge_path.h"
#include "cuda/runtime/block_cache.h"

enum { ALIGNMENT = 256, SCRATCH_BLOCKS = 64, MAIL_THREADS = 64, SHIFT_THREADS = 256 };
#define LEAST_SCRATCH_BYTES ((size_t)4 << 20)
#define KEPT_SCRATCH_BYTES  ((size_t)1 << 30)

static const struct graph_cuda_device *device;
static cudaMemPool_t pool;
static void *mail_host, *mail_device;
static cudaEvent_t mail_is_sent;
static pthread_mutex_t call_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_size_t limit;

static struct {
    void *block[SCRATCH_BLOCKS];
    size_t bytes[SCRATCH_BLOCKS];
    int blocks;
    size_t used; /* of the last block */
} scratch;

cudaError_t graph__cuda_memory_open(const struct graph_cuda_device *opened)
{
    struct cudaMemPoolProps properties = {.allocType = cudaMemAllocationTypePinned,
                                          .location = {.type = cudaMemLocationTypeDevice}};
    uint64_t keep = UINT64_MAX;
    device = opened;
    properties.location.id = device->number;
    cudaError_t error = cudaMemPoolCreate(&pool, &properties);
    if (error == cudaSuccess)
        error = cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    if (error == cudaSuccess)
        error = cudaHostAlloc(&mail_host, GRAPH_CUDA_MAIL_BYTES, cudaHostAllocMapped);
    if (error == cudaSuccess)
        error = cudaHostGetDevicePointer(&mail_device, mail_host, 0);
    if (error == cudaSuccess)
        error = cudaEventCreateWithFlags(&mail_is_sent, cudaEventDisableTiming);
    return error;
}

void *graph__cuda_mail_host(void) { return mail_host; }

void *graph__cuda_mail_device(void) { return mail_device; }

static size_t pool_attribute(enum cudaMemPoolAttr which)
{
    uint64_t bytes = 0;
    return cudaMemPoolGetAttribute(pool, which, &bytes) == cudaSuccess ? (size_t)bytes : 0;
}

size_t graph__cuda_bytes_held(void)
{
    size_t spare = graph__cuda_spare_bytes(), used = pool_attribute(cudaMemPoolAttrUsedMemCurrent);
    return used > spare ? used - spare : 0;
}

static void give(void *memory) { cudaFreeAsync(memory, device->stream); }

static void give_scratch(void)
{
    for (int k = 0; k < scratch.blocks; k++)
        give(scratch.block[k]);
    scratch.blocks = 0;
}

static void give_spares(void)
{
    for (void *memory; (memory = graph__cuda_drop_spare()) != NULL;)
        give(memory);
}

/* Of the pool, which counts spare blocks: there are none at a reset. */
size_t graph__cuda_bytes_peak(bool is_reset)
{
    uint64_t zero = 0;
    size_t bytes = pool_attribute(cudaMemPoolAttrUsedMemHigh);
    if (is_reset) {
        give_spares();
        cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero);
    }
    return bytes;
}

/* A caller with a limit wants the memory for results: what calls keep for the next one goes. */
void graph__cuda_limit_bytes(size_t bytes)
{
    pthread_mutex_lock(&call_lock);
    atomic_store(&limit, bytes);
    give_scratch();
    give_spares();
    graph__cuda_drop_kept();
    pthread_mutex_unlock(&call_lock);
}

bool graph__cuda_is_limited(void) { return atomic_load(&limit) != 0; }

size_t graph__cuda_bytes_free(void)
{
    size_t unused = 0, total = 0, most = atomic_load(&limit), now = graph__cuda_bytes_held();
    if (cudaMemGetInfo(&unused, &total) != cudaSuccess)
        return 0;
    unused += pool_attribute(cudaMemPoolAttrReservedMemCurrent) - now;
    if (most != 0 && (most <= now || most - now < unused))
        unused = most <= now ? 0 : most - now;
    return unused;
}

/* What the pool keeps is known at once; the driver can take half a millisecond to say what else there is.  What it said a
 * moment ago is taken to hold, less what the pool has had since, if it is twice as much as is wanted. */
bool graph__cuda_has_bytes(size_t bytes)
{
    static struct {
        double when;
        size_t unused, reserved;
    } told;
    const double moment = 0.1, now = omp_get_wtime();
    const size_t reserved = pool_attribute(cudaMemPoolAttrReservedMemCurrent);
    size_t total;
    if (atomic_load(&limit) != 0)
        return graph__cuda_bytes_free() >= bytes;
    if (reserved - graph__cuda_bytes_held() >= bytes)
        return true;
    if (now >= told.when && now < told.when + moment && reserved >= told.reserved &&
        told.unused / 2 >= bytes + (reserved - told.reserved))
        return true;
    told.when = now;
    told.reserved = reserved;
    if (cudaMemGetInfo(&told.unused, &total) != cudaSuccess)
        told.unused = 0;
    return told.unused + reserved - graph__cuda_bytes_held() >= bytes;
}

static graph_status out_of_memory(size_t bytes)
{
    size_t most = atomic_load(&limit), now = graph__cuda_bytes_held();
    if (most != 0)
        return graph__fail(GRAPH_E_DEVICE_MEMORY,
                           "out of device memory: %zu bytes were wanted; of %zu allowed, %zu are held", bytes,
                           most, now);
    return graph__fail(GRAPH_E_DEVICE_MEMORY, "out of device memory: %zu bytes were wanted; %zu are held",
                       bytes, now);
}

/* Waits until memory that was freed in stream order really is free. */
static bool is_within_limit(size_t bytes)
{
    size_t most = atomic_load(&limit);
    if (most == 0)
        return true;
    if (graph__cuda_bytes_held() + bytes > most)
        cudaStreamSynchronize(device->stream);
    return graph__cuda_bytes_held() + bytes <= most;
}

static graph_status take(void **memory, size_t bytes)
{
    graph_status status = GRAPH_OK;
    *memory = NULL;
    if (atomic_load(&limit) != 0)
        give_spares(); /* one may have come back while the limit was set */
    if (!is_within_limit(bytes))
        return out_of_memory(bytes);
    cudaError_t error = cudaMallocFromPoolAsync(memory, bytes, pool, device->stream);
    if (error == cudaErrorMemoryAllocation) {
        /* What the pool keeps may be in pieces: give it back and ask again. */
        cudaGetLastError();
        give_spares();
        graph__cuda_drop_kept();
        cudaStreamSynchronize(device->stream);
        cudaMemPoolTrimTo(pool, 0);
        error = cudaMallocFromPoolAsync(memory, bytes, pool, device->stream);
    }
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        *memory = NULL;
        return out_of_memory(bytes);
    }
    CUDA_TRY(error);
done:
    return status;
}

graph_status graph__cuda_take_kept(void **memory, size_t bytes) { return take(memory, bytes); }

void graph__cuda_give_kept(void *memory)
{
    if (memory != NULL)
        give(memory);
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
        return out_of_memory(bytes);
    graph_status status = GRAPH_OK;
    bytes = bytes > 0 ? bytes : 1;
    *memory = graph__cuda_take_spare(bytes);
    if (*memory == NULL && (status = take(memory, bytes)) == GRAPH_OK)
        graph__cuda_remember_block(*memory, bytes);
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
    graph__cuda_forget_cuts(memory);
    graph__cuda_forget_kept(memory);
    if (!graph__cuda_keep_spare(memory, atomic_load(&limit) == 0))
        give(memory);
}

void graph__cuda_begin(void)
{
    pthread_mutex_lock(&call_lock);
    scratch.used = 0;
}

void graph__cuda_end(void)
{
    /* Several blocks: the next call of this size shall find one that is large enough. */
    size_t total = 0;
    for (int k = 0; k < scratch.blocks; k++)
        total += scratch.bytes[k];
    if (total >= KEPT_SCRATCH_BYTES || atomic_load(&limit) != 0)
        give_scratch();
    else if (scratch.blocks > 1) {
        give_scratch();
        if (cudaMallocFromPoolAsync(&scratch.block[0], total, pool, device->stream) == cudaSuccess) {
            scratch.bytes[0] = total;
            scratch.blocks = 1;
        } else
            cudaGetLastError();
    }
    pthread_mutex_unlock(&call_lock);
}

graph_status graph__cuda_scratch(void **memory, size_t count, size_t element_bytes)
{
    graph_status status = GRAPH_OK;
    size_t bytes;
    int last = scratch.blocks - 1;
    *memory = NULL;
    if (!graph__multiply(&bytes, count, element_bytes) || bytes > PTRDIFF_MAX - ALIGNMENT)
        return graph__fail(GRAPH_E_DEVICE_MEMORY,
                           "out of device memory: %zu elements of %zu bytes were wanted", count,
                           element_bytes);
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!graph__memory_admits())
        return out_of_memory(bytes);
    if (last < 0 || scratch.bytes[last] - scratch.used < bytes) {
        size_t block_bytes = bytes > LEAST_SCRATCH_BYTES ? bytes : LEAST_SCRATCH_BYTES;
        if (last + 1 == SCRATCH_BLOCKS)
            GRAPH_FAIL(GRAPH_E_DEVICE_MEMORY, "a call wants more than %d blocks of scratch memory",
                       (int)SCRATCH_BLOCKS);
        GRAPH_TRY(take(&scratch.block[last + 1], block_bytes));
        last = scratch.blocks++;
        scratch.bytes[last] = block_bytes;
        scratch.used = 0;
    }
    *memory = (char *)scratch.block[last] + scratch.used;
    scratch.used += bytes;
done:
    return status;
}

graph_status graph__cuda_upload(void *there, const void *here, size_t bytes)
{
    graph_status status = GRAPH_OK;
    graph__cuda_forget_cuts(there);
    graph__cuda_forget_kept(there);
    if (bytes > 0)
        CUDA_TRY(cudaMemcpyAsync(there, here, bytes, cudaMemcpyHostToDevice, device->stream));
    /* The caller may change its array as soon as this returns. */
    CUDA_TRY(cudaStreamSynchronize(device->stream));
done:
    return status;
}

static bool lock_pages(void *start, size_t bytes)
{
    bool is_locked = cudaHostRegister(start, bytes, cudaHostRegisterPortable) == cudaSuccess;
    if (!is_locked)
        cudaGetLastError();
    graph__log("cuda: %.3g MB of host memory for copies are %s", 1e-6 * (double)bytes,
               is_locked ? "page-locked" : "not page-locked");
    return is_locked;
}

static void unlock_pages(void *start)
{
    if (graph__cuda_is_open() && cudaHostUnregister(start) != cudaSuccess)
        cudaGetLastError();
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
        CUDA_TRY(cudaMemcpyAsync(here, there, bytes, cudaMemcpyDeviceToHost, device->stream));
    CUDA_TRY(cudaStreamSynchronize(device->stream));
done:
    return status;
}

graph_status graph__cuda_wait(void)
{
    return graph__cuda_check(cudaStreamSynchronize(device->stream), "waiting for the GPU");
}

/* A kernel writes them: a copy would come behind the long ones to the host that are on their way. */
static graph_status enqueue_mail(const void *there, size_t bytes)
{
    GRAPH_ASSERT(bytes <= GRAPH_CUDA_MAIL_BYTES);
    struct mail_arguments a = {mail_device, there, (int32_t)bytes};
    return graph__cuda_launch(graph__cuda_send_mail, 1, MAIL_THREADS, 0, &a);
}

graph_status graph__cuda_sends(void) { return graph__cuda_record(mail_is_sent); }

graph_status graph__cuda_send(const void *there, size_t bytes)
{
    graph_status status;
    GRAPH_TRY(enqueue_mail(there, bytes));
    GRAPH_TRY(graph__cuda_sends());
done:
    return status;
}

graph_status graph__cuda_receive(void *here, size_t bytes)
{
    graph_status status = GRAPH_OK;
    CUDA_TRY(cudaEventSynchronize(mail_is_sent));
    memcpy(here, mail_host, bytes);
done:
    return status;
}

graph_status graph__cuda_read(void *here, const void *there, size_t bytes)
{
    graph_status status;
    GRAPH_TRY(enqueue_mail(there, bytes));
    CUDA_TRY(cudaStreamSynchronize(device->stream));
    memcpy(here, mail_host, bytes);
done:
    return status;
}

graph_status graph__cuda_set_bytes(void *there, int byte, size_t bytes)
{
    return bytes == 0
               ? GRAPH_OK
               : graph__cuda_check(cudaMemsetAsync(there, byte, bytes, device->stream), "setting bytes");
}

graph_status graph__cuda_copy(void *to, const void *from, size_t bytes)
{
    return bytes == 0
               ? GRAPH_OK
               : graph__cuda_check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, device->stream),
                                   "copying on the device");
}

graph_status graph__cuda_shift(int64_t *to, const int64_t *from, int64_t n, int64_t more)
{
    struct shift_arguments a = {to, from, n, more};
    return graph__cuda_launch(graph__cuda_shift_starts, graph__cuda_blocks(n, SHIFT_THREADS), SHIFT_THREADS,
                              0, &a);
}
