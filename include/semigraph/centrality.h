/* How central vertices are: PageRank, HITS, betweenness, closeness ...  A graph is the square matrix A: entry (u, v) is
 * the edge u -> v.
 * Statuses and outputs are those of algorithms.h.
 *
 * Floating results do not depend on the number of threads: each sum has a fixed order.  The two forms add in different
 * orders, and so may back ends; what that costs is stated for each function. */
#ifndef SEMIGRAPH_CENTRALITY_H
#define SEMIGRAPH_CENTRALITY_H

#include "semigraph/paths.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- PageRank ---- */

typedef struct graph_pagerank_report {
    size_t size;          /* sizeof(graph_pagerank_report), set by the caller */
    graph_index rounds;   /* of many seeds: the most that one took */
    graph_index dangling; /* vertices without edges out, or with edges of weight 0 alone */
    double residual;      /* of the last round; of many seeds: the largest */
    double error_bound;   /* L1 distance to the exact result, apart from rounding: damping / (1 - damping) * residual */
    bool has_converged;   /* residual <= tolerance */
} graph_pagerank_report;

typedef struct graph_pagerank_options {
    size_t size; /* sizeof(graph_pagerank_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;             /* 0: as graph_set_threads says */
    double damping;          /* above 0 and below 1; 0: 0.85 */
    double tolerance;        /* of the residual; 0: 1e-10, of fp32 1e-6; negative: run all rounds */
    graph_index most_rounds; /* 0: 1000 */
    graph_type type;         /* GRAPH_FP32 or GRAPH_FP64; GRAPH_PATTERN: FP64 */
    bool is_weighted;        /* walk along an edge in proportion to its value; else along all edges alike */
    /* Where the walk begins and begins anew: values of 0 or more for each vertex (missing entries are 0), not all 0, which
     * are divided by their sum.  NULL: everywhere alike.  Not of graph_pagerank_multi. */
    const graph_vector *personalization;
    graph_pagerank_report *report; /* filled in if not NULL */
    graph_progress_function *progress;
    void *context; /* for progress */
} graph_pagerank_options;

/* The stationary distribution of a walk that follows a random edge out of its vertex with probability `damping`, and else
 * begins anew; at a dangling vertex it always begins anew.  *rank is a new full vector whose values add up to 1.
 * In the algebra, with p the personalization, w = row sums of A (of ones if not weighted), x = p at first:
 *     x' = damping (x ./ w) A + (1 - damping + damping * sum of x at dangling vertices) p
 * until the residual, the sum of |x' - x|, is at most the tolerance, or for most_rounds rounds.  That the tolerance was not
 * reached is no failure: see the report.  A back end may come near by other rounds of as many operations, which count as
 * such, before the last of these (the CPU where the pattern is symmetric, without weights: from another x, by Chebyshev's
 * method); with a negative tolerance it does not.
 * Each sum over the edges into a vertex is of fp64 (in the algebra of `type`), by at most one rounding for each edge.
 * GRAPH_E_INVALID_VALUE: also, damping is outside [0, 1), the tolerance is NaN, a weight or a value of the
 * personalization is negative or not finite, or the latter are all 0.  GRAPH_E_DOMAIN: another type, or values of a
 * user's type.  GRAPH_E_DIMENSION: also, the length of the personalization is not rows(A).  GRAPH_E_CANCELLED: progress
 * returned other than 0.
 * Source: Page, Brin, Motwani, Winograd, "The PageRank citation ranking", Stanford 1999. */
GRAPH_API graph_status graph_pagerank(graph_vector **rank, const graph_matrix *A,
                                      const graph_pagerank_options *options);

/* PageRank from each of many seeds at once: column k of *rank has the result with the personalization 1 at seed[k] and 0
 * elsewhere.  *rank: a dense matrix, rows(A) x seeds, of the type of the options, as in graph_bfs_multi; with value NULL it
 * gets a new array, freed with graph_free.  A column does not depend on the others.
 * GRAPH_E_NULL: also, seed is NULL and seeds is not 0.  GRAPH_E_INVALID_INDEX: a seed is not a vertex.
 * GRAPH_E_INVALID_VALUE: also, the options have a personalization. */
GRAPH_API graph_status graph_pagerank_multi(graph_dense *rank, const graph_matrix *A, const graph_index *seed,
                                            graph_index seeds, const graph_pagerank_options *options);

/* Checks that a vector is the PageRank of A under these options: full, of fp32 or fp64, values of 0 or more with the sum 1,
 * and a residual of at most the tolerance, computed along the rows of A in extended precision (a negative tolerance is
 * taken as 0).  Rounding is allowed: for each value and each edge one unit in the last place.
 * GRAPH_E_INVALID_OBJECT: the sentence has what does not hold. */
