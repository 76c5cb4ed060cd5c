/* What every method by rows needs of its operands and its result: A and B as arguments of kernels, and the arrays of C. */
#ifndef CUDA_MXM_ROWS_MXM_ENTRIES_H
#define CUDA_MXM_ROWS_MXM_ENTRIES_H

#include "contract/kernels.h"
#include "cuda/mxm/analysis/mxm_arguments.h"
#include "cuda/runtime/call.h"

/* The operands of a kernel of rows; all other fields are zero. */
struct mxm_row_arguments graph__cuda_mxm_operands(const struct graph_mxm_request *r);

/* Allocates the columns and values of C; releases them; moves the entries to arrays of exactly their number. */
graph_status graph__cuda_mxm_new_entries(struct graph_csr_arrays *C, int64_t entries, size_t value_bytes);
void graph__cuda_mxm_release_entries(struct graph_csr_arrays *C);
graph_status graph__cuda_mxm_shrink(struct cuda_call *call, struct graph_csr_arrays *C, size_t value_bytes);

#endif
