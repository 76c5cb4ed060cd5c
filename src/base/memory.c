/* See memory.h.  The counters are relaxed atomics: threads allocate inside parallel regions. */
#include "base/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/big_blocks.h"
#include "base/checked.h"
#include "semigraph/backend.h"
#include "semigraph/types.h"

#if defined(__GLIBC__)
#include <malloc.h>
static size_t usable_bytes(void *memory) { return malloc_usable_size(memory); }
#else
static size_t usable_bytes(void *memory) { return (void)memory, (size_t)0; }
#endif

/* Up to here malloc, which keeps small blocks at hand for each thread as calloc does not, and clearing are faster. */
enum { SMALL_BYTES = 1024 };

/* What copies of a device go to is worth a big block from here on. */
enum { LEAST_FOR_COPIES = 1 << 18 };

static atomic_llong fail_at, fail_last, allocations, blocks;

static atomic_bool is_paused;

/* Whether this thread works for no call. */
static _Thread_local bool is_apart;

static atomic_bool is_watched;
static atomic_llong held, peak;

/* Bytes of all blocks, since there has been a bound, and the bound; 0: none. */
static atomic_bool is_counted;
static atomic_llong taken, most_taken;

void graph_set_memory(uint64_t bytes)
{
    atomic_store(&most_taken, bytes < INT64_MAX ? (long long)bytes : INT64_MAX);
    if (bytes > 0)
        atomic_store(&is_counted, true);
}

void graph__memory_watch(bool wish) { atomic_store(&is_watched, wish); }

bool graph__memory_is_watched(void) { return atomic_load_explicit(&is_watched, memory_order_relaxed); }

int64_t graph__memory_begin_peak(void)
{
    long long bytes = atomic_load(&held);
    atomic_store(&peak, bytes);
    return bytes;
}

int64_t graph__memory_peak(void) { return atomic_load(&peak); }

static void hold(int64_t more)
{
    long long bytes = atomic_fetch_add_explicit(&held, more, memory_order_relaxed) + more;
    long long most = atomic_load_explicit(&peak, memory_order_relaxed);
    while (bytes > most && !atomic_compare_exchange_weak_explicit(&peak, &most, bytes, memory_order_relaxed,
                                                                  memory_order_relaxed))
        ;
}

void graph__memory_untouched(int64_t bytes)
{
    if (graph__memory_is_watched())
        hold(-bytes);
}

/* What a block takes of the system's memory, while somebody counts. */
static int64_t bytes_of(void *memory)
{
    bool is_wanted = graph__memory_is_watched() || atomic_load_explicit(&is_counted, memory_order_relaxed);
    if (!is_wanted || memory == NULL)
        return 0;
    size_t bytes = graph__big_bytes(memory);
    return (int64_t)(bytes > 0 ? bytes : usable_bytes(memory));
}

static void count_bytes(int64_t more)
{
    if (graph__memory_is_watched())
        hold(more);
    if (atomic_load_explicit(&is_counted, memory_order_relaxed))
        atomic_fetch_add_explicit(&taken, more, memory_order_relaxed);
}

/* Counts one allocation and tells whether a test wants it to fail. */
static bool refused(void)
{
    if (is_apart || atomic_load_explicit(&is_paused, memory_order_relaxed))
        return false;
    long long k = atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed) + 1;
    long long limit = atomic_load_explicit(&fail_at, memory_order_relaxed);
    return limit > 0 && k >= limit && k <= atomic_load_explicit(&fail_last, memory_order_relaxed);
}

static graph_status out_of_memory(size_t count, size_t element_bytes)
{
    return graph__fail(GRAPH_E_MEMORY, "out of memory: %zu elements of %zu bytes were wanted", count,
                       element_bytes);
}

/* Whether a block may grow by so many bytes. */
static graph_status check_bound(size_t more)
{
    long long most = atomic_load_explicit(&most_taken, memory_order_relaxed);
    long long now = most > 0 ? atomic_load_explicit(&taken, memory_order_relaxed) : 0;
    if (most == 0 || (now <= most && more <= (uint64_t)(most - now)))
        return GRAPH_OK;
    return graph__fail(GRAPH_E_MEMORY,
                       "%zu bytes more than the %lld that are in use were wanted; "
                       "`graph_set_memory` (--most-memory) allows %lld",
                       more, now, most);
}

static void *raw_allocate(size_t bytes, bool is_for_copies)
{
    size_t least = is_for_copies ? LEAST_FOR_COPIES : BIG_BLOCK_BYTES;
    void *memory = bytes >= least ? graph__big_allocate(bytes, is_for_copies) : NULL;
    if (memory == NULL)
        memory = malloc(bytes);
    if (memory == NULL) {
        graph__big_trim();
        memory = malloc(bytes);
    }
    return memory;
}

static void raw_free(void *memory)
{
    if (!graph__big_free(memory))
        free(memory);
}

