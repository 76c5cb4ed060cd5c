/* What the generators share. */
#ifndef ALGORITHMS_GENERATORS_GENERATORS_H
#define ALGORITHMS_GENERATORS_GENERATORS_H

#include "algorithms/paths.h"
#include "semigraph/generators.h"

/* The defaults, or the options with their size checked, and the number of threads that is meant. */
graph_status graph__generator_options(graph_generator_options *o, graph_matrix **A,
                                      const graph_generator_options *options);

/* Ends of edges, with room for so many. */
struct graph_ends {
    int32_t *from, *to;
    graph_index count;
};
graph_status graph__ends_open(struct graph_ends *e, graph_index edges);

/* *A = these edges without repetitions, both ways if is_both, without loops unless has_loops; takes the ends over, also when
 * it fails. */
graph_status graph__ends_build(graph_matrix **A, graph_index vertices, struct graph_ends *e, bool is_both,
                               bool has_loops, int threads);

#endif
