/* C = A'. */
#ifndef CUDA_ELEMENTWISE_TRANSPOSE_HOST_H
#define CUDA_ELEMENTWISE_TRANSPOSE_HOST_H

#include "contract/backend.h"
#include "cuda/runtime/call.h"

graph_status graph__cuda_transpose(struct graph_transpose_request *);

/* start[i] = how many of n sorted keys of 4 or 8 bytes are below i << shift, for i = 0 .. rows. */
graph_status graph__cuda_starts(struct cuda_call *call, int64_t *start, const void *key, int key_bytes,
                                int64_t n, int64_t rows, int shift);

/* The bits that the numbers below n need. */
int graph__cuda_bits_of(int64_t n);

#endif
