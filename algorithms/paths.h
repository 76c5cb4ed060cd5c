/* What the algorithms on components, reachability and paths share. */
#ifndef ALGORITHMS_PATHS_H
#define ALGORITHMS_PATHS_H

#include "base/memory.h"
#include "base/progress.h"
#include "base/status.h"
#include "operations/fused.h"
#include "semigraph/paths.h"

/* Finds the place of an algorithm on A: its back end has the fused entry, or is the CPU.  fused is the entry's name in
 * struct graph_backend. */
#define GRAPH_PLACE_FUSED(place, options, fused, weight, A_)                                                 \
    do {                                                                                                     \
        GRAPH_TRY(graph__place_algorithm((place), (options)->backend, (options)->threads));                  \
        GRAPH_TRY(graph__place_choose((place), #fused, (place)->backend->fused != NULL, (weight),            \
                                      &(const struct graph_operands){.A = (A_)}));                           \
    } while (0)

/* The end of a round whose share of the work is not known; GRAPH_E_CANCELLED. */
static inline graph_status graph__progress_round(struct graph_progress *progress)
{
    (void)graph__progress_at(progress, -1);
    return graph__progress_status(progress);
}

/* A is a matrix and square; options have the size that is expected and a form that there is. */
graph_status graph__check_graph(const graph_matrix *A, size_t size, size_t expected, graph_form form);
graph_status graph__check_vertex(const graph_matrix *A, graph_index v, const char *argument);

/* The same for a search from one source. */
graph_status graph__check_search(const graph_matrix *A, graph_index source, const graph_bfs_options *o);

/* *v = a new full vector of n values; takes *values over (made with base/memory.h, or by the back end of the place), also
 * when it fails. */
graph_status graph__vector_of_values(graph_vector **v, graph_type type, int64_t n, void **values);
graph_status graph__vector_of_values_at(graph_vector **v, graph_type type, int64_t n, void **values,
                                        const struct graph_backend *place);

/* *P = the pattern of A as a matrix without values; shares the arrays of A. */
graph_status graph__pattern_of(graph_matrix **P, const graph_matrix *A);

/* *S = the pattern of A or A' without its diagonal, by operations; *S is to be released after a failure too. */
graph_status graph__simple_graph(graph_matrix **S, const graph_matrix *A, const graph_descriptor *d);

/* Components by number, any numbering, in the algebra: label has one element per vertex. */
graph_status graph__strong_components_algebra(int32_t *label, const graph_matrix *A,
                                              const graph_descriptor *d, struct graph_progress *progress);
graph_status graph__weak_components_algebra(int32_t *label, const graph_matrix *A, const graph_descriptor *d,
                                            struct graph_progress *progress);

/* Renumbers labels 0 .. n - 1 as 0 .. *count - 1 in the order of their first vertices. */
graph_status graph__number_components(int32_t *label, int64_t n, int64_t *count);

/* Makes *d a rows x columns matrix: fills in what the caller leaves open (a PATTERN becomes default_type), and makes the
 * array if there is none; *is_new tells.  GRAPH_E_INVALID_VALUE: a wrong size field, layout, shape or stride. */
graph_status graph__dense_open(graph_dense *d, bool *is_new, graph_type default_type, int64_t rows,
                               int64_t columns, const char *argument);

/* *list = the sources as 64-bit integers, all vertices if source is NULL (then *list is NULL).
 * GRAPH_E_INVALID_INDEX. */
graph_status graph__source_list(int64_t **list, int64_t *count, const graph_index *source,
                                graph_index sources, int64_t vertices);

/* The graph with its weights in the type of the distances. */
struct graph_weights {
    struct graph_csr A;
    graph_type type;
    void *converted; /* made here, or NULL */
    double least, largest;
};

/* Opens the weights of A; type GRAPH_PATTERN is chosen.  is_unweighted: no values, every edge costs 1. */
graph_status graph__weights_open(struct graph_weights *w, const graph_matrix *A, graph_type type,
                                 bool is_unweighted, const struct graph_place *place);
/* The same with weights on the host; a device that will read them finds their range. */
graph_status graph__weights_open_from(struct graph_weights *w, const graph_matrix *A, graph_type type,
                                      bool is_unweighted, const struct graph_place *place,
                                      const struct graph_backend *device);
void graph__weights_close(struct graph_weights *w, const struct graph_place *place);

/* GRAPH_E_NEGATIVE_CYCLE with a vertex on a negative cycle, else GRAPH_OK; potential (one element per vertex, or NULL)
 * gets h with weight(u, v) + h(u) - h(v) >= 0. */
graph_status graph__potentials(void *potential, const struct graph_weights *w,
                               const struct graph_place *place, struct graph_progress *progress);

bool graph__is_floating(graph_type type);

/* Whether a row of n floating distances is 0 at its source, and its predecessors, unless NULL, are a tree of exactly the
 * vertices at a finite distance, the source before itself.  visitor: room for n elements. */
bool graph__row_holds(const void *distance, graph_type type, const int32_t *predecessor, int64_t n,
                      int64_t source, int32_t *visitor);

/* C = the weights in the type of the distances, as a matrix. */
graph_status graph__weight_matrix(graph_matrix **C, const graph_matrix *A, graph_type type,
                                  bool is_unweighted, const graph_descriptor *d);

/* Bytes of this machine's memory. */
uint64_t graph__machine_bytes(void);

#endif
