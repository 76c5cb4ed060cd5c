/* The product row by row; see mxm_rows.c. */
#ifndef CUDA_MXM_MXM_ROWS_H
#define CUDA_MXM_MXM_ROWS_H

#include "contract/kernels.h"
#include "cuda/runtime/call.h"

/* Between graph__cuda_begin and graph__cuda_end.  Where its kernels are still being compiled r becomes the request of the
 * pattern (analysis/mxm_semiring.h).  After a failure C may hold arrays. */
graph_status graph__cuda_mxm_by_rows(struct cuda_call *call, struct graph_csr_arrays *C,
                                     struct graph_mxm_request *r);

#endif
