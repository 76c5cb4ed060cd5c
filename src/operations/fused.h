/* Algorithms that a back end has as one kernel, for algorithms/, which has checked the arguments. */
#ifndef OPERATIONS_FUSED_H
#define OPERATIONS_FUSED_H

#include "core/matrix/matrix.h"
#include "core/placement.h"
#include "core/vector/vector.h"

/* A breadth-first search; target is negative if there is none; *level and *parent (either pointer may be NULL) are new
 * vectors, or NULL after a failure. */
graph_status graph__fused_bfs(graph_vector **level, graph_vector **parent, const graph_matrix *A,
                              int64_t source, int64_t max_depth, int64_t target, bool is_reverse,
                              const struct graph_place *place);

/* Triangles; *per_vertex (the pointer may be NULL) is a new vector, or NULL after a failure; report may be NULL. */
graph_status graph__fused_triangles(uint64_t *count, graph_vector **per_vertex,
                                    graph_triangles_report *report, const graph_matrix *A,
                                    const struct graph_place *place);

/* Floyd-Warshall on rows in host memory, at the place if it offers that, else on the CPU. */
graph_status graph__fused_floyd_warshall(struct graph_floyd_warshall_request *r,
                                         const struct graph_place *place);

/* Components of A, into host memory: fills in the graph.  At the place if it can, else on the CPU. */
graph_status graph__fused_components(struct graph_components_request *r, const graph_matrix *A,
                                     const struct graph_place *place);

/* The reachability of A: fills in the graph.  At the place if it can, else on the CPU; *made_at is where the arrays of
 * r->reach lie. */
graph_status graph__fused_closure(struct graph_closure_request *r, const struct graph_backend **made_at,
                                  const graph_matrix *A, const struct graph_place *place);

/* Distances from one source by the request, whose graph is A with weights in host memory.  At the place if it can, else on
 * the CPU. */
graph_status graph__fused_sssp(struct graph_sssp_request *r, const graph_matrix *A,
                               const struct graph_place *place);

/* Warshall's closure of bits in host memory, at the place if it offers that, else on the CPU. */
graph_status graph__fused_bit_closure(struct graph_bit_closure_request *r, const struct graph_place *place);

/* Levels from many sources along the edges of A, or against them: fills in the edges.  Levels are in host memory.  At
 * the place if it offers that, else on the CPU. */
graph_status graph__fused_bfs_multi(struct graph_bfs_multi_request *r, const graph_matrix *A, bool is_reverse,
                                    const struct graph_place *place);

/* PageRank of A, into host memory: fills in the edges and their weights.  At the place if it offers that, else on the
 * CPU. */
graph_status graph__fused_pagerank(struct graph_pagerank_request *r, const graph_matrix *A, bool is_weighted,
                                   const struct graph_place *place);

/* HITS or eigenvector centrality of A, into host memory, at the place, which offers that: fills in the edges. */
graph_status graph__fused_eigenvector(struct graph_eigenvector_request *r, const graph_matrix *A,
                                      bool is_weighted, const struct graph_place *place);

/* Betweenness in A, into host memory; as for PageRank. */
graph_status graph__fused_betweenness(struct graph_betweenness_request *r, const graph_matrix *A,
                                      bool is_weighted, const struct graph_place *place);

#endif
