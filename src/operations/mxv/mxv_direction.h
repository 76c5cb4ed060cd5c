/* Which way a product of a matrix and a vector goes: t = R u by pulling the rows of R, or by pushing the rows of R' that u
 * has.  One of the two is A as it lies; the other is A once more where A is symmetric and its values are not read, and else
 * the transpose of A. */
#ifndef OPERATIONS_MXV_DIRECTION_H
#define OPERATIONS_MXV_DIRECTION_H

#include "operations/operands.h"

struct graph_mxv_choice {
    bool is_push;       /* the rows of what is opened are pushed */
    bool is_transposed; /* what is opened is the transpose of A */
};

/* is_native_push: A as it lies holds the rows to push; first_is_sum: a sum is complete with its first product; the mask is
 * that of the result, with bytes. */
graph_status graph__mxv_choose(struct graph_mxv_choice *choice, const graph_matrix *A, const graph_vector *u,
                               const struct graph_vector_mask *mask, bool is_native_push, bool needs_values,
                               bool first_is_sum, const struct graph_place *place);

#endif
