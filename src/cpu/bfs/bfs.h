/* The fused breadth-first search; see contract/kernels.h. */
#ifndef CPU_BFS_BFS_H
#define CPU_BFS_BFS_H

#include "contract/kernels.h"

graph_status graph__cpu_bfs(struct graph_bfs_request *request);

#endif
