/* Generated matrices for benchmarks, the same on every machine: one for each class of the literature; the table of
 * sixteen squares that the GPU is judged by (twelve of them generated, four of them files), and that of the twelve
 * squares for a CPU. */
#ifndef BENCH_SUPPORT_GENERATORS_H
#define BENCH_SUPPORT_GENERATORS_H

#include <stdbool.h>

#include "semigraph.h"

/* Square patterns.  Entries of a row are distinct. */
graph_matrix *bench_stencil_9(int64_t width);               /* 2-D, a point and its 8 neighbours */
graph_matrix *bench_stencil_7(int64_t width);               /* 3-D, a point and its 6 neighbours */
graph_matrix *bench_fem(int64_t width, int64_t block);      /* 3-D, 27 neighbours, full blocks */
graph_matrix *bench_band(int64_t rows, int64_t half_width); /* |i - j| <= half_width */
graph_matrix *bench_diagonals(int64_t rows, int64_t low, int64_t high); /* low <= j - i <= high */
graph_matrix *bench_uniform(int64_t rows, int64_t each);      /* `each` random columns in each row */
graph_matrix *bench_scattered(int64_t rows, int64_t entries); /* random positions */
graph_matrix *bench_rmat(int scale, int64_t edge_factor);     /* both directions of each edge */
graph_matrix *bench_web(int64_t rows, double exponent,
                        double links_of_weight);                              /* popular rows are long rows */
graph_matrix *bench_circuit(int64_t rows, int64_t hubs, int64_t hub_entries); /* local, and some full wires */
graph_matrix *bench_arrow(int64_t rows, int64_t heads); /* diagonal, and the first rows and columns full */
graph_matrix *bench_dense(int64_t rows);

/* The k-th of the sixteen, and its name.  NULL: it is a file, to be found by its name. */
enum { BENCH_SQUARES = 16, BENCH_GENERATED = 12 };
const char *bench_square_name(int k);
graph_matrix *bench_square(int k);

/* A matrix of one of twelve classes, of a size whose square takes a CPU milliseconds to a second; `tiny` takes
 * microseconds; "square-NAME" is one of the sixteen that is generated. */
bool bench_is_class(const char *name);
graph_matrix *bench_class(const char *name);

#endif
