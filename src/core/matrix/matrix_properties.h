/* Properties of arrays by rows, computed afresh. */
#ifndef CORE_MATRIX_MATRIX_PROPERTIES_H
#define CORE_MATRIX_MATRIX_PROPERTIES_H

#include "core/matrix/matrix.h"

graph_status graph__csr_properties(graph_properties *properties, const struct graph_csr *A);

#endif
