/* w = A u by words of bit-level single indexing, for mxv.c. */
#ifndef OPERATIONS_MXV_BLSI_H
#define OPERATIONS_MXV_BLSI_H

#include "operations/operands.h"

/* What mxv.c knows of a product: R is A if is_R_as_is, else A'; types and needs are those of the operands of mul. */
struct graph_blsi_product {
    const struct graph_semiring *semiring;
    const graph_matrix *A;
    const graph_vector *u;
    bool is_R_as_is, is_flipped, reads_A, reads_u;
    graph_type A_type, u_type;
};

/* *w = R u, all of it, at the place.  The words are made on the host and go to the place from there. */
graph_status graph__mxv_blsi(struct graph_vector_arrays *w, const struct graph_blsi_product *product,
                             const struct graph_place *place);

#endif
