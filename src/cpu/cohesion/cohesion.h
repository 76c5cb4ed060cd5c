/* Fused core and truss numbers; see contract/structure.h. */
#ifndef CPU_COHESION_COHESION_H
#define CPU_COHESION_COHESION_H

#include "contract/structure.h"

graph_status graph__cpu_cores(struct graph_cores_request *request);
graph_status graph__cpu_trusses(struct graph_trusses_request *request);

#endif
