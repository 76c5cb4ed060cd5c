/* Core numbers and truss numbers on the device; see contract/structure.h. */
#ifndef CUDA_COHESION_COHESION_HOST_H
#define CUDA_COHESION_COHESION_HOST_H

#include "contract/structure.h"

graph_status graph__cuda_cores(struct graph_cores_request *r);
graph_status graph__cuda_trusses(struct graph_trusses_request *r);

#endif
