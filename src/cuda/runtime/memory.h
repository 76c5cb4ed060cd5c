/* What device.c and the caches need of memory.c. */
#ifndef CUDA_RUNTIME_MEMORY_H
#define CUDA_RUNTIME_MEMORY_H

#include "cuda/runtime/device.h"

/* Makes the pool and the page-locked mail box of a device. */
cudaError_t graph__cuda_memory_open(const struct graph_cuda_device *device);

/* Memory that stays for later calls: it is not counted as a block, and tests do not make it fail. */
graph_status graph__cuda_take_kept(void **memory, size_t bytes);
void graph__cuda_give_kept(void *memory);

/* Whether a caller has set a limit, so that nothing large is kept. */
bool graph__cuda_is_limited(void);

/* Whether the device can write to so many bytes of the host's itself; the first such use of a big block that was used
 * before makes it so. */
bool graph__cuda_lock(void *here, size_t bytes);

#endif
