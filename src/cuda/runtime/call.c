/* The state of a call (call.h).
 *
 * There is one struct cuda_call, and its lock is held from begin to end: a kernel may fill the device, so that calls
 * that run at the same time would gain nothing.  Scratch memory is one block as large as any call has needed so far:
 * usually a call allocates none. */
#include "cuda/runtime/call.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/checked.h"
#include "base/memory.h"
#include "cuda/runtime/readback_arguments.h"

enum { ALIGNMENT = 256, SCRATCH_BLOCKS = 64, READBACK_THREADS = 64 };
#define LEAST_SCRATCH_BYTES  ((size_t)4 << 20)
#define CACHED_SCRATCH_BYTES ((size_t)1 << 30)

struct cuda_call {
    cudaStream_t main, now;                  /* launches go to `now` */
    bool stream_is_used[GRAPH_CUDA_STREAMS]; /* since the fork */
    struct {
        void *block[SCRATCH_BLOCKS];
        size_t bytes[SCRATCH_BLOCKS];
        int blocks;
        size_t used; /* of the last block */
    } scratch;
    unsigned long long lookback_tag;
    const void *cluster_kernel; /* the kernel that graph__cuda_runs_cluster tested last, and the result */
    bool runs_cluster;
};

/* The only call, guarded by call_lock.  The flag, the counters and the disabled families need no lock: one is
 * per thread, the others are atomic. */
static pthread_mutex_t call_lock = PTHREAD_MUTEX_INITIALIZER;
static struct cuda_call the_call;
static _Thread_local bool is_in_call;
static atomic_llong counters[CUDA_COUNTERS];
static atomic_ullong disabled_families;

/* Guarded by limits_lock. */
static pthread_mutex_t limits_lock = PTHREAD_MUTEX_INITIALIZER;
static struct cuda_slices_limits slices_limits = {4 << 20, 60, 4};

static void free_scratch(struct cuda_call *call)
{
    for (int k = 0; k < call->scratch.blocks; k++)
        graph__cuda_free_in_order(call->scratch.block[k]);
    call->scratch.blocks = 0;
}

struct cuda_call *graph__cuda_begin(void)
{
    struct cuda_call *call = &the_call;
    GRAPH_ASSERT(!is_in_call);
    pthread_mutex_lock(&call_lock);
    is_in_call = true;
    call->main = call->now = graph__cuda_opened()->stream;
    call->scratch.used = 0;
    return call;
}

void graph__cuda_end(struct cuda_call *call)
{
    /* Several blocks become one, so that the next call of this size needs no allocation. */
    size_t total = 0;
    (void)graph__cuda_join(call); /* for a call that failed between fork and join */
    for (int k = 0; k < call->scratch.blocks; k++)
        total += call->scratch.bytes[k];
    if (total >= CACHED_SCRATCH_BYTES || graph__cuda_is_limited())
        free_scratch(call);
    else if (call->scratch.blocks > 1) {
        free_scratch(call);
        if (graph__cuda_succeeds(cudaMallocFromPoolAsync(&call->scratch.block[0], total,
                                                         graph__cuda_opened()->pool, call->main))) {
            call->scratch.bytes[0] = total;
            call->scratch.blocks = 1;
        }
    }
    is_in_call = false;
    pthread_mutex_unlock(&call_lock);
}

void graph__cuda_limit_bytes(size_t bytes)
{
    pthread_mutex_lock(&call_lock);
    free_scratch(&the_call);
    graph__cuda_set_limit(bytes);
    pthread_mutex_unlock(&call_lock);
}

/* ---- Scratch memory ---- */

/* The next block, for `bytes` bytes.  The later half of the blocks grow by a quarter of all before them, where that fits,
 * so that memory ends before blocks do. */
