/* Triangles on the device; see contract/kernels.h. */
#ifndef CUDA_TRIANGLES_TRIANGLES_HOST_H
#define CUDA_TRIANGLES_TRIANGLES_HOST_H

#include "contract/kernels.h"
#include "cuda/runtime/call.h"
#include "cuda/triangles/triangles_arguments.h"

graph_status graph__cuda_triangles(struct graph_triangles_request *r);

/* Its two phases, which a benchmark times: the first makes the arguments of the second.  Both enqueue work, between
 * graph__cuda_begin and graph__cuda_end. */
graph_status graph__cuda_triangles_prepare(struct cuda_call *call, struct triangles_arguments *a,
                                           const struct graph_triangles_request *r);
graph_status graph__cuda_triangles_count(struct cuda_call *call, const struct triangles_arguments *a);

#endif
