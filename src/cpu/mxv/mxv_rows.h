/* The rows of w = A u that have to be computed. */
#ifndef CPU_MXV_MXV_ROWS_H
#define CPU_MXV_MXV_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "contract/kernels.h"

enum { GRAPH_MXV_BLOCK = 256 };

/* Lists the rows begin .. end - 1, at most a block of them, that have entries and that the mask admits; returns how many.
 * row has room for a block.  Whether a row is listed is hard to predict, so nothing branches on it. */
int graph__mxv_list_rows(int32_t row[GRAPH_MXV_BLOCK], const struct graph_vector_mask *mask,
                         const int64_t *row_start, int64_t begin, int64_t end);

/* The shape of the rows begin .. end - 1, estimated from a sample. */
struct graph_row_shape {
    bool is_irregular; /* lengths change so often that the ends of rows cannot be predicted */
    bool has_gaps;     /* some rows are empty, so often that it matters */
};
struct graph_row_shape graph__mxv_sample_rows(const int64_t *row_start, int64_t begin, int64_t end);

#endif