static graph_status allocate_block(struct cuda_call *call, size_t *block_bytes, size_t bytes)
{
    void **block = &call->scratch.block[call->scratch.blocks];
    size_t total = 0;
    *block_bytes = bytes > LEAST_SCRATCH_BYTES ? bytes : LEAST_SCRATCH_BYTES;
    if (call->scratch.blocks >= SCRATCH_BLOCKS / 2) {
        for (int k = 0; k < call->scratch.blocks; k++)
            total += call->scratch.bytes[k];
        if (total / 4 > *block_bytes && graph__cuda_allocate_cached(block, total / 4) == GRAPH_OK) {
            *block_bytes = total / 4;
            return GRAPH_OK;
        }
    }
    return graph__cuda_allocate_cached(block, *block_bytes);
}

graph_status graph__cuda_scratch(struct cuda_call *call, void **memory, size_t count, size_t element_bytes)
{
    graph_status status = GRAPH_OK;
    size_t bytes;
    int last = call->scratch.blocks - 1;
    *memory = NULL;
    if (!graph__multiply(&bytes, count, element_bytes) || bytes > PTRDIFF_MAX - ALIGNMENT)
        return graph__fail(GRAPH_E_DEVICE_MEMORY,
                           "out of device memory: %zu elements of %zu bytes were wanted", count,
                           element_bytes);
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!graph__memory_admits())
        return graph__cuda_out_of_memory(bytes);
    if (last < 0 || call->scratch.bytes[last] - call->scratch.used < bytes) {
        size_t block_bytes;
        if (last + 1 == SCRATCH_BLOCKS)
            GRAPH_FAIL(GRAPH_E_DEVICE_MEMORY, "a call wants more than %d blocks of scratch memory",
                       (int)SCRATCH_BLOCKS);
        GRAPH_TRY(allocate_block(call, &block_bytes, bytes));
        last = call->scratch.blocks++;
        call->scratch.bytes[last] = block_bytes;
        call->scratch.used = 0;
    }
    *memory = (char *)call->scratch.block[last] + call->scratch.used;
    call->scratch.used += bytes;
done:
    return status;
}

graph_status graph__cuda_set_bytes(struct cuda_call *call, void *there, int byte, size_t bytes)
{
    return bytes == 0 ? GRAPH_OK
                      : graph__cuda_check(cudaMemsetAsync(there, byte, bytes, call->main), "setting bytes");
}

graph_status graph__cuda_copy(struct cuda_call *call, void *to, const void *from, size_t bytes)
{
    return bytes == 0
               ? GRAPH_OK
               : graph__cuda_check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, call->main),
                                   "copying on the device");
}

/* ---- Reading back ---- */

void *graph__cuda_readback_host(struct cuda_call *call)
{
    (void)call;
    return graph__cuda_opened()->readback_host;
}

void *graph__cuda_readback_device(struct cuda_call *call)
{
    (void)call;
    return graph__cuda_opened()->readback_device;
}

/* A kernel writes the bytes: a copy would queue behind long copies to the host that are under way. */
static graph_status enqueue_readback(struct cuda_call *call, const void *there, size_t bytes)
{
    GRAPH_ASSERT(bytes <= GRAPH_CUDA_READBACK_BYTES);
    struct readback_arguments a = {graph__cuda_readback_device(call), there, (int32_t)bytes};
    return graph__cuda_launch(call, graph__cuda_readback_kernel, 1, READBACK_THREADS, 0, &a);
}

graph_status graph__cuda_readback_mark(struct cuda_call *call)
{
    return graph__cuda_check(cudaEventRecord(graph__cuda_opened()->readback_is_written, call->now),
                             "recording an event");
}

graph_status graph__cuda_readback_begin(struct cuda_call *call, const void *there, size_t bytes)
{
    graph_status status;
    GRAPH_TRY(enqueue_readback(call, there, bytes));
    GRAPH_TRY(graph__cuda_readback_mark(call));
done:
    return status;
}

graph_status graph__cuda_readback_end(struct cuda_call *call, void *here, size_t bytes)
{
    graph_status status = GRAPH_OK;
    CUDA_TRY(cudaEventSynchronize(graph__cuda_opened()->readback_is_written));
    memcpy(here, graph__cuda_readback_host(call), bytes);
done:
    return status;
}

