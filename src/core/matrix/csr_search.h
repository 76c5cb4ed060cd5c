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

/* The first row of a share, where all shares have about as many entries; share number `shares` begins behind the rows. */
static inline int64_t graph__csr_share(const struct graph_csr *A, int share, int shares)
{
    const int64_t entries = A->entries / shares * share;
    int64_t low = 0, high = A->rows;
    if (share == shares)
        return A->rows;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (A->row_start[middle] < entries)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
