/* Graphs by name: kron-S or uniform-S, with 2^S vertices and 16 edges for each drawn as the GAP Benchmark Suite draws them
 * (-g, -u), and grid-W, a grid of W x W without a fifth of its edges. */
#ifndef BENCH_GAPBS_GAPBS_GRAPHS_H
#define BENCH_GAPBS_GAPBS_GRAPHS_H

#include "semigraph.h"

/* A symmetric pattern without loops; NULL: the name is none of these. */
graph_matrix *gapbs_generate(const char *name);

#endif
