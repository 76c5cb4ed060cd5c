/* One exchange of rows. */
#ifndef DIST_ROWS_H
#define DIST_ROWS_H

#include "dist/dist.h"

/* Rows of a matrix on the host go to ranks, and rows come back in the order of the ranks that they come from. */
struct graph_row_exchange {
    graph_group *group;
    const struct graph_csr *from;
    size_t value_bytes; /* 0: no values travel */
    /* The rows that go out: all of `from` in order (row NULL), or row[0 .. sum of out_rows - 1], those of rank 0 first. */
    const int32_t *row;
    const int64_t *out_rows; /* how many to each rank */
    const int64_t *in_rows;  /* how many from each */

    /* Out: sum of in_rows lengths, and the entries of these rows.  They belong to the caller, who frees them also after a
     * failure; column and value come from graph__cpu()->allocate. */
    int64_t *in_length;
    int32_t *in_column;
    void *in_value;
    int64_t entries;
};

/* Collective and agreed. */
graph_status graph__exchange_rows(struct graph_row_exchange *x);
void graph__row_exchange_release(struct graph_row_exchange *x);

#endif
