/* Rows of C that need no more sums: multiples of rows of B, and finished rows in scratch memory (stream compaction). */
#ifndef CUDA_MXM_ANALYSIS_MXM_COMPACT_H
#define CUDA_MXM_ANALYSIS_MXM_COMPACT_H

#include "contract/kernels.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/runtime/call.h"

/* Enqueues the rows that are copied from B, from this bin on.  is_forked: long and short ones on two streams of high
 * priority, since they seldom fill the GPU. */
graph_status graph__mxm_launch_copies(struct cuda_call *call, struct mxm_row_arguments *a,
                                      const struct graph_mxm_request *r, const struct mxm_totals *totals,
                                      int first_bin, bool is_forked);

/* Enqueues the compaction of the bins after last_short: neighbouring bins with as many lanes for a row in one launch, and
 * the launches on several streams.  has_batches: on streams of high priority, as batches fill the GPU. */
graph_status graph__mxm_compact_bins(struct cuda_call *call, const struct graph_csr_arrays *C,
                                     const struct graph_mxm_request *r, const struct mxm_analysis *analysis,
                                     const struct mxm_totals *totals, int last_short, bool has_batches,
                                     const struct mxm_row_arguments *a);

/* Enqueues the compaction of rows without similar neighbours, from a->saved and a->saved_value. */
graph_status graph__mxm_compact_remaining(struct cuda_call *call, const struct mxm_row_arguments *a,
                                          size_t value_bytes);

#endif
