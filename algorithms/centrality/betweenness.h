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

#endif
