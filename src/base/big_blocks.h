/* Blocks of several megabytes, on huge pages where the system has them, and cached for later allocations.
 *
 * The first touch of fresh memory, where the system clears each page, can take longer than the arithmetic that fills
 * it.  A freed block retains its pages, but offers them to the system (MADV_FREE), which takes them when memory is
 * short.  The cache is limited to an eighth of the memory of the machine, or of the container if that has less. */
#ifndef BASE_BIG_BLOCKS_H
#define BASE_BIG_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

enum { BIG_BLOCK_BYTES = 1 << 22 };

/* A block of at least `bytes`, not initialised; NULL if there is none to be had, or on systems without them.  One that may
 * be locked in part has to be resized before others than the library use it: it is locked to the end then, or not at
 * all. */
void *graph__big_allocate(size_t bytes, bool may_be_locked_in_part);

/* Changes the size of a big block where it lies, giving the pages behind it back; false if it is not a big block or
 * has no room.  *used is the size it had (0 if it is not a big block). */
bool graph__big_resize(size_t *used, void *memory, size_t bytes);

/* The size of a big block; 0 if it is not one. */
size_t graph__big_bytes(const void *memory);

/* Frees a big block; false if it is not one. */
bool graph__big_free(void *memory);

/* Locks what a device is to write to: whether `bytes` from `memory` on lie in a big block's locked part.  That is what
 * its owners before had of it, so a block is locked at its first reuse, once, and not before; it stays locked, also in
 * the cache, until it goes back to the system.  At most a quarter of the machine's memory is locked.  lock_pages may
 * refuse. */
bool graph__big_lock(void *memory, size_t bytes, bool (*lock_pages)(void *start, size_t bytes),
                     void (*unlock_pages)(void *start));

/* Gives the cached blocks back to the system. */
void graph__big_trim(void);

#endif
