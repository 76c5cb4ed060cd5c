/* A matrix for many products with vectors: its rows sorted by length, UNIT_ROWS of them interleaved.
 *
 * Rows of more than LONGEST entries come first, in their order, one a unit.  The others follow by descending length; a
 * unit of UNIT_ROWS rows has as many columns of UNIT_ROWS entries as its first row is long, and entries that a row lacks
 * name element n, which is 0.  So the loop over a unit has no branch for a row, rows that are read often lie together, and
 * there are at most UNIT_ROWS * LONGEST entries more.  Vectors are in that order, too, and have `size` elements, those
 * from n on 0.
 *
 * Source: Kreutzer, Hager, Wellein, Fehske, Bishop, SIAM J. Sci. Comput. 36(5), 2014 (SELL-C-sigma). */
#ifndef CPU_CENTRALITY_SORTED_ROWS_H
#define CPU_CENTRALITY_SORTED_ROWS_H

#include "contract/csr.h"

enum { UNIT_ROWS = 8, LONGEST = 128 };

/* Rows by length: row number row[i] is the i-th, rank[row[i]] = i. */
struct row_order {
    int32_t *row, *rank;
    int64_t n, long_rows, size;
    void *arrays;
};

struct sorted_rows {
    int64_t units, long_rows;
    int64_t *start; /* of each unit, an index of column */
    int32_t *column;
    double *value; /* NULL: all are 1 */
};

graph_status graph__cpu_row_order(struct row_order *order, const struct graph_csr *M, int threads);
void graph__cpu_row_order_free(struct row_order *order);

/* M, whose values are fp64 or NULL, for vectors in the order of its columns. */
graph_status graph__cpu_sort_rows(struct sorted_rows *sorted, const struct graph_csr *M,
                                  const struct row_order *rows, const struct row_order *columns, int threads);
void graph__cpu_sorted_rows_free(struct sorted_rows *sorted);

/* The row that a unit begins with. */
static inline int64_t first_row(const struct sorted_rows *M, int64_t unit)
{
    return unit < M->long_rows ? unit : M->long_rows + (unit - M->long_rows) * UNIT_ROWS;
}

#endif
