/* A CUDA run-time library without a GPU, for test_runtime_faults: memory of the device is the host's, what is enqueued runs
 * at once, and a kernel is a function of the host that takes the address of its arguments.  So src/cuda/runtime runs under
 * the sanitizers, which see each block of a pool that is lost, freed twice or read outside.
 *
 * Only what these sources call; the envelopes of cuda_faults.c lie around it. */
#include <cuda_runtime_api.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/runtime/readback_arguments.h"

typedef void fake_kernel(const void *arguments);

static void read_back(const void *arguments)
{
    const struct readback_arguments *a = arguments;
    memcpy(a->to, a->from, (size_t)a->bytes);
}

const void *const graph__cuda_readback_kernel = (const void *)read_back;

/* Streams, events and pools are addresses and nothing else. */
static cudaError_t name_thing(void **thing)
{
    static char things[1 << 10];
    static int count;
    *thing = &things[count++ % (int)sizeof things];
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count) { return *count = 1, cudaSuccess; }
cudaError_t cudaGetDevice(int *device) { return *device = 0, cudaSuccess; }
cudaError_t cudaDeviceGetPCIBusId(char *place, int length, int device)
{
    (void)device;
    if (length > 0)
        *place = '\0';
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; }

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr which, int device)
{
    *value = which == cudaDevAttrComputeCapabilityMajor   ? 9
             : which == cudaDevAttrComputeCapabilityMinor ? 0
                                                          : 1 << 16;
    return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    *least = *greatest = 0;
    return cudaSuccess;
}

/* ---- Memory ---- */

static cudaError_t allocate(void **memory, size_t bytes)
{
    *memory = malloc(bytes);
    return *memory != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaMalloc(void **memory, size_t bytes) { return allocate(memory, bytes); }

cudaError_t cudaHostAlloc(void **memory, size_t bytes, unsigned flags)
{
    (void)flags;
    return allocate(memory, bytes);
}

cudaError_t cudaHostGetDevicePointer(void **there, void *here, unsigned flags)
{
    *there = here;
    return flags == 0 ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties)
{
    (void)properties;
    return name_thing((void **)pool);
}

cudaError_t cudaMallocFromPoolAsync(void **memory, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    return pool != NULL && stream != NULL ? allocate(memory, bytes) : cudaErrorInvalidValue;
}

cudaError_t cudaFreeAsync(void *memory, cudaStream_t stream)
{
    free(memory);
    return stream != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr which, void *value)
{
    (void)which, (void)value;
    return pool != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr which, void *value)
{
    (void)which;
    memset(value, 0, sizeof(uint64_t));
    return pool != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes)
{
    (void)bytes;
    return pool != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemGetInfo(size_t *unused, size_t *total)
{
    *unused = *total = (size_t)1 << 30;
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *memory, size_t bytes, unsigned flags)
{
    (void)flags;
    return memory != NULL && bytes > 0 ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaHostUnregister(void *memory) { return memory != NULL ? cudaSuccess : cudaErrorInvalidValue; }

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
    memset(attributes, 0, sizeof *attributes);
    attributes->type = cudaMemoryTypeUnregistered;
    return pointer != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    (void)kind;
    memcpy(to, from, bytes);
    return stream != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemsetAsync(void *there, int byte, size_t bytes, cudaStream_t stream)
{
    memset(there, byte, bytes);
    return stream != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

/* ---- Streams and events ---- */

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    (void)flags;
    return name_thing((void **)stream);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    (void)flags, (void)priority;
    return name_thing((void **)stream);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    (void)flags;
    return name_thing((void **)event);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return stream != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    return stream != NULL && event != NULL && flags == 0 ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    return stream != NULL && event != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return event != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return event != NULL ? cudaSuccess : cudaErrorInvalidValue; }

/* ---- Kernels ---- */

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel)
{
    memset(attributes, 0, sizeof *attributes);
    attributes->ptxVersion = 90;
    return kernel != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute which, int value)
{
    (void)which;
    return kernel != NULL && value > 0 ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int threads,
                                                          size_t shared)
{
    (void)shared;
    *blocks = 2;
    return kernel != NULL && threads > 0 ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *kernel,
                                           const cudaLaunchConfig_t *config)
{
    *clusters = 4;
    return kernel != NULL && config != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t launch(const void *kernel, void **arguments)
{
    ((fake_kernel *)kernel)(arguments[0]);
    return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                             cudaStream_t stream)
{
    (void)shared;
    return grid.x > 0 && block.x > 0 && stream != NULL ? launch(kernel, arguments) : cudaErrorInvalidValue;
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared, cudaStream_t stream)
{
    return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **arguments)
{
    return cudaLaunchKernel(kernel, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes,
                            config->stream);
}

/* ---- Entries that other folders call: the envelopes refer to them ---- */

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    for (size_t k = 0; k < height; k++)
        cudaMemcpyAsync((char *)to + k * to_pitch, (const char *)from + k * from_pitch, width, kind, stream);
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                   int threads, size_t shared, unsigned flags)
{
    (void)flags;
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
cudaError_t cudaEventDestroy(cudaEvent_t event) { return cudaEventSynchronize(event); }

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, enum cudaJitOption *jit,
                                void **jit_values, unsigned jit_count, enum cudaLibraryOption *options,
                                void **values, unsigned count)
{
    (void)code, (void)jit, (void)jit_values, (void)jit_count, (void)options, (void)values, (void)count;
    *library = NULL;
    return cudaErrorNoKernelImageForDevice; /* there is no GPU */
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name)
{
    (void)library, (void)name;
    *kernel = NULL;
    return cudaErrorSymbolNotFound;
}

/* ---- Errors ---- */

cudaError_t cudaGetLastError(void) { return cudaSuccess; }
cudaError_t cudaPeekAtLastError(void) { return cudaSuccess; }
const char *cudaGetErrorName(cudaError_t error) { return error == cudaSuccess ? "cudaSuccess" : "an error"; }
const char *cudaGetErrorString(cudaError_t error) { return error == cudaSuccess ? "no error" : "made up"; }
