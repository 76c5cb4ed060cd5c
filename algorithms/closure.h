/* The closure object, and how it is made. */
#ifndef ALGORITHMS_CLOSURE_H
#define ALGORITHMS_CLOSURE_H

#include <pthread.h>
#include <stdatomic.h>

#include "algorithms/paths.h"

/* The arrays come to the host, and the lists of vertices are made, when a question first needs them. */
struct graph_closure {
    int64_t vertices;
    bool is_reflexive;
    struct graph_reachability reach;
    const struct graph_backend *place; /* of the arrays of `reach` */
    pthread_mutex_t lock;              /* held while it is opened: readers may be many threads */
    atomic_bool is_open;
    int64_t *member_start; /* the vertices of each component, ascending */
    int32_t *member;
};

/* From here on the arrays are on the host and the lists are there.  Safe from many threads. */
graph_status graph__closure_open(const graph_closure *c);

/* Fills an object from an n x n bit matrix that is transitively closed. */
graph_status graph__closure_of_bits(graph_closure *c, const uint64_t *bits, int64_t words);

/* Calls visit for each component in the row of x, x included. */
void graph__closure_visit(const graph_closure *c, int64_t x, void (*visit)(void *context, int64_t y),
                          void *context);

#endif
