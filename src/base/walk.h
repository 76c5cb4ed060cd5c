/* The draws of random walks: what both forms and every device compute in the same way. */
#ifndef BASE_WALK_H
#define BASE_WALK_H

#include "base/mix.h"

/* Of a walk: its steps hash it with their numbers. */
static inline uint64_t graph__walk_key(uint64_t seed, int32_t source, int64_t number)
{
    return graph__hash_of(graph__hash_of(seed, (uint64_t)source), (uint64_t)number);
}

/* 53 bits of a draw as a number in [0, 1). */
static inline double graph__walk_fraction(uint64_t draw) { return (double)(draw >> 11) * 0x1p-53; }

/* One of the entries begin .. end - 1, all of them as likely up to (end - begin) / 2^64. */
static inline int64_t graph__walk_uniform(int64_t begin, int64_t end, uint64_t draw)
{
    __extension__ typedef unsigned __int128 wide;
    return begin + (int64_t)((wide)draw * (uint64_t)(end - begin) >> 64);
}

/* The first entry whose sum of weights, from `begin` on, is above the draw's share of the sum of all; -1 if that is 0. */
static inline int64_t graph__walk_weighted(const double *sum, int64_t begin, int64_t end, uint64_t draw)
{
    const double wanted = graph__walk_fraction(draw) * sum[end - 1];
    int64_t low = begin, high = end - 1;
    if (!(sum[end - 1] > 0))
        return -1;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (sum[middle] > wanted)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The largest share that an edge may be accepted with under p and q. */
static inline double graph__walk_largest(double p, double q)
{
    const double least = p < q ? p : q;
    return least < 1 ? 1 / least : 1;
}

#endif
