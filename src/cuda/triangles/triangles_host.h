/* Triangles on the device; see contract/kernels.h. */
#ifndef CUDA_TRIANGLES_TRIANGLES_HOST_H
#define CUDA_TRIANGLES_TRIANGLES_HOST_H

#include "contract/kernels.h"
#include "cuda/runtime/call.h"

graph_status graph__cuda_triangles(struct graph_triangles_request *r);

/* The two parts of it, for one who times them apart: enqueued, between graph__cuda_begin and graph__cuda_end, with a
 * state that the first one fills. */
struct graph_cuda_triangles {
    _Alignas(16) char arguments[256];
};

graph_status graph__cuda_triangles_prepare(struct cuda_call *call, struct graph_cuda_triangles *state,
                                           const struct graph_triangles_request *r);
graph_status graph__cuda_triangles_count(struct cuda_call *call, const struct graph_cuda_triangles *state);

#endif
