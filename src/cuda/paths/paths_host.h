/* Components, and shortest distances from one source, on the device; see contract/paths.h.  GRAPH_E_NOT_SUPPORTED from
 * either: also a graph such as a long chain, which takes more rounds than pay. */
#ifndef CUDA_PATHS_PATHS_HOST_H
#define CUDA_PATHS_PATHS_HOST_H

#include "contract/paths.h"
#include "cuda/runtime/call.h"

/* Numbers in the order of the smallest vertices.  GRAPH_E_NOT_SUPPORTED: ordered strong components. */
graph_status graph__cuda_components(struct graph_components_request *r);

/* The same between graph__cuda_begin and graph__cuda_end, into scratch memory, for a graph with vertices. */
graph_status graph__cuda_find_components(struct cuda_call *call, int32_t **component,
                                         struct graph_components_request *r);

/* Delta-stepping from one source.  GRAPH_E_NOT_SUPPORTED: another method, or several sources. */
graph_status graph__cuda_sssp(struct graph_sssp_request *r);

#endif
