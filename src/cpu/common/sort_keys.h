/* Sorting short lists of keys that carry a number: column in the upper half, place in the lower. */
#ifndef CPU_COMMON_SORT_KEYS_H
#define CPU_COMMON_SORT_KEYS_H

#include <stdint.h>

/* Up to so many keys are sorted in registers where the processor has AVX-512. */
enum { GRAPH_SORT_NETWORK = 128 };

/* Sorts n keys by their upper 32 bits; keys with equal upper halves keep their order if their lower halves ascend.
 * spare: room for n more. */
void graph__sort_keys(uint64_t *key, uint64_t *spare, int64_t n);

/* The form in plain C, which graph__sort_keys takes where the processor has no better one. */
void graph__sort_keys_plain(uint64_t *key, uint64_t *spare, int64_t n);

#endif
