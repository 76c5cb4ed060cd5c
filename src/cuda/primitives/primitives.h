/* Scans and radix sorts of device arrays by CUB, enqueued on the main stream of a call; temporary memory is scratch.
 * Results stay on the device. */
#ifndef CUDA_PRIMITIVES_PRIMITIVES_H
#define CUDA_PRIMITIVES_PRIMITIVES_H

#include "cuda/runtime/call.h"

/* Exclusive scan in place: data[k] = data[0] + ... + data[k - 1] for k = 0 .. n.  There is room for n + 1 elements; data[n],
 * not set before, becomes the total. */
graph_status graph__cuda_scan(struct cuda_call *call, int64_t *data, int64_t n);

/* The same from n counts into n + 1 other elements. */
graph_status graph__cuda_scan_counts(struct cuda_call *call, int64_t *start, const int32_t *count, int64_t n);

/* rank[w] = the bits set in words 0 .. w - 1, for w = 0 .. words. */
graph_status graph__cuda_rank_bits(struct cuda_call *call, int64_t *rank, const uint32_t *bits,
                                   int64_t words);

/* Stable sorts by the lowest `bits` bits of unsigned keys.  *key (and *value) and *spare hold n elements each; sorted,
 * they are in *key (and *value): the pointers may have changed places. */
graph_status graph__cuda_sort_keys_32(struct cuda_call *call, uint32_t **key, uint32_t **spare, int64_t n,
                                      int bits);
graph_status graph__cuda_sort_keys_64(struct cuda_call *call, uint64_t **key, uint64_t **spare, int64_t n,
                                      int bits);
graph_status graph__cuda_sort_32_32(struct cuda_call *call, uint32_t **key, uint32_t **spare,
                                    uint32_t **value, uint32_t **spare_value, int64_t n, int bits);
graph_status graph__cuda_sort_32_64(struct cuda_call *call, uint32_t **key, uint32_t **spare,
                                    uint64_t **value, uint64_t **spare_value, int64_t n, int bits);
graph_status graph__cuda_sort_64_32(struct cuda_call *call, uint64_t **key, uint64_t **spare,
                                    uint32_t **value, uint32_t **spare_value, int64_t n, int bits);
graph_status graph__cuda_sort_64_64(struct cuda_call *call, uint64_t **key, uint64_t **spare,
                                    uint64_t **value, uint64_t **spare_value, int64_t n, int bits);

#endif