graph_status graph__cuda_read(struct cuda_call *call, void *here, const void *there, size_t bytes)
{
    graph_status status;
    GRAPH_TRY(enqueue_readback(call, there, bytes));
    CUDA_TRY(cudaStreamSynchronize(call->main));
    memcpy(here, graph__cuda_readback_host(call), bytes);
done:
    return status;
}

graph_status graph__cuda_lookback_memory(struct cuda_call *call, struct cuda_lookback_memory *memory,
                                         unsigned long long tags)
{
    const struct graph_cuda_device *device = graph__cuda_opened();
    graph_status status = GRAPH_OK;
    if (++call->lookback_tag >= tags) { /* more, if the last call could not clear them */
        GRAPH_TRY(graph__cuda_set_bytes(call, device->lookback_words, 0,
                                        GRAPH_CUDA_LOOKBACK_WORDS * sizeof(uint64_t)));
        call->lookback_tag = 1;
    }
    *memory = (struct cuda_lookback_memory){device->lookback_words, device->lookback_host,
                                            device->lookback_device, call->lookback_tag};
done:
    return status;
}

/* ---- Launches ---- */

graph_status graph__cuda_launch(struct cuda_call *call, const void *kernel, int64_t blocks, int threads,
                                size_t shared_bytes, const void *arguments)
{
    graph_status status = GRAPH_OK;
    void *list[] = {(void *)arguments};
    if (blocks <= 0)
        return GRAPH_OK;
    CUDA_TRY(graph__cuda_allow_shared(kernel, shared_bytes));
    CUDA_TRY(cudaLaunchKernel(kernel, (dim3){(unsigned)blocks, 1, 1}, (dim3){(unsigned)threads, 1, 1}, list,
                              shared_bytes, call->now));
done:
    return status;
}

graph_status graph__cuda_launch_dependent(struct cuda_call *call, const void *kernel, int64_t blocks,
                                          int threads, size_t shared_bytes, int shared_percent,
                                          const void *arguments)
{
    graph_status status = GRAPH_OK;
    void *list[] = {(void *)arguments};
    cudaLaunchAttribute attributes[] = {{.id = cudaLaunchAttributePreferredSharedMemoryCarveout,
                                         .val.sharedMemCarveout = (unsigned)shared_percent},
                                        {.id = cudaLaunchAttributeProgrammaticStreamSerialization,
                                         .val.programmaticStreamSerializationAllowed = 1}};
    const unsigned first = shared_percent > 0 ? 0 : 1;
    cudaLaunchConfig_t config = {.gridDim = {(unsigned)blocks, 1, 1},
                                 .blockDim = {(unsigned)threads, 1, 1},
                                 .dynamicSmemBytes = shared_bytes,
                                 .stream = call->now,
                                 .attrs = attributes + first,
                                 .numAttrs = (graph__cuda_opened()->kernels_can_wait ? 2 : 1) - first};
    if (blocks <= 0)
        return GRAPH_OK;
    CUDA_TRY(graph__cuda_allow_shared(kernel, shared_bytes));
    CUDA_TRY(cudaLaunchKernelExC(&config, kernel, list));
done:
    return status;
}

graph_status graph__cuda_launch_cooperative(struct cuda_call *call, const void *kernel, int64_t blocks,
                                            int threads, size_t shared_bytes, const void *arguments)
{
    graph_status status = GRAPH_OK;
    void *list[] = {(void *)arguments};
    CUDA_TRY(graph__cuda_allow_shared(kernel, shared_bytes));
    CUDA_TRY(cudaLaunchCooperativeKernel(kernel, (dim3){(unsigned)blocks, 1, 1},
                                         (dim3){(unsigned)threads, 1, 1}, list, shared_bytes, call->main));
done:
    return status;
}

