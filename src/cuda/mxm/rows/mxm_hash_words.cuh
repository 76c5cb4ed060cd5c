/* A sparse bitmap: the non-zero 32-bit words of a bitmap of columns, in a hash table. */
#ifndef CUDA_MXM_ROWS_MXM_HASH_WORDS_CUH
#define CUDA_MXM_ROWS_MXM_HASH_WORDS_CUH

#include "cuda/runtime/kernel.cuh"

/* A word of the bitmap, and the number of bits before it. */
struct __align__(8) bitmap_word { unsigned bits, before; };

/* A hash table with linear probing; a key is the number of a word, NO_KEY: empty.  With more than most_keys keys the
 * table is too small, and its content is not complete. */
struct word_table {
    unsigned *key, *keys, *list; /* *keys: their number; list: places by order of entry */
    unsigned last, most_keys;    /* last: places of the table - 1 */
};
#define NO_KEY 0xffffffffu

DEVICE unsigned first_place(const struct word_table &t, unsigned key)
{
    return (key * 0x9e3779b1u >> 16) & t.last;
}

/* The place of a key, which is entered if it is new; greater than t.last if the table is too full. */
DEVICE unsigned enter_key(const struct word_table &t, unsigned key)
{
    unsigned at = first_place(t, key);
#pragma unroll 1
    for (unsigned tries = 0; tries <= t.last && *(volatile unsigned *)t.keys <= t.most_keys; tries++) {
        unsigned seen = *(volatile unsigned *)&t.key[at];
        if (seen == NO_KEY) {
            seen = atomicCAS(&t.key[at], NO_KEY, key);
            if (seen == NO_KEY)
                t.list[atomicAdd(t.keys, 1u)] = at;
        }
        if (seen == NO_KEY || seen == key)
            return at;
        at = (at + 1) & t.last;
    }
    return NO_KEY;
}

#endif
