/* See big_blocks.h.  A table of blocks behind a lock: big blocks are few, and each costs far more than a search. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/big_blocks.h"

#include <stdint.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_BIG_BLOCKS 0 /* kept blocks would hide uses after free */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_BIG_BLOCKS 0
#endif
#endif
#if !defined(HAS_BIG_BLOCKS) && defined(__linux__)
#define HAS_BIG_BLOCKS 1
#endif

#if HAS_BIG_BLOCKS
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HUGE_PAGE_BYTES = 1 << 21, MOST_BLOCKS = 128 };

static struct block {
    char *start; /* NULL: the row is free */
    size_t capacity, used;
    bool is_kept;      /* freed, waits for the next one */
    uint64_t freed_at; /* counts up */
} blocks[MOST_BLOCKS];

static size_t kept_bytes;
static uint64_t frees;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static size_t rounded(size_t bytes) { return (bytes + HUGE_PAGE_BYTES - 1) & ~(size_t)(HUGE_PAGE_BYTES - 1); }

static struct block *find(const void *memory)
{
    for (int k = 0; k < MOST_BLOCKS; k++)
        if (blocks[k].start == memory && !blocks[k].is_kept)
            return &blocks[k];
    return NULL;
}

static void unmap(struct block *block)
{
    munmap(block->start, block->capacity);
    kept_bytes -= block->used;
    *block = (struct block){0};
}

/* The block that was freed first among those kept. */
static struct block *oldest_kept(void)
{
    struct block *oldest = NULL;
    for (int k = 0; k < MOST_BLOCKS; k++)
        if (blocks[k].is_kept && (oldest == NULL || blocks[k].freed_at < oldest->freed_at))
            oldest = &blocks[k];
    return oldest;
}

/* Gives the pages behind `bytes` back. */
static void cut(struct block *block, size_t bytes)
{
    if (rounded(bytes) < rounded(block->used))
        madvise(block->start + rounded(bytes), rounded(block->used) - rounded(bytes), MADV_DONTNEED);
    block->used = bytes;
}

/* Whether a kept block fits and is not much too large.  One with room that was not used is left to those who ask for so
 * much: they would find its pages given back. */
static bool suits(const struct block *block, size_t bytes)
{
    return block->is_kept && block->capacity >= bytes && block->capacity / 4 <= bytes &&
           (block->capacity - block->capacity / 4 <= bytes || block->used >= bytes);
}

static struct block *take_kept(size_t bytes)
{
    struct block *best = NULL;
    for (int k = 0; k < MOST_BLOCKS; k++)
        if (suits(&blocks[k], bytes) && (best == NULL || blocks[k].capacity < best->capacity))
            best = &blocks[k];
    if (best == NULL)
        return NULL;
    best->is_kept = false;
    kept_bytes -= best->used;
    if (best->used > bytes)
        cut(best, bytes);
    best->used = bytes;
    return best;
}

/* A new block on a border of huge pages. */
static struct block *map(size_t bytes)
{
    struct block *block = NULL;
    size_t capacity = rounded(bytes), more = capacity + HUGE_PAGE_BYTES;
    for (int k = 0; k < MOST_BLOCKS && block == NULL; k++)
        if (blocks[k].start == NULL)
            block = &blocks[k];
    if (block == NULL && (block = oldest_kept()) != NULL)
        unmap(block);
    if (block == NULL)
        return NULL;
    char *start = mmap(NULL, more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    size_t before = rounded((uintptr_t)start) - (uintptr_t)start;
    if (before > 0)
        munmap(start, before);
    munmap(start + before + capacity, HUGE_PAGE_BYTES - before);
#ifdef MADV_HUGEPAGE
    madvise(start + before, capacity, MADV_HUGEPAGE);
#endif
    *block = (struct block){.start = start + before, .capacity = capacity, .used = bytes};
    return block;
}

void *graph__big_allocate(size_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        return NULL;
    pthread_mutex_lock(&lock);
    struct block *block = take_kept(bytes);
    if (block == NULL)
        block = map(bytes);
    void *start = block != NULL ? block->start : NULL;
    pthread_mutex_unlock(&lock);
    return start;
}

/* Only big blocks begin on such a border, so other memory costs no search. */
static bool may_be_big(const void *memory) { return ((uintptr_t)memory & (HUGE_PAGE_BYTES - 1)) == 0; }

bool graph__big_resize(size_t *used, void *memory, size_t bytes)
{
    *used = 0;
    if (!may_be_big(memory))
        return false;
    pthread_mutex_lock(&lock);
    struct block *block = find(memory);
    bool fits = block != NULL && bytes <= block->capacity;
    if (block != NULL)
        *used = block->used;
    if (fits)
        cut(block, bytes);
    pthread_mutex_unlock(&lock);
    return fits;
}

size_t graph__big_bytes(const void *memory)
{
    if (!may_be_big(memory))
        return 0;
    pthread_mutex_lock(&lock);
    struct block *block = find(memory);
    size_t bytes = block != NULL ? block->used : 0;
    pthread_mutex_unlock(&lock);
    return bytes;
}

bool graph__big_free(void *memory)
{
    if (!may_be_big(memory))
        return false;
    pthread_mutex_lock(&lock);
    struct block *block = find(memory);
    if (block != NULL) {
        size_t most = (size_t)sysconf(_SC_PHYS_PAGES) / 8 * (size_t)sysconf(_SC_PAGESIZE);
        block->is_kept = true;
        block->freed_at = ++frees;
        kept_bytes += block->used;
#ifdef MADV_FREE
        madvise(block->start, rounded(block->used), MADV_FREE);
#endif
        while (kept_bytes > most)
            unmap(oldest_kept());
    }
    pthread_mutex_unlock(&lock);
    return block != NULL;
}

void graph__big_trim(void)
{
    struct block *block;
    pthread_mutex_lock(&lock);
    while ((block = oldest_kept()) != NULL)
        unmap(block);
    pthread_mutex_unlock(&lock);
}

#else

void *graph__big_allocate(size_t bytes)
{
    (void)bytes;
    return NULL;
}

bool graph__big_resize(size_t *used, void *memory, size_t bytes)
{
    (void)memory, (void)bytes;
    *used = 0;
    return false;
}

size_t graph__big_bytes(const void *memory)
{
    (void)memory;
    return 0;
}

bool graph__big_free(void *memory)
{
    (void)memory;
    return false;
}

void graph__big_trim(void) {}

#endif
