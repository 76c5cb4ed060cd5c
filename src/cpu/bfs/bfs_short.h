/* Searches that end soon. */
#ifndef CPU_BFS_BFS_SHORT_H
#define CPU_BFS_BFS_SHORT_H

#include "contract/kernels.h"

/* Outputs are sparse if fewer than 1 / SPARSE_SHARE of the vertices were reached. */
enum { SPARSE_SHARE = 16 };

/* *is_done: whether the search was short enough; if not, the request is unchanged. */
graph_status graph__cpu_bfs_short(bool *is_done, struct graph_bfs_request *request);

#endif
