/* The calls of CUB that primitives.c makes, in CUB's two phases: with temporary NULL a call only sets *bytes. */
#ifndef CUDA_PRIMITIVES_CUB_CALLS_H
#define CUDA_PRIMITIVES_CUB_CALLS_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t graph__cub_scan(void *temporary, size_t *bytes, int64_t *data, int64_t n, cudaStream_t stream);
cudaError_t graph__cub_scan_counts(void *temporary, size_t *bytes, int64_t *start, const int32_t *count,
                                   int64_t n, cudaStream_t stream);
cudaError_t graph__cub_rank_bits(void *temporary, size_t *bytes, int64_t *rank, const uint32_t *bits,
                                 int64_t words, cudaStream_t stream);

/* Double buffers: the sorted arrays are number *which of each pair. */
cudaError_t graph__cub_sort_keys_32(void *temporary, size_t *bytes, uint32_t *key[2], int *which, int64_t n,
                                    int bits, cudaStream_t stream);
cudaError_t graph__cub_sort_keys_64(void *temporary, size_t *bytes, uint64_t *key[2], int *which, int64_t n,
                                    int bits, cudaStream_t stream);
cudaError_t graph__cub_sort_32_32(void *temporary, size_t *bytes, uint32_t *key[2], uint32_t *value[2],
                                  int *which, int64_t n, int bits, cudaStream_t stream);
cudaError_t graph__cub_sort_32_64(void *temporary, size_t *bytes, uint32_t *key[2], uint64_t *value[2],
                                  int *which, int64_t n, int bits, cudaStream_t stream);
cudaError_t graph__cub_sort_64_32(void *temporary, size_t *bytes, uint64_t *key[2], uint32_t *value[2],
                                  int *which, int64_t n, int bits, cudaStream_t stream);
cudaError_t graph__cub_sort_64_64(void *temporary, size_t *bytes, uint64_t *key[2], uint64_t *value[2],
                                  int *which, int64_t n, int bits, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
