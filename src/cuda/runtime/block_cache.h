/* Released blocks of device memory, retained for an allocation of the same size.
 *
 * A loop over products releases a vector and allocates one of the same size in each iteration, which costs one to two
 * microseconds of GPU time in the driver's pool.  All work is in the order of the main stream, so that a block can be
 * reused at once (docs/gpu-runs/spmm.md: circuit 0.0113 to 0.0095 ms). */
#ifndef CUDA_RUNTIME_BLOCK_CACHE_H
#define CUDA_RUNTIME_BLOCK_CACHE_H

#include <stdbool.h>
#include <stddef.h>

/* A retained block of so many bytes, or NULL. */
void *graph__cuda_block_cache_take(size_t bytes);

/* Remembers a block that was just allocated. */
void graph__cuda_block_cache_note(void *memory, size_t bytes);

/* Whether a released block is retained; if not, the caller frees it. */
bool graph__cuda_block_cache_put(void *memory, bool may_stay);

/* Takes any retained block, for the caller to free; NULL if there is none. */
void *graph__cuda_block_cache_evict(void);

/* Bytes of the retained blocks. */
size_t graph__cuda_block_cache_bytes(void);

#endif
