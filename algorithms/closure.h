/* The closure object, and how it is made. */
#ifndef ALGORITHMS_CLOSURE_H
#define ALGORITHMS_CLOSURE_H

#include "algorithms/paths.h"

/* Component x reaches itself if is_cyclic[x]; of the others it reaches those in its row, which always contains x. */
struct graph_closure {
    int64_t vertices, components, largest;
    bool is_reflexive;
    uint64_t pairs;
    int32_t *component;    /* of each vertex; edges lead to smaller numbers */
    int64_t *member_start; /* the vertices of each component, ascending */
    int32_t *member;
    uint8_t *is_cyclic;
    int64_t slab_count, slab_blocks;
    struct graph_closure_slab *slab;
};

/* Fills members, weights (the sizes) and the largest size from `component` and `components`. */
graph_status graph__closure_members(graph_closure *c, int64_t **weight);

/* The acyclic graph of the components of A: successors in descending order.  Fills c->is_cyclic. */
graph_status graph__condense(struct graph_csr_arrays *dag, graph_closure *c, const struct graph_csr *A);

/* Fills an object from an n x n bit matrix that is transitively closed. */
graph_status graph__closure_of_bits(graph_closure *c, const uint64_t *bits, int64_t words);

/* Sums the pairs; reach[x] = vertices in the row of component x. */
void graph__closure_sum(graph_closure *c, const int64_t *reach);

/* Calls visit for each component in the row of x, x included. */
void graph__closure_visit(const graph_closure *c, int64_t x, void (*visit)(void *context, int64_t y),
                          void *context);

#endif
