/* Reachability on the device: of a bit matrix, and of a sparse graph; see contract/paths.h. */
#ifndef CUDA_CLOSURE_CLOSURE_HOST_H
#define CUDA_CLOSURE_CLOSURE_HOST_H

#include "contract/paths.h"

graph_status graph__cuda_bit_closure(struct graph_bit_closure_request *r);

/* One slab.  GRAPH_E_NOT_SUPPORTED: strong components take more rounds than pay, or the bound of the memory is above
 * most_bytes, which that of the CPU may not be. */
graph_status graph__cuda_closure(struct graph_closure_request *r);

#endif
