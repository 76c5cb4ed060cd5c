/* Similarity of vertices by what they are joined to.  Statuses and outputs are those of algorithms.h. */
#ifndef SEMIGRAPH_SIMILARITY_H
#define SEMIGRAPH_SIMILARITY_H

#include "semigraph/algorithms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* N(u) = the columns of row u of A, d(u) their number, C = N(u) and N(v); 0 where a divisor is 0. */
typedef enum graph_similarity_kind {
    GRAPH_JACCARD = 0,    /* |C| / (d(u) + d(v) - |C|) */
    GRAPH_OVERLAP = 1,    /* |C| / min(d(u), d(v)) */
    GRAPH_COSINE = 2,     /* |C| / sqrt(d(u) d(v)) */
    GRAPH_ADAMIC_ADAR = 3 /* sum over w in C of 1 / log(entries in column w of A), without those of one entry */
} graph_similarity_kind;

typedef struct graph_similarity_options {
    size_t size; /* sizeof(graph_similarity_options) */
    graph_form form;
    graph_backend_kind backend;
    int threads; /* 0: as graph_set_threads says */
    graph_similarity_kind kind;
    graph_index best;                  /* of graph_similarity: so many of each row at most; 0: all */
    graph_progress_function *progress; /* of graph_similarity: GRAPH_E_CANCELLED if it returns other than 0 */
    void *context;                     /* for progress */
} graph_similarity_options;

/* *similarity = the similarity of all pairs u != v with a common neighbour, those that a path of two steps joins: a new
 * matrix GRAPH_FP64 with an entry for each, or for the `best` largest of each row (of equal ones those of smaller
 * columns; the matrix need not be symmetric then).  Values are not less than 0; Adamic-Adar is summed in the order of
 * the common neighbours, the other three are rounded once or twice.
 * In the algebra: C = A plus_pair A' without its diagonal, or with the logarithms in a diagonal D, C = A D plus_times
 * A'; then the formula for each entry.
 * GRAPH_E_DOMAIN: another kind.
 * Sources: Jaccard, 1901; Adamic, Adar, "Friends and neighbors on the Web", Social Networks 25(3), 2003. */
GRAPH_API graph_status graph_similarity(graph_matrix **similarity, const graph_matrix *A,
                                        const graph_similarity_options *options);

/* *similarity of the pairs first[k], second[k], k < pairs: a new full vector GRAPH_FP64, with the same values; a pair
 * may be of one vertex.  GRAPH_E_INVALID_INDEX: one is not a vertex. */
GRAPH_API graph_status graph_similarity_of_pairs(graph_vector **similarity, const graph_matrix *A,
                                                 const graph_index *first, const graph_index *second,
                                                 graph_index pairs, const graph_similarity_options *options);

/* Checks similarities of pairs by marking the neighbours of one of them: up to 1e-12 of each.  GRAPH_E_INVALID_OBJECT. */
GRAPH_API graph_status graph_check_similarity(const graph_vector *similarity, const graph_matrix *A,
                                              const graph_index *first, const graph_index *second,
                                              graph_index pairs, const graph_similarity_options *options);

#ifdef __cplusplus
}
#endif
#endif
