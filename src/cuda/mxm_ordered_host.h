/* Products most of whose rows have few products, of about the same number: written straight into C, by mxm_ordered.cuh. */
#ifndef CUDA_MXM_ORDERED_HOST_H
#define CUDA_MXM_ORDERED_HOST_H

#include "contract/kernels.h"
#include "cuda/mxm_plan.h"

/* The last bin of the rows that are made so, the first being MXM_SORT_8; MXM_COPY_LONG: none are. */
int graph__cuda_mxm_ordered_last(const struct graph_mxm_request *r, const struct mxm_totals *totals);

/* Makes them, and gives C its arrays, with room for *room entries; rows of other bins have been counted. */
graph_status graph__cuda_mxm_ordered(struct graph_csr_arrays *C, const struct graph_mxm_request *r,
                                     const struct mxm_plan *plan, const struct mxm_totals *totals,
                                     int last_bin, int64_t *room);

/* The last bin of the rows that half warps make (mxm_few_words.cuh), where most rows have few words; MXM_COPY_LONG: none
 * are. */
int graph__cuda_mxm_few_last(const struct graph_mxm_request *r, const struct mxm_totals *totals);

/* Makes them too, from the words of B's rows in *words.  *left: rows that have been counted only, whose numbers are in
 * plan->deferred. */
graph_status graph__cuda_mxm_few_words(struct graph_csr_arrays *C, const struct graph_mxm_request *r,
                                       const struct mxm_plan *plan, const struct mxm_totals *totals,
                                       const struct mxm_row_arguments *words, int last_bin, int64_t *room,
                                       int64_t *left);

/* When all rows are made: the entries of C move to arrays of the right size, if there was room for many more. */
graph_status graph__cuda_mxm_shrink(struct graph_csr_arrays *C, int64_t room, size_t value_bytes);

#endif
