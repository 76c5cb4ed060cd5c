/* Floyd-Warshall on more rows than the device has room for; see contract/backend.h. */
#ifndef CUDA_APSP_FLOYD_OUT_OF_CORE_HOST_H
#define CUDA_APSP_FLOYD_OUT_OF_CORE_HOST_H

#include "contract/paths.h"

graph_status graph__cuda_floyd_outside(struct graph_floyd_warshall_request *r);

#endif
