/* One call of the library on the device.  graph__cuda_begin gives it its struct cuda_call: where its kernels are enqueued,
 * its scratch memory, and the slot through which it reads results back.  Everything that is enqueued takes it as an
 * argument, so nothing is enqueued outside a call, and calls of several threads follow each other.
 *
 * All work of a call begins after, and ends before, what comes later on the main stream: what one call enqueues the next
 * may use without waiting. */
#ifndef CUDA_RUNTIME_CALL_H
#define CUDA_RUNTIME_CALL_H

#include "cuda/runtime/memory.h"

struct cuda_call;

/* Takes the lock that keeps calls apart.  Calls do not nest. */
struct cuda_call *graph__cuda_begin(void);
void graph__cuda_end(struct cuda_call *call);

/* ---- Scratch memory ---- */

/* *memory = count elements that are gone at graph__cuda_end; aligned to 256 bytes, not initialised. */
graph_status graph__cuda_scratch(struct cuda_call *call, void **memory, size_t count, size_t element_bytes);
#define CUDA_SCRATCH(call, pointer, count)                                                                   \
    graph__cuda_scratch(call, (void **)&(pointer), (size_t)(count), sizeof *(pointer))

/* Sets or copies bytes of device memory on the main stream. */
graph_status graph__cuda_set_bytes(struct cuda_call *call, void *there, int byte, size_t bytes);
graph_status graph__cuda_copy(struct cuda_call *call, void *to, const void *from, size_t bytes);

/* ---- Reading back ---- */

/* Waits for the main stream, then copies a few bytes to the host (at most GRAPH_CUDA_READBACK_BYTES). */
graph_status graph__cuda_read(struct cuda_call *call, void *here, const void *there, size_t bytes);
#define CUDA_READ(call, variable, there) graph__cuda_read(call, &(variable), (there), sizeof(variable))

/* The same in two steps: what is enqueued between them is not waited for, and reads nothing back.  _mark instead of
 * _begin: the kernel launched last has written the slot itself. */
graph_status graph__cuda_readback_begin(struct cuda_call *call, const void *there, size_t bytes);
graph_status graph__cuda_readback_mark(struct cuda_call *call);
graph_status graph__cuda_readback_end(struct cuda_call *call, void *here, size_t bytes);

/* The slot: page-locked host memory that kernels can write, by the device's address and by the host's.  The host reads it
 * after graph__cuda_wait, or by graph__cuda_readback_end. */
void *graph__cuda_readback_host(struct cuda_call *call);
void *graph__cuda_readback_device(struct cuda_call *call);

/* What the blocks of one launch tell each other and the host (primitives/lookback.h): words of the device that hold no tag
 * of this number or later, the host's word by both addresses, and the tag. */
struct cuda_lookback_memory {
    void *words, *host, *device;
    unsigned long long tag;
};
graph_status graph__cuda_lookback_memory(struct cuda_call *call, struct cuda_lookback_memory *memory,
                                         unsigned long long tags);

/* ---- Launches ---- */

/* Enqueues a kernel (a handle of kernels.h, or the address of a kernel that nvcc compiled) that takes one struct.  Nothing
 * is enqueued for 0 blocks. */
graph_status graph__cuda_launch(struct cuda_call *call, const void *kernel, int64_t blocks, int threads,
                                size_t shared_bytes, const void *arguments);

/* The same for a kernel whose blocks may begin before the kernel launched last has ended.  It calls grid_dependency_wait of
 * kernel.cuh in every block, before it touches what that one writes or writes what that one reads.  Blocks share
 * shared_percent of a multiprocessor's memory, though more of them could run: the rest is its cache; 0: as the GPU likes. */
graph_status graph__cuda_launch_dependent(struct cuda_call *call, const void *kernel, int64_t blocks,
                                          int threads, size_t shared_bytes, int shared_percent,
                                          const void *arguments);

/* A cooperative launch on the main stream: all blocks run at once, and may wait for each other. */
graph_status graph__cuda_launch_cooperative(struct cuda_call *call, const void *kernel, int64_t blocks,
                                            int threads, size_t shared_bytes, const void *arguments);

/* Clusters of `size` blocks that also reach each other's shared memory, on the main stream. */
graph_status graph__cuda_launch_clusters(struct cuda_call *call, const void *kernel, int clusters, int size,
                                         int threads, size_t shared_bytes, const void *arguments);

/* Whether the device can run such a cluster at all; the answer for one kernel is remembered. */
bool graph__cuda_runs_cluster(struct cuda_call *call, const void *kernel, int size, int threads,
                              size_t shared_bytes);

/* ---- Several streams ---- */

/* After the fork, launches go to the stream that was named last, until the join; what is enqueued after the join waits for
 * all of them.  A call that has forked joins, also after a failure. */
graph_status graph__cuda_fork(struct cuda_call *call);
graph_status graph__cuda_use_stream(struct cuda_call *call, int number);
/* Until another is named, launches go to the main stream. */
void graph__cuda_use_main(struct cuda_call *call);
/* What is enqueued from now on to the stream that was named last waits for what has been enqueued to this one. */
graph_status graph__cuda_follow_stream(struct cuda_call *call, int number);
graph_status graph__cuda_join(struct cuda_call *call);

/* ---- Between calls ---- */

/* An entry of the back end's table: a limit of memory (0: none).  Caches and scratch memory go. */
void graph__cuda_limit_bytes(size_t limit);

/* Products of a matrix with full vectors go by slices (mxv/mxv_slices_cache.h) unless it has fewer entries, its tiles find
 * the vector in fewer sectors than so many hundredths of their entries, or fewer calls came before.  The first gives the
 * limits in force; the other sets them and returns what they were.  For tests. */
struct cuda_slices_limits {
    int64_t least_entries;
    int least_sectors, calls;
};
struct cuda_slices_limits graph__cuda_slices_limits(void);
struct cuda_slices_limits graph__cuda_set_slices_limits(struct cuda_slices_limits limits);

/* Adds to a counter of this process, and reads it.  For tests. */
enum cuda_counter { CUDA_PASSES_OVER_VALUES, CUDA_PRODUCTS_BY_SLICES, CUDA_COUNTERS };
void graph__cuda_count(struct cuda_call *call, enum cuda_counter counter);
int64_t graph__cuda_counted(enum cuda_counter counter);

#endif
