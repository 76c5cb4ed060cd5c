/* The fused kernel of all shortest paths; see contract/paths.h. */
#ifndef CPU_APSP_FLOYD_WARSHALL_H
#define CPU_APSP_FLOYD_WARSHALL_H

#include "contract/paths.h"

graph_status graph__cpu_floyd_warshall(struct graph_floyd_warshall_request *r);

#endif
