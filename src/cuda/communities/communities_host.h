/* Label propagation, and Louvain's and Leiden's methods, on the device; see contract/structure.h. */
#ifndef CUDA_COMMUNITIES_COMMUNITIES_HOST_H
#define CUDA_COMMUNITIES_COMMUNITIES_HOST_H

#include "contract/structure.h"

graph_status graph__cuda_labels(struct graph_labels_request *r);
graph_status graph__cuda_communities(struct graph_communities_request *r);

#endif
