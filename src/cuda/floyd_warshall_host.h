/* Floyd-Warshall on the device; see contract/paths.h. */
#ifndef CUDA_FLOYD_WARSHALL_HOST_H
#define CUDA_FLOYD_WARSHALL_HOST_H

#include "contract/paths.h"

graph_status graph__cuda_floyd_warshall(struct graph_floyd_warshall_request *r);

#endif
