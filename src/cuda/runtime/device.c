/* See device.h: the device itself and launches.  Memory is in memory.c. */
#include "cuda/runtime/device.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "cuda/runtime/readback_kernels.h"
#include "cuda/runtime/memory.h"
#include "cuda/primitives/lookback.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct graph_cuda_device device;
static const char *why_not;
static char why_text[256];
static atomic_bool is_open;
static cudaEvent_t caller_is_done, library_is_done;
/* Streams beside the library's own, and events of theirs and of the fork; sides that have work since the fork. */
static cudaStream_t side_stream[GRAPH_CUDA_SIDES];
static cudaEvent_t side_is_done[GRAPH_CUDA_SIDES], fork_is_reached;
static bool side_is_used[GRAPH_CUDA_SIDES];
static cudaStream_t launch_stream;
static bool kernels_can_wait;

enum { LEAST_ARCHITECTURE = 80, WAITING_ARCHITECTURE = 90, BLOCKS_PER_PROCESSOR = 16 };

static int attribute(enum cudaDeviceAttr which)
{
    int value = 0;
    return cudaDeviceGetAttribute(&value, which, device.number) == cudaSuccess ? value : 0;
}

static void give_up(const char *what, cudaError_t error)
{
    snprintf(why_text, sizeof why_text, "%s: %s", what, cudaGetErrorString(error));
    why_not = why_text;
    cudaGetLastError(); /* so that the caller's own use of CUDA does not meet it */
}

/* Whether kernels wait for the one ahead of them: the device can do it, and nvcc's were compiled for such devices. */
static bool find_waiting(void)
{
    struct cudaFuncAttributes attributes;
    bool are_known = cudaFuncGetAttributes(&attributes, graph__cuda_send_mail) == cudaSuccess;
    cudaGetLastError();
    return are_known && device.architecture >= WAITING_ARCHITECTURE &&
           attributes.ptxVersion >= WAITING_ARCHITECTURE;
}

/* CUDA does not go on in a child process: what lies on the device is the parent's, and only the host's copies are here. */
static void forget_in_child(void)
{
    why_not = "a child process cannot use the GPU that its parent has opened";
    atomic_store(&is_open, false);
}

static void open_device(void)
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        give_up("no NVIDIA GPU can be used", error == cudaSuccess ? cudaErrorNoDevice : error);
        return;
    }
    /* The caller's choice of device stays as it is. */
    error = cudaGetDevice(&device.number);
    if (error != cudaSuccess) {
        give_up("the current CUDA device cannot be used", error);
        return;
    }
    device.architecture =
        10 * attribute(cudaDevAttrComputeCapabilityMajor) + attribute(cudaDevAttrComputeCapabilityMinor);
    if (device.architecture < LEAST_ARCHITECTURE) {
        snprintf(why_text, sizeof why_text, "the GPU has compute capability %d.%d; 8.0 or later is needed",
                 device.architecture / 10, device.architecture % 10);
        why_not = why_text;
        return;
    }
    device.processors = attribute(cudaDevAttrMultiProcessorCount);
    device.shared_bytes = (size_t)attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    device.cache_bytes = (size_t)attribute(cudaDevAttrL2CacheSize);
    error = cudaStreamCreateWithFlags(&device.stream, cudaStreamNonBlocking);
    if (error == cudaSuccess)
        error = graph__cuda_memory_open(&device);
    if (error == cudaSuccess)
        error = graph__cuda_tile_words_open(&device);
    if (error == cudaSuccess)
        error = cudaEventCreateWithFlags(&caller_is_done, cudaEventDisableTiming);
    if (error == cudaSuccess)
        error = cudaEventCreateWithFlags(&library_is_done, cudaEventDisableTiming);
    if (error == cudaSuccess)
        error = cudaEventCreateWithFlags(&fork_is_reached, cudaEventDisableTiming);
    int usual = 0, highest = 0;
    if (error == cudaSuccess)
        error = cudaDeviceGetStreamPriorityRange(&usual, &highest);
    for (int k = 0; k < GRAPH_CUDA_SIDES && error == cudaSuccess; k++) {
        error = cudaStreamCreateWithPriority(&side_stream[k], cudaStreamNonBlocking,
                                             k >= GRAPH_CUDA_EARLY_SIDE ? highest : usual);
        if (error == cudaSuccess)
            error = cudaEventCreateWithFlags(&side_is_done[k], cudaEventDisableTiming);
    }
    launch_stream = device.stream;
    kernels_can_wait = error == cudaSuccess && find_waiting();
    if (error != cudaSuccess)
        give_up("the GPU could not be opened", error);
    if (error == cudaSuccess)
        pthread_atfork(NULL, NULL, forget_in_child);
    atomic_store(&is_open, error == cudaSuccess);
}

