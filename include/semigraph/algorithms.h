/* Graph algorithms.  A graph is the matrix A: entry (u, v), whatever its value, is the edge u -> v. */
#ifndef SEMIGRAPH_ALGORITHMS_H
#define SEMIGRAPH_ALGORITHMS_H

#include "semigraph/operations.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How an algorithm runs: by its definition on the operations of the algebra, or by a kernel made for it.  Results
 * are the same. */
typedef enum graph_form {
    GRAPH_FORM_AUTO = 0,
    GRAPH_FORM_ALGEBRA = 1,
    GRAPH_FORM_FUSED = 2
} graph_form;

typedef struct graph_bfs_options {
    size_t size; /* sizeof(graph_bfs_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;      /* 0: as graph_set_threads says */
    bool reverse;     /* walk edges from their end to their start */
    bool limit_depth; /* stop at max_depth */
    graph_index max_depth;
} graph_bfs_options;

/* Breadth-first search from `source` along the edges of the square matrix A.
 *   level(v)  = the least number of edges on a path from source to v; level(source) = 0; no entry if there is none
 *   parent(v) = the smallest u with level(u) + 1 = level(v) and an edge u -> v; parent(source) = source
 * *level (GRAPH_INT32) and *parent (GRAPH_INT64) are new vectors of length rows(A); either pointer may be NULL.
 * In the algebra: while f is not empty: level<f> = d; f<!level, replace> = f any_first A.
 * GRAPH_E_DIMENSION: A is not square.  GRAPH_E_INVALID_INDEX: source is not a vertex.
 * Source: Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search", SC 2012. */
GRAPH_API graph_status graph_bfs(graph_vector **level, graph_vector **parent, const graph_matrix *A,
                                 graph_index source, const graph_bfs_options *options);

typedef struct graph_triangles_report {
    size_t size;           /* sizeof(graph_triangles_report), set by the caller */
    uint64_t edges;        /* undirected edges of the simple graph */
    uint64_t self_loops;   /* entries (v, v), ignored */
    uint64_t one_way;      /* edges u -> v without v -> u, counted as undirected edges */
} graph_triangles_report;

typedef struct graph_triangles_options {
    size_t size; /* sizeof(graph_triangles_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;                    /* 0: as graph_set_threads says */
    graph_vector **per_vertex;      /* gets a new full vector GRAPH_INT64: the triangles at each vertex.  May be NULL */
    graph_triangles_report *report; /* filled in if not NULL */
} graph_triangles_options;

/* *count = the number of triangles {u, v, w} of the undirected simple graph of the square matrix A: u and v are
 * joined if A has an entry (u, v) or (v, u), u != v.
 * In the algebra: L = tril(A or A', -1);  count = sum of (L plus_pair L') masked by L.
 * GRAPH_E_DIMENSION: A is not square.
 * Source: Azad, Buluc, Gilbert, "Parallel triangle counting and enumeration using matrix algebra", IPDPSW 2015. */
GRAPH_API graph_status graph_triangles(uint64_t *count, const graph_matrix *A,
                                       const graph_triangles_options *options);

#ifdef __cplusplus
}
#endif
#endif
