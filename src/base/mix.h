/* Random numbers by counting: each is a hash of a seed and of what it is for, so that none depends on another, on threads or
 * on devices.
 * Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014 (the finaliser). */
#ifndef BASE_MIX_H
#define BASE_MIX_H

#include <stdint.h>

static inline uint64_t graph__mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Of the number x under a seed. */
static inline uint64_t graph__hash_of(uint64_t seed, uint64_t x) { return graph__mix(graph__mix(seed) ^ x); }

/* Of an edge, the same for both of its entries. */
static inline uint64_t graph__hash_of_edge(uint64_t seed, int32_t u, int32_t v)
{
    const uint32_t low = (uint32_t)(u < v ? u : v), high = (uint32_t)(u < v ? v : u);
    return graph__hash_of(seed, (uint64_t)low << 32 | high);
}

/* In which of 2^bits groups a vertex is. */
static inline int graph__group_of(int64_t v, int bits)
{
    return (int)(graph__mix((uint64_t)v) >> (64 - bits));
}

#endif
