/* All-pairs shortest paths: one run, and the methods that fill rows. */
#ifndef ALGORITHMS_APSP_H
#define ALGORITHMS_APSP_H

#include "algorithms/paths.h"

struct graph_apsp_run {
    const graph_matrix *A;
    const graph_apsp_options *options;
    struct graph_place place;
    graph_apsp_method method;
    struct graph_weights w;   /* not for hops */
    struct graph_csr forward; /* for predecessors by hops */
    void *potential;          /* Johnson's: one element per vertex */
    void *reweighted;
    void *all; /* rows of all vertices, where a dense method ran and some rows are wanted */
    int32_t *all_before;
    int64_t *source; /* NULL: every vertex */
    int64_t sources;
    graph_type type; /* of the distances */
};

/* Opens the weights and chooses the method. */
graph_status graph__apsp_open(struct graph_apsp_run *run, graph_type type);
void graph__apsp_close(struct graph_apsp_run *run);

/* Rows first .. first + count - 1 by hops, Dijkstra or Johnson; predecessor may be NULL.  Strides in elements. */
graph_status graph__apsp_rows(struct graph_apsp_run *run, int64_t first, int64_t count, void *distance,
                              int64_t stride, int32_t *predecessor, int64_t predecessor_stride);

/* Makes those of all rows of floating distances once more that do not hold (graph__row_holds), or all if
 * is_spoilt. */
graph_status graph__apsp_mend(const struct graph_apsp_run *run, bool is_spoilt, void *distance,
                              int64_t stride, int32_t *predecessor, int64_t predecessor_stride);

/* All rows at once, by Floyd-Warshall or the algebra. */
graph_status graph__apsp_dense(struct graph_apsp_run *run, void *distance, int64_t stride,
                               int32_t *predecessor, int64_t predecessor_stride);

/* Some of those rows: the first call makes all of them. */
graph_status graph__apsp_dense_rows(struct graph_apsp_run *run, int64_t first, int64_t count, void *distance,
                                    int64_t stride, int32_t *predecessor, int64_t predecessor_stride);

#endif
