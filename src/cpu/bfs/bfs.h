/* The fused breadth-first searches, from one source and from many; see contract/kernels.h and contract/paths.h. */
#ifndef CPU_BFS_BFS_H
#define CPU_BFS_BFS_H

#include "contract/kernels.h"
#include "contract/paths.h"

graph_status graph__cpu_bfs(struct graph_bfs_request *request);
graph_status graph__cpu_bfs_multi(struct graph_bfs_multi_request *request);

#endif
