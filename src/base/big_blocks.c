/* See big_blocks.h.  A table of blocks behind a lock: there are at most MOST_BLOCKS, and each costs far more than a
 * search. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/big_blocks.h"

#include <stdint.h>

#include "base/machine_memory.h"

#if defined(__SANITIZE_ADDRESS__)
#define HAS_BIG_BLOCKS 0 /* cached blocks would hide uses after free */
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

enum {
    HUGE_PAGE_BYTES = 1 << 21,
    MOST_BLOCKS = 128,
    CACHED_PART = 8, /* of the machine's memory: the cache is at most one of so many parts */
    LOCKED_PART = 4
};

static struct block {
    char *start; /* NULL: the row is free */
    size_t capacity, used;
    bool is_cached;    /* freed, waits for an allocation */
    uint64_t freed_at; /* counts up */
    size_t touched;    /* what the owners before had of it: its pages are there */
    size_t locked;     /* bytes from the start on */
    bool is_unsettled; /* may be locked in part, until it is resized */
    void (*unlock)(void *start);
} blocks[MOST_BLOCKS];

static size_t cached_bytes, locked_bytes; /* cached: of blocks that wait; locked: of all */
static uint64_t frees;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static size_t rounded(size_t bytes) { return (bytes + HUGE_PAGE_BYTES - 1) & ~(size_t)(HUGE_PAGE_BYTES - 1); }

/* What the block has of the machine's memory: pages that are locked stay with it. */
static size_t held_bytes(const struct block *block)
{
    return block->locked > block->used ? block->locked : block->used;
}

static struct block *find(const void *memory)
{
    for (int k = 0; k < MOST_BLOCKS; k++)
        if (blocks[k].start == memory && !blocks[k].is_cached)
            return &blocks[k];
    return NULL;
}

/* A device's driver refuses copies of arrays of which a part is locked. */
static void unlock(struct block *block)
{
    if (block->locked > 0)
        block->unlock(block->start);
    locked_bytes -= block->locked;
    block->locked = 0;
}

static void unmap(struct block *block)
{
    cached_bytes -= held_bytes(block);
    unlock(block);
    munmap(block->start, block->capacity);
    *block = (struct block){0};
}

/* The block that was freed first among the cached ones. */
static struct block *oldest_cached(void)
{
    struct block *oldest = NULL;
    for (int k = 0; k < MOST_BLOCKS; k++)
        if (blocks[k].is_cached && (oldest == NULL || blocks[k].freed_at < oldest->freed_at))
            oldest = &blocks[k];
    return oldest;
}

/* Gives the pages behind `bytes` back, but for locked ones, which the device would go on to write to. */
static void cut(struct block *block, size_t bytes)
{
    size_t from = rounded(bytes) > block->locked ? rounded(bytes) : block->locked;
    if (from < rounded(block->used))
        madvise(block->start + from, rounded(block->used) - from, MADV_DONTNEED);
    block->used = bytes;
}

/* Whether a cached block fits and is not much too large.  One with untouched room is reserved for requests of that size, or
 * of room: any other would find its pages given back. */
static bool suits(const struct block *block, size_t bytes, bool is_room)
{
    return block->is_cached && block->capacity >= bytes &&
           (block->capacity / 4 <= bytes || block->capacity <= HUGE_PAGE_BYTES) &&
           (is_room || block->capacity - block->capacity / 4 <= bytes || held_bytes(block) >= bytes);
}

static struct block *take_cached(size_t bytes, bool is_room)
{
    struct block *best = NULL;
    for (int k = 0; k < MOST_BLOCKS; k++)
        if (suits(&blocks[k], bytes, is_room) && (best == NULL || blocks[k].capacity < best->capacity))
            best = &blocks[k];
    if (best == NULL)
        return NULL;
    best->is_cached = false;
    cached_bytes -= held_bytes(best);
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
    if (block == NULL && (block = oldest_cached()) != NULL)
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

void *graph__big_allocate(size_t bytes, bool may_be_locked_in_part)
{
    if (bytes > SIZE_MAX / 2)
        return NULL;
    pthread_mutex_lock(&lock);
    struct block *block = take_cached(bytes, may_be_locked_in_part);
    if (block == NULL)
        block = map(bytes);
    else if (bytes > block->locked && !may_be_locked_in_part)
        unlock(block);
    if (block != NULL)
        block->is_unsettled = may_be_locked_in_part;
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
    if (fits && bytes > block->locked)
        unlock(block);
    if (fits) {
        block->is_unsettled = false;
        cut(block, bytes);
    }
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
        block->is_cached = true;
        block->freed_at = ++frees;
        cached_bytes += held_bytes(block);
        block->touched = rounded(held_bytes(block));
#ifdef MADV_FREE
        if (block->locked < block->touched)
            madvise(block->start + block->locked, block->touched - block->locked, MADV_FREE);
#endif
        while (cached_bytes > graph__memory_part(CACHED_PART))
            unmap(oldest_cached());
    }
    pthread_mutex_unlock(&lock);
    return block != NULL;
}

/* The block that a place lies in. */
static struct block *find_around(const char *place)
{
    for (int k = 0; k < MOST_BLOCKS; k++)
        if (blocks[k].start != NULL && !blocks[k].is_cached &&
            (uintptr_t)place - (uintptr_t)blocks[k].start < blocks[k].used)
            return &blocks[k];
    return NULL;
}

/* Locks what the owners before had, so that no pages are made for this. */
static void lock_touched(struct block *block, bool (*lock_pages)(void *, size_t),
                         void (*unlock_pages)(void *))
{
    struct block *oldest;
    while (locked_bytes + block->touched > graph__memory_part(LOCKED_PART) &&
           (oldest = oldest_cached()) != NULL)
        unmap(oldest);
    if (locked_bytes + block->touched > graph__memory_part(LOCKED_PART) ||
        !lock_pages(block->start, block->touched))
        return;
    block->locked = block->touched;
    block->unlock = unlock_pages;
    locked_bytes += block->locked;
}

bool graph__big_lock(void *memory, size_t bytes, bool (*lock_pages)(void *start, size_t bytes),
                     void (*unlock_pages)(void *start))
{
    pthread_mutex_lock(&lock);
    struct block *block = find_around(memory);
    size_t end = block != NULL ? (size_t)((char *)memory - block->start) + bytes : 0;
    if (block != NULL && block->locked == 0 && end <= block->touched &&
        (block->is_unsettled || block->used <= block->touched))
        lock_touched(block, lock_pages, unlock_pages);
    bool is_locked = block != NULL && end <= block->locked;
    pthread_mutex_unlock(&lock);
    return is_locked;
}

void graph__big_trim(void)
{
    struct block *block;
    pthread_mutex_lock(&lock);
    while ((block = oldest_cached()) != NULL)
        unmap(block);
    pthread_mutex_unlock(&lock);
}

#else

void *graph__big_allocate(size_t bytes, bool may_be_locked_in_part)
{
    (void)bytes, (void)may_be_locked_in_part;
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

bool graph__big_lock(void *memory, size_t bytes, bool (*lock_pages)(void *start, size_t bytes),
                     void (*unlock_pages)(void *start))
{
    (void)memory, (void)bytes, (void)lock_pages, (void)unlock_pages;
    return false;
}

void graph__big_trim(void) {}

#endif