/* realloc; a big block stays where it is unless it grows beyond its room or becomes small. */
static void *raw_reallocate(void *memory, size_t bytes)
{
    size_t used;
    bool fits = graph__big_resize(&used, memory, bytes);
    if (used == 0)
        return realloc(memory, bytes);
    if (fits && (bytes >= BIG_BLOCK_BYTES / 4 || bytes >= used / 4))
        return memory;
    void *moved = raw_allocate(bytes, false);
    if (moved == NULL)
        return fits ? memory : NULL;
    memcpy(moved, memory, used < bytes ? used : bytes);
    raw_free(memory);
    return moved;
}

static graph_status allocate(void **memory, size_t count, size_t element_bytes, bool zeroed,
                             bool is_for_copies)
{
    size_t bytes;
    *memory = NULL;
    if (!graph__multiply(&bytes, count, element_bytes) || bytes > PTRDIFF_MAX || refused())
        return out_of_memory(count, element_bytes);
    if (check_bound(bytes) < 0)
        return GRAPH_E_MEMORY;
    if (bytes == 0)
        bytes = 1;
    *memory = zeroed && bytes > SMALL_BYTES ? calloc(bytes, 1) : raw_allocate(bytes, is_for_copies);
    if (*memory == NULL)
        return out_of_memory(count, element_bytes);
    if (zeroed && bytes <= SMALL_BYTES)
        memset(*memory, 0, bytes);
    graph__memory_count_blocks(1);
    count_bytes(bytes_of(*memory));
    return GRAPH_OK;
}

graph_status graph__allocate_array(void **memory, size_t count, size_t element_bytes)
{
    return allocate(memory, count, element_bytes, false, false);
}

graph_status graph__allocate_zeroed(void **memory, size_t count, size_t element_bytes)
{
    return allocate(memory, count, element_bytes, true, false);
}

graph_status graph__allocate_together(void **block, const struct graph_array *arrays, int count)
{
    enum { BORDER = 64 };
    size_t bytes, total = BORDER;
    graph_status status;
    *block = NULL;
    for (int k = 0; k < count; k++)
        if (!graph__multiply(&bytes, arrays[k].count, arrays[k].element_bytes) ||
            !graph__sum(&bytes, bytes, BORDER) || !graph__sum(&total, total, bytes))
            return out_of_memory(arrays[k].count, arrays[k].element_bytes);
    status = allocate(block, total, 1, false, false);
    if (status < 0)
        return status;
    uintptr_t place = (uintptr_t)*block;
    for (int k = 0; k < count; k++) {
        place = (place + BORDER - 1) & ~(uintptr_t)(BORDER - 1);
        *arrays[k].array = (void *)place;
        place += arrays[k].count * arrays[k].element_bytes;
    }
    return GRAPH_OK;
}

graph_status graph__reallocate_array(void **memory, size_t count, size_t element_bytes)
{
    size_t bytes;
    if (*memory == NULL)
        return graph__allocate_array(memory, count, element_bytes);
    if (!graph__multiply(&bytes, count, element_bytes) || bytes > PTRDIFF_MAX || refused())
        return out_of_memory(count, element_bytes);
    int64_t before = bytes_of(*memory);
    if (before > 0 && bytes > (size_t)before && check_bound(bytes - (size_t)before) < 0)
        return GRAPH_E_MEMORY;
    void *moved = raw_reallocate(*memory, bytes == 0 ? 1 : bytes);
    if (moved == NULL)
        return out_of_memory(count, element_bytes);
    count_bytes(bytes_of(moved) - before);
    *memory = moved;
    return GRAPH_OK;
}

graph_status graph__allocate_for_copies(void **memory, size_t count, size_t element_bytes)
{
    return allocate(memory, count, element_bytes, false, true);
}

void graph__free(void *memory)
{
    if (memory == NULL)
        return;
    graph__memory_count_blocks(-1);
    count_bytes(-bytes_of(memory));
    raw_free(memory);
}

void graph_free(void *memory) { graph__free(memory); }

bool graph__memory_admits(void) { return !refused(); }

void graph__memory_count_blocks(int64_t more)
{
    if (!is_apart)
        atomic_fetch_add_explicit(&blocks, more, memory_order_relaxed);
}

void graph__memory_stand_apart(void) { is_apart = true; }

static void fail_from_to(int64_t first, int64_t last)
{
    atomic_store(&allocations, 0);
    atomic_store(&fail_last, last);
    atomic_store(&fail_at, first);
}

void graph__memory_fail_at(int64_t k) { fail_from_to(k, INT64_MAX); }

void graph__memory_fail_only(int64_t k) { fail_from_to(k, k); }

void graph__memory_pause(bool paused) { atomic_store(&is_paused, paused); }

int64_t graph__memory_allocations(void) { return atomic_load(&allocations); }

int64_t graph__memory_blocks(void) { return atomic_load(&blocks); }
