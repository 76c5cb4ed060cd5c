/* See threads.h.  OpenMP's runtime makes the threads of a team when it first needs so many, and calls exit where one is
 * refused.  Before that, as many are made here, and end at once. */
#include "base/threads.h"

#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/address_space.h"
#include "base/memory.h"
#include "base/status.h"
#include "semigraph/backend.h"

static atomic_int default_threads; /* 0: as OpenMP says */
static atomic_bool is_forked;
static pthread_once_t watch = PTHREAD_ONCE_INIT;

/* Teams belong to the calling thread. */
static _Thread_local int most_made = 1;

static void note_fork(void) { atomic_store(&is_forked, true); }

static void watch_forks(void)
{
    if (pthread_atfork(NULL, NULL, note_fork) != 0)
        atomic_store(&is_forked, true);
}

static void *wait_for_the_rest(void *lock)
{
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

/* How many threads there can be at a time, the caller among them, up to `wanted`. */
static int try_threads(int wanted)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *thread = NULL;
    int made = 0;
    if (GRAPH_NEW(thread, wanted) < 0)
        return 1;
    pthread_mutex_lock(&lock);
    while (made < wanted - 1 && pthread_create(&thread[made], NULL, wait_for_the_rest, &lock) == 0)
        made++;
    pthread_mutex_unlock(&lock);
    for (int k = 0; k < made; k++)
        pthread_join(thread[k], NULL);
    graph__free(thread);
    return made + 1;
}

/* As many of `wanted` threads as take a quarter of what is free of a limited address space: the call needs the rest, and
 * the threads are made later. */
static int fitting(int wanted)
{
    pthread_attr_t attributes;
    size_t stack = 0, most = graph__unused_address_space();
    if (most == SIZE_MAX || pthread_attr_init(&attributes) != 0)
        return wanted;
    if (pthread_attr_getstacksize(&attributes, &stack) != 0 || stack == 0)
        stack = 8 << 20;
    pthread_attr_destroy(&attributes);
    most /= 4 * stack;
    return most < (size_t)wanted ? (most > 1 ? (int)most : 1) : wanted;
}

int graph__threads(int wanted)
{
    if (wanted <= 0)
        wanted = atomic_load(&default_threads);
    if (wanted <= 0)
        wanted = omp_get_max_threads();
    pthread_once(&watch, watch_forks);
    if (atomic_load(&is_forked))
        return 1;
    if (wanted > most_made) {
        const int fit = fitting(wanted), made = fit > most_made ? try_threads(fit) : most_made;
        if (made < wanted)
            return made > most_made ? made : most_made;
        most_made = made;
    }
    return wanted;
}

graph_status graph_set_threads(int threads)
{
    if (threads < 0 || threads > 4096)
        return graph__fail(GRAPH_E_INVALID_VALUE, "threads is %d; expected 0 .. 4096", threads);
    atomic_store(&default_threads, threads);
    return GRAPH_OK;
}

int graph_get_threads(void) { return graph__threads(0); }
