/* Products of small matrices, and of those nearly all of whose rows are empty, in one launch. */
#ifndef CUDA_MXM_WHOLE_MXM_SMALL_HOST_H
#define CUDA_MXM_WHOLE_MXM_SMALL_HOST_H

#include "contract/kernels.h"
#include "cuda/runtime/call.h"

/* Between graph__cuda_begin and graph__cuda_end: makes C = A B, *is_made, or finds that the matrices are not of that kind
 * and leaves C alone.  After a failure C may hold arrays. */
graph_status graph__cuda_mxm_small(struct cuda_call *call, struct graph_csr_arrays *C,
                                   struct graph_mxm_request *r, bool *is_made);

#endif
