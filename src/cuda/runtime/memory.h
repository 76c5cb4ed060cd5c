/* Memory of the device: a pool that keeps what is freed for the next allocation, and copies from and to the host.  All of
 * it in the order of the main stream. */
#ifndef CUDA_RUNTIME_MEMORY_H
#define CUDA_RUNTIME_MEMORY_H

#include "cuda/runtime/device.h"

/* Entries of the back end's table. */
graph_status graph__cuda_allocate(void **memory, size_t count, size_t element_bytes);
void graph__cuda_release(void *memory);
graph_status graph__cuda_upload(void *there, const void *here, size_t bytes);
graph_status graph__cuda_download(void *here, const void *there, size_t bytes);
graph_status graph__cuda_wait(void);
#define CUDA_NEW(pointer, count) graph__cuda_allocate((void **)&(pointer), (size_t)(count), sizeof *(pointer))

/* Memory that later calls find in a cache: it is not counted as a block, and tests do not make it fail.  It goes back by
 * graph__cuda_free_in_order. */
graph_status graph__cuda_allocate_cached(void **memory, size_t bytes);

/* Bytes held now (not those of the pool), the most since the last reset, and a limit (0: none) that makes allocations
 * fail as if the device were that small.  graph__cuda_set_limit is for graph__cuda_limit_bytes of call.h. */
size_t graph__cuda_bytes_held(void);
size_t graph__cuda_bytes_peak(bool is_reset);
void graph__cuda_set_limit(size_t limit);
bool graph__cuda_is_limited(void);
/* How many bytes an allocation may have now without failing, as far as can be told; and whether an allocation of so many
 * bytes may be expected not to fail. */
size_t graph__cuda_bytes_free(void);
bool graph__cuda_has_bytes(size_t bytes);

/* GRAPH_E_DEVICE_MEMORY with the sentence that says what was wanted and what is held. */
graph_status graph__cuda_out_of_memory(size_t bytes);

/* Whether the device can write to so many bytes of the host's itself; the first such use of a big block that was used
 * before makes it so. */
bool graph__cuda_lock(void *here, size_t bytes);

#endif
