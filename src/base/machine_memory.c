/* See machine_memory.h. */
#define _DEFAULT_SOURCE /* _SC_PHYS_PAGES */
#include "base/machine_memory.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

/* memory_bytes is written once, under `once`. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static size_t memory_bytes = SIZE_MAX;

/* The least of what the files of a container's limits say, and `bytes`. */
static size_t limited(size_t bytes)
{
    static const char *const limits[] = {"/sys/fs/cgroup/memory.max",
                                         "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
    for (int k = 0; k < 2; k++) {
        FILE *file = fopen(limits[k], "r");
        unsigned long long most;
        if (file == NULL)
            continue;
        if (fscanf(file, "%llu", &most) == 1 && most > 0 && most < bytes)
            bytes = (size_t)most;
        fclose(file);
    }
    return bytes;
}

static void read_memory(void)
{
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page_bytes > 0)
        memory_bytes = (size_t)pages * (size_t)page_bytes;
#endif
    memory_bytes = limited(memory_bytes);
}

size_t graph__memory_part(size_t part)
{
    pthread_once(&once, read_memory);
    return memory_bytes / part;
}
