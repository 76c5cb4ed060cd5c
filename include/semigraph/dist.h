/* Matrices whose rows lie on the ranks of a group, and the operations and algorithms on them.
 *
 * Rank r has rows first[r] .. first[r + 1] - 1 of a graph_dist as an ordinary matrix.  It is a type of its own since its
 * functions are collective (group.h): every rank calls them, in the same order, with the same arguments but for what is
 * said to be a rank's own.  Vectors are ordinary ones, the same on every rank, and so are scalars and what reports say.
 *
 * A product fetches the rows of B that this rank's rows of A need and then multiplies on one machine, so each row is made
 * on one rank, in the order of one machine: results do not depend on the number of ranks, floating ones on the CPU neither.
 *
 * All objects of a call belong to one group, else GRAPH_E_INVALID_VALUE.  Besides the statuses of group.h and
 * GRAPH_E_NULL, functions return what their namesakes of one machine do; a failed call changes nothing on any rank.  A rank
 * that is handed NULL for every object cannot tell the others, which wait for it until the deadline. */
#ifndef SEMIGRAPH_DIST_H
#define SEMIGRAPH_DIST_H

#include "semigraph/centrality.h"
#include "semigraph/group.h"
#include "semigraph/operations.h"
#include "semigraph/paths.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graph_dist graph_dist;
struct graph_read_options; /* of semigraph/io.h */
struct graph_write_options;

/* What the ranks get equal shares of. */
typedef enum graph_cut {
    GRAPH_CUT_WORK = 0,    /* rows, entries, and of a square matrix the products of its square */
    GRAPH_CUT_ENTRIES = 1, /* rows and entries */
    GRAPH_CUT_ROWS = 2
} graph_cut;

/* ---- Objects ---- */

/* *A = an empty rows x columns matrix, cut into equal numbers of rows.  *A is NULL after a failure, here and below. */
GRAPH_API graph_status graph_dist_create(graph_dist **A, graph_group *group, graph_type type, graph_index rows,
                                         graph_index columns);

/* *A = the matrix whose rows are those of `mine`, a matrix of this rank's own, rank after rank.  Types and columns are those
 * of rank 0, else GRAPH_E_DOMAIN or GRAPH_E_DIMENSION.  Shares the arrays, as graph_matrix_dup does. */
GRAPH_API graph_status graph_dist_from_rows(graph_dist **A, graph_group *group, const graph_matrix *mine);

/* *A = the matrix that the rank `root` has; `on_root` is not read elsewhere. */
GRAPH_API graph_status graph_dist_scatter(graph_dist **A, graph_group *group, const graph_matrix *on_root, int root,
                                          graph_cut cut);

/* *A = all rows of D, on the rank `root`, and NULL elsewhere; on every rank if root is -1. */
GRAPH_API graph_status graph_dist_gather(graph_matrix **A, const graph_dist *D, int root);

/* *C = an independent copy, which shares the arrays. */
GRAPH_API graph_status graph_dist_dup(graph_dist **C, const graph_dist *A);

/* Cuts A anew: rows go to other ranks. */
GRAPH_API graph_status graph_dist_recut(graph_dist *A, graph_cut cut);

/* Releases this rank's part and sets *A to NULL.  NULL and a pointer to NULL are fine.  Not collective. */
GRAPH_API void graph_dist_release(graph_dist **A);

/* *mine = this rank's rows, valid until A is written or released; *first = the row of A that is its row 0.  Either may be
 * NULL.  Not collective. */
GRAPH_API graph_status graph_dist_rows(const graph_matrix **mine, graph_index *first, const graph_dist *A);

/* first[r] .. first[r + 1] - 1 are the rows of rank r; first has room for ranks + 1 numbers.  Not collective. */
GRAPH_API graph_status graph_dist_cuts(graph_index *first, const graph_dist *A);

/* What is known of a matrix. */
typedef struct graph_dist_facts {
    size_t size; /* sizeof(graph_dist_facts), set by the caller */
    graph_type type;
    graph_index rows, columns;
    uint64_t entries;
    uint64_t most_entries; /* of a rank */
} graph_dist_facts;
GRAPH_API graph_status graph_dist_get_facts(graph_dist_facts *facts, const graph_dist *A);

