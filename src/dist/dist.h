/* The distributed matrix, and rows that travel between ranks. */
#ifndef DIST_DIST_H
#define DIST_DIST_H

#include "core/matrix/matrix.h"
#include "core/vector/vector.h"
#include "dist/group.h"
#include "semigraph/dist.h"

struct graph_dist {
    graph_group *group;
    graph_type type;
    int64_t rows, columns;
    int64_t *first;     /* ranks + 1 */
    graph_matrix *mine; /* rows first[rank] .. first[rank + 1] - 1; never written in place */
    int symmetry;       /* of the pattern: enum graph_symmetry, as far as it was known where A comes from */
    graph_matrix *replica; /* cache: all rows, or NULL */
    int64_t *replica_cuts; /* cache: rows of the replica's transpose with equal work for each rank, or NULL */
    struct graph_dist_both_ways *both_ways; /* cache: A and A' in the same cut, or NULL */
};

/* A' in units of GRAPH_ROW_BLOCK_WORK, and A cut like it, or NULL where A is so cut itself. */
struct graph_dist_both_ways {
    graph_dist *transposed, *straight;
    int64_t *unit_start;
};

/* Drops what is cached. */
void graph__dist_forget(graph_dist *A);

/* ---- Objects ---- */

/* Checks a handle: GRAPH_E_NULL with the argument's name. */
graph_status graph__check_dist(const graph_dist *A, const char *argument);

/* A new object without rows on this rank yet (mine is NULL); first is copied.  Not collective. */
graph_status graph__dist_new(graph_dist **A, graph_group *group, graph_type type, int64_t rows,
                             int64_t columns, const int64_t *first);

/* The group of the first that is not NULL, or NULL. */
graph_group *graph__dist_group(const graph_dist *A, const graph_dist *B, const graph_dist *C,
                               const graph_dist *D);

/* Whether two objects have the same cuts. */
bool graph__dist_same_cut(const graph_dist *A, const int64_t *first);

/* This rank's arrays on the host. */
graph_status graph__dist_view(struct graph_csr *view, const graph_dist *A);

static inline int64_t graph__dist_first(const graph_dist *A) { return A->first[A->group->rank]; }
static inline int64_t graph__dist_end(const graph_dist *A) { return A->first[A->group->rank + 1]; }

/* first[0 .. parts] = equal shares of n. */
void graph__equal_cuts(int64_t *first, int64_t n, int parts);

/* The same of a weight for each row, whose sums over rows so far are in sum[0 .. n]. */
void graph__weighted_cuts(int64_t *first, const int64_t *sum, int64_t n, int parts);

/* The same of weight[0 .. n - 1], which become their sums in weight[0 .. n]. */
void graph__cuts_of_weights(int64_t *first, int64_t *weight, int64_t n, int parts);

/* Collective: cuts by work, for an object whose rows are known.  first has room for ranks + 1.  Of rows whose entries lie on
 * many ranks: `a` has what this rank has of rows from `begin` on, of n. */
graph_status graph__dist_find_cuts(int64_t *first, const graph_dist *A, graph_cut cut);
graph_status graph__find_cuts_of(int64_t *first, graph_group *g, const struct graph_csr *a, int64_t begin,
                                 int64_t n, bool is_square, graph_cut cut);

/* ---- Rows that travel; all collective and agreed, results are new ---- */

/* *R = rows first[rank] .. first[rank + 1] - 1 of A. */
graph_status graph__dist_move(graph_matrix **R, const graph_dist *A, const int64_t *first);

/* *R = a matrix of the shape of A that has the rows wanted[0 .. count - 1], ascending, and no others. */
graph_status graph__dist_fetch(graph_matrix **R, const graph_dist *A, const int32_t *wanted, int64_t count,
                               bool needs_values);

/* *R = all rows of A.  At the place of the group's link, if it has one and on_device is set. */
graph_status graph__dist_replicate(graph_matrix **R, const graph_dist *A, bool needs_values, bool on_device);

/* *R = the same, stored in A and owned by it. */
graph_status graph__dist_replica(const graph_matrix **R, const graph_dist *A);

/* *T = A', cut by entries and rows.  unit > 0: a cut is the first row with a multiple of so much work before it; rank r then
 * has the multiples unit_start[r] .. unit_start[r + 1] - 1, of room for ranks + 1. */
graph_status graph__dist_transposed(graph_dist **T, const graph_dist *A, int threads);
graph_status graph__dist_transposed_in_units(graph_dist **T, int64_t *unit_start, const graph_dist *A,
                                             int64_t unit, int threads);

/* *v = a new vector of `length`, whose elements from first[r] on are those of rank r's vector `mine`. */
graph_status graph__dist_gather_vector(graph_vector **v, graph_group *group, const int64_t *first,
                                       const graph_vector *mine);

/* *all = a new array of sum(counts) elements: those of all ranks, in order; counts[r] is set, in elements. */
graph_status graph__dist_gather_array(void **all, int64_t *counts, graph_group *group, const void *mine,
                                      int64_t count, size_t element_bytes);

/* A itself where it is cut like `first`, else *temporary, a new object with these cuts. */
graph_status graph__dist_align(const graph_dist **aligned, graph_dist **temporary, const graph_dist *A,
                               const int64_t *first);

/* The end of an operation: after all have agreed, C has the rows `mine`, cut by `first`, and owns both. */
void graph__dist_commit(graph_dist *C, graph_matrix **mine, int64_t **first);

#endif
