/* The device, opened on first use, with its streams, events and pools, which live as long as the process.  The state of one
 * call of the library is struct cuda_call (call.h). */
#ifndef CUDA_RUNTIME_DEVICE_H
#define CUDA_RUNTIME_DEVICE_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "contract/backend.h"

/* Streams for kernels that run concurrently with those of the main stream.  Streams from GRAPH_CUDA_HIGH_PRIORITY on
 * have high priority: their blocks start first. */
enum { GRAPH_CUDA_STREAMS = 8, GRAPH_CUDA_HIGH_PRIORITY = 6 };
enum { GRAPH_CUDA_READBACK_BYTES = 4096, GRAPH_CUDA_LOOKBACK_WORDS = 1 << 15 };

struct graph_cuda_device {
    int number, processors, architecture; /* 90 for compute capability 9.0 */
    size_t shared_bytes;                  /* the most that one block may have */
    size_t cache_bytes;                   /* of the second level */
    bool kernels_can_wait;                /* programmatic dependent launch works */
    cudaStream_t stream; /* the main stream: all memory is allocated and freed in its order */
    cudaMemPool_t pool;
    cudaStream_t streams[GRAPH_CUDA_STREAMS];
    cudaEvent_t stream_is_done[GRAPH_CUDA_STREAMS], fork_is_reached, readback_is_written;
    void *readback_host, *readback_device; /* one page-locked block by both addresses */
    void *lookback_words;                  /* GRAPH_CUDA_LOOKBACK_WORDS words of 8 bytes, 0 at first */
    void *lookback_host, *lookback_device; /* one page-locked word by both addresses */
};

/* The device, opened if it is not yet; NULL, and *why a static sentence, if none works.  why may be NULL. */
const struct graph_cuda_device *graph__cuda_device(const char **why);

/* The device for code that runs after it was opened; in a forked child, the parent's. */
const struct graph_cuda_device *graph__cuda_opened(void);

/* Whether this process, and not the parent that it was forked from, has opened the device. */
bool graph__cuda_is_open(void);

/* GRAPH_OK, or the status and sentence for a failed call of the CUDA runtime; what: the operation, for the sentence. */
graph_status graph__cuda_check(cudaError_t error, const char *what);

/* Whether a call succeeded that the operation can do without.  The caller's use of CUDA does not see the error. */
bool graph__cuda_succeeds(cudaError_t error);

/* Like GRAPH_TRY, for calls of the CUDA runtime. */
#define CUDA_TRY(call_of_cuda) GRAPH_TRY(graph__cuda_check((call_of_cuda), #call_of_cuda))

/* Whether an array of the caller is memory of the device; false as long as the library has not used the device.  Where
 * CUDA fails to tell: whether the host cannot read it. */
bool graph__cuda_holds(const void *array);

/* Frees a block of the pool in the order of the main stream; NULL is fine. */
void graph__cuda_free_in_order(void *memory);

/* Allows a kernel so much dynamic shared memory: CUDA wants it for more than 48 KB together with static arrays. */
cudaError_t graph__cuda_allow_shared(const void *kernel, size_t shared_bytes);

/* Clusters: what a kernel must be allowed before; the configuration for `clusters` clusters of `size` blocks, which
 * refers to *attribute; and how many such clusters the device can run at once. */
cudaError_t graph__cuda_allow_clusters(const void *kernel, size_t shared_bytes);
cudaLaunchConfig_t graph__cuda_cluster_launch(cudaLaunchAttribute *attribute, int clusters, int size,
                                              int threads, size_t shared_bytes);
int graph__cuda_clusters(const void *kernel, int size, int threads, size_t shared_bytes);

/* *blocks = how many blocks of a kernel fill the device. */
graph_status graph__cuda_full_grid(int64_t *blocks, const void *kernel, int threads, size_t shared_bytes);

/* Blocks of `threads` threads for a loop over n elements with the stride of the grid: no more than fill the device. */
int64_t graph__cuda_blocks(int64_t n, int threads);

#endif
