/* The block cache (block_cache.h): a short list of the blocks allocated last. */
#include "cuda/runtime/block_cache.h"

#include <pthread.h>

/* Larger blocks are not cached: they take so long to fill that the pool's time does not matter. */
enum { REMEMBERED = 16, MOST_BYTES = 16 << 20, MOST_SPARE_BYTES = 32 << 20 };

/* `lock` guards all three variables below. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    void *memory; /* NULL: an unused place */
    size_t bytes;
    bool is_spare;
} block[REMEMBERED];
static size_t spare_bytes;
static int next_place;

void *graph__cuda_block_cache_take(size_t bytes)
{
    void *memory = NULL;
    pthread_mutex_lock(&lock);
    for (int k = 0; k < REMEMBERED && memory == NULL; k++)
        if (block[k].is_spare && block[k].bytes == bytes) {
            memory = block[k].memory;
            block[k].is_spare = false;
            spare_bytes -= bytes;
        }
    pthread_mutex_unlock(&lock);
    return memory;
}

void graph__cuda_block_cache_note(void *memory, size_t bytes)
{
    pthread_mutex_lock(&lock);
    for (int k = 0; k < REMEMBERED; k++)
        if (block[k].memory == memory)
            block[k].memory = NULL; /* the block remembered for this address was freed by the pool */
    /* A spare block keeps its place. */
    for (int tried = 0; bytes <= MOST_BYTES && tried < REMEMBERED; tried++) {
        int k = next_place++ % REMEMBERED;
        if (!block[k].is_spare) {
            block[k].memory = memory;
            block[k].bytes = bytes;
            break;
        }
    }
    next_place %= REMEMBERED;
    pthread_mutex_unlock(&lock);
}

bool graph__cuda_block_cache_put(void *memory, bool may_stay)
{
    bool is_retained = false;
    pthread_mutex_lock(&lock);
    for (int k = 0; k < REMEMBERED; k++)
        if (block[k].memory == memory) {
            is_retained = may_stay && spare_bytes + block[k].bytes <= MOST_SPARE_BYTES;
            block[k].is_spare = is_retained;
            if (is_retained)
                spare_bytes += block[k].bytes;
            else
                block[k].memory = NULL;
            break;
        }
    pthread_mutex_unlock(&lock);
    return is_retained;
}

void *graph__cuda_block_cache_evict(void)
{
    void *memory = NULL;
    pthread_mutex_lock(&lock);
    for (int k = 0; k < REMEMBERED && memory == NULL; k++)
        if (block[k].is_spare) {
            memory = block[k].memory;
            spare_bytes -= block[k].bytes;
            block[k].memory = NULL;
            block[k].is_spare = false;
        }
    pthread_mutex_unlock(&lock);
    return memory;
}

size_t graph__cuda_block_cache_bytes(void)
{
    pthread_mutex_lock(&lock);
    size_t bytes = spare_bytes;
    pthread_mutex_unlock(&lock);
    return bytes;
}
