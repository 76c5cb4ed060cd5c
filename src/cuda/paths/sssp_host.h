/* Shortest distances from one source on the device; see contract/paths.h. */
#ifndef CUDA_PATHS_SSSP_HOST_H
#define CUDA_PATHS_SSSP_HOST_H

#include "contract/paths.h"
#include "cuda/runtime/call.h"

/* Delta-stepping from one source.  GRAPH_E_NOT_SUPPORTED: another kind, or a graph such as a long chain, which takes more
 * rounds than pay. */
graph_status graph__cuda_sssp(struct graph_sssp_request *r);

#endif
