/* What the operations share. */
#ifndef DIST_OPERATIONS_H
#define DIST_OPERATIONS_H

#include "dist/dist.h"

/* An operation that every rank does on its rows. */
struct graph_row_by_row {
    const char *name;
    /* C<M> accum= ... of this rank's rows, the first of which is row `first` of the whole. */
    graph_status (*run)(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_matrix *A,
                        const graph_matrix *B, const graph_descriptor *d, int64_t first,
                        const struct graph_row_by_row *q);
    bool has_b;
    int op; /* of any kind */
    graph_scalar x;
    int64_t k;
};

graph_status graph__dist_row_by_row(const struct graph_row_by_row *q, graph_dist *C, const graph_dist *M,
                                    graph_op accum, const graph_dist *A, const graph_dist *B,
                                    const graph_descriptor *descriptor);

/* GRAPH_E_INVALID_VALUE: X, if it is not NULL, is of another group than C. */
graph_status graph__dist_check_pair(const graph_dist *X, const char *name, const graph_dist *C);

/* *local = the descriptor, or all zeros for NULL. */
graph_status graph__dist_flags(graph_descriptor *local, const graph_descriptor *descriptor);

/* *T = what an operation writes to: this rank's rows of C as they are cut now, or an empty matrix if C is not read. */
graph_status graph__dist_output(graph_matrix **T, const graph_dist *C, const graph_dist *aligned,
                                bool is_read, int64_t rows);

#endif
