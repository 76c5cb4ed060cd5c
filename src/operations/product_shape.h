/* The shape of a product of two matrices. */
#ifndef OPERATIONS_PRODUCT_SHAPE_H
#define OPERATIONS_PRODUCT_SHAPE_H

#include "core/matrix/matrix.h"
#include "semigraph/operations.h"

/* Rows and columns of A B, each transposed where the flags say so.  GRAPH_E_DIMENSION: A has not as many columns as B has
 * rows. */
graph_status graph__product_shape(int64_t *rows, int64_t *columns, const graph_matrix *A,
                                  const graph_matrix *B, uint32_t flags);

#endif
