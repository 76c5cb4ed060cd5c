/* Products with short rows of similar lengths, written straight into C (mxm_single_pass.cuh). */
#ifndef CUDA_MXM_ROWS_MXM_SINGLE_PASS_HOST_H
#define CUDA_MXM_ROWS_MXM_SINGLE_PASS_HOST_H

#include "contract/kernels.h"
#include "cuda/kernels/kernel_table.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/runtime/call.h"

/* The last bin of the rows that this method takes; the first is MXM_SORT_8.  MXM_COPY_LONG: none. */
int graph__cuda_mxm_single_pass_last(const struct graph_mxm_request *r, const struct mxm_totals *totals);

enum graph_cuda_kernel graph__cuda_mxm_single_pass_kernel(int last_bin);

/* Computes these rows and allocates the arrays of C.  Rows of other bins have been counted. */
graph_status graph__cuda_mxm_single_pass(struct cuda_call *call, struct graph_csr_arrays *C,
                                         const struct graph_mxm_request *r,
                                         const struct mxm_analysis *analysis, const struct mxm_totals *totals,
                                         int last_bin);

#endif
