/* The lists of a triangle count: each undirected edge once, in the list of its end of smaller (degree, number). */
#ifndef CPU_TRIANGLES_TRIANGLE_LISTS_H
#define CPU_TRIANGLES_TRIANGLE_LISTS_H

#include "contract/kernels.h"
#include "cpu/triangles/triangle_steps.h"

struct triangle_lists {
    int threads;
    const struct triangle_steps *steps;
    int64_t n;
    bool is_renumbered;
    int32_t *
        key; /* of each vertex: its degree (loops and pairs included), or its new number, which rises with it */
    uint64_t *list;  /* of each (new) number: the ends of its edges out */
    int32_t *vertex; /* the lists' content: (new) numbers */
    uint8_t *mark;   /* for each thread mark_stride bytes, not initialised */
    int64_t mark_stride;
    void *block; /* what the arrays lie in */
    uint64_t edges, self_loops;
};

/* Of the graph of r->A, in r->threads threads or fewer.  Whatever was made must be released, after a failure too. */
graph_status graph__triangle_lists_make(struct triangle_lists *t, const struct graph_triangles_request *r);
void graph__triangle_lists_release(struct triangle_lists *t);

#endif
