/* What the algorithms share. */
#ifndef DIST_ALGORITHMS_H
#define DIST_ALGORITHMS_H

#include "dist/operations.h"

/* A is square, the options have the expected size and a form that there is. */
graph_status graph__dist_check_graph(const graph_dist *A, size_t size, size_t expected, graph_form form);
graph_status graph__dist_check_vertex(const graph_dist *A, graph_index v, const char *argument);

/* *v = a new vector of the values at the vertices whose level is not INT32_MAX; type: int32 or int64. */
graph_status graph__sparse_results(graph_vector **v, graph_type type, int64_t n, const int32_t *level,
                                   const int32_t *value);

/* Renumbers labels, each a vertex, as 0, 1, ... in the order of their first vertices; *component (the pointer may be
 * NULL) is a new full vector of them, *count their number. */
graph_status graph__number_labels(graph_vector **component, int64_t *count, int32_t *label, int64_t n);

/* *P = this rank's rows as a square matrix of all vertices, which has entries in them alone and shares the arrays of A; a
 * pattern, unless has_values.  *start: its row starts, to be freed after it. */
graph_status graph__dist_as_square(graph_matrix **P, int64_t **start, const graph_dist *A, bool has_values);

/* Floyd-Warshall on slabs: see graph_dist_apsp, which has checked the arguments.  Collective. */
graph_status graph__dist_floyd_warshall(graph_dense *distance, graph_index *first, const graph_dist *A,
                                        const graph_apsp_options *o);

#endif
