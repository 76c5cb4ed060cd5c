/* Folds of arrays and rows; see contract/backend.h. */
#ifndef CUDA_ELEMENTWISE_REDUCE_HOST_H
#define CUDA_ELEMENTWISE_REDUCE_HOST_H

#include "contract/backend.h"

graph_status graph__cuda_reduce(void *z, const void *x, graph_op monoid, graph_type type, int64_t n,
                                int threads);
graph_status graph__cuda_reduce_rows(struct graph_reduce_rows_request *);

#endif
