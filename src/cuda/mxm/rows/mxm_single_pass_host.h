/* Products most of whose rows have few products, of about the same number: written straight into C, by mxm_single_pass.cuh. */
#ifndef CUDA_MXM_ROWS_MXM_SINGLE_PASS_HOST_H
#define CUDA_MXM_ROWS_MXM_SINGLE_PASS_HOST_H

#include "contract/kernels.h"
#include "cuda/kernels/kernel_table.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/runtime/call.h"

/* The last bin of the rows that are made so, the first being MXM_SORT_8; MXM_COPY_LONG: none are. */
int graph__cuda_mxm_single_pass_last(const struct graph_mxm_request *r, const struct mxm_totals *totals);

enum graph_cuda_kernel graph__cuda_mxm_single_pass_kernel(int last_bin);

/* Makes them, and gives C its arrays; rows of other bins have been counted. */
graph_status graph__cuda_mxm_single_pass(struct cuda_call *call, struct graph_csr_arrays *C,
                                         const struct graph_mxm_request *r, const struct mxm_analysis *plan,
                                         const struct mxm_totals *totals, int last_bin);

/* A and B for kernels of rows; the rest is zero. */
struct mxm_row_arguments graph__cuda_mxm_operands(const struct graph_mxm_request *r);

/* Arrays for the columns and values of C; these given back; and arrays of the right size, to which its entries move. */
graph_status graph__cuda_mxm_new_entries(struct graph_csr_arrays *C, int64_t entries, size_t value_bytes);
void graph__cuda_mxm_release_entries(struct graph_csr_arrays *C);
graph_status graph__cuda_mxm_shrink(struct cuda_call *call, struct graph_csr_arrays *C, size_t value_bytes);

#endif