GRAPH_API graph_status graph_check_pagerank(const graph_vector *rank, const graph_matrix *A,
                                            const graph_pagerank_options *options);

/* ---- Powers of the matrix: HITS, eigenvector centrality, Katz ---- */

typedef struct graph_power_report {
    size_t size; /* sizeof(graph_power_report), set by the caller */
    graph_index rounds;
    double residual;    /* the sum of |x' - x| in the last round */
    double value;       /* the norm by which the last round was divided: of HITS that of the hubs; 1 for Katz */
    bool has_converged; /* residual <= tolerance */
} graph_power_report;

typedef struct graph_power_options {
    size_t size;     /* sizeof(graph_power_options) */
    graph_form form; /* Katz has one, in the algebra; a device has that alone */
    graph_backend_kind backend;
    int threads;             /* 0: as graph_set_threads says */
    double tolerance;        /* of the residual; 0: 1e-10, of fp32 1e-6; negative: run all rounds */
    graph_index most_rounds; /* 0: 1000 */
    graph_type type;         /* GRAPH_FP32 or GRAPH_FP64; GRAPH_PATTERN: FP64 */
    bool is_weighted;        /* edges count by their values, which are 0 or more; else as 1 */
    double alpha, beta;      /* graph_katz: above 0; 0: 0.1 and 1 */
    bool is_normalized;      /* graph_katz: divide by the Euclidean norm */
    graph_power_report *report; /* filled in if not NULL */
    graph_progress_function *progress;
    void *context; /* for progress */
} graph_power_options;

/* In the algebra, from x = 1 / n everywhere until the residual is at most the tolerance, or for most_rounds rounds (that is
 * no failure: see the report).  Results are new full vectors.
 *     HITS         a = A' h divided by its sum;  h' = A a divided by its sum;  without edges both stay as they began
 *     eigenvector  x' = x + A' x divided by its Euclidean norm: the eigenvector of A' of the largest eigenvalue, where there
 *                  is one such; the sum with x makes bipartite graphs converge
 *     Katz         x' = alpha A' x + beta, from x = 0: the sum over k of alpha^k times the paths of k edges that end there
 * Where the matrix of the rounds is symmetric (HITS; eigenvectors of a symmetric pattern without weights) the fused form
 * finds where they lead by Lanczos's method, in fewer rounds of the same products, and ends by one or more of them, so that
 * the residual is theirs; not if the tolerance is negative.
 * Either of hub and authority may be NULL.  Rounding: one for each edge into a vertex and round.
 * GRAPH_E_INVALID_VALUE: also, a tolerance that is NaN, a weight that is negative or not finite, alpha or beta negative or
 * not finite.  GRAPH_E_DOMAIN: another type; values of a user's type; results beyond the type's range: of Katz where alpha
 * is not below 1 / the largest eigenvalue.  GRAPH_E_CANCELLED: progress returned other than 0.
 * Sources: Kleinberg, JACM 46(5), 1999; Bonacich, J. Math. Sociology 2(1), 1972; Katz, Psychometrika 18(1), 1953. */
GRAPH_API graph_status graph_hits(graph_vector **hub, graph_vector **authority, const graph_matrix *A,
                                  const graph_power_options *options);
GRAPH_API graph_status graph_eigenvector_centrality(graph_vector **result, const graph_matrix *A,
                                                    const graph_power_options *options);
GRAPH_API graph_status graph_katz(graph_vector **result, const graph_matrix *A, const graph_power_options *options);

/* Check them by one round along the rows of A in extended precision, which may change them by twice the tolerance (a
 * negative one is taken as 0) and rounding.  GRAPH_E_INVALID_OBJECT: the sentence has the change. */
GRAPH_API graph_status graph_check_hits(const graph_vector *hub, const graph_vector *authority, const graph_matrix *A,
                                        const graph_power_options *options);
GRAPH_API graph_status graph_check_eigenvector_centrality(const graph_vector *result, const graph_matrix *A,
                                                          const graph_power_options *options);
GRAPH_API graph_status graph_check_katz(const graph_vector *result, const graph_matrix *A,
                                        const graph_power_options *options);

/* ---- Betweenness ---- */

typedef struct graph_betweenness_report {
    size_t size;          /* sizeof(graph_betweenness_report), set by the caller */
    graph_index sources;
    uint64_t bytes;       /* of work space, the most that was reserved for it before the work */
    graph_index wide;     /* sources with more shortest paths than fp64 counts, which were searched by scaled numbers */
} graph_betweenness_report;