/* ---- Files ---- */

/* *A = the graph in a file that every rank can open, cut by work.  Ranks read together where nothing is compressed: of an
 * edge list each parses its share of the lines, some megabytes at a time, and edges go to the ranks of their rows; of a
 * binary file each copies its rows, which are checked, while the checksums of columns and values are not.  Other formats,
 * and what is to have a report, the first rank reads for all.  Lines in messages count from the place that they name.
 * GRAPH_E_NOT_SUPPORTED: is_compact, ids, labels or progress. */
GRAPH_API graph_status graph_dist_read(graph_dist **A, graph_group *group, const char *path,
                                       const struct graph_read_options *options);

/* Writes A as graph_write does; the rows come to the first rank, which writes. */
GRAPH_API graph_status graph_dist_write(const graph_dist *A, const char *path, const struct graph_write_options *options);

/* ---- Operations: see operations.h ----
 *
 * The output takes the cut of the result: that of A, or of its transpose.  Operands that are cut in another way are brought
 * to it for the call. */

/* C<M> accum= A B. */
GRAPH_API graph_status graph_dist_mxm(graph_dist *C, const graph_dist *M, graph_op accum, const graph_semiring *semiring,
                                      const graph_dist *A, const graph_dist *B, const graph_descriptor *descriptor);
/* w<mask> accum= A u. */
GRAPH_API graph_status graph_dist_mxv(graph_vector *w, const graph_vector *mask, graph_op accum,
                                      const graph_semiring *semiring, const graph_dist *A, const graph_vector *u,
                                      const graph_descriptor *descriptor);
/* B and C are the same on every rank, and on the host. */
GRAPH_API graph_status graph_dist_csrmm(const graph_dense *C, const graph_semiring *semiring, const graph_dist *A,
                                        const graph_dense *B, const graph_descriptor *descriptor);
GRAPH_API graph_status graph_dist_transpose(graph_dist *C, const graph_dist *M, graph_op accum, const graph_dist *A,
                                            const graph_descriptor *descriptor);
GRAPH_API graph_status graph_dist_ewise_add(graph_dist *C, const graph_dist *M, graph_op accum, graph_op op,
                                            const graph_dist *A, const graph_dist *B,
                                            const graph_descriptor *descriptor);
GRAPH_API graph_status graph_dist_ewise_mult(graph_dist *C, const graph_dist *M, graph_op accum, graph_op op,
                                             const graph_dist *A, const graph_dist *B,
                                             const graph_descriptor *descriptor);
GRAPH_API graph_status graph_dist_apply(graph_dist *C, const graph_dist *M, graph_op accum, graph_unary_op op,
                                        const graph_dist *A, const graph_descriptor *descriptor);
GRAPH_API graph_status graph_dist_apply_first(graph_dist *C, const graph_dist *M, graph_op accum, graph_op op,
                                              graph_scalar x, const graph_dist *A,
                                              const graph_descriptor *descriptor);
GRAPH_API graph_status graph_dist_apply_second(graph_dist *C, const graph_dist *M, graph_op accum, graph_op op,
                                               const graph_dist *A, graph_scalar y,
                                               const graph_descriptor *descriptor);
/* Operators of the user's, which see positions, are GRAPH_E_NOT_SUPPORTED in these two. */
GRAPH_API graph_status graph_dist_apply_index(graph_dist *C, const graph_dist *M, graph_op accum, graph_index_op op,
                                              const graph_dist *A, int64_t k, const graph_descriptor *descriptor);
GRAPH_API graph_status graph_dist_select(graph_dist *C, const graph_dist *M, graph_op accum, graph_select_op op,
                                         const graph_dist *A, graph_scalar y, const graph_descriptor *descriptor);
GRAPH_API graph_status graph_dist_reduce_rows(graph_vector *w, const graph_vector *mask, graph_op accum, graph_op monoid,
                                              const graph_dist *A, const graph_descriptor *descriptor);
