/* Finding an entry in a sorted row. */
#ifndef CORE_CSR_SEARCH_H
#define CORE_CSR_SEARCH_H

#include "contract/csr.h"

/* The first entry of a row whose column is at least `column`; the end of the row if there is none. */
static inline int64_t graph__csr_lower_bound(const struct graph_csr *A, int64_t row, int64_t column)
{
    int64_t low = A->row_start[row], high = A->row_start[row + 1];
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (A->column[middle] < column)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
