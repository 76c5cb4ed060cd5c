/* Products on blocks of 8 x 8 with bitmaps; see contract/kernels.h and mxm_blocks.cuh. */
#ifndef CUDA_MXM_BLOCKS_MXM_BLOCKS_HOST_H
#define CUDA_MXM_BLOCKS_MXM_BLOCKS_HOST_H

#include "contract/kernels.h"
#include "cuda/mxm/analysis/mxm_arguments.h"
#include "cuda/mxm/blocks/mxm_blocks_arguments.h"
#include "cuda/runtime/call.h"

/* Both operands in blocks, in scratch memory, and how many blocks; of a square it is one matrix.  *facts, on
 * the device, lose what does not hold for their values. */
graph_status graph__cuda_blocks_operands(struct cuda_call *call, struct blocks_matrix *A,
                                         struct blocks_matrix *B, int64_t counts[2],
                                         const struct graph_mxm_request *request, struct value_facts *facts);

/* C = A B.  The request has no mask.  While its kernels are compiled it becomes that of the pattern (mxm_semiring.h). */
graph_status graph__cuda_mxm_blocks(struct graph_mxm_request *request);

/* ---- When to use them (mxm_blocks_strategy.c) ---- */

/* Whether blocks may be full enough, by the shapes and the numbers of entries; and whether a sample shows that they are, so
 * that they make the product faster than kernels of rows. */
bool graph__cuda_mxm_may_have_blocks(const struct graph_csr *A, const struct graph_csr *B);
bool graph__cuda_mxm_blocks_are_faster(const struct mxm_sample *found, const struct graph_mxm_request *r);

/* Whether a sample shows 8 x 8 blocks so full that tensor cores make the whole product faster than a reuse plan makes its
 * values alone. */
graph_status graph__cuda_mxm_has_full_blocks(bool *has, const struct graph_semiring *s,
                                             const struct graph_csr *A, const struct graph_csr *B);

#endif
