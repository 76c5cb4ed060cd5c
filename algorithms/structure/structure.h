/* What the algorithms on cores, trusses, communities, forests, sets, similarity and walks share. */
#ifndef ALGORITHMS_STRUCTURE_H
#define ALGORITHMS_STRUCTURE_H

#include "algorithms/paths.h"
#include "contract/structure.h"

/* Runs the back end's `entry` with the request r, whose graph is the matrix S; on the CPU if the device cannot.  before_cpu:
 * what a run on the CPU needs, an expression with a status.  Needs `status` and `done`. */
#define GRAPH_RUN_FUSED_AFTER(before_cpu, entry, r, S, place)                                                \
    do {                                                                                                     \
        const bool is_on_cpu = (place)->backend == graph__cpu();                                             \
        if (is_on_cpu)                                                                                       \
            GRAPH_TRY(before_cpu);                                                                           \
        status = graph__matrix_view(&(r)->A, (S), (place)->backend);                                         \
        if (status >= 0)                                                                                     \
            status = (place)->backend->entry(r);                                                             \
        if (!is_on_cpu && graph__place_failed((place), status)) {                                            \
            graph__place_used(GRAPH_BACKEND_CPU);                                                            \
            GRAPH_TRY(before_cpu);                                                                           \
            GRAPH_TRY(graph__matrix_view(&(r)->A, (S), graph__cpu()));                                       \
            status = graph__cpu()->entry(r);                                                                 \
        }                                                                                                    \
        if (status < 0)                                                                                      \
            goto done;                                                                                       \
    } while (0)
#define GRAPH_RUN_FUSED(entry, r, S, place) GRAPH_RUN_FUSED_AFTER(GRAPH_OK, entry, r, S, place)

/* *S = a matrix with a symmetric pattern that has the edges of A: A itself, or *made, a new one to be released.  Loops
 * stay where A is symmetric; has_loops false: they go. */
graph_status graph__symmetric_of(const graph_matrix **S, graph_matrix **made, const graph_matrix *A,
                                 bool has_loops, const struct graph_place *place);

/* *C = A without the entries k with keep[k] = 0. */
graph_status graph__keep_entries(graph_matrix **C, const graph_matrix *A, const uint8_t *keep);

/* Which entry of A is (u, v), or -1. */
int64_t graph__entry_at(const struct graph_csr *A, int64_t u, int32_t v);

/* A descriptor as the options of an algorithm say. */
graph_descriptor graph__plain(graph_backend_kind backend, int threads);

/* Calls progress, if it is not NULL: GRAPH_E_CANCELLED. */
graph_status graph__tell(graph_progress_function *progress, void *context, double done);

/* *value = the values of an integer vector of n elements, all present, for a check: a new array.  GRAPH_E_NULL,
 * GRAPH_E_DIMENSION, GRAPH_E_DOMAIN (another type than int32 and int64), GRAPH_E_INVALID_OBJECT (an entry is missing). */
graph_status graph__claimed_values(int64_t **value, const graph_vector *v, int64_t n, const char *argument);

/* *key = numbers that are ordered as the values of A are: a new array, NULL for a pattern.  GRAPH_E_INVALID_VALUE: a
 * value is NaN.  GRAPH_E_DOMAIN: they have a type of the user's. */
graph_status graph__keys_of(uint64_t **key, const graph_matrix *A, const struct graph_place *place);

/* *S = a matrix with a symmetric pattern and the edges of A, each entry with its value or that of the other entry of
 * the edge by `op`: A itself, or *made.  Loops may stay. */
graph_status graph__symmetric_weights(const graph_matrix **S, graph_matrix **made, const graph_matrix *A,
                                      graph_op op, const struct graph_place *place);

/* other[k] = the entry (v, u) where k is (u, v), of a symmetric pattern. */
graph_status graph__other_entries(int64_t **other, const struct graph_csr *A);

/* *B = the weights of communities as GRAPH_INT64, or a pattern where all are 1: A(u, v) + A(v, u), or half of that
 * where it is A; *B is A or *made. */
graph_status graph__community_weights(const graph_matrix **B, graph_matrix **made, const graph_matrix *A,
                                      bool is_unweighted, const struct graph_place *place);

/* *order = the vertices of a symmetric pattern by their neighbours other than themselves, most of them first if
 * is_descending, then by the upper half of graph__hash_of(seed, v), then by v: a new array. */
graph_status graph__order_vertices(int32_t **order, const graph_matrix *S, uint64_t seed, bool is_descending);

/* *f = the entries of p that are less than the values of p at all their neighbours in S: a new vector GRAPH_INT64. */
graph_status graph__least_of_neighbours(graph_vector **f, const graph_vector *p, const graph_matrix *S,
                                        const graph_descriptor *d);

/* An edge of a symmetric pattern by one of its entries, u < v. */
struct graph_edge {
    uint64_t key, hash;
    int64_t entry;
    int32_t u, v;
};

/* *edge = the edges of S in an order: a new array of *count.  Keys (NULL: all are 0) ascend: of the two entries the
 * smaller one counts, whose number is `entry`.  Equal keys are by graph__hash_of_edge if is_hashed, then by position. */
graph_status graph__sorted_edges(struct graph_edge **edge, int64_t *count, const struct graph_csr *S,
                                 const uint64_t *key, bool is_hashed, uint64_t seed);

/* *R = the n x n matrix GRAPH_INT64 of the places of sorted edges at both entries of each. */
graph_status graph__places_matrix(graph_matrix **R, const struct graph_edge *edge, int64_t count, int64_t n);

/* Louvain's and Leiden's methods in the algebra; the request has the matrix B for its graph. */
graph_status graph__communities_algebra(struct graph_communities_request *r, const graph_matrix *B,
                                        const graph_descriptor *d);

#endif
