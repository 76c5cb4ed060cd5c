/* Levels from many sources on the device; see contract/paths.h. */
#ifndef CUDA_BFS_BFS_MULTI_HOST_H
#define CUDA_BFS_BFS_MULTI_HOST_H

#include "contract/paths.h"

graph_status graph__cuda_bfs_multi(struct graph_bfs_multi_request *r);

#endif
