/* Graphs of the programs on the GraphBLAS C API, undirected and without loops. */
#ifndef BENCH_GRAPHBLAS_GRAPHS_H
#define BENCH_GRAPHBLAS_GRAPHS_H

#include "bench/graphblas/graphblas_bench.h"

/* The pattern, with values true, of kron-SCALE (the edges of the Graph500 benchmark, 16 a vertex), uniform-SCALE (as many)
 * or grid-LENGTH, which has LENGTH x LENGTH vertices.  Ends the program if the name is none of these. */
GrB_Matrix bench_graph(const char *name);

#endif
