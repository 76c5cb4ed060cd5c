/* Edge lists that ranks read together. */
#ifndef DIST_READ_H
#define DIST_READ_H

#include "dist/operations.h"
#include "semigraph/io.h"

/* *A = the graph of an uncompressed edge list; op joins duplicates in the order of the file.  Collective and agreed. */
graph_status graph__dist_read_edges(graph_dist **A, graph_group *g, const char *path,
                                    const graph_read_options *o, graph_op op);

/* *A = the matrix in a binary file that is not compressed, of which each rank reads its rows.  Collective and agreed. */
graph_status graph__dist_read_binary(graph_dist **A, graph_group *g, const char *path,
                                     const graph_read_options *o);

/* Sorts rows by columns; entries in the same place are joined by op in the order in which they stand. */
graph_status graph__sort_rows(struct graph_csr_arrays *arrays, int64_t rows, graph_type type, graph_op op,
                              int threads);

#endif
