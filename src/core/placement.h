/* Where an operation runs, and with how many threads: the caller's choice first, then what is there. */
#ifndef CORE_PLACEMENT_H
#define CORE_PLACEMENT_H

#include "core/backends.h"
#include "semigraph/operations.h"

struct graph_place {
    const struct graph_backend *backend;
    int threads;
    uint32_t flags;
    graph_method method;
};

/* Reads a descriptor (NULL: defaults) whose flags may be among `allowed`.  GRAPH_E_INVALID_VALUE: wrong size field,
 * unknown flag, method or thread count.  GRAPH_E_DEVICE: the back end asked for is not there. */
graph_status graph__place(struct graph_place *place, const graph_descriptor *descriptor, uint32_t allowed);

/* The same for the two fields that options of algorithms have. */
graph_status graph__place_algorithm(struct graph_place *place, graph_backend_kind backend, int threads);

/* Remembers for graph_backend_used, on the calling thread. */
void graph__place_used(graph_backend_kind kind);

#endif