const struct graph_cuda_device *graph__cuda_device(const char **why)
{
    pthread_once(&once, open_device);
    if (why != NULL)
        *why = why_not != NULL ? why_not : "";
    return why_not == NULL ? &device : NULL;
}

bool graph__cuda_is_open(void) { return atomic_load(&is_open); }

graph_status graph__cuda_check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return GRAPH_OK;
    cudaGetLastError();
    return graph__fail(error == cudaErrorMemoryAllocation ? GRAPH_E_DEVICE_MEMORY : GRAPH_E_DEVICE,
                       "the GPU: %s (%s) in %.200s", cudaGetErrorString(error), cudaGetErrorName(error),
                       what);
}

bool graph__cuda_holds(const void *array)
{
    struct cudaPointerAttributes attributes;
    if (!atomic_load(&is_open) || array == NULL)
        return false;
    if (cudaPointerGetAttributes(&attributes, array) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    return (attributes.type == cudaMemoryTypeDevice && attributes.device == device.number) ||
           attributes.type == cudaMemoryTypeManaged;
}

graph_status graph__cuda_follow_caller(void)
{
    graph_status status = GRAPH_OK;
    CUDA_TRY(cudaEventRecord(caller_is_done, cudaStreamLegacy));
    CUDA_TRY(cudaStreamWaitEvent(device.stream, caller_is_done, 0));
done:
    return status;
}

graph_status graph__cuda_lead_caller(void)
{
    graph_status status = GRAPH_OK;
    CUDA_TRY(cudaEventRecord(library_is_done, device.stream));
    CUDA_TRY(cudaStreamWaitEvent(cudaStreamLegacy, library_is_done, 0));
done:
    return status;
}

/* More than 48 KB of shared memory, with the kernel's own arrays, must be asked for; asking again costs little. */
static cudaError_t allow_shared(const void *kernel, size_t shared_bytes)
{
    enum { ALWAYS_ALLOWED = 24 * 1024 };
    if (shared_bytes <= ALWAYS_ALLOWED)
        return cudaSuccess;
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared_bytes);
}

graph_status graph__cuda_launch(const void *kernel, int64_t blocks, int threads, size_t shared_bytes,
                                const void *arguments)
{
    graph_status status = GRAPH_OK;
    void *list[] = {(void *)arguments};
    if (blocks <= 0)
        return GRAPH_OK;
    CUDA_TRY(allow_shared(kernel, shared_bytes));
    CUDA_TRY(cudaLaunchKernel(kernel, (dim3){(unsigned)blocks, 1, 1}, (dim3){(unsigned)threads, 1, 1}, list,
                              shared_bytes, launch_stream));
done:
    return status;
}

graph_status graph__cuda_launch_close(const void *kernel, int64_t blocks, int threads, size_t shared_bytes,
                                      int shared_percent, const void *arguments)
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
                                 .stream = launch_stream,
                                 .attrs = attributes + first,
                                 .numAttrs = (kernels_can_wait ? 2 : 1) - first};
    if (blocks <= 0)
        return GRAPH_OK;
    CUDA_TRY(allow_shared(kernel, shared_bytes));
    CUDA_TRY(cudaLaunchKernelExC(&config, kernel, list));
done:
    return status;
}

graph_status graph__cuda_fork(void)
{
    return graph__cuda_check(cudaEventRecord(fork_is_reached, device.stream), "forking");
}

graph_status graph__cuda_use_side(int side)
{
    graph_status status = GRAPH_OK;
    if (!side_is_used[side])
        CUDA_TRY(cudaStreamWaitEvent(side_stream[side], fork_is_reached, 0));
    side_is_used[side] = true;
    launch_stream = side_stream[side];
done:
    return status;
}

void graph__cuda_use_main(void) { launch_stream = device.stream; }

