/* See address_space.h.  Linux says the pages in use in the first number of /proc/self/statm. */
#include "base/address_space.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

size_t graph__unused_address_space(void)
{
    struct rlimit limit;
    unsigned long long pages = 0;
    const long page_bytes = sysconf(_SC_PAGESIZE);
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || page_bytes <= 0)
        return SIZE_MAX;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL)
        return limit.rlim_cur;
    if (fscanf(file, "%llu", &pages) != 1)
        pages = 0;
    fclose(file);
    const uint64_t used = (uint64_t)pages * (uint64_t)page_bytes;
    return used < limit.rlim_cur ? (size_t)(limit.rlim_cur - used) : 0;
}
