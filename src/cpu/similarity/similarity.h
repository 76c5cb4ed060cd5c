/* Fused similarity and walks; see contract/structure.h. */
#ifndef CPU_SIMILARITY_SIMILARITY_H
#define CPU_SIMILARITY_SIMILARITY_H

#include "contract/structure.h"

graph_status graph__cpu_similarity(struct graph_similarity_request *request);
graph_status graph__cpu_walks(struct graph_walks_request *request);

#endif
