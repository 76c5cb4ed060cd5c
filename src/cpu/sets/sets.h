/* Fused forests, independent sets, colourings and matchings; see contract/structure.h. */
#ifndef CPU_SETS_SETS_H
#define CPU_SETS_SETS_H

#include "contract/structure.h"

graph_status graph__cpu_forest(struct graph_forest_request *request);
graph_status graph__cpu_independent_set(struct graph_independent_set_request *request);
graph_status graph__cpu_coloring(struct graph_coloring_request *request);
graph_status graph__cpu_matching(struct graph_matching_request *request);

#endif
