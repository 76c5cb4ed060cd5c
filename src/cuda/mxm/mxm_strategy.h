/* Whether rows or blocks with bitmaps make a product, from samples of the operands. */
#ifndef CUDA_MXM_MXM_STRATEGY_H
#define CUDA_MXM_MXM_STRATEGY_H

#include "contract/kernels.h"
#include "cuda/runtime/call.h"

/* What the caller leaves open: or_and over values that are all true is any_pair, which reads none; a user's semiring that
 * does what a built-in one does, with these values, is that one; and the method, unless the operands are full. */
graph_status graph__cuda_mxm_strategy(struct cuda_call *call, struct graph_mxm_request *r, bool is_full);

/* The semiring alone, for full bands; only operands that keep what is found are looked at. */
graph_status graph__cuda_mxm_strategy_of_band(struct cuda_call *call, struct graph_mxm_request *r);

/* Whether a sample shows 8 x 8 blocks so full that tensor cores make the whole product faster than its values alone are made
 * of products with known places. */
graph_status graph__cuda_mxm_has_full_blocks(bool *has, const struct graph_semiring *s,
                                             const struct graph_csr *A, const struct graph_csr *B);

#endif
