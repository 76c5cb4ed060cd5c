/* Cohesion: cores and trusses.  The graph is the undirected simple graph of the square matrix A: u and v are joined if A has
 * an entry (u, v) or (v, u), u != v.  Statuses and outputs are those of algorithms.h. */
#ifndef SEMIGRAPH_COHESION_H
#define SEMIGRAPH_COHESION_H

#include "semigraph/algorithms.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graph_cohesion_options {
    size_t size; /* sizeof(graph_cohesion_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;                       /* 0: as graph_set_threads says */
    graph_progress_function *progress; /* GRAPH_E_CANCELLED if it returns other than 0 */
    void *context;                     /* for progress */
} graph_cohesion_options;

/* The k-core is the largest set of vertices that each have at least k neighbours in it; the core number of a vertex is the
 * largest k whose core has it.  *core is a new full vector GRAPH_INT32 of length rows(A); *degeneracy is the largest core
 * number, 0 without vertices.  core or degeneracy may be NULL.
 * In the algebra, S the simple graph, d its row sums: f = d where d <= k; core<f> = k; d<!f, replace> = d;
 * d<d> -= S plus_pair f; k = max(k, min of d) if f is empty; until d has no entry.
 * Source: Batagelj, Zaversnik, "An O(m) algorithm for cores decomposition of networks", arXiv cs/0310049, 2003. */
GRAPH_API graph_status graph_core_numbers(graph_vector **core, graph_index *degeneracy, const graph_matrix *A,
                                          const graph_cohesion_options *options);

/* *C = A without the entries that have an end outside the k-core: a new matrix of the size and type of A.  Self-loops in
 * the core stay. */
GRAPH_API graph_status graph_k_core(graph_matrix **C, const graph_matrix *A, graph_index k,
                                    const graph_cohesion_options *options);

/* Checks core numbers by their two rules: v has at least core(v) neighbours u with core(u) >= core(v); and the vertices of
 * any one core number can be removed one after the other, each with at most that many neighbours that are left and have no
 * smaller core number.  Costs one pass over the edges.
 * GRAPH_E_INVALID_OBJECT: the sentence has the rule that is broken, and where.  GRAPH_E_DIMENSION: also, the length of core
 * is not rows(A).  GRAPH_E_DOMAIN: core has another type than GRAPH_INT32 or GRAPH_INT64. */
GRAPH_API graph_status graph_check_core_numbers(const graph_vector *core, const graph_matrix *A);

/* The k-truss is the largest set of edges that each are in at least k - 2 triangles of the set; the truss number of an edge
 * is the largest k whose truss has it.  *truss is a new matrix GRAPH_INT32 with both entries (u, v) and (v, u) of each edge
 * of the simple graph; *largest is the largest truss number, 0 without edges.  truss or largest may be NULL.
 * In the algebra, S the simple graph: s<S> = S plus_pair S; remove the edges with s < k - 2, whose number is k - 1 at most,
 * and repeat; k = k + 1 when there are none.
 * Source: Wang, Cheng, "Truss decomposition in massive networks", VLDB 2012. */
GRAPH_API graph_status graph_truss_numbers(graph_matrix **truss, graph_index *largest, const graph_matrix *A,
                                           const graph_cohesion_options *options);

/* *C = A without the entries whose edges are outside the k-truss: a new matrix of the size and type of A, without
 * self-loops. */
GRAPH_API graph_status graph_k_truss(graph_matrix **C, const graph_matrix *A, graph_index k,
                                     const graph_cohesion_options *options);

/* Checks truss numbers by their two rules: an edge of number k is in at least k - 2 triangles of edges of number k and
 * above; and the edges of any one number k can be removed one after the other, each with at most k - 2 triangles of edges
 * that are left and have no smaller number.  Costs the triangles of the graph, each found by merging two rows.
 * GRAPH_E_INVALID_OBJECT: as above, or truss does not have the edges of A.  GRAPH_E_DIMENSION, GRAPH_E_DOMAIN: as above. */
GRAPH_API graph_status graph_check_truss_numbers(const graph_matrix *truss, const graph_matrix *A);

#ifdef __cplusplus
}
#endif
#endif
