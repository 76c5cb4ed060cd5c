/* Opens the device and all that lives as long as the process (device.h). */
#include "cuda/runtime/device.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "cuda/runtime/readback_arguments.h"

/* All written once, under `once`; a forked child clears the atomic is_open and sets why_not. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct graph_cuda_device device;
static const char *why_not;
static char why_text[256];
static atomic_bool is_open;

enum { LEAST_ARCHITECTURE = 80, WAITING_ARCHITECTURE = 90, BLOCKS_PER_PROCESSOR = 16 };

static void give_up(const char *what, cudaError_t error)
{
    snprintf(why_text, sizeof why_text, "%s: %s", what, cudaGetErrorString(error));
    why_not = why_text;
    cudaGetLastError(); /* clears the error: the caller's use of CUDA must not see it */
}

/* What is asked for of the device: nothing of it may be 0. */
static cudaError_t find_limits(void)
{
    int major = 0, minor = 0, shared_bytes = 0, cache_bytes = 0;
    const struct {
        int *value;
        enum cudaDeviceAttr which;
    } limits[] = {{&major, cudaDevAttrComputeCapabilityMajor},
                  {&minor, cudaDevAttrComputeCapabilityMinor},
                  {&device.processors, cudaDevAttrMultiProcessorCount},
                  {&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin},
                  {&cache_bytes, cudaDevAttrL2CacheSize}};
    cudaError_t error = cudaSuccess;
    for (size_t k = 0; k < sizeof limits / sizeof limits[0] && error == cudaSuccess; k++)
        error = cudaDeviceGetAttribute(limits[k].value, limits[k].which, device.number);
    device.architecture = 10 * major + minor;
    device.shared_bytes = (size_t)shared_bytes;
    device.cache_bytes = (size_t)cache_bytes;
    return error;
}

/* Whether programmatic dependent launches work: on this device, and for the architecture that nvcc compiled for. */
static bool find_waiting(void)
{
    struct cudaFuncAttributes attributes;
    return graph__cuda_succeeds(cudaFuncGetAttributes(&attributes, graph__cuda_readback_kernel)) &&
           device.architecture >= WAITING_ARCHITECTURE && attributes.ptxVersion >= WAITING_ARCHITECTURE;
}

/* CUDA does not work in a forked child: device memory belongs to the parent, and the child has only the host copies. */
static void forget_in_child(void)
{
    why_not = "a child process cannot use the GPU that its parent has opened";
    atomic_store(&is_open, false);
}

static cudaError_t open_memory(void)
{
    struct cudaMemPoolProps properties = {
        .allocType = cudaMemAllocationTypePinned,
        .location = {.type = cudaMemLocationTypeDevice, .id = device.number}};
    const size_t lookback_bytes = GRAPH_CUDA_LOOKBACK_WORDS * sizeof(uint64_t);
    uint64_t threshold = UINT64_MAX; /* the pool returns no memory by itself */
    cudaError_t error = cudaMemPoolCreate(&device.pool, &properties);
    if (error == cudaSuccess)
        error = cudaMemPoolSetAttribute(device.pool, cudaMemPoolAttrReleaseThreshold, &threshold);
    if (error == cudaSuccess)
        error = cudaHostAlloc(&device.readback_host, GRAPH_CUDA_READBACK_BYTES, cudaHostAllocMapped);
    if (error == cudaSuccess)
        error = cudaHostGetDevicePointer(&device.readback_device, device.readback_host, 0);
    if (error == cudaSuccess)
        error = cudaMalloc(&device.lookback_words, lookback_bytes);
    if (error == cudaSuccess)
        error = cudaMemsetAsync(device.lookback_words, 0, lookback_bytes, device.stream);
    if (error == cudaSuccess)
        error = cudaHostAlloc(&device.lookback_host, sizeof(uint64_t), cudaHostAllocMapped);
    if (error == cudaSuccess)
        error = cudaHostGetDevicePointer(&device.lookback_device, device.lookback_host, 0);
    return error;
}

static cudaError_t open_events(void)
{
    cudaEvent_t *const events[] = {&device.fork_is_reached, &device.readback_is_written};
    cudaError_t error = cudaSuccess;
    for (size_t k = 0; k < sizeof events / sizeof events[0] && error == cudaSuccess; k++)
        error = cudaEventCreateWithFlags(events[k], cudaEventDisableTiming);
    return error;
}

static cudaError_t open_streams(void)
{
    int usual = 0, highest = 0;
    cudaError_t error = cudaDeviceGetStreamPriorityRange(&usual, &highest);
    for (int k = 0; k < GRAPH_CUDA_STREAMS && error == cudaSuccess; k++) {
        error = cudaStreamCreateWithPriority(&device.streams[k], cudaStreamNonBlocking,
                                             k >= GRAPH_CUDA_HIGH_PRIORITY ? highest : usual);
        if (error == cudaSuccess)
            error = cudaEventCreateWithFlags(&device.stream_is_done[k], cudaEventDisableTiming);
    }
    return error;
}

