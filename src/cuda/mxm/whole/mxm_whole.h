/* Methods that make a whole product of one kind of matrices, instead of its rows by bins.  Each is called between
 * graph__cuda_begin and graph__cuda_end.  It makes C = A B and sets *is_made, or finds that the matrices are not of its kind
 * and leaves C alone.  After a failure C may hold arrays. */
#ifndef CUDA_MXM_WHOLE_MXM_WHOLE_H
#define CUDA_MXM_WHOLE_MXM_WHOLE_H

#include "contract/kernels.h"
#include "cuda/runtime/call.h"

/* Small matrices, and those nearly all of whose rows are empty: one launch with a look-back scan (mxm_small.cuh,
 * mxm_hypersparse.cuh).  Small ones with long rows and a small number of columns go to the next. */
graph_status graph__cuda_mxm_small(struct cuda_call *call, struct graph_csr_arrays *C,
                                   struct graph_mxm_request *r, bool *is_made);

/* Small matrices with long rows and a small number of columns: one launch with dense accumulators (mxm_small_dense.cuh). */
graph_status graph__cuda_mxm_small_dense(struct cuda_call *call, struct graph_csr_arrays *C,
                                         struct graph_mxm_request *r, bool *is_made);

/* Meshes whose rows have more entries than a lane merges: column compression, half a warp for each row, where the columns
 * of nearly all rows of C lie in a small number of words of 32 columns (mxm_compressed.cuh). */
graph_status graph__cuda_mxm_compressed(struct cuda_call *call, struct graph_csr_arrays *C,
                                        struct graph_mxm_request *r, bool *is_made);

/* Meshes with short rows: a lane merges the rows of B of each row (mxm_row_merge.cuh).  C->row_start has its memory.
 * may_merge: whether the shapes allow it; a sample of the analysis decides (MXM_ROW_MERGE_PAYS). */
bool graph__cuda_mxm_may_merge(const struct graph_csr *A, const struct graph_csr *B);
graph_status graph__cuda_mxm_row_merge(struct cuda_call *call, struct graph_csr_arrays *C,
                                       struct graph_mxm_request *r, bool *is_made);

/* Matrices with an entry at every position (mxm_full.cuh).  is_full: whether both are, and large enough to be worth a kernel
 * of their kind. */
bool graph__cuda_mxm_is_full(const struct graph_mxm_request *request);
graph_status graph__cuda_mxm_full(struct cuda_call *call, struct graph_csr_arrays *C,
                                  struct graph_mxm_request *request);

#endif