typedef struct graph_betweenness_options {
    size_t size; /* sizeof(graph_betweenness_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;        /* 0: as graph_set_threads says */
    bool is_weighted;   /* a path costs the sum of its edges' values, in fp64; else the number of edges */
    bool is_undirected; /* pairs (s, t) and (t, s) count once: all results are halved.  The pattern of A is symmetric */
    /* Divide by the pairs that might count, and multiply by rows(A) / sources:  (n - 1)(n - 2) pairs for vertices (1 if
     * that is 0), n (n - 1) for edges, half of that for undirected graphs. */
    bool is_normalized;
    uint64_t most_bytes; /* of work space, the bound of which is known before the work; 0: the machine's memory */
    /* Gets a new matrix GRAPH_FP64 with the pattern of A: the betweenness of edges.  An undirected edge has at both
     * entries what leads through it either way.  May be NULL. */
    graph_matrix **edges;
    graph_betweenness_report *report; /* filled in if not NULL */
    graph_progress_function *progress;
    void *context; /* for progress */
} graph_betweenness_options;

/* How many shortest paths lead through a vertex:
 *     betweenness(v) = sum over sources s and vertices t, s, v and t distinct, of the share of the shortest paths from s
 *                      to t that have v on them;  the same for edges, whose ends may be s and t.
 * source[0 .. sources - 1]: where paths begin; NULL: everywhere, which is exact betweenness (sources is then 0 or
 * rows(A)).  A source that is listed twice counts twice.  *vertex is a new full vector GRAPH_FP64, or NULL may be passed
 * for it.
 * In the algebra, for all sources at once, a row each: P counts paths, S_d is the pattern of level d:
 *     F(k, source[k]) = 1, P = F, S_0 = F;  F<!P, replace> = F plus_first A, P += F, S_d = F, until F is empty;
 *     D = 0;  from the last level on:  W<S_d> = (1 + D) ./ P,  D<S_(d-1)> = P .* (W plus_first A')
 * betweenness(v) = sum of D(k, v) over k with source[k] != v.  With weights, T the entries of A with
 * distance(u) + weight = distance(v), for each source: P = sum of the powers of T in the row of s, D = P .* (sum of
 * the powers of T from the first on, times 1 ./ P).
 * Work: sources times (vertices + edges), with weights also times log(vertices).  Counts of paths are fp64, and beyond its
 * range fp64 with an exponent of 64 bits.  Relative error: at most 2^-52 for each addition on the way, of a result as
 * large as the sum of its terms; sums are by source in their order, and within a source by ascending vertex.
 * GRAPH_E_INVALID_INDEX: a source is not a vertex.  GRAPH_E_INVALID_VALUE: a weight is 0, negative or NaN (+infinity is no
 * edge); is_undirected and the pattern is not symmetric, or with is_weighted the values.  GRAPH_E_DOMAIN: a weight is lost
 * in the rounding of a distance; values of a user's type.  GRAPH_E_MEMORY: also, the work space for one source is
 * above most_bytes; the sentence has the bytes.  GRAPH_E_CANCELLED: progress returned other than 0.
 * Source: Brandes, "A faster algorithm for betweenness centrality", J. Math. Sociology 25(2), 2001. */
GRAPH_API graph_status graph_betweenness(graph_vector **vertex, const graph_matrix *A, const graph_index *source,
                                         graph_index sources, const graph_betweenness_options *options);

/* Checks betweenness: vertex, the matrix at *options.edges (which is read here), or both; options are those of the call.
 *   no value is negative or NaN;
 *   the values of vertices add up to the sum over sources s and reached vertices t, s and t distinct, of the mean number
 *   of vertices between them on a shortest path;
 *   the values of the edges into a vertex add up to its own and one for each other source that reaches it, and those out
 *   of it to its own and one for each vertex that it reaches as a source (of undirected graphs the two together);
 *   at four vertices, the one with the largest value among them, the value is that of the definition, from the numbers of
 *   paths from each source and from that vertex (not where weights are no integers below 2^24: sums of others round).
 * Distances and numbers of paths come from a search of the check's.  Work: sources times (vertices + edges).  The rules hold
 * to a relative 1e-9; a vertex between more than 2^16000 paths is not looked at by the last one.
 * GRAPH_E_INVALID_OBJECT: the sentence has the rule that is broken, and where.  GRAPH_E_DOMAIN: also, a type other than
 * fp64.  GRAPH_E_DIMENSION: also, shapes that differ.  GRAPH_E_NULL: also, both are NULL. */
GRAPH_API graph_status graph_check_betweenness(const graph_vector *vertex, const graph_matrix *A,
                                               const graph_index *source, graph_index sources,
                                               const graph_betweenness_options *options);

/* ---- Closeness and eccentricity ---- */

typedef struct graph_closeness_options {
    size_t size; /* sizeof(graph_closeness_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads;        /* 0: as graph_set_threads says */
    bool is_reversed;   /* distances to a vertex, not from it */
    bool is_weighted;   /* a path costs the sum of its edges' values, in fp64; else the number of edges */
    bool is_normalized; /* closeness times r / (n - 1), after Wasserman and Faust; harmonic centrality by n - 1 */
    graph_progress_function *progress;
    void *context; /* for progress */
} graph_closeness_options;

