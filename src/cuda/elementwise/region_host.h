/* Rows and columns picked, moved or left out, and the Kronecker product; see contract/kernels.h. */
#ifndef CUDA_ELEMENTWISE_REGION_HOST_H
#define CUDA_ELEMENTWISE_REGION_HOST_H

#include "contract/backend.h"

graph_status graph__cuda_remap(struct graph_remap_request *);
graph_status graph__cuda_region(struct graph_region_request *);
graph_status graph__cuda_kronecker(struct graph_kronecker_request *);

#endif
