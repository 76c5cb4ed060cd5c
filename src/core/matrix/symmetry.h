/* Symmetry of a square matrix by rows, found out afresh by all threads of the process. */
#ifndef CORE_MATRIX_SYMMETRY_H
#define CORE_MATRIX_SYMMETRY_H

#include "core/matrix/matrix.h"

/* is_symmetric NULL: values do not matter.  NaN is equal to NaN. */
graph_status graph__csr_symmetry(bool *has_symmetric_pattern, bool *is_symmetric, const struct graph_csr *A);

#endif
