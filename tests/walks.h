/* Edges of a graph, and slow certain answers about them. */
#ifndef TESTS_WALKS_H
#define TESTS_WALKS_H

#include "tests/graphs.h"
#include "tests/test.h"

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

#endif
