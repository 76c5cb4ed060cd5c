/* Sparse products on the device; see contract/kernels.h. */
#ifndef CUDA_MXM_MXM_HOST_H
#define CUDA_MXM_MXM_HOST_H

#include "contract/kernels.h"
#include "cuda/mxm/analysis/mxm_arguments.h"
#include "cuda/runtime/call.h"

/* GRAPH_E_NOT_SUPPORTED for what is not here: products outside a complemented mask. */
graph_status graph__cuda_mxm(struct graph_mxm_request *r);

/* Enqueues the blocks that take the rows at the places in a->deferred. */
graph_status graph__cuda_mxm_deferred(struct cuda_call *call, struct mxm_row_arguments *a,
                                      const struct graph_mxm_request *r);

#endif
