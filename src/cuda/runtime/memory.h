/* Device memory: allocations from a pool, and copies from and to the host, all in the order of the main stream. */
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

/* Memory for a cache: it does not count as a block, and tests do not make it fail.  graph__cuda_free_in_order frees it. */
graph_status graph__cuda_allocate_cached(void **memory, size_t bytes);

/* Bytes held now (not those of the pool), the most since the last reset, and a limit (0: none) that makes allocations
 * fail as if the device were that small.  graph__cuda_set_limit is for graph__cuda_limit_bytes of call.h. */
size_t graph__cuda_bytes_held(void);
size_t graph__cuda_bytes_peak(bool is_reset);
void graph__cuda_set_limit(size_t limit);
bool graph__cuda_is_limited(void);
/* An estimate of the largest allocation that would succeed now, and whether one of so many bytes probably would. */
size_t graph__cuda_bytes_free(void);
bool graph__cuda_has_bytes(size_t bytes);

/* GRAPH_E_DEVICE_MEMORY, with a sentence of what was wanted and what is held. */
graph_status graph__cuda_out_of_memory(size_t bytes);

/* Whether host memory is page-locked, so that the device can copy to it directly.  A big block is locked when it is used the
 * second time. */
bool graph__cuda_lock(void *here, size_t bytes);

#endif
