/* Properties of arrays by rows, computed afresh. */
#ifndef CORE_MATRIX_MATRIX_PROPERTIES_H
#define CORE_MATRIX_MATRIX_PROPERTIES_H

#include "core/matrix/matrix.h"

graph_status graph__csr_properties(graph_properties *properties, const struct graph_csr *A);

/* Whether two values are equal, NaN with NaN. */
bool graph__values_agree(const void *x, const void *y, graph_type type);

#endif
