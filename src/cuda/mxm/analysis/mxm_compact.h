/* Rows of C that need no sums any more: those that are rows of B times a value, and those that lie finished in scratch
 * memory. */
#ifndef CUDA_MXM_ANALYSIS_MXM_COMPACT_H
#define CUDA_MXM_ANALYSIS_MXM_COMPACT_H

#include "contract/kernels.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/runtime/call.h"

/* Enqueues the rows that are copied, from this bin on.  is_forked: long ones and short ones side by side and early, as they
 * are seldom enough to fill the GPU. */
graph_status graph__mxm_launch_copies(struct cuda_call *call, struct mxm_row_arguments *a,
                                      const struct graph_mxm_request *r, const struct mxm_totals *totals,
                                      int first_bin, bool is_forked);

/* Enqueues the moves of the bins after `last_made`, those whose rows need as many lanes together, and such groups side by
 * side.  has_batches: they begin early, beside what fills the GPU. */
graph_status graph__mxm_compact_bins(struct cuda_call *call, const struct graph_csr_arrays *C,
                                     const struct graph_mxm_request *r, const struct mxm_analysis *plan,
                                     const struct mxm_totals *totals, int last_made, bool has_batches,
                                     const struct mxm_row_arguments *a);

/* Enqueues the moves of rows that are not like their neighbours, from a->kept and a->kept_value. */
graph_status graph__mxm_compact_left(struct cuda_call *call, const struct mxm_row_arguments *a,
                                     size_t value_bytes);

#endif
