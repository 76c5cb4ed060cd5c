/* The device, its memory, and launches.  One stream carries all work of the library, so what one call enqueues the
 * next may use without waiting; a lock keeps the calls of several threads apart. */
#ifndef CUDA_RUNTIME_DEVICE_H
#define CUDA_RUNTIME_DEVICE_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "contract/backend.h"

struct graph_cuda_device {
    int number, processors, architecture; /* 90 for compute capability 9.0 */
    size_t shared_bytes;                  /* the most that one block may have */
    size_t cache_bytes;                   /* of the second level */
    cudaStream_t stream;
};

/* The device, found and opened on first use; NULL, and *why a static sentence, if there is none that works. */
const struct graph_cuda_device *graph__cuda_device(const char **why);

/* Whether it has been opened by this process, not by one that this is a child of. */
bool graph__cuda_is_open(void);

/* GRAPH_OK, or the status and sentence for a failed call of the CUDA runtime: what was being done, and its words. */
graph_status graph__cuda_check(cudaError_t error, const char *what);

/* Like GRAPH_TRY, for calls of the CUDA runtime. */
#define CUDA_TRY(call) GRAPH_TRY(graph__cuda_check((call), #call))

/* ---- Memory ---- */

/* The four entries of the back end's table.  Freed memory stays in a pool for the next allocation. */
graph_status graph__cuda_allocate(void **memory, size_t count, size_t element_bytes);
void graph__cuda_release(void *memory);
graph_status graph__cuda_upload(void *there, const void *here, size_t bytes);
graph_status graph__cuda_download(void *here, const void *there, size_t bytes);
graph_status graph__cuda_wait(void);

/* Whether an array of the caller's is memory of the device; false while the library has not used the device.  The
 * order with the caller's work is that of CUDA's default stream. */
bool graph__cuda_holds(const void *array);
graph_status graph__cuda_follow_caller(void);
graph_status graph__cuda_lead_caller(void);

/* Bytes held now (not those of the pool), the most since the last reset, and a limit (0: none) that makes
 * allocations fail as if the device were that small. */
size_t graph__cuda_bytes_held(void);
size_t graph__cuda_bytes_peak(bool is_reset);
void graph__cuda_limit_bytes(size_t limit);
/* How many bytes an allocation may have now without failing, as far as can be told. */
size_t graph__cuda_bytes_free(void);
/* Whether an allocation of so many bytes may be expected not to fail. */
bool graph__cuda_has_bytes(size_t bytes);

/* ---- A call's scratch memory ---- */

/* Takes the lock that keeps calls apart; scratch memory lives from begin to end.  Calls do not nest. */
void graph__cuda_begin(void);
void graph__cuda_end(void);

/* *memory = count elements that are gone at graph__cuda_end; aligned to 256 bytes, not initialised. */
graph_status graph__cuda_scratch(void **memory, size_t count, size_t element_bytes);
#define CUDA_SCRATCH(pointer, count)                                                                         \
    graph__cuda_scratch((void **)&(pointer), (size_t)(count), sizeof *(pointer))
#define CUDA_NEW(pointer, count) graph__cuda_allocate((void **)&(pointer), (size_t)(count), sizeof *(pointer))

/* Waits for the stream, then copies a few bytes to the host (at most GRAPH_CUDA_MAIL_BYTES). */
enum { GRAPH_CUDA_MAIL_BYTES = 4096 };
graph_status graph__cuda_read(void *here, const void *there, size_t bytes);
/* The same in two steps: what is enqueued between them is not waited for, and reads nothing by itself. */
graph_status graph__cuda_send(const void *there, size_t bytes);
graph_status graph__cuda_sends(void); /* the kernel launched last has written the mail, below, itself */
graph_status graph__cuda_receive(void *here, size_t bytes);
#define CUDA_READ(variable, there) graph__cuda_read(&(variable), (there), sizeof(variable))

/* Page-locked host memory that kernels can write: the device's address of it, and the host's.  A call may use it
 * between begin and end; it reads it after graph__cuda_wait, or by graph__cuda_receive. */
void *graph__cuda_mail_host(void);
void *graph__cuda_mail_device(void);

/* Sets bytes of device memory in stream order. */
graph_status graph__cuda_set_bytes(void *there, int byte, size_t bytes);
graph_status graph__cuda_copy(void *to, const void *from, size_t bytes);
graph_status graph__cuda_shift(int64_t *to, const int64_t *from, int64_t n, int64_t more);

/* ---- Launches ---- */

/* Enqueues a kernel (a handle of graph__cuda_*_kernel, or the address of a kernel that nvcc compiled) that takes one
 * struct.  Nothing is enqueued for 0 blocks. */
graph_status graph__cuda_launch(const void *kernel, int64_t blocks, int threads, size_t shared_bytes,
                                const void *arguments);

/* The same for a kernel whose blocks may come before the kernel launched last has ended.  It calls wait_for_kernel_ahead of
 * kernel.cuh in every block, before it touches what that one writes or writes what that one reads.  Blocks share
 * shared_percent of a multiprocessor's memory, though more of them could run: the rest is its cache; 0: as the GPU likes. */
graph_status graph__cuda_launch_close(const void *kernel, int64_t blocks, int threads, size_t shared_bytes,
                                      int shared_percent, const void *arguments);

/* Kernels side by side: after the fork, launches go to the side that was last named, until the join; what is enqueued
 * after the join waits for all of them.  Where there is not room for all blocks, those of the sides from the early one on
 * begin first.  A call joins in every case, or the next one's launches go astray. */
enum { GRAPH_CUDA_SIDES = 8, GRAPH_CUDA_EARLY_SIDE = 6 };
graph_status graph__cuda_fork(void);
graph_status graph__cuda_use_side(int side);
/* What is enqueued from now on to the side that was last named waits for what has been enqueued to this one. */
graph_status graph__cuda_follow_side(int side);
/* The event comes when what has been enqueued where launches go has ended. */
graph_status graph__cuda_record(cudaEvent_t event);
/* Until then, the next ones go to the library's own stream, beside those of the sides. */
void graph__cuda_use_main(void);
graph_status graph__cuda_join(void);

/* The same as a cooperative launch: all blocks run at once, and may wait for each other. */
graph_status graph__cuda_launch_cooperative(const void *kernel, int64_t blocks, int threads,
                                            size_t shared_bytes, const void *arguments);

/* The same as clusters of `team` blocks that also reach each other's shared memory; and how many of them the device can run
 * at once. */
graph_status graph__cuda_launch_clusters(const void *kernel, int clusters, int team, int threads,
                                         size_t shared_bytes, const void *arguments);
int graph__cuda_clusters(const void *kernel, int team, int threads, size_t shared_bytes);

/* *blocks = how many blocks fill the device. */
graph_status graph__cuda_full_grid(int64_t *blocks, const void *kernel, int threads, size_t shared_bytes);

/* Blocks of `threads` for n elements, at most those that a loop over the grid needs to fill the device. */
int64_t graph__cuda_blocks(int64_t n, int threads);

#endif
