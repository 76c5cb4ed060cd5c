/* See checksum.h: four lanes take 32 bytes a step; the rest is mixed in 8, 4 and 1 bytes at a
 * time. */
#include "io/checksum.h"

#include <string.h>

static const uint64_t prime_1 = 0x9e3779b185ebca87u, prime_2 = 0xc2b2ae3d27d4eb4fu,
                      prime_3 = 0x165667b19e3779f9u, prime_4 = 0x85ebca77c2b2ae63u,
                      prime_5 = 0x27d4eb2f165667c5u;

static uint64_t rotate(uint64_t x, int n) { return x << n | x >> (64 - n); }

static uint64_t load(const uint8_t *p, size_t bytes)
{
    uint64_t x = 0;
    for (size_t k = bytes; k > 0; k--)
        x = x << 8 | p[k - 1];
    return x;
}

static uint64_t round_lane(uint64_t lane, uint64_t input)
{
    return rotate(lane + input * prime_2, 31) * prime_1;
}

static uint64_t merge_lane(uint64_t sum, uint64_t lane)
{
    return (sum ^ round_lane(0, lane)) * prime_1 + prime_4;
}

uint64_t graph__checksum(const void *bytes, size_t length, uint64_t seed)
{
    const uint8_t *p = bytes, *end = p + length;
    uint64_t sum = seed + prime_5;
    if (length >= 32) {
        uint64_t a = seed + prime_1 + prime_2, b = seed + prime_2, c = seed, d = seed - prime_1;
        for (; end - p >= 32; p += 32) {
            a = round_lane(a, load(p, 8));
            b = round_lane(b, load(p + 8, 8));
            c = round_lane(c, load(p + 16, 8));
            d = round_lane(d, load(p + 24, 8));
        }
        sum = rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18);
        sum = merge_lane(merge_lane(merge_lane(merge_lane(sum, a), b), c), d);
    }
    sum += length;
    for (; end - p >= 8; p += 8)
        sum = rotate(sum ^ round_lane(0, load(p, 8)), 27) * prime_1 + prime_4;
    if (end - p >= 4) {
        sum = rotate(sum ^ load(p, 4) * prime_1, 23) * prime_2 + prime_3;
        p += 4;
    }
    for (; p < end; p++)
        sum = rotate(sum ^ *p * prime_5, 11) * prime_1;
    sum = (sum ^ sum >> 33) * prime_2;
    sum = (sum ^ sum >> 29) * prime_3;
    return sum ^ sum >> 32;
}
