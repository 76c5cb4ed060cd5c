/* The OpenMP back end. */
#ifndef CPU_BACKEND_CPU_H
#define CPU_BACKEND_CPU_H

#include "contract/backend.h"

extern const struct graph_backend graph__cpu_backend;

graph_status graph__cpu_build(struct graph_build_request *r);
graph_status graph__cpu_transpose(struct graph_transpose_request *r);

#endif
