/* Products of matrices whose rows are short and like their neighbours', as on meshes. */
#ifndef CUDA_MXM_WHOLE_MXM_ROW_MERGE_HOST_H
#define CUDA_MXM_WHOLE_MXM_ROW_MERGE_HOST_H

#include "contract/kernels.h"
#include "cuda/mxm/whole/mxm_row_merge_arguments.h"
#include "cuda/runtime/call.h"

/* Whether the matrices are worth a look. */
bool graph__cuda_mxm_may_merge(const struct graph_csr *A, const struct graph_csr *B);

/* Enqueues the sample, which must be zeros; it tells whether to merge (MXM_ROW_MERGE_PAYS). */
graph_status graph__cuda_mxm_row_merge_look(struct cuda_call *call, struct mxm_row_merge_sample *there,
                                            const struct graph_csr *A, const struct graph_csr *B);

/* Between graph__cuda_begin and graph__cuda_end: makes C = A B, whose row_start has its memory, *is_made, or finds that the
 * matrices are not of that kind and leaves C alone.  After a failure C may hold arrays. */
graph_status graph__cuda_mxm_row_merge(struct cuda_call *call, struct graph_csr_arrays *C,
                                       struct graph_mxm_request *r, bool *is_made);

#endif
