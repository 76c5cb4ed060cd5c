/* Floyd-Warshall on more rows than the device has room for; see contract/backend.h. */
#ifndef CUDA_FLOYD_OUTSIDE_HOST_H
#define CUDA_FLOYD_OUTSIDE_HOST_H

#include "contract/paths.h"

graph_status graph__cuda_floyd_outside(struct graph_floyd_warshall_request *r);

#endif
