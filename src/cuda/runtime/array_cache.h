/* What was computed from arrays of the device and serves later calls on the same arrays: tiles of equal work of a matrix
 * (primitives/merge_path.h), and its columns by slices (mxv/mxv_slices_cache.h).  An array's address names it, so memory.c
 * tells when an address gets a new meaning.  The one unused for longest makes room for a new one. */
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
    const void *used_array;       /* one that is only named in it: becomes NULL when that changes */
    int64_t key[CUDA_CACHE_KEYS]; /* shape, and what else must agree */
    void *memory[2];              /* of graph__cuda_allocate_cached, freed with the entry */
    uint64_t last_use;            /* the larger the later */
    _Alignas(16) unsigned char value[CUDA_CACHE_VALUE_BYTES]; /* of the cache's user; zeroed in a new entry */
};

/* Takes the lock of a cache until graph__cuda_cache_close: what is enqueued meanwhile may use the entries, since memory
 * is freed in the order of the main stream. */
void graph__cuda_cache_open(enum cuda_cache cache);
void graph__cuda_cache_close(enum cuda_cache cache);

/* Of an open cache: the entry with these arrays and keys, NULL if there is none; and a new one, for which an old one may
 * go. */
struct cuda_cache_entry *graph__cuda_cache_find(enum cuda_cache cache, const void *const array[2],
                                                const int64_t key[CUDA_CACHE_KEYS]);
struct cuda_cache_entry *graph__cuda_cache_add(enum cuda_cache cache, const void *const array[2],
                                               const int64_t key[CUDA_CACHE_KEYS]);
/* The entry that holds this memory, which must be there. */
struct cuda_cache_entry *graph__cuda_cache_of_memory(enum cuda_cache cache, const void *memory);

/* An array is about to change or to go; and: memory is short, or a caller has set a limit.  The latter passes over a cache
 * that is open. */
void graph__cuda_cache_invalidate(const void *array);
void graph__cuda_cache_evict(void);

#endif
