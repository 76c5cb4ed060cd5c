/* The entries that pass a test; see contract/kernels.h. */
#ifndef CUDA_ELEMENTWISE_SELECT_HOST_H
#define CUDA_ELEMENTWISE_SELECT_HOST_H

#include "contract/backend.h"
#include "cuda/primitives/entry_tiles_arguments.h"
#include "cuda/runtime/call.h"

graph_status graph__cuda_select(struct graph_select_request *);
graph_status graph__cuda_positions(void *z, const struct graph_csr *A, graph_index_op op, int64_t k,
                                   int threads);

/* Marks the values that pass; present as in a bitmap, or NULL.  value NULL: of a pattern, ones. */
graph_status graph__cuda_mark_values(struct cuda_call *call, const struct kept_entries *kept,
                                     const void *value, graph_type type, const uint8_t *present,
                                     graph_select_op op, graph_scalar y, int64_t n);

#endif
