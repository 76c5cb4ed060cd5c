/* The rows of w = A u that are worth a visit. */
#ifndef CPU_MXV_MXV_ROWS_H
#define CPU_MXV_MXV_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "contract/kernels.h"

enum { GRAPH_MXV_BLOCK = 256 };

/* Lists the rows begin .. end - 1, at most a block of them, that have entries and that the mask admits; returns how many.
 * row has room for a block.  Whether a row is listed is hard to foretell, so nothing branches on it. */
int graph__mxv_list_rows(int32_t row[GRAPH_MXV_BLOCK], const struct graph_vector_mask *mask,
                         const int64_t *row_start, int64_t begin, int64_t end);

/* What a sample says of the rows begin .. end - 1. */
struct graph_row_shape {
    bool is_uneven; /* lengths change so often that the ends of rows cannot be foretold */
    bool has_gaps;  /* some rows are empty, so often that it matters */
};
struct graph_row_shape graph__mxv_look(const int64_t *row_start, int64_t begin, int64_t end);

#endif
