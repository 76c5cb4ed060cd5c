/* Graphs for tests: random ones from a seed, and small ones with names. */
#ifndef TESTS_SUPPORT_GRAPHS_H
#define TESTS_SUPPORT_GRAPHS_H

#include "tests/support/oracle.h"

enum graph_shape {
    SHAPE_UNIFORM,    /* every position is as likely */
    SHAPE_POWER_LAW,  /* a small part of the rows and columns has most of the entries */
    SHAPE_BANDED,     /* near the diagonal */
    SHAPE_EMPTY_ROWS, /* entries in one row out of four only */
    SHAPE_DENSE_ROW,  /* one row has every column */
    SHAPE_HUB_COLUMN, /* one column has every row */
    SHAPE_DIAGONAL,   /* (i, i) only */
    SHAPE_FULL,       /* every position */
    SHAPE_COUNT
};

/* Which values entries get. */
enum value_range {
    VALUES_SMALL,   /* multiples of 1/4 up to 8, 0 now and then: sums and products are exact in every type */
    VALUES_EXTREME, /* small ones, and the ends of the type, infinities, NaN, -0 */
    VALUES_REAL,    /* floating types: anything in (0, 1); integers: 0 .. 8: no sum cancels */
    VALUES_POWERS,  /* 1 and -1, seldom 2 and 1/2: long products are exact */
    VALUES_COUNT
};

/* One value of the type. */
long double random_value(uint64_t *seed, graph_type type, enum value_range range);

/* `edges` positions of a shape in a rows x columns matrix, with repetitions (fewer for DIAGONAL, all positions for
 * FULL; none without rows or columns).  *n is their number; the arrays are the caller's to free. */
void random_positions(uint64_t *seed, enum graph_shape shape, int64_t rows, int64_t columns, int64_t edges,
                      graph_index *n, graph_index **row, graph_index **column);

/* A matrix of about `edges` entries as the oracle holds it, and as the library does. */
struct dense_matrix random_dense(uint64_t *seed, enum graph_shape shape, graph_type type, int64_t rows,
                                 int64_t columns, int64_t edges, enum value_range range);
graph_status random_matrix(graph_matrix **A, uint64_t *seed, enum graph_shape shape, graph_type type,
                           int64_t rows, int64_t columns, int64_t edges, enum value_range range);

/* A square pattern: both directions of each edge, without self-loops. */
graph_status random_undirected(graph_matrix **A, uint64_t *seed, enum graph_shape shape, int64_t vertices,
                               int64_t edges);

/* Undirected graphs as symmetric patterns, edge (u, v) once in each direction. */
graph_status graph_of_edges(graph_matrix **A, int64_t vertices, int64_t edges, const int (*edge)[2]);
graph_status path_graph(graph_matrix **A, int64_t vertices);
graph_status cycle_graph(graph_matrix **A, int64_t vertices);
graph_status star_graph(graph_matrix **A, int64_t vertices); /* centre 0 */
graph_status complete_graph(graph_matrix **A, int64_t vertices);
graph_status grid_graph(graph_matrix **A, int64_t height, int64_t width); /* vertex (y, x) is y * width + x */
graph_status karate_graph(graph_matrix **A); /* 34 vertices, 78 edges, 45 triangles (Zachary 1977) */

/* An n x n matrix with the entries next to the diagonal and on it, (i, j) with the value 10 i + j, set one by one. */
graph_status ladder_matrix(graph_matrix **A, int n);

/* A of int32 with four entries and C of fp64 without any, 3 x 3; u of int32 with two and w of fp64 without any, of length 3.
 * The caller releases them, also after a failure. */
graph_status objects_of_two_types(graph_matrix **A, graph_matrix **C, graph_vector **u, graph_vector **w);

/* A random permutation of 0 .. n - 1, which the caller frees. */
graph_index *random_permutation(uint64_t *seed, int64_t n);

#endif
