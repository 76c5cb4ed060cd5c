/* Steps of element-wise operations that other operations use too, each inside a call. */
#ifndef CUDA_ELEMENTWISE_ELEMENTWISE_STEPS_H
#define CUDA_ELEMENTWISE_ELEMENTWISE_STEPS_H

#include "contract/backend.h"
#include "cuda/primitives/entry_tiles_arguments.h"
#include "cuda/runtime/call.h"

/* graph__cuda_build inside a call. */
graph_status graph__cuda_build_inside(struct cuda_call *call, struct graph_build_request *);

/* Selects the values that pass a test.  present as in a bitmap, or NULL; value NULL: ones, of a pattern. */
graph_status graph__cuda_mark_values(struct cuda_call *call, const struct selection *selection,
                                     const void *value, graph_type type, const uint8_t *present,
                                     graph_select_op op, graph_scalar y, int64_t n);

/* A copy of A, where every entry passes. */
graph_status graph__cuda_copy_entries(struct cuda_call *call, struct graph_csr_arrays *C,
                                      const struct graph_csr *A);

/* Merges of two sparse vectors, whose result is sparse.  These two begin a call themselves. */
graph_status graph__cuda_merge_sparse(struct graph_vector_merge_request *);
graph_status graph__cuda_intersect_sparse(struct graph_vector_ewise_request *);

#endif
