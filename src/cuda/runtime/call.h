/* One call of the library on the device.  graph__cuda_begin returns its struct cuda_call: the stream on which it
 * enqueues kernels, its scratch memory, and the slot through which it reads results back.  Every function that enqueues
 * takes it as an argument, so that nothing is enqueued outside a call, and calls of several threads follow each other.
 *
 * The main stream orders calls: a call may use what earlier calls have enqueued without waiting for it. */
#ifndef CUDA_RUNTIME_CALL_H
#define CUDA_RUNTIME_CALL_H

#include "cuda/runtime/memory.h"

struct cuda_call;

/* Takes the lock that keeps calls apart.  Calls do not nest. */
struct cuda_call *graph__cuda_begin(void);
void graph__cuda_end(struct cuda_call *call);

/* ---- Scratch memory ---- */

/* *memory = count elements, valid until graph__cuda_end; aligned to 256 bytes, not initialised. */
graph_status graph__cuda_scratch(struct cuda_call *call, void **memory, size_t count, size_t element_bytes);
#define CUDA_SCRATCH(call, pointer, count)                                                                   \
    graph__cuda_scratch(call, (void **)&(pointer), (size_t)(count), sizeof *(pointer))

/* Sets or copies bytes of device memory on the main stream. */
graph_status graph__cuda_set_bytes(struct cuda_call *call, void *there, int byte, size_t bytes);
graph_status graph__cuda_copy(struct cuda_call *call, void *to, const void *from, size_t bytes);

/* ---- Reading back ---- */

/* Waits for the main stream, then copies at most GRAPH_CUDA_READBACK_BYTES bytes to the host. */
graph_status graph__cuda_read(struct cuda_call *call, void *here, const void *there, size_t bytes);
#define CUDA_READ(call, variable, there) graph__cuda_read(call, &(variable), (there), sizeof(variable))

/* The same in two steps.  _end does not wait for what is enqueued in between, which must not read back itself.  _mark
 * replaces _begin where the kernel launched last writes the slot itself. */
graph_status graph__cuda_readback_begin(struct cuda_call *call, const void *there, size_t bytes);
graph_status graph__cuda_readback_mark(struct cuda_call *call);
graph_status graph__cuda_readback_end(struct cuda_call *call, void *here, size_t bytes);

/* The slot, page-locked host memory that kernels can write, by its host and its device address.  The host reads it after
 * graph__cuda_wait, or by graph__cuda_readback_end. */
void *graph__cuda_readback_host(struct cuda_call *call);
void *graph__cuda_readback_device(struct cuda_call *call);

/* The memory of one look-back (primitives/lookback.h): words of the device, none of which holds this tag, the host's word by
 * both addresses, and the tag.  Tags are below `tags`. */
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

/* Programmatic dependent launch: blocks may begin before the kernel launched last has ended.  Every block calls
 * grid_dependency_wait (kernel.cuh) before it reads what that kernel writes or writes what it reads.  shared_percent:
 * the part of a multiprocessor's memory that is shared memory, the rest being cache; 0: the driver chooses. */
graph_status graph__cuda_launch_dependent(struct cuda_call *call, const void *kernel, int64_t blocks,
                                          int threads, size_t shared_bytes, int shared_percent,
                                          const void *arguments);

/* A cooperative launch on the main stream: all blocks run at once and may wait for each other
 * (primitives/grid_barrier.cuh). */
graph_status graph__cuda_launch_cooperative(struct cuda_call *call, const void *kernel, int64_t blocks,
                                            int threads, size_t shared_bytes, const void *arguments);

/* A launch of clusters of `size` blocks, which access each other's shared memory, on the main stream. */
graph_status graph__cuda_launch_clusters(struct cuda_call *call, const void *kernel, int clusters, int size,
                                         int threads, size_t shared_bytes, const void *arguments);

/* Whether the device can run such a cluster at all; the result for one kernel is cached. */
bool graph__cuda_runs_cluster(struct cuda_call *call, const void *kernel, int size, int threads,
                              size_t shared_bytes);

/* ---- Several streams ---- */

/* Between fork and join, launches go to the stream selected last.  What is enqueued after the join waits for all streams.
 * graph__cuda_end joins for a call that has failed in between. */
graph_status graph__cuda_fork(struct cuda_call *call);
graph_status graph__cuda_use_stream(struct cuda_call *call, int number);
/* Selects the main stream. */
void graph__cuda_use_main(struct cuda_call *call);
/* Later work on the selected stream waits for what has been enqueued to this one. */
graph_status graph__cuda_follow_stream(struct cuda_call *call, int number);
graph_status graph__cuda_join(struct cuda_call *call);

/* ---- Between calls ---- */

/* An entry of the back end's table: limits device memory (0: no limit).  Empties caches and scratch memory. */
void graph__cuda_limit_bytes(size_t limit);

/* When products of a matrix with full vectors use slices (mxv/mxv_slices_cache.c): the matrix has at least so many
 * entries, its tiles read at least so many sectors of the vector for 100 entries, and so many calls came before.  The
 * first function returns the limits; the second sets them, for tests, and returns the old ones. */
struct cuda_slices_limits {
    int64_t least_entries;
    int least_sectors, calls;
};
struct cuda_slices_limits graph__cuda_slices_limits(void);
struct cuda_slices_limits graph__cuda_set_slices_limits(struct cuda_slices_limits limits);

/* Kernel families that products do without, a bit each (mxm/analysis/mxm_families.h): none, but in an ablation. */
uint64_t graph__cuda_disabled_families(void);
void graph__cuda_disable_families(uint64_t families);

/* Counters of this process, for tests: adds 1, and reads. */
enum cuda_counter { CUDA_PASSES_OVER_VALUES, CUDA_PRODUCTS_BY_SLICES, CUDA_COUNTERS };
void graph__cuda_count(struct cuda_call *call, enum cuda_counter counter);
int64_t graph__cuda_counted(enum cuda_counter counter);

#endif
