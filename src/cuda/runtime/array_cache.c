/* The caches of array_cache.h: short lists that are searched from the beginning. */
#include "cuda/runtime/array_cache.h"

#include <pthread.h>
#include <string.h>

enum { MOST_ENTRIES = 32 };

/* Each cache with the lock that guards it. */
static struct {
    pthread_mutex_t lock;
    int entries;
    bool may_be_evicted;
    uint64_t uses;
    struct cuda_cache_entry entry[MOST_ENTRIES];
} caches[CUDA_CACHES] = {
    [CUDA_CACHE_MERGE_PATH] = {.lock = PTHREAD_MUTEX_INITIALIZER, .entries = 32},
    [CUDA_CACHE_SLICES] = {.lock = PTHREAD_MUTEX_INITIALIZER, .entries = 16, .may_be_evicted = true},
};

static void clear(struct cuda_cache_entry *entry)
{
    graph__cuda_free_in_order(entry->memory[0]);
    graph__cuda_free_in_order(entry->memory[1]);
    memset(entry, 0, sizeof *entry);
}

void graph__cuda_cache_open(enum cuda_cache cache) { pthread_mutex_lock(&caches[cache].lock); }

void graph__cuda_cache_close(enum cuda_cache cache) { pthread_mutex_unlock(&caches[cache].lock); }

struct cuda_cache_entry *graph__cuda_cache_find(enum cuda_cache cache, const void *const array[2],
                                                const int64_t key[CUDA_CACHE_KEYS])
{
    for (int k = 0; k < caches[cache].entries; k++) {
        struct cuda_cache_entry *entry = &caches[cache].entry[k];
        if (entry->array[0] == array[0] && entry->array[1] == array[1] &&
            memcmp(entry->key, key, sizeof entry->key) == 0) {
            entry->last_use = ++caches[cache].uses;
            return entry;
        }
    }
    return NULL;
}

struct cuda_cache_entry *graph__cuda_cache_add(enum cuda_cache cache, const void *const array[2],
                                               const int64_t key[CUDA_CACHE_KEYS])
{
    struct cuda_cache_entry *oldest = &caches[cache].entry[0];
    for (int k = 1; k < caches[cache].entries; k++)
        if (caches[cache].entry[k].last_use < oldest->last_use)
            oldest = &caches[cache].entry[k];
    clear(oldest);
    memcpy(oldest->array, array, sizeof oldest->array);
    memcpy(oldest->key, key, sizeof oldest->key);
    oldest->last_use = ++caches[cache].uses;
    return oldest;
}

struct cuda_cache_entry *graph__cuda_cache_of_memory(enum cuda_cache cache, const void *memory)
{
    struct cuda_cache_entry *entry = caches[cache].entry;
    while (entry->memory[0] != memory)
        entry++;
    return entry;
}

void graph__cuda_cache_invalidate(const void *array)
{
    for (int c = 0; c < CUDA_CACHES && array != NULL; c++) {
        pthread_mutex_lock(&caches[c].lock);
        for (int k = 0; k < caches[c].entries; k++) {
            struct cuda_cache_entry *entry = &caches[c].entry[k];
            if (entry->array[0] == array || entry->array[1] == array)
                clear(entry);
            if (entry->used_array == array)
                entry->used_array = NULL;
        }
        pthread_mutex_unlock(&caches[c].lock);
    }
}

void graph__cuda_cache_evict(void)
{
    for (int c = 0; c < CUDA_CACHES; c++)
        if (caches[c].may_be_evicted && pthread_mutex_trylock(&caches[c].lock) == 0) {
            for (int k = 0; k < caches[c].entries; k++)
                clear(&caches[c].entry[k]);
            pthread_mutex_unlock(&caches[c].lock);
        }
}
