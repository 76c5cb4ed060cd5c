/* Cycles among parents, and shortest paths over floating weights whose sums are exact. */
#ifndef CPU_PATHS_EXACT_PATHS_H
#define CPU_PATHS_EXACT_PATHS_H

#include "contract/paths.h"

/* *vertex = a vertex on a cycle v -> parent(v) -> ..., or -1. */
graph_status graph__find_cycle(const int32_t *parent, int64_t n, int64_t *vertex);

/* The forest of shortest paths of a Bellman-Ford request over fp32 or fp64: parent(v), or -1, and the entry of A that is
 * the edge from there.  r->cycle_vertex: a vertex on a cycle of negative weight, else -1. */
graph_status graph__exact_paths(struct graph_sssp_request *r, int32_t *parent, int64_t *entry);

#endif
