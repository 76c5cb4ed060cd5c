/* Finding an entry in a sorted row. */
#ifndef CORE_MATRIX_CSR_SEARCH_H
#define CORE_MATRIX_CSR_SEARCH_H

#include "base/search.h"
#include "contract/csr.h"

/* The first entry of a row whose column is at least `column`; the end of the row if there is none. */
static inline int64_t graph__csr_lower_bound(const struct graph_csr *A, int64_t row, int64_t column)
{
    return graph__lower_bound(A->column, A->row_start[row], A->row_start[row + 1], column);
}

#endif
