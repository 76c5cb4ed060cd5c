/* A matrix from positions in any order; see contract/kernels.h. */
#ifndef CUDA_ELEMENTWISE_BUILD_HOST_H
#define CUDA_ELEMENTWISE_BUILD_HOST_H

#include "contract/backend.h"
#include "cuda/runtime/call.h"

graph_status graph__cuda_build(struct graph_build_request *);

/* The same between graph__cuda_begin and graph__cuda_end. */
graph_status graph__cuda_build_inside(struct cuda_call *call, struct graph_build_request *);

#endif
