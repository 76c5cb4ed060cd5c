/* Components, reachability and shortest paths.  A graph is the square matrix A: entry (u, v) is the edge u -> v.
 *
 * Unless said otherwise every function returns GRAPH_E_NULL for a NULL argument, GRAPH_E_DIMENSION when A is not
 * square, GRAPH_E_INVALID_VALUE for options with a wrong size field or an unknown choice, and GRAPH_E_MEMORY; outputs
 * are new objects of the caller's, and NULL after a failure.  Options may be NULL. */
#ifndef SEMIGRAPH_PATHS_H
#define SEMIGRAPH_PATHS_H

#include "semigraph/algorithms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Components ---- */

typedef struct graph_components_options {
    size_t size; /* sizeof(graph_components_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads; /* 0: as graph_set_threads says */
} graph_components_options;

/* Strong components: u and v are in one component if there are paths from u to v and from v to u (a vertex is always
 * with itself).  *component is a new full vector GRAPH_INT32 of length rows(A): the number of each vertex's component,
 * 0 .. *count - 1 in the order of their smallest vertices.  component or count may be NULL.
 * In the algebra: c(v) = max of the c(u) that reach v, by c max= c max_times A until nothing changes; the component of
 * a root r, c(r) = r, is what reaches r among the vertices with c = r.  Remove these and repeat.
 * Source: Pearce, "A space-efficient algorithm for finding strongly connected components", IPL 116(1), 2016. */
GRAPH_API graph_status graph_strong_components(graph_vector **component, graph_index *count, const graph_matrix *A,
                                               const graph_components_options *options);

/* Weak components: the same with every edge taken both ways.
 * In the algebra: c min= c min_first A, c min= A min_second c, until nothing changes.
 * Source: Jayanti, Tarjan, "A randomized concurrent algorithm for disjoint set union", PODC 2016. */
GRAPH_API graph_status graph_weak_components(graph_vector **component, graph_index *count, const graph_matrix *A,
                                             const graph_components_options *options);

/* ---- Transitive closure ---- */

/* What can be reached from where: strong components, and for each component the set of components it reaches, as
 * bits in blocks that rows share where they agree.  Read-only once made: many threads may ask at once. */
typedef struct graph_closure graph_closure;

typedef enum graph_closure_method {
    GRAPH_CLOSURE_AUTO = 0,         /* the next one */
    GRAPH_CLOSURE_CONDENSATION = 1, /* strong components, then bit rows from the sinks up */
    GRAPH_CLOSURE_SQUARING = 2,     /* R = R or R or_and R until nothing changes: the definition in the algebra */
    GRAPH_CLOSURE_WARSHALL = 3      /* Warshall on an n x n bit matrix, 64 pivots at a time */
} graph_closure_method;

typedef struct graph_closure_options {
    size_t size; /* sizeof(graph_closure_options) */
    graph_form form; /* GRAPH_FORM_ALGEBRA is the method GRAPH_CLOSURE_SQUARING */
    graph_backend_kind backend;
    int threads; /* 0: as graph_set_threads says */
    graph_closure_method method;
    bool is_reflexive;   /* v reaches itself by the path without edges; the default counts paths of one edge or more,
                            so that v reaches itself only if it lies on a cycle */
    uint64_t most_bytes; /* give up before the work if it might take more memory than this; 0: the machine's memory */
} graph_closure_options;

/* *closure = which vertices can be reached from which along the edges of A.  Released with graph_closure_release.
 * Before the work an upper bound of the memory it takes is known (rows that share blocks take less):
 * GRAPH_E_MEMORY, with the bytes in the sentence, if that is more than most_bytes.
 * Source: Nuutila, "Efficient transitive closure computation in large digraphs", 1995; Warshall, JACM 9(1), 1962. */
GRAPH_API graph_status graph_transitive_closure(graph_closure **closure, const graph_matrix *A,
                                                const graph_closure_options *options);

/* Releases a closure and sets *closure to NULL.  NULL and a pointer to NULL are fine. */
GRAPH_API void graph_closure_release(graph_closure **closure);

/* *reachable tells whether v can be reached from u.  GRAPH_E_INVALID_INDEX: u or v is not a vertex. */
GRAPH_API graph_status graph_reachable(bool *reachable, const graph_closure *closure, graph_index u, graph_index v);

/* *pairs = the number of ordered pairs (u, v) with v reachable from u.  Costs O(1). */
GRAPH_API graph_status graph_closure_count(uint64_t *pairs, const graph_closure *closure);

typedef struct graph_closure_facts {
    size_t size;                   /* sizeof(graph_closure_facts), set by the caller */
    graph_index vertices;
    uint64_t pairs;                /* as graph_closure_count */
    graph_index components;        /* strong components */
    graph_index largest_component; /* vertices of the largest one */
    uint64_t bytes;                /* memory that the closure holds */
} graph_closure_facts;

GRAPH_API graph_status graph_closure_get_facts(graph_closure_facts *facts, const graph_closure *closure);

/* Writes the vertices that can be reached from u, in ascending order, into vertex[0 .. *n - 1].
 * *n: on entry the room in `vertex` (which may be NULL: only counts), on return the number of vertices.
 * GRAPH_E_NO_SPACE: *n is too small; *n is then the number.  GRAPH_E_INVALID_INDEX: u is not a vertex. */
GRAPH_API graph_status graph_closure_successors(graph_index *vertex, graph_index *n, const graph_closure *closure,
                                                graph_index u);

/* *row = the vertices that can be reached from u as a new sparse vector of type GRAPH_PATTERN.
 * GRAPH_E_INVALID_INDEX: u is not a vertex. */
GRAPH_API graph_status graph_closure_row(graph_vector **row, const graph_closure *closure, graph_index u);

/* *C = the closure as a new square matrix of type GRAPH_PATTERN.  It takes 4 bytes for each pair.
 * GRAPH_E_MEMORY, with the bytes in the sentence, if that is more than most_bytes (0: the machine's memory). */
GRAPH_API graph_status graph_closure_matrix(graph_matrix **C, const graph_closure *closure, uint64_t most_bytes,
                                            int threads);

#ifdef __cplusplus
}
#endif
#endif
