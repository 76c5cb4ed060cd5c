/* Row clusters: rows of C whose rows of A are similar.  Launches mxm_cluster_count.cu (symbolic) and mxm_cluster.cuh
 * (numeric). */
#ifndef CUDA_MXM_ROWS_MXM_CLUSTER_HOST_H
#define CUDA_MXM_ROWS_MXM_CLUSTER_HOST_H

#include "contract/kernels.h"
#include "cuda/mxm/analysis/mxm_arguments.h"
#include "cuda/runtime/call.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Allocates scratch memory for the patterns of the clustered bins.  Where memory is short, no bin is clustered
 * afterwards. */
graph_status graph__cuda_mxm_cluster_open(struct cuda_call *call, struct mxm_cluster_cache *cache,
                                          const struct graph_mxm_request *r, struct mxm_totals *device_totals,
                                          struct mxm_totals *totals);

/* Enqueues the symbolic kernel for the rows from a->first on, MXM_CLUSTER_ROWS to a block. */
graph_status graph__cuda_mxm_cluster_count(struct cuda_call *call, const struct mxm_row_arguments *a);

/* Waits until all rows are counted: *entries = *entries_there, of C.  Where patterns are stored, totals get the
 * number of groups of each class. */
graph_status graph__cuda_mxm_cluster_counted(struct cuda_call *call, int64_t *entries,
                                             const int64_t *entries_there,
                                             const struct mxm_cluster_cache *cache,
                                             struct mxm_totals *device_totals, struct mxm_totals *totals);

/* Enqueues the numeric kernels of all groups, a stream for each class or two. */
graph_status graph__cuda_mxm_cluster(struct cuda_call *call, const struct mxm_row_arguments *all,
                                     const struct graph_mxm_request *r, const struct mxm_totals *totals);

/* Enqueues the kernel of the remaining single rows (a->rows = -1). */
graph_status graph__cuda_mxm_cluster_singles(struct cuda_call *call, struct mxm_row_arguments *a,
                                             const struct graph_mxm_request *r);

extern const void *const graph__mxm_cluster_count;
#ifdef __cplusplus
}
#endif

#endif