graph_status graph__cuda_follow_side(int side)
{
    graph_status status = GRAPH_OK;
    if (!side_is_used[side] || side_stream[side] == launch_stream)
        return GRAPH_OK;
    CUDA_TRY(cudaEventRecord(side_is_done[side], side_stream[side]));
    CUDA_TRY(cudaStreamWaitEvent(launch_stream, side_is_done[side], 0));
done:
    return status;
}

graph_status graph__cuda_record(cudaEvent_t event)
{
    return graph__cuda_check(cudaEventRecord(event, launch_stream), "recording an event");
}

graph_status graph__cuda_join(void)
{
    cudaError_t error = cudaSuccess;
    launch_stream = device.stream;
    for (int k = 0; k < GRAPH_CUDA_SIDES; k++)
        if (side_is_used[k]) {
            side_is_used[k] = false;
            cudaError_t own = cudaEventRecord(side_is_done[k], side_stream[k]);
            if (own == cudaSuccess)
                own = cudaStreamWaitEvent(device.stream, side_is_done[k], 0);
            error = error == cudaSuccess ? own : error;
        }
    return graph__cuda_check(error, "joining");
}

graph_status graph__cuda_launch_cooperative(const void *kernel, int64_t blocks, int threads,
                                            size_t shared_bytes, const void *arguments)
{
    graph_status status = GRAPH_OK;
    void *list[] = {(void *)arguments};
    CUDA_TRY(allow_shared(kernel, shared_bytes));
    CUDA_TRY(cudaLaunchCooperativeKernel(kernel, (dim3){(unsigned)blocks, 1, 1},
                                         (dim3){(unsigned)threads, 1, 1}, list, shared_bytes, device.stream));
done:
    return status;
}

static cudaError_t allow_cluster(const void *kernel, size_t shared_bytes)
{
    cudaError_t error = allow_shared(kernel, shared_bytes);
    return error != cudaSuccess
               ? error
               : cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
}

/* attribute is the caller's, and must last as long as what is returned. */
static cudaLaunchConfig_t in_clusters(cudaLaunchAttribute *attribute, int clusters, int team, int threads,
                                      size_t shared_bytes)
{
    *attribute = (cudaLaunchAttribute){.id = cudaLaunchAttributeClusterDimension,
                                       .val.clusterDim = {(unsigned)team, 1, 1}};
    return (cudaLaunchConfig_t){.gridDim = {(unsigned)(clusters * team), 1, 1},
                                .blockDim = {(unsigned)threads, 1, 1},
                                .dynamicSmemBytes = shared_bytes,
                                .stream = device.stream,
                                .attrs = attribute,
                                .numAttrs = 1};
}

graph_status graph__cuda_launch_clusters(const void *kernel, int clusters, int team, int threads,
                                         size_t shared_bytes, const void *arguments)
{
    void *list[] = {(void *)arguments};
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = in_clusters(&attribute, clusters, team, threads, shared_bytes);
    graph_status status = GRAPH_OK;
    CUDA_TRY(allow_cluster(kernel, shared_bytes));
    CUDA_TRY(cudaLaunchKernelExC(&config, kernel, list));
done:
    return status;
}

int graph__cuda_clusters(const void *kernel, int team, int threads, size_t shared_bytes)
{
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = in_clusters(&attribute, 1, team, threads, shared_bytes);
    int clusters = 0;
    if (device.architecture < 90 || allow_cluster(kernel, shared_bytes) != cudaSuccess ||
        cudaOccupancyMaxActiveClusters(&clusters, kernel, &config) != cudaSuccess)
        cudaGetLastError(); /* so that the caller's own use of CUDA does not meet it */
    return clusters;
}

graph_status graph__cuda_full_grid(int64_t *blocks, const void *kernel, int threads, size_t shared_bytes)
{
    graph_status status = GRAPH_OK;
    int per_processor = 0;
    CUDA_TRY(allow_shared(kernel, shared_bytes));
    CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, kernel, threads, shared_bytes));
    if (per_processor == 0)
        GRAPH_FAIL(GRAPH_E_DEVICE, "a kernel with blocks of %d threads and %zu bytes does not fit the GPU",
                   threads, shared_bytes);
    *blocks = (int64_t)per_processor * device.processors;
done:
    return status;
}

int64_t graph__cuda_blocks(int64_t n, int threads)
{
    int64_t wanted = (n + threads - 1) / threads, most = (int64_t)BLOCKS_PER_PROCESSOR * device.processors;
    return wanted < most ? wanted : most;
}
