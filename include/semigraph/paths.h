/* Components, reachability and shortest paths.  A graph is the square matrix A: entry (u, v) is the edge u -> v.
 * Statuses and outputs are those of algorithms.h. */
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
    graph_progress_function *progress; /* may cancel */
    void *context;                     /* for progress */
} graph_components_options;

/* Strong components: u and v are in one component if there are paths from u to v and from v to u (a vertex is always
 * with itself).  *component is a new full vector GRAPH_INT32 of length rows(A): the number of each vertex's component,
 * 0 .. *count - 1 in the order of their smallest vertices.  component or count may be NULL.
 * In the algebra: c(v) = max of the c(u) that reach v, by c max= c max_times A until nothing changes; the component of
 * a root r, c(r) = r, is what reaches r among the vertices with c = r.  Remove these and repeat.
 * Source: Pearce, "A space-efficient algorithm for finding strongly connected components", IPL 116(1), 2016. */
GRAPH_API graph_status graph_strong_components(graph_vector **component, graph_index *count,
                                               const graph_matrix *A,
                                               const graph_components_options *options);

/* Weak components: the same with every edge taken both ways.
 * In the algebra: c min= c min_first A, c min= A min_second c, until nothing changes.
 * Source: Jayanti, Tarjan, "A randomized concurrent algorithm for disjoint set union", PODC 2016. */
GRAPH_API graph_status graph_weak_components(graph_vector **component, graph_index *count,
                                             const graph_matrix *A, const graph_components_options *options);

/* ---- Transitive closure ---- */

/* What can be reached from where: strong components, and for each component the set of components it reaches, as
 * bits in blocks that rows share where they agree.  Many threads may ask at once.  One that was made on a device comes to
 * the host with the first query about vertices, which may fail with GRAPH_E_MEMORY or GRAPH_E_DEVICE and can be repeated
 * then; counts and facts are at hand. */
typedef struct graph_closure graph_closure;

typedef enum graph_closure_method {
    GRAPH_CLOSURE_AUTO = 0,         /* the next one */
    GRAPH_CLOSURE_CONDENSATION = 1, /* strong components, then bit rows from the sinks up */
    GRAPH_CLOSURE_SQUARING = 2, /* R = R or R or_and R until nothing changes: the definition in the algebra */
    GRAPH_CLOSURE_WARSHALL = 3  /* Warshall on an n x n bit matrix, 64 pivots at a time */
} graph_closure_method;

typedef struct graph_closure_options {
    size_t size;     /* sizeof(graph_closure_options) */
    graph_form form; /* GRAPH_FORM_ALGEBRA is the method GRAPH_CLOSURE_SQUARING */
    graph_backend_kind backend;
    int threads; /* 0: as graph_set_threads says */
    graph_closure_method method;
    /* v reaches itself by the path without edges.  The default counts paths of one edge or more, so that v reaches
     * itself only if it lies on a cycle. */
    bool is_reflexive;
    /* Give up before the work if it might take more memory than this; 0: the machine's memory. */
    uint64_t most_bytes;
    graph_progress_function *progress; /* may cancel */
    void *context;                     /* for progress */
} graph_closure_options;

/* *closure = which vertices can be reached from which along the edges of A.  Released with graph_closure_release.
 * Before the rows are made an upper bound of the memory they take is known (rows that share blocks take less):
 * GRAPH_E_MEMORY, with the bytes in the sentence, if that is more than most_bytes.  A device has a separate bound; above
 * it the CPU computes.
 * Source: Nuutila, "Efficient transitive closure computation in large digraphs", 1995; Warshall, JACM 9(1), 1962. */
GRAPH_API graph_status graph_transitive_closure(graph_closure **closure, const graph_matrix *A,
                                                const graph_closure_options *options);

/* Releases a closure and sets *closure to NULL.  NULL and a pointer to NULL are fine. */
GRAPH_API void graph_closure_release(graph_closure **closure);

/* *is_reachable tells whether v can be reached from u.  GRAPH_E_INVALID_INDEX: u or v is not a vertex. */
GRAPH_API graph_status graph_reachable(bool *is_reachable, const graph_closure *closure, graph_index u,
                                       graph_index v);

/* *pairs = the number of ordered pairs (u, v) with v reachable from u.  Costs O(1). */
GRAPH_API graph_status graph_closure_count(uint64_t *pairs, const graph_closure *closure);

typedef struct graph_closure_facts {
    size_t size; /* sizeof(graph_closure_facts), set by the caller */
    graph_index vertices;
    uint64_t pairs;                /* as graph_closure_count */
    graph_index components;        /* strong components */
    graph_index largest_component; /* vertices of the largest one */
    uint64_t bytes;                /* memory that the closure holds */
} graph_closure_facts;

/* Fills in *facts.  GRAPH_E_INVALID_VALUE: wrong size field. */
GRAPH_API graph_status graph_closure_get_facts(graph_closure_facts *facts, const graph_closure *closure);

