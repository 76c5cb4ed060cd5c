/* The parts of betweenness; see semigraph/centrality.h. */
#ifndef ALGORITHMS_CENTRALITY_BETWEENNESS_H
#define ALGORITHMS_CENTRALITY_BETWEENNESS_H

#include "algorithms/centrality/centrality.h"

/* Adds the betweenness of vertices and of entries, either NULL, by the definition. */
graph_status graph__betweenness_algebra(double *vertex, double *edge, const graph_matrix *A,
                                        const int64_t *source, int64_t sources,
                                        const graph_betweenness_options *o, const struct graph_place *place);

/* What sums over ordered pairs are multiplied with under these options. */
void graph__betweenness_scales(double *vertex, double *edge, int64_t n, int64_t sources,
                               const graph_betweenness_options *o);

/* *edges = a matrix with the pattern of A and these values, which it takes over; if the graph is undirected both
 * directions get the sum of the two. */
graph_status graph__edge_matrix(graph_matrix **edges, const graph_matrix *A, double **value,
                                const graph_betweenness_options *o);

#endif
