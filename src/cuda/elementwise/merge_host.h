/* Write-back, union and intersection of matrices and of sparse vectors. */
#ifndef CUDA_ELEMENTWISE_MERGE_HOST_H
#define CUDA_ELEMENTWISE_MERGE_HOST_H

#include "contract/backend.h"

graph_status graph__cuda_merge(struct graph_merge_request *);
graph_status graph__cuda_ewise(struct graph_ewise_request *);

/* The same for sparse vectors; w is sparse. */
graph_status graph__cuda_merge_sparse(struct graph_vector_merge_request *);
graph_status graph__cuda_intersect_sparse(struct graph_vector_ewise_request *);

#endif
