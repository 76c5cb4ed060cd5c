/* The fused triangle count; see contract/kernels.h. */
#ifndef CPU_TRIANGLES_TRIANGLES_H
#define CPU_TRIANGLES_TRIANGLES_H

#include "contract/kernels.h"

graph_status graph__cpu_triangles(struct graph_triangles_request *request);

#endif
