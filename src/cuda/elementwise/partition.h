/* A stable counting sort of entries by a key: what transposes and builds are made of.
 *
 * Entries are moved twice, by two digits of up to 11 bits.  First they go into buckets, by the high digit; then they are
 * sorted inside each bucket, whose part of the result stays in the L2 cache.  Each move is preceded by a count of digits
 * by tile, and a sum over tiles gives the place of each.  A block ranks the digits of a tile in shared memory and writes
 * them in order, so that neighbours are written together.  Keys of more than 22 bits take a move by their lowest bits
 * before the others.
 *
 * After Satish, Harris and Garland, "Designing efficient sorting algorithms for manycore GPUs", IPDPS 2009. */
#ifndef CUDA_ELEMENTWISE_PARTITION_H
#define CUDA_ELEMENTWISE_PARTITION_H

#include "cuda/runtime/call.h"

#include "cuda/elementwise/partition_arguments.h"

/* The n entries with keys below `keys` and an index below `indices` each: index[e], or the row of e in tiles where index is
 * NULL.  The results: start[j] = how many keys are below j, for j = 0 .. keys; to_index and to_value in the order of the
 * keys. */
struct partition {
    int64_t n, keys, indices;
    const int32_t *key, *index;
    struct tiles tiles;
    const void *value;
    size_t value_bytes; /* 0: no values */
    int64_t *start;
    int32_t *to_index;
    void *to_value;
};
graph_status graph__cuda_partition(struct cuda_call *call, const struct partition *p);

#endif