graph_status graph__cuda_launch_clusters(struct cuda_call *call, const void *kernel, int clusters, int size,
                                         int threads, size_t shared_bytes, const void *arguments)
{
    void *list[] = {(void *)arguments};
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = graph__cuda_cluster_launch(&attribute, clusters, size, threads, shared_bytes);
    graph_status status = GRAPH_OK;
    config.stream = call->main;
    CUDA_TRY(graph__cuda_allow_clusters(kernel, shared_bytes));
    CUDA_TRY(cudaLaunchKernelExC(&config, kernel, list));
done:
    return status;
}

bool graph__cuda_runs_cluster(struct cuda_call *call, const void *kernel, int size, int threads,
                              size_t shared_bytes)
{
    if (call->cluster_kernel != kernel) {
        call->runs_cluster = graph__cuda_clusters(kernel, size, threads, shared_bytes) > 0;
        call->cluster_kernel = kernel;
    }
    return call->runs_cluster;
}

/* ---- Several streams ---- */

graph_status graph__cuda_fork(struct cuda_call *call)
{
    return graph__cuda_check(cudaEventRecord(graph__cuda_opened()->fork_is_reached, call->main), "forking");
}

graph_status graph__cuda_use_stream(struct cuda_call *call, int number)
{
    const struct graph_cuda_device *device = graph__cuda_opened();
    graph_status status = GRAPH_OK;
    if (!call->stream_is_used[number])
        CUDA_TRY(cudaStreamWaitEvent(device->streams[number], device->fork_is_reached, 0));
    call->stream_is_used[number] = true;
    call->now = device->streams[number];
done:
    return status;
}

void graph__cuda_use_main(struct cuda_call *call) { call->now = call->main; }

graph_status graph__cuda_follow_stream(struct cuda_call *call, int number)
{
    const struct graph_cuda_device *device = graph__cuda_opened();
    graph_status status = GRAPH_OK;
    if (!call->stream_is_used[number] || device->streams[number] == call->now)
        return GRAPH_OK;
    CUDA_TRY(cudaEventRecord(device->stream_is_done[number], device->streams[number]));
    CUDA_TRY(cudaStreamWaitEvent(call->now, device->stream_is_done[number], 0));
done:
    return status;
}

graph_status graph__cuda_join(struct cuda_call *call)
{
    const struct graph_cuda_device *device = graph__cuda_opened();
    cudaError_t first = cudaSuccess;
    call->now = call->main;
    for (int k = 0; k < GRAPH_CUDA_STREAMS; k++)
        if (call->stream_is_used[k]) {
            call->stream_is_used[k] = false;
            cudaError_t error = cudaEventRecord(device->stream_is_done[k], device->streams[k]);
            if (error == cudaSuccess)
                error = cudaStreamWaitEvent(call->main, device->stream_is_done[k], 0);
            /* The call has failed, but scratch memory is for the next one. */
            if (error != cudaSuccess)
                (void)graph__cuda_succeeds(cudaStreamSynchronize(device->streams[k]));
            first = first == cudaSuccess ? error : first;
        }
    return graph__cuda_check(first, "joining");
}

/* ---- Limits and counters ---- */

struct cuda_slices_limits graph__cuda_slices_limits(void)
{
    pthread_mutex_lock(&limits_lock);
    struct cuda_slices_limits limits = slices_limits;
    pthread_mutex_unlock(&limits_lock);
    return limits;
}

struct cuda_slices_limits graph__cuda_set_slices_limits(struct cuda_slices_limits limits)
{
    pthread_mutex_lock(&limits_lock);
    struct cuda_slices_limits before = slices_limits;
    slices_limits = limits;
    pthread_mutex_unlock(&limits_lock);
    return before;
}

uint64_t graph__cuda_disabled_families(void)
{
    return atomic_load_explicit(&disabled_families, memory_order_relaxed);
}

void graph__cuda_disable_families(uint64_t families) { atomic_store(&disabled_families, families); }

void graph__cuda_count(struct cuda_call *call, enum cuda_counter counter)
{
    (void)call;
    atomic_fetch_add(&counters[counter], 1);
}

int64_t graph__cuda_counted(enum cuda_counter counter) { return atomic_load(&counters[counter]); }
