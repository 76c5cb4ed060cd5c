/* The entries of the back end's table that this folder implements (contract/backend.h, contract/kernels.h). */
#ifndef CUDA_ELEMENTWISE_ELEMENTWISE_HOST_H
#define CUDA_ELEMENTWISE_ELEMENTWISE_HOST_H

#include "contract/backend.h"

/* Arrays, element by element (elements_host.c). */
graph_status graph__cuda_fill(void *z, graph_type type, graph_scalar x, int64_t n, int threads);
graph_status graph__cuda_convert(void *to, graph_type to_type, const void *from, graph_type from_type,
                                 int64_t n, int threads);
graph_status graph__cuda_unary(void *z, const void *x, graph_unary_op op, graph_type type, int64_t n,
                               int threads);
graph_status graph__cuda_binary(void *z, const void *x, const void *y, graph_op op, graph_type type,
                                int64_t n, int threads);
graph_status graph__cuda_shift(int64_t *to, const int64_t *from, int64_t n, int64_t more);

/* A matrix from positions in any order (build_host.c), and C = A' (transpose_host.c). */
graph_status graph__cuda_build(struct graph_build_request *);
graph_status graph__cuda_transpose(struct graph_transpose_request *);

/* Write-back, union and intersection of matrices (merge_host.c). */
graph_status graph__cuda_merge(struct graph_merge_request *);
graph_status graph__cuda_ewise(struct graph_ewise_request *);

/* Folds of arrays and of rows (reduce_host.c). */
graph_status graph__cuda_reduce(void *z, const void *x, graph_op monoid, graph_type type, int64_t n,
                                int threads);
graph_status graph__cuda_reduce_rows(struct graph_reduce_rows_request *);

/* Rows and columns selected, moved or removed, and the Kronecker product (region_host.c). */
graph_status graph__cuda_remap(struct graph_remap_request *);
graph_status graph__cuda_region(struct graph_region_request *);
graph_status graph__cuda_kronecker(struct graph_kronecker_request *);

/* The entries that pass a test, and the positions of entries (select_host.c). */
graph_status graph__cuda_select(struct graph_select_request *);
graph_status graph__cuda_positions(void *z, const struct graph_csr *A, graph_index_op op, int64_t k,
                                   int threads);

/* Vectors: write-back, union, intersection, selection, and changes of form (vector_host.c). */
graph_status graph__cuda_vector_merge(struct graph_vector_merge_request *);
graph_status graph__cuda_vector_update(struct graph_vector_update_request *);
graph_status graph__cuda_vector_ewise(struct graph_vector_ewise_request *);
graph_status graph__cuda_vector_select(struct graph_vector_select_request *);
graph_status graph__cuda_vector_pack(void **packed, const struct graph_vector_view *v);
graph_status graph__cuda_vector_list(int32_t **index, const struct graph_vector_view *v);
graph_status graph__cuda_vector_gather(void **gathered, const struct graph_vector_view *v,
                                       const int32_t *index, int64_t n, int threads);
graph_status graph__cuda_vector_mask(uint8_t *present, const struct graph_vector_view *v, int threads);

#endif
