/* Caches of what was computed from arrays of the device, for later calls on the same arrays: merge-path tiles of a
 * matrix (primitives/merge_path.h), and its columns by slices (mxv/mxv_slices_cache.c).  The key is the address of an
 * array, so memory.c invalidates an address when its content changes or goes.  The entry unused for longest makes room
 * for a new one. */
#ifndef CUDA_RUNTIME_ARRAY_CACHE_H
#define CUDA_RUNTIME_ARRAY_CACHE_H

#include "cuda/runtime/device.h"

enum cuda_cache {
    CUDA_CACHE_MERGE_PATH, /* 32 matrices */
    CUDA_CACHE_SLICES,     /* 16; may be emptied where memory is short */
    CUDA_CACHES
};
enum { CUDA_CACHE_KEYS = 5, CUDA_CACHE_VALUE_BYTES = 192 };

struct cuda_cache_entry {
    const void *array[2];         /* what it was computed from, the first never NULL */
    const void *used_array;       /* an array that the entry mentions: becomes NULL when that changes */
    int64_t key[CUDA_CACHE_KEYS]; /* shape, and what else must agree */
    void *memory[2];              /* of graph__cuda_allocate_cached, freed with the entry */
    uint64_t last_use;            /* the larger the later */
    _Alignas(16) unsigned char value[CUDA_CACHE_VALUE_BYTES]; /* the user's data; zero in a new entry */
};

/* Locks a cache until graph__cuda_cache_close.  What is enqueued meanwhile may use the entries: memory is freed in the order
 * of the main stream. */
void graph__cuda_cache_open(enum cuda_cache cache);
void graph__cuda_cache_close(enum cuda_cache cache);

/* In an open cache: the entry with these arrays and keys, NULL if there is none; and a new entry, which may replace an old
 * one. */
struct cuda_cache_entry *graph__cuda_cache_find(enum cuda_cache cache, const void *const array[2],
                                                const int64_t key[CUDA_CACHE_KEYS]);
struct cuda_cache_entry *graph__cuda_cache_add(enum cuda_cache cache, const void *const array[2],
                                               const int64_t key[CUDA_CACHE_KEYS]);
/* The entry whose memory[0] this is; it must exist. */
struct cuda_cache_entry *graph__cuda_cache_of_memory(enum cuda_cache cache, const void *memory);

/* Removes the entries of an array that is about to change or to go. */
void graph__cuda_cache_invalidate(const void *array);
/* Empties the caches that may be emptied and are not open: memory is short, or a caller has set a limit. */
void graph__cuda_cache_evict(void);

#endif