/* From each of source[0 .. sources - 1] (NULL: from every vertex; sources is then 0 or rows(A)), one element for each, with
 * the r vertices that it reaches besides itself and their distances d:
 *     closeness = r / sum of d        harmonic = sum of 1 / d        eccentricity = the largest d
 * and 0 where r is 0.  *result is a new full vector: GRAPH_FP64; eccentricity GRAPH_INT64 unless weighted.
 * In the algebra: the level sums of graph_bfs_multi, or the rows of graph_apsp, by their definitions.
 * Sums of numbers of edges are exact; harmonic sums add the vertices at each distance times 1 / d, from near to far;
 * weighted sums are of fp64 in the order of vertices.
 * GRAPH_E_INVALID_INDEX: a source is not a vertex.  GRAPH_E_INVALID_VALUE: a weight is 0, negative or NaN (+infinity is no
 * edge).  GRAPH_E_DOMAIN: values of a user's type.  GRAPH_E_CANCELLED: progress returned other than 0.
 * Sources: Bavelas, J. Acoust. Soc. Am. 22(6), 1950; Marchiori, Latora, Physica A 285, 2000; Then et al., VLDB 2015. */
GRAPH_API graph_status graph_closeness(graph_vector **result, const graph_matrix *A, const graph_index *source,
                                       graph_index sources, const graph_closeness_options *options);
GRAPH_API graph_status graph_harmonic(graph_vector **result, const graph_matrix *A, const graph_index *source,
                                      graph_index sources, const graph_closeness_options *options);
GRAPH_API graph_status graph_eccentricity(graph_vector **result, const graph_matrix *A, const graph_index *source,
                                          graph_index sources, const graph_closeness_options *options);

/* Checks a result of the three by plain searches from at most 64 of the sources, evenly spread: it is full, of its type, and
 * agrees with the definition to a relative 1e-12.  GRAPH_E_INVALID_OBJECT: the sentence has the source. */
GRAPH_API graph_status graph_check_closeness(const graph_vector *result, const graph_matrix *A,
                                             const graph_index *source, graph_index sources,
                                             const graph_closeness_options *options);
GRAPH_API graph_status graph_check_harmonic(const graph_vector *result, const graph_matrix *A,
                                            const graph_index *source, graph_index sources,
                                            const graph_closeness_options *options);
GRAPH_API graph_status graph_check_eccentricity(const graph_vector *result, const graph_matrix *A,
                                                const graph_index *source, graph_index sources,
                                                const graph_closeness_options *options);

typedef struct graph_diameter_report {
    size_t size;          /* sizeof(graph_diameter_report), set by the caller */
    graph_index searches; /* breadth-first searches, of the rows(A) that would do without bounds */
    graph_index vertex;   /* one with this eccentricity; 0 if there are no vertices */
} graph_diameter_report;

typedef struct graph_diameter_options {
    size_t size;     /* sizeof(graph_diameter_options) */
    graph_form form; /* GRAPH_FORM_ALGEBRA: from every vertex */
    graph_backend_kind backend;
    int threads;                   /* 0: as graph_set_threads says */
    graph_diameter_report *report; /* filled in if not NULL */
    graph_progress_function *progress;
    void *context; /* for progress */
} graph_diameter_options;

/* *diameter = the largest, *radius = the smallest eccentricity of a vertex, in numbers of edges; 0 without vertices.
 * Vertices that are not reached do not count, as in graph_eccentricity: a vertex without edges out has 0.
 * Where A has a symmetric pattern or one strong component, each search bounds the eccentricity e of all it meets,
 *     max(d(w, v), e(v) - d(v, w)) <= e(w) <= e(v) + d(w, v),
 * and only vertices that may still matter are searched from; elsewhere all are.
 * GRAPH_E_CANCELLED: progress returned other than 0.
 * Source: Takes, Kosters, "Determining the diameter of small world networks", CIKM 2011. */
GRAPH_API graph_status graph_diameter(graph_index *diameter, const graph_matrix *A,
                                      const graph_diameter_options *options);
GRAPH_API graph_status graph_radius(graph_index *radius, const graph_matrix *A, const graph_diameter_options *options);

/* Checks them by plain searches from every vertex, or from 256 evenly spread ones of a larger graph: none of these has a
 * larger (smaller) eccentricity, and options.report->vertex, if there is a report, has this one.
 * GRAPH_E_INVALID_OBJECT: the sentence has the vertex. */
GRAPH_API graph_status graph_check_diameter(graph_index diameter, const graph_matrix *A,
                                            const graph_diameter_options *options);
GRAPH_API graph_status graph_check_radius(graph_index radius, const graph_matrix *A,
                                          const graph_diameter_options *options);

#ifdef __cplusplus
}
#endif
#endif
