/* Sorting entries by row: the common part of build and transpose.
 *
 * Entries are first dealt, in input order, into buckets of neighbouring rows that fit the cache; then each
 * bucket is put in order by a counting sort of its rows.  Both steps are stable, so entries of one row keep
 * their input order whatever the number of threads.
 * Source: Wassenberg, Sanders, "Engineering a multi-core radix sort", Euro-Par 2011. */
#ifndef CPU_ELEMENTWISE_SORT_BY_ROW_H
#define CPU_ELEMENTWISE_SORT_BY_ROW_H

#include "contract/csr.h"

struct row_sort {
    int64_t rows, n;
    const int32_t *row, *column; /* n positions */
    const void *value;           /* n values of value_bytes, or NULL */
    size_t value_bytes;
    int threads;
    bool is_sorting_columns; /* within each row, stably; otherwise the input order stays */

    int64_t repeats; /* out, if is_sorting_columns: entries with the position of the one before them */
    struct graph_csr_arrays C; /* out: all n entries, the repeated ones too */
};

/* Only allocation can fail, and then C is all zero. */
graph_status graph__sort_by_row(struct row_sort *a);

#endif
