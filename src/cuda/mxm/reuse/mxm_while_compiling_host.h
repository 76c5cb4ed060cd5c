/* The first products of a semiring that was not compiled with the library, while the kernels that suit its operands are
 * being compiled: the pattern of C is made by kernels that are there, and its values by few others, which take a short
 * time to compile. */
#ifndef CUDA_MXM_REUSE_MXM_WHILE_COMPILING_HOST_H
#define CUDA_MXM_REUSE_MXM_WHILE_COMPILING_HOST_H

#include "contract/kernels.h"
#include "cuda/kernels/kernels.h"

/* Whether such products can be made, now. */
bool graph__cuda_mxm_may_be_early(void);

/* To be asked before a product is made by some kernels.  Where they are not there and the product is early, they are being
 * compiled after this, and the request has become that of the pattern. */
void graph__cuda_mxm_prepare(struct graph_mxm_request *request, const enum graph_cuda_kernel *wanted,
                             int count);

/* The values of `wanted`, of which `made` has the pattern; nothing where it has the values, too.  *is_made: false where that
 * takes too much memory; the kernels are there then. */
graph_status graph__cuda_mxm_complete(struct graph_mxm_request *made, const struct graph_mxm_request *wanted,
                                      bool *is_made);

#endif
