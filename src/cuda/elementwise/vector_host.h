/* Write-back, union, intersection and selection of vectors; see contract/backend.h. */
#ifndef CUDA_ELEMENTWISE_VECTOR_HOST_H
#define CUDA_ELEMENTWISE_VECTOR_HOST_H

#include "contract/backend.h"

graph_status graph__cuda_vector_merge(struct graph_vector_merge_request *);
graph_status graph__cuda_vector_ewise(struct graph_vector_ewise_request *);
graph_status graph__cuda_vector_select(struct graph_vector_select_request *);
graph_status graph__cuda_vector_pack(void **packed, const struct graph_vector_view *v);
graph_status graph__cuda_vector_list(int32_t **index, const struct graph_vector_view *v);
graph_status graph__cuda_vector_mask(uint8_t *present, const struct graph_vector_view *v, int threads);

#endif
