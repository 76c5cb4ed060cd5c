/* Edges of a graph, and slow certain answers about them. */
#ifndef TESTS_SUPPORT_WALKS_H
#define TESTS_SUPPORT_WALKS_H

#include "tests/support/graphs.h"
#include "tests/support/test.h"

/* The edges of a matrix; weight is 1 for a pattern. */
struct edge_list {
    graph_index vertices, edges;
    graph_index *from, *to;
    double *weight;
};

struct edge_list edges_of(const graph_matrix *A);
void edges_release(struct edge_list *list);

/* reach[u * n + v] = 1 if a path of one edge or more leads from u to v.  The caller frees. */
uint8_t *reach_of(const struct edge_list *list);

/* The values of a full vector of length n, converted to int64.  The caller frees. */
int64_t *values_of(const graph_vector *v, graph_index n);

/* A random graph with weights in quarters (whole numbers for integer types), 0 included; with is_negative some are
 * below 0, but no cycle is.  Also self-loops and, before A combines them by their minimum, parallel edges. */
graph_status random_weights(graph_matrix **A, uint64_t *seed, graph_type type, graph_index n,
                            graph_index edges, bool is_negative);

/* distance[u * n + v], INFINITY where there is no path, by relaxing all edges n times.  The caller frees. */
double *distances_of(const struct edge_list *list);

/* Whether the n vertices are a path along edges of the list that costs `distance`. */
bool is_path(const struct edge_list *list, const graph_index *vertex, graph_index vertices, double distance);

#endif
