/* Element-wise operations on the device; see contract/backend.h. */
#ifndef CUDA_ELEMENTWISE_ELEMENTS_HOST_H
#define CUDA_ELEMENTWISE_ELEMENTS_HOST_H

#include "contract/backend.h"

graph_status graph__cuda_fill(void *z, graph_type type, graph_scalar x, int64_t n, int threads);
graph_status graph__cuda_convert(void *to, graph_type to_type, const void *from, graph_type from_type,
                                 int64_t n, int threads);
graph_status graph__cuda_unary(void *z, const void *x, graph_unary_op op, graph_type type, int64_t n,
                               int threads);
graph_status graph__cuda_binary(void *z, const void *x, const void *y, graph_op op, graph_type type,
                                int64_t n, int threads);
graph_status graph__cuda_shift(int64_t *to, const int64_t *from, int64_t n, int64_t more);

#endif
