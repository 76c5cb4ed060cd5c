/* Random numbers by their places: Philox 4x32-10, a bijection of 128-bit counters under a 64-bit key whose outputs pass the
 * tests of TestU01.
 *
 * Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. */
#ifndef ALGORITHMS_GENERATORS_PHILOX_H
#define ALGORITHMS_GENERATORS_PHILOX_H

#include <stdint.h>

/* The four words of a counter (low and high half) under a key. */
static inline void philox(uint32_t word[4], uint64_t key, uint64_t low, uint64_t high)
{
    uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    word[0] = (uint32_t)low;
    word[1] = (uint32_t)(low >> 32);
    word[2] = (uint32_t)high;
    word[3] = (uint32_t)(high >> 32);
    for (int round = 0; round < 10; round++) {
        const uint64_t p = (uint64_t)0xD2511F53u * word[0], q = (uint64_t)0xCD9E8D57u * word[2];
        const uint32_t w1 = word[1], w3 = word[3];
        word[0] = (uint32_t)(q >> 32) ^ w1 ^ k0;
        word[1] = (uint32_t)q;
        word[2] = (uint32_t)(p >> 32) ^ w3 ^ k1;
        word[3] = (uint32_t)p;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
}

/* Two numbers of 64 bits. */
static inline void philox_pair(uint64_t pair[2], uint64_t key, uint64_t low, uint64_t high)
{
    uint32_t word[4];
    philox(word, key, low, high);
    pair[0] = word[0] | (uint64_t)word[1] << 32;
    pair[1] = word[2] | (uint64_t)word[3] << 32;
}

/* 0 .. below - 1 from a number of 64 bits; uneven by less than below / 2^64. */
static inline uint64_t philox_below(uint64_t number, uint64_t below)
{
    return (uint64_t)(((unsigned __int128)number * below) >> 64);
}

#endif
