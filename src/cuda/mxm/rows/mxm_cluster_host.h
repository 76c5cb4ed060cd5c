/* Rows of C whose rows of A are alike: launches mxm_cluster_count.cu and mxm_cluster.cuh. */
#ifndef CUDA_MXM_ROWS_MXM_CLUSTER_HOST_H
#define CUDA_MXM_ROWS_MXM_CLUSTER_HOST_H

#include "contract/kernels.h"
#include "cuda/mxm/analysis/mxm_arguments.h"
#include "cuda/runtime/call.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory for what is kept of the rows of the bins that are alike, of which there may be none afterwards: where memory is
 * short. */
graph_status graph__cuda_mxm_cluster_keep(struct cuda_call *call, struct mxm_cluster_kept *kept,
                                          const struct graph_mxm_request *r, struct mxm_totals *there,
                                          struct mxm_totals *totals);

/* Enqueues the kernel that counts the rows from a->first on, MXM_CLUSTER_ROWS to a block. */
graph_status graph__cuda_mxm_cluster_count(struct cuda_call *call, const struct mxm_row_arguments *a);

/* Waits until all rows are counted: *entries = *entries_there, of C; in totals, how many groups there are of rows that are
 * alike, if something is kept of them. */
graph_status graph__cuda_mxm_cluster_made(struct cuda_call *call, int64_t *entries,
                                          const int64_t *entries_there, const struct mxm_cluster_kept *kept,
                                          struct mxm_totals *there, struct mxm_totals *totals);

/* Enqueues the kernels of the values of all that have been counted, on sides. */
graph_status graph__cuda_mxm_cluster(struct cuda_call *call, const struct mxm_row_arguments *all,
                                     const struct graph_mxm_request *r, const struct mxm_totals *totals);

/* Enqueues the kernel of rows that have been left (a->rows = -1). */
graph_status graph__cuda_mxm_cluster_left(struct cuda_call *call, struct mxm_row_arguments *a,
                                          const struct graph_mxm_request *r);

extern const void *const graph__mxm_cluster_count;
#ifdef __cplusplus
}
#endif

#endif