static void open_device(void)
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        give_up("no NVIDIA GPU can be used", error == cudaSuccess ? cudaErrorNoDevice : error);
        return;
    }
    /* The caller's current device is the one to use. */
    error = cudaGetDevice(&device.number);
    if (error != cudaSuccess) {
        give_up("the current CUDA device cannot be used", error);
        return;
    }
    error = find_limits();
    if (error != cudaSuccess) {
        give_up("the GPU cannot be asked for its limits", error);
        return;
    }
    if (device.architecture < LEAST_ARCHITECTURE) {
        snprintf(why_text, sizeof why_text, "the GPU has compute capability %d.%d; 8.0 or later is needed",
                 device.architecture / 10, device.architecture % 10);
        why_not = why_text;
        return;
    }
    /* Not cudaStreamNonBlocking: CUDA orders this stream and the caller's work in the default stream, at no cost where
     * there is none.  Events in both would have each product wait for the last one to be seen complete. */
    error = cudaStreamCreateWithFlags(&device.stream, cudaStreamDefault);
    if (error == cudaSuccess)
        error = open_memory();
    if (error == cudaSuccess)
        error = open_events();
    if (error == cudaSuccess)
        error = open_streams();
    device.kernels_can_wait = error == cudaSuccess && find_waiting();
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

const struct graph_cuda_device *graph__cuda_opened(void) { return &device; }

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

bool graph__cuda_succeeds(cudaError_t error)
{
    if (error != cudaSuccess)
        cudaGetLastError();
    return error == cudaSuccess;
}

/* Whether the host can read there, as the system says: a write to a pipe from elsewhere fails. */
static bool is_readable(const void *array)
{
    int ends[2];
    if (pipe(ends) != 0)
        return true;
    const bool is_written = write(ends[1], array, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return is_written;
}

/* A device that fails does not tell.  Its memory cannot be read by the host, so nobody may take it for the host's. */
bool graph__cuda_holds(const void *array)
{
    struct cudaPointerAttributes attributes;
    if (!atomic_load(&is_open) || array == NULL)
        return false;
    if (!graph__cuda_succeeds(cudaPointerGetAttributes(&attributes, array)))
        return !is_readable(array);
    return (attributes.type == cudaMemoryTypeDevice && attributes.device == device.number) ||
           attributes.type == cudaMemoryTypeManaged;
}

void graph__cuda_free_in_order(void *memory)
{
    /* What fails here is earlier work: whoever waits for that sees it. */
    if (memory != NULL)
        (void)graph__cuda_succeeds(cudaFreeAsync(memory, device.stream));
}

cudaError_t graph__cuda_allow_shared(const void *kernel, size_t shared_bytes)
{
    enum { ALWAYS_ALLOWED = 24 * 1024 };
    if (shared_bytes <= ALWAYS_ALLOWED)
        return cudaSuccess;
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared_bytes);
}

cudaError_t graph__cuda_allow_clusters(const void *kernel, size_t shared_bytes)
{
    cudaError_t error = graph__cuda_allow_shared(kernel, shared_bytes);
    return error != cudaSuccess
               ? error
               : cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
}

cudaLaunchConfig_t graph__cuda_cluster_launch(cudaLaunchAttribute *attribute, int clusters, int size,
                                              int threads, size_t shared_bytes)
{
    *attribute = (cudaLaunchAttribute){.id = cudaLaunchAttributeClusterDimension,
                                       .val.clusterDim = {(unsigned)size, 1, 1}};
    return (cudaLaunchConfig_t){.gridDim = {(unsigned)(clusters * size), 1, 1},
                                .blockDim = {(unsigned)threads, 1, 1},
                                .dynamicSmemBytes = shared_bytes,
                                .stream = device.stream,
                                .attrs = attribute,
                                .numAttrs = 1};
}

int graph__cuda_clusters(const void *kernel, int size, int threads, size_t shared_bytes)
{
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = graph__cuda_cluster_launch(&attribute, 1, size, threads, shared_bytes);
    int clusters = 0;
    const bool are_known = device.architecture >= 90 &&
                           graph__cuda_succeeds(graph__cuda_allow_clusters(kernel, shared_bytes)) &&
                           graph__cuda_succeeds(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config));
    return are_known ? clusters : 0;
}

graph_status graph__cuda_full_grid(int64_t *blocks, const void *kernel, int threads, size_t shared_bytes)
{
    graph_status status = GRAPH_OK;
    int per_processor = 0;
    CUDA_TRY(graph__cuda_allow_shared(kernel, shared_bytes));
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
