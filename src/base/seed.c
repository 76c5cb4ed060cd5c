/* See seed.h. */
#define _GNU_SOURCE 1 /* getrandom */
#include "base/seed.h"

#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/random.h>
#endif

static uint64_t scramble(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint64_t graph__random_seed(void)
{
    uint64_t seed = 0;
#ifdef __linux__
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) == (ssize_t)sizeof seed)
        return seed;
#endif
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    seed = scramble((uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30);
    return scramble(seed ^ (uint64_t)(uintptr_t)&seed ^ (uint64_t)getpid() << 40);
}
