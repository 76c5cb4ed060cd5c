/* The k-truss for a small k of a graph with hubs. */
#ifndef CUDA_COHESION_TRUSS_HUBS_HOST_H
#define CUDA_COHESION_TRUSS_HUBS_HOST_H

#include "contract/structure.h"
#include "cuda/runtime/call.h"

/* Serves a request that selects, unless there are no hubs, k is large, or many edges are in doubt: then *is_done is false,
 * and nothing has been done, but that r->has_loops may be true. */
graph_status graph__cuda_truss_by_hubs(struct cuda_call *call, bool *is_done,
                                       struct graph_trusses_request *r);

#endif