/* Writes the vertices that can be reached from u, in ascending order, into vertex[0 .. *n - 1].
 * *n: on entry the room in `vertex` (which may be NULL: only counts), on return the number of vertices.
 * GRAPH_E_NO_SPACE: *n is too small; *n is then the number.  GRAPH_E_INVALID_INDEX: u is not a vertex. */
GRAPH_API graph_status graph_closure_successors(graph_index *vertex, graph_index *n,
                                                const graph_closure *closure, graph_index u);

/* *row = the vertices that can be reached from u as a new sparse vector of type GRAPH_PATTERN.
 * GRAPH_E_INVALID_INDEX: u is not a vertex. */
GRAPH_API graph_status graph_closure_row(graph_vector **row, const graph_closure *closure, graph_index u);

/* *C = the closure as a new square matrix of type GRAPH_PATTERN.  It takes 4 bytes for each pair.
 * GRAPH_E_MEMORY, with the bytes in the sentence, if that is more than most_bytes (0: the machine's memory). */
GRAPH_API graph_status graph_closure_matrix(graph_matrix **C, const graph_closure *closure,
                                            uint64_t most_bytes, int threads);

/* ---- Levels from many sources ---- */

/* What an array of levels or distances holds where there is no path: the largest value of an integer type, +infinity
 * of a floating one. */
#define GRAPH_UNREACHED_UINT8  UINT8_MAX
#define GRAPH_UNREACHED_UINT16 UINT16_MAX
#define GRAPH_UNREACHED_INT32  INT32_MAX
#define GRAPH_UNREACHED_INT64  INT64_MAX

typedef struct graph_bfs_multi_options {
    size_t size; /* sizeof(graph_bfs_multi_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;        /* 0: as graph_set_threads says */
    bool is_reversed;   /* walk edges from their end to their start */
    bool has_max_depth; /* stop at max_depth */
    graph_index max_depth;
    int group; /* sources that walk together, a bit each: 64, 256 or 512; 0: chosen */
    /* New full vectors, one element for each source; each may be NULL. */
    graph_vector **reached;      /* GRAPH_INT64: the vertices reached, the source included */
    graph_vector **eccentricity; /* GRAPH_INT32: the largest level */
    graph_vector **distance_sum; /* GRAPH_INT64: the sum of the levels */
    graph_progress_function *progress;
    void *context; /* for progress */
} graph_bfs_multi_options;

/* Breadth-first searches from source[0 .. sources - 1] along the edges of A; source NULL: from every vertex (sources
 * is then 0 or rows(A)).  level(k, v) = the least number of edges on a path from source[k] to v, or the constant above.
 * *level: a dense matrix, sources x rows(A), of type GRAPH_UINT8, GRAPH_UINT16 or GRAPH_INT32 (GRAPH_PATTERN: INT32) in
 * either layout (0: row-major).  With value NULL it gets a new array, freed with graph_free; else it describes an array
 * of the caller's (which a failed call may have written to).  level NULL: only the vectors of the options are made.
 * In the algebra, F and S of shape sources x rows(A): F(k, source[k]) = 1, S = F; while F is not empty:
 * level<F> = depth; F<!S, replace> = F any_pair A; S = S or F.
 * GRAPH_E_INVALID_INDEX: a source is not a vertex.  GRAPH_E_DOMAIN: another type, or a level that does not fit it.
 * GRAPH_E_CANCELLED: progress returned other than 0.
 * Source: Then et al., "The more the merrier: efficient multi-source graph traversal", VLDB 2015. */
GRAPH_API graph_status graph_bfs_multi(graph_dense *level, const graph_matrix *A, const graph_index *source,
                                       graph_index sources, const graph_bfs_multi_options *options);

/* ---- Shortest paths ---- */

/* Weights are the values of A (1 for a pattern); a path costs the sum of its edges, the path without edges 0.  An edge
 * of weight +infinity is no edge.  Distances are of type GRAPH_INT32, INT64, FP32 or FP64: GRAPH_PATTERN stands for
 * INT64 for integer weights, else for the type of the weights.  Sums never overflow: GRAPH_E_DOMAIN if vertices times
 * the largest weight is above a quarter of the integer type's range.  A distance is the same whatever the method and
 * the number of threads, except that Johnson's method and Floyd-Warshall round differently in floating types.
 * A cycle of weight 0 is not negative, also where rounded sums fall on it: in floating types the weight of a cycle is
 * summed exactly before it is reported.  A negative cycle may go unseen only if it is lost in the rounding of the
 * distances.  Predecessors always lead back to the source.  A floating sum that overflows is +infinity: no path. */

typedef enum graph_sssp_method {
    GRAPH_SSSP_AUTO = 0,
    GRAPH_SSSP_HEAP = 1,  /* Dijkstra on one thread */
    GRAPH_SSSP_STEPS = 2, /* delta-stepping on all threads */
    GRAPH_SSSP_ROUNDS = 3 /* Bellman-Ford, the only one for negative weights */
} graph_sssp_method;

