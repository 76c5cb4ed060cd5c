/* The fused centralities; see contract/centrality.h. */
#ifndef CPU_CENTRALITY_CENTRALITY_H
#define CPU_CENTRALITY_CENTRALITY_H

#include "contract/centrality.h"

graph_status graph__cpu_pagerank(struct graph_pagerank_request *request);
graph_status graph__cpu_pagerank_slab(struct graph_pagerank_slab_request *request);
graph_status graph__cpu_eigenvector(struct graph_eigenvector_request *request);
graph_status graph__cpu_betweenness(struct graph_betweenness_request *request);

#endif
