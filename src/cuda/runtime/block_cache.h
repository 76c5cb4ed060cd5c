/* Blocks of device memory that were given back, kept for an allocation of just as many bytes.
 *
 * A loop over products gives back a vector and asks for one of the same size at each turn; the driver's pool takes one to
 * two microseconds of the GPU's time for that.  All work is in the order of the library's stream, so a block can be taken
 * again at once. */
#ifndef CUDA_RUNTIME_BLOCK_CACHE_H
#define CUDA_RUNTIME_BLOCK_CACHE_H

#include <stdbool.h>
#include <stddef.h>

/* A spare block of so many bytes, or NULL. */
void *graph__cuda_take_spare(size_t bytes);

/* A block that was just allocated. */
void graph__cuda_remember_block(void *memory, size_t bytes);

/* Whether a block that is given back stays as a spare one; if not it is no longer remembered. */
bool graph__cuda_keep_spare(void *memory, bool may_stay);

/* Takes any spare block, to give it back to the pool; NULL if there is none. */
void *graph__cuda_drop_spare(void);

size_t graph__cuda_spare_bytes(void);

#endif
