/* Sparse products on the device; see contract/kernels.h. */
#ifndef CUDA_MXM_HOST_H
#define CUDA_MXM_HOST_H

#include "contract/kernels.h"

/* GRAPH_E_NOT_SUPPORTED for what is not here: products outside a complemented mask. */
graph_status graph__cuda_mxm(struct graph_mxm_request *r);

/* Whether a sample shows 8 x 8 blocks so full that tensor cores make the whole product faster than its values alone are made
 * of products with known places. */
graph_status graph__cuda_mxm_has_full_blocks(bool *has, const struct graph_semiring *s,
                                             const struct graph_csr *A, const struct graph_csr *B);

#endif
