/* Products under a mask; see contract/kernels.h. */
#ifndef CUDA_MXM_MASKED_MXM_MASKED_HOST_H
#define CUDA_MXM_MASKED_MXM_MASKED_HOST_H

#include "contract/kernels.h"
#include "cuda/mxm/masked/mxm_filter_arguments.h"
#include "cuda/runtime/call.h"

/* Products entry by entry of a mask that is not complemented: by dot products where the method is GRAPH_METHOD_ROW_COLUMN
 * (mxm_masked_dots.cuh), over plus_pair and any_pair by their numbers (mxm_masked_pair.cu), else by sums of all products
 * (mxm_masked_sums.cuh). */
graph_status graph__cuda_mxm_masked_entries(struct graph_mxm_request *request);

/* Numbers the products of rows in which the mask admits anything (mxm_filter.cu); a->products then has them.  Waits for how
 * many there are.  A has less than 2^31 entries. */
graph_status graph__cuda_mxm_filter_number(struct cuda_call *call, struct mxm_filter_arguments *a,
                                           const struct graph_mxm_request *request);

/* A request under a complemented mask, as one without a mask that never makes what the mask keeps out: A B = A' B', where B'
 * has a row for each entry (i,k) of A, row k of B without the columns of row i of the mask, and A' has the entries of A in
 * the columns of these rows (mxm_filter.cu).  is_open: false where that does not pay, and all of A B is to be made and
 * filtered; then nothing is to be closed. */
struct mxm_filter {
    struct graph_mxm_request inner;
    int32_t *number;           /* the columns of A' */
    struct graph_csr_arrays B; /* B' */
    struct graph_csr_arrays
        C; /* of any_pair, whose products are marked in bits: the result, if it is made at once */
    bool is_made;
};
graph_status graph__cuda_mxm_filter_open(struct mxm_filter *f, bool *is_open,
                                         const struct graph_mxm_request *request);
void graph__cuda_mxm_filter_close(struct mxm_filter *f);

#endif
