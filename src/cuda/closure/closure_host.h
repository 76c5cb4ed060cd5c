/* Reachability of a graph on the device; see contract/paths.h. */
#ifndef CUDA_CLOSURE_CLOSURE_HOST_H
#define CUDA_CLOSURE_CLOSURE_HOST_H

#include "contract/paths.h"

/* One slab.  GRAPH_E_NOT_SUPPORTED: strong components take more rounds than pay, or the bound of the memory is above
 * most_bytes; the CPU's may not be. */
graph_status graph__cuda_closure(struct graph_closure_request *r);

#endif
