/* The order of vertices, and parts of a graph as graphs.  A graph is the square matrix A: entry (u, v) is the edge u -> v.
 * Statuses and outputs are those of algorithms.h. */
#ifndef SEMIGRAPH_SUBGRAPHS_H
#define SEMIGRAPH_SUBGRAPHS_H

#include "semigraph/paths.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graph_order_options {
    size_t size; /* sizeof(graph_order_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;          /* 0: as graph_set_threads says */
    graph_vector **level; /* gets a new full vector GRAPH_INT64: the most edges on a path to each vertex.  May be NULL */
} graph_order_options;

/* The vertices so that every edge leads onward: by their level, the most edges on a path that ends there, and at one level
 * by number.  *order is a new full vector GRAPH_INT64 of length rows(A), whose element k is the k-th vertex.
 * In the algebra: d = column sums of the pattern; while F = {v: d(v) = 0, v not yet placed} is not empty: F is the next
 * level, d -= F plus_first A.
 * GRAPH_E_DOMAIN: there is a cycle (a self-loop is one); the sentence has a vertex on it, or behind it.
 * Source: Kahn, "Topological sorting of large networks", CACM 5(11), 1962. */
GRAPH_API graph_status graph_topological_order(graph_vector **order, const graph_matrix *A,
                                               const graph_order_options *options);

/* Strong components as graph_strong_components finds them, numbered so that every edge between two components leads from
 * the smaller number to the larger: by their level among the components, and at one level by their smallest vertices.
 * component or count may be NULL.  level is not read. */
GRAPH_API graph_status graph_strong_components_ordered(graph_vector **component, graph_index *count,
                                                       const graph_matrix *A, const graph_order_options *options);

/* Check a result of the two.  An order: each vertex once, edges lead onward, sorted by level and number.  Components:
 * numbered 0 .. count - 1, edges do not lead to smaller numbers, and in each component the first vertex reaches the others
 * and is reached from them.  GRAPH_E_INVALID_OBJECT: the sentence has what does not hold.  GRAPH_E_DOMAIN: a type
 * other than int32 or int64.  GRAPH_E_DIMENSION: also, another length than rows(A). */
GRAPH_API graph_status graph_check_topological_order(const graph_vector *order, const graph_matrix *A);
GRAPH_API graph_status graph_check_strong_components_ordered(const graph_vector *component, graph_index count,
                                                             const graph_matrix *A);

/* *S = A(vertex, vertex): the edges between vertex[0 .. vertices - 1], which are numbered by their places in the list, as a
 * new matrix of the type of A.  Of the options, level is not read.
 * GRAPH_E_INVALID_INDEX: one of them is not a vertex.  GRAPH_E_INVALID_VALUE: one is listed twice. */
GRAPH_API graph_status graph_induced_subgraph(graph_matrix **S, const graph_matrix *A, const graph_index *vertex,
                                              graph_index vertices, const graph_order_options *options);

/* *S = the subgraph of the vertices of the largest weak component (strong: of the largest strong one), and *vertex their
 * numbers in A in ascending order, a new full vector GRAPH_INT64; either may be NULL.  Of components of one size the one
 * with the smallest vertex counts. */
GRAPH_API graph_status graph_largest_component(graph_matrix **S, graph_vector **vertex, const graph_matrix *A,
                                               bool is_strong, const graph_order_options *options);

/* Checks that S is the subgraph of A that the list induces, entry by entry, values included (as fp64; those of a user's type
 * are not compared).  GRAPH_E_INVALID_OBJECT: the sentence has the entry. */
GRAPH_API graph_status graph_check_induced_subgraph(const graph_matrix *S, const graph_matrix *A,
                                                    const graph_index *vertex, graph_index vertices);

#ifdef __cplusplus
}
#endif
#endif
