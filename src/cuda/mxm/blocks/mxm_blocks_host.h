/* Products on blocks of 8 x 8 with bitmaps; see contract/kernels.h and mxm_blocks.cuh. */
#ifndef CUDA_MXM_BLOCKS_MXM_BLOCKS_HOST_H
#define CUDA_MXM_BLOCKS_MXM_BLOCKS_HOST_H

#include "contract/kernels.h"
#include "cuda/mxm/blocks/mxm_blocks_arguments.h"
#include "cuda/runtime/call.h"

/* Both operands in blocks, in scratch memory, and how many blocks; of a square it is one matrix.  *facts, on
 * the device, lose what does not hold for their values. */
graph_status graph__cuda_blocks_operands(struct cuda_call *call, struct blocks_matrix *A,
                                         struct blocks_matrix *B, int64_t counts[2],
                                         const struct graph_mxm_request *request, struct value_facts *facts);

/* The request has no mask. */
graph_status graph__cuda_mxm_blocks(struct graph_mxm_request *request);

#endif
