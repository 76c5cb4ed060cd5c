/* The arrays by rows of a matrix whose hypersparse form plays no part: what every other form is made from.
 *
 * graph__matrix_finish and graph__matrix_view (matrix.h) do the same for any matrix; hypersparse.c, which they call, must
 * not call them, and uses these. */
#ifndef CORE_MATRIX_MATRIX_ROWS_H
#define CORE_MATRIX_MATRIX_ROWS_H

#include "core/matrix/matrix.h"

/* The arrays by rows, which exist, at a place. */
graph_status graph__matrix_read_pattern(struct graph_csr *view, const graph_matrix *A,
                                        const struct graph_backend *place); /* without the values */
graph_status graph__matrix_read(struct graph_csr *view, const graph_matrix *A,
                                const struct graph_backend *place);

/* Makes the arrays by rows of A, which is not hypersparse or has them, and merges its waiting updates into them.  The caller
 * holds A->lock.  A transpose that is the only form of A is finished. */
graph_status graph__matrix_make_rows(graph_matrix *A);

/* The same for the core of a hypersparse matrix, under its lock: a core is never hypersparse, nor imported by columns. */
graph_status graph__matrix_finish_core(graph_matrix *core);

#endif
