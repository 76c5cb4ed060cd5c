/* The fused kernels on components and shortest paths; see contract/paths.h. */
#ifndef CPU_PATHS_PATHS_H
#define CPU_PATHS_PATHS_H

#include "contract/paths.h"

graph_status graph__cpu_components(struct graph_components_request *r);
graph_status graph__cpu_sssp(struct graph_sssp_request *r);
graph_status graph__cpu_predecessors(struct graph_predecessors_request *r);

#endif
