/* The OpenMP back end. */
#ifndef CPU_BACKEND_CPU_H
#define CPU_BACKEND_CPU_H

#include "contract/backend.h"

extern const struct graph_backend graph__cpu_backend;

#endif