/* Floating values are summed row by row and then over the rows, which graph_reduce does not do: the last digits may differ
 * from its.  Only monoids sum, else GRAPH_E_INVALID_VALUE. */
GRAPH_API graph_status graph_dist_reduce(graph_scalar *x, graph_type type, graph_op monoid, const graph_dist *A,
                                         const graph_descriptor *descriptor);

/* ---- Algorithms: see algorithms.h and paths.h ----
 *
 * Those marked [replica] need all of A on every rank; it is made at the first such call and kept with A until A is written
 * or released. */

/* Levels and parents from one source.  Where GPUs are linked it is [replica], and each makes the whole search. */
GRAPH_API graph_status graph_dist_bfs(graph_vector **level, graph_vector **parent, const graph_dist *A,
                                      graph_index source, const graph_bfs_options *options);

/* [replica] Each rank searches from some of the sources: *first is the number of the first one, and *level gets a row for
 * each of them, of the rank's own.  The vectors of the options have all sources.  level and first may be NULL. */
GRAPH_API graph_status graph_dist_bfs_multi(graph_dense *level, graph_index *first, const graph_dist *A,
                                            const graph_index *source, graph_index sources,
                                            const graph_bfs_multi_options *options);

/* Distances from some of the sources on each rank: *first is the number of the first one (first may be NULL), and *distance
 * and *predecessor get a row for each of them.  [replica], but for Floyd-Warshall: that has no sources and no predecessors,
 * cuts the rows equally, and on linked GPUs sends pivot rows one stage ahead of their use; with weights below 0 it is
 * [replica] too.  options->rows and npy: GRAPH_E_NOT_SUPPORTED. */
GRAPH_API graph_status graph_dist_apsp(graph_dense *distance, graph_dense *predecessor, graph_index *first,
                                       const graph_dist *A, const graph_apsp_options *options);

/* Triangles and clustering; where GPUs are linked, a count alone is [replica]. */
GRAPH_API graph_status graph_dist_triangles(uint64_t *count, const graph_dist *A,
                                            const graph_triangles_options *options);
GRAPH_API graph_status graph_dist_clustering(graph_vector **local, graph_clustering_facts *facts, const graph_dist *A,
                                             const graph_clustering_options *options);

/* Components. */
GRAPH_API graph_status graph_dist_weak_components(graph_vector **component, graph_index *count, const graph_dist *A,
                                                  const graph_components_options *options);
/* [replica] of what is left of the pattern when vertices without a way in or out are gone. */
GRAPH_API graph_status graph_dist_strong_components(graph_vector **component, graph_index *count, const graph_dist *A,
                                                    const graph_components_options *options);

/* [replica] *pairs = the number of ordered pairs (u, v) with v reachable from u, as graph_closure_count of the closure. */
GRAPH_API graph_status graph_dist_closure_count(uint64_t *pairs, const graph_dist *A,
                                                const graph_closure_options *options);
GRAPH_API graph_status graph_dist_sssp(graph_vector **distance, graph_vector **parent, const graph_dist *A,
                                       graph_index source, const graph_sssp_options *options);

/* PageRank by rounds, on the CPU bit for bit those of one machine, which may take others for a symmetric A.  A' is made at
 * the first call and cached with A; where GPUs are linked the call is [replica].  See semigraph/centrality.h, here and
 * below. */
GRAPH_API graph_status graph_dist_pagerank(graph_vector **rank, const graph_dist *A,
                                           const graph_pagerank_options *options);

/* [replica] Sources go to the ranks in groups of 64, and the sums of groups are added in their order: the result does not
 * depend on the number of ranks, but the last digits may differ from graph_betweenness.  Where GPUs are linked each rank
 * takes its share at once, sums are added in the order of the ranks, and the last digits may depend on their number.
 * options->edges is a matrix of all edges on every rank, and the report that of all ranks.  vertex may be NULL if edges are
 * wanted. */
GRAPH_API graph_status graph_dist_betweenness(graph_vector **vertex, const graph_dist *A, const graph_index *source,
                                              graph_index sources, const graph_betweenness_options *options);

#ifdef __cplusplus
}
#endif
#endif
