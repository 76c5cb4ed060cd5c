/* Fused communities; see contract/structure.h. */
#ifndef CPU_COMMUNITIES_COMMUNITIES_H
#define CPU_COMMUNITIES_COMMUNITIES_H

#include "contract/structure.h"

graph_status graph__cpu_labels(struct graph_labels_request *request);
graph_status graph__cpu_communities(struct graph_communities_request *request);

#endif
