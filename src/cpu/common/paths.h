/* The fused kernels of the CPU back end on components, reachability and paths. */
#ifndef CPU_COMMON_PATHS_H
#define CPU_COMMON_PATHS_H

#include "contract/paths.h"

graph_status graph__cpu_components(struct graph_components_request *r);
graph_status graph__cpu_closure(struct graph_closure_request *r);
graph_status graph__cpu_bit_closure(struct graph_bit_closure_request *r);
graph_status graph__cpu_bfs_multi(struct graph_bfs_multi_request *r);
graph_status graph__cpu_sssp(struct graph_sssp_request *r);
graph_status graph__cpu_predecessors(struct graph_predecessors_request *r);
graph_status graph__cpu_floyd_warshall(struct graph_floyd_warshall_request *r);

#endif
