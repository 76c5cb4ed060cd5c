/* Independent sets, colourings and forests on the device; see contract/structure.h. */
#ifndef CUDA_SETS_SETS_HOST_H
#define CUDA_SETS_SETS_HOST_H

#include "contract/structure.h"

graph_status graph__cuda_independent_set(struct graph_independent_set_request *r);
graph_status graph__cuda_forest(struct graph_forest_request *r);
graph_status graph__cuda_coloring(struct graph_coloring_request *r);

#endif
