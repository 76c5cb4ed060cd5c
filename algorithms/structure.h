/* What the algorithms on cores, trusses, communities, forests, sets, similarity and walks share. */
#ifndef ALGORITHMS_STRUCTURE_H
#define ALGORITHMS_STRUCTURE_H

#include "algorithms/paths.h"
#include "contract/structure.h"

/* Runs the back end's `entry` with the request r, whose graph is the matrix S; on the CPU if the device cannot.  Needs
 * `status` and `done`. */
#define GRAPH_RUN_FUSED(entry, r, S, place)                                                                  \
    do {                                                                                                     \
        status = graph__matrix_view(&(r)->A, (S), (place)->backend);                                         \
        if (status >= 0)                                                                                     \
            status = (place)->backend->entry(r);                                                             \
        if (graph__place_failed((place), status)) {                                                          \
            graph__place_used(GRAPH_BACKEND_CPU);                                                            \
            GRAPH_TRY(graph__matrix_view(&(r)->A, (S), graph__cpu()));                                       \
            status = graph__cpu()->entry(r);                                                                 \
        }                                                                                                    \
        if (status < 0)                                                                                      \
            goto done;                                                                                       \
    } while (0)

/* *S = a matrix with a symmetric pattern that has the edges of A: A itself, or *made, a new one to be released.  Loops stay
 * where A is symmetric; has_loops false: they go. */
graph_status graph__symmetric_of(const graph_matrix **S, graph_matrix **made, const graph_matrix *A,
                                 bool has_loops, const struct graph_place *place);

/* *C = A without the entries k with keep[k] = 0. */
graph_status graph__keep_entries(graph_matrix **C, const graph_matrix *A, const uint8_t *keep);

/* 1 / 0 for whether A has an entry (u, v). */
bool graph__has_entry(const struct graph_csr *A, int64_t u, int32_t v);

/* A descriptor as the options of an algorithm say. */
graph_descriptor graph__plain(graph_backend_kind backend, int threads);

/* Calls progress, if it is not NULL: GRAPH_E_CANCELLED. */
graph_status graph__tell(graph_progress_function *progress, void *context, double done);

/* *value = the values of an integer vector of n elements, all present, for a check: a new array.  GRAPH_E_NULL,
 * GRAPH_E_DIMENSION, GRAPH_E_DOMAIN (another type than int32 and int64), GRAPH_E_INVALID_OBJECT (an entry is missing). */
graph_status graph__claimed_values(int64_t **value, const graph_vector *v, int64_t n, const char *argument);

#endif
