/* Graph algorithms.  A graph is the square matrix A: entry (u, v), whatever its value, is the edge u -> v.
 *
 * Unless said otherwise every function here and in paths.h returns GRAPH_E_NULL for a NULL argument, GRAPH_E_DIMENSION when
 * A is not square, GRAPH_E_INVALID_VALUE for options with a wrong size field or an unknown choice, GRAPH_E_MEMORY, and
 * GRAPH_E_DEVICE for a back end that cannot run here; for what a device lacks see graph_set_strict.
 * Outputs are new objects of the caller's, and NULL after a failure.  Options begin with their size; NULL stands for all
 * zeros but that.  form, backend and threads say the same in all of them, and so do progress and context where they are
 * there: progress gets the share done, which only grows, or a negative number where it is not known (the definition in the
 * algebra, Bellman-Ford); 0 first and 1 last, before the outputs are given.  A return other than 0 is GRAPH_E_CANCELLED. */
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
    int threads;        /* 0: as graph_set_threads says */
    bool is_reversed;   /* walk edges from their end to their start */
    bool has_max_depth; /* stop at max_depth */
    graph_index max_depth;
    bool has_target; /* stop at the level of the target, which is complete, as if it were max_depth */
    graph_index target;
    graph_progress_function *progress; /* may cancel */
    void *context;                     /* for progress */
} graph_bfs_options;

/* Breadth-first search from `source` along the edges of the square matrix A.
 *   level(v)  = the least number of edges on a path from source to v; level(source) = 0; no entry if there is none
 *   parent(v) = the smallest u with level(u) + 1 = level(v) and an edge u -> v; parent(source) = source
 * *level (GRAPH_INT32) and *parent (GRAPH_INT64) are new vectors of length rows(A); either pointer may be NULL.
 * In the algebra: while f is not empty: level<f> = d; f<!level, replace> = f any_first A.
 * GRAPH_E_INVALID_INDEX: source or target is not a vertex.
 * Source: Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search", SC 2012. */
GRAPH_API graph_status graph_bfs(graph_vector **level, graph_vector **parent, const graph_matrix *A,
                                 graph_index source, const graph_bfs_options *options);

/* Checks the result of a search from `source` with these options, in one pass over the edges.  level or parent may be
 * NULL; a missing level is taken from the parents.  What must hold:
 *   level(source) = 0, parent(source) = source, and both have entries at the same vertices;
 *   another vertex v with an entry has a parent, with level(parent(v)) + 1 = level(v) and an edge parent(v) -> v
 *   (without parents: an edge from a vertex of the level before);
 *   an edge u -> v with u reached, and its level below the limit, has v reached, and level(v) <= level(u) + 1;
 *   no level is above the limit, which is max_depth, the level of the target, or none.
 * Any parent of the level before is right, not only the smallest.
 * GRAPH_E_INVALID_OBJECT: the sentence has the rule that is broken, and where.  GRAPH_E_DOMAIN: the type of level or
 * parent is not int32 or int64.  GRAPH_E_DIMENSION: also, their length is not rows(A).  GRAPH_E_NULL: both are NULL.
 * Source: the rules of validation of the Graph500 benchmark. */
GRAPH_API graph_status graph_bfs_verify(const graph_vector *level, const graph_vector *parent,
                                        const graph_matrix *A, graph_index source,
                                        const graph_bfs_options *options);

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
    graph_progress_function *progress; /* may cancel */
    void *context;                     /* for progress */
} graph_triangles_options;

/* *count = the number of triangles {u, v, w} of the undirected simple graph of the square matrix A: u and v are
 * joined if A has an entry (u, v) or (v, u), u != v.
 * In the algebra: L = tril(A or A', -1);  count = sum of (L plus_pair L') masked by L.
 * Source: Azad, Buluc, Gilbert, "Parallel triangle counting and enumeration using matrix algebra", IPDPSW 2015. */
GRAPH_API graph_status graph_triangles(uint64_t *count, const graph_matrix *A,
                                       const graph_triangles_options *options);

typedef struct graph_clustering_facts {
    size_t size;         /* sizeof(graph_clustering_facts), set by the caller */
    uint64_t triangles;
    uint64_t triples;    /* pairs of neighbours: the sum of d(v) (d(v) - 1) / 2 */
    double transitivity; /* 3 triangles / triples; 0 if there are no triples */
    double mean;         /* of the local coefficients of all vertices; 0 if there are none */
} graph_clustering_facts;

typedef struct graph_clustering_options {
    size_t size; /* sizeof(graph_clustering_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;              /* 0: as graph_set_threads says */
    graph_vector **triangles; /* gets a new full vector GRAPH_INT64: the triangles at each vertex.  May be NULL */
    graph_vector **degree;    /* the same for the neighbours of each vertex */
    graph_progress_function *progress; /* may cancel */
    void *context;                     /* for progress */
} graph_clustering_options;

/* How many of the pairs of neighbours of a vertex are neighbours of each other, in the undirected simple graph of the
 * square matrix A (see graph_triangles).  With t(v) triangles and d(v) neighbours at v,
 *   local(v) = 2 t(v) / (d(v) (d(v) - 1)), and 0 where d(v) < 2;
 *   transitivity = 3 triangles / triples = sum of 2 t(v) / sum of d(v) (d(v) - 1).
 * *local is a new full vector GRAPH_FP64; local or facts may be NULL.  All come from one count of triangles.
 * In the algebra, with S the pattern of A or A' without its diagonal: d = row sums of S; 2 t = row sums of
 * (S plus_pair S) masked by S.
 * Sources: Watts, Strogatz, Nature 393, 1998; Newman, Watts, Strogatz, PNAS 99, 2002. */
GRAPH_API graph_status graph_clustering(graph_vector **local, graph_clustering_facts *facts,
                                        const graph_matrix *A, const graph_clustering_options *options);

#ifdef __cplusplus
}
#endif
#endif