typedef struct graph_sssp_options {
    size_t size; /* sizeof(graph_sssp_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads; /* 0: as graph_set_threads says */
    graph_sssp_method method;
    double delta;    /* width of a bucket of delta-stepping; 0: chosen from the weights and degrees */
    graph_type type; /* of the distances; GRAPH_PATTERN: chosen from the weights */
    graph_progress_function *progress; /* may cancel */
    void *context;                     /* for progress */
} graph_sssp_options;

/* Distances from source along the edges of A, and the vertex before each one on a shortest path.
 *   distance(v) = the least cost of a path from source to v; no entry if there is none
 *   parent(v)   = the vertex before v on such a path; parent(source) = source
 * *distance and *parent (GRAPH_INT64) are new vectors of length rows(A); either pointer may be NULL.
 * In the algebra: d(source) = 0; d min= d min_plus A until nothing changes.
 * GRAPH_E_NEGATIVE_CYCLE: the sentence names a vertex on a negative cycle that source reaches.
 * GRAPH_E_INVALID_VALUE: a weight is NaN or -infinity; a method other than rounds with a negative weight.
 * GRAPH_E_INVALID_INDEX: source is not a vertex.  GRAPH_E_DOMAIN: see above, or another type.
 * Source: Meyer, Sanders, "Delta-stepping: a parallelizable shortest path algorithm", J. Algorithms 49(1), 2003. */
GRAPH_API graph_status graph_sssp(graph_vector **distance, graph_vector **parent, const graph_matrix *A,
                                  graph_index source, const graph_sssp_options *options);

typedef enum graph_apsp_method {
    GRAPH_APSP_AUTO = 0,
    GRAPH_APSP_HOPS = 1,          /* every edge costs 1: breadth-first search from many sources at once */
    GRAPH_APSP_DIJKSTRA = 2,      /* one source a thread */
    GRAPH_APSP_JOHNSON = 3,       /* the same after making negative weights non-negative */
    GRAPH_APSP_FLOYD_WARSHALL = 4 /* for dense graphs, all sources */
} graph_apsp_method;

/* Takes `count` rows of results, the first of them that of source number `first`; predecessor is NULL if not wanted.
 * The arrays are the library's and valid during the call.  A return other than 0 cancels. */
typedef int graph_rows_function(graph_index first, graph_index count, const void *distance,
                                const int32_t *predecessor, void *context);

typedef struct graph_apsp_options {
    size_t size; /* sizeof(graph_apsp_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads; /* 0: as graph_set_threads says */
    graph_apsp_method method;
    bool is_unweighted;        /* every edge costs 1, whatever its value */
    const graph_index *source; /* the rows of the result; NULL: every vertex */
    graph_index sources;       /* how many, if source is not NULL */
    graph_rows_function *rows; /* gets the result by blocks of rows, in order, instead of one array; Floyd-Warshall
                                * and the algebra still hold all rows meanwhile */
    bool has_predecessors;     /* rows gets predecessors too */
    const char *npy;           /* the distances go into this new file of NumPy's format, mapped into memory */
    graph_progress_function *progress;
    void *context; /* for rows and progress */
} graph_apsp_options;

/* Distances from many sources, one row each: distance(k, v) from source k to v; distance(k, source k) = 0, also where
 * the source has a self-loop; unreachable: +infinity, or GRAPH_UNREACHED_... for an integer type.
 * distance: a dense row-major matrix as in graph_bfs_multi; its type may also be GRAPH_UINT8 and UINT16 for the method
 * HOPS, where GRAPH_PATTERN stands for INT32.  NULL is allowed with `rows` and `npy`; with those only its type is read
 * and no array is made.
 * predecessor: NULL, or a dense row-major matrix GRAPH_INT32 like it: the vertex before v on a shortest path from the
 * source; the source itself at the source; -1 where there is no path.
 * In the algebra: D = A with a diagonal of 0; D min= D min_plus D until nothing changes.
 * GRAPH_E_NEGATIVE_CYCLE: the sentence names a vertex on a negative cycle, anywhere in the graph.
 * GRAPH_E_IO: the file.  GRAPH_E_CANCELLED: progress or rows returned other than 0.  Others as graph_sssp.
 * Sources: Then et al., VLDB 2015; Johnson, JACM 24(1), 1977; Venkataraman et al., JEA 8, 2003. */
GRAPH_API graph_status graph_apsp(graph_dense *distance, graph_dense *predecessor, const graph_matrix *A,
                                  const graph_apsp_options *options);

/* The vertices of a shortest path to v, from the source on: a new array, freed with graph_free, of *vertices elements;
 * NULL and 0 if there is no path.  predecessor: of graph_apsp; row: the number of the source in it.
 * GRAPH_E_INVALID_INDEX: row or v is outside.  GRAPH_E_INVALID_OBJECT: the predecessors lead round or outside. */
GRAPH_API graph_status graph_path(graph_index **vertex, graph_index *vertices, const graph_dense *predecessor,
                                  graph_index row, graph_index v);

#ifdef __cplusplus
}
#endif
#endif
