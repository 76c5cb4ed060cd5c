/* How the kernels of the bins of a sparse product are launched. */
#ifndef CUDA_MXM_ROWS_MXM_LAUNCH_H
#define CUDA_MXM_ROWS_MXM_LAUNCH_H

#include "contract/kernels.h"
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/analysis/mxm_arguments.h"
#include "cuda/runtime/call.h"

/* By the kernel of the bin, by buckets of columns, or as a sample of the bin tells: rows of A that are alike by blocks,
 * where half of it are; or by warps with hash tables, where nearly all of it fit. */
enum mxm_accumulator {
    MXM_ACCUMULATOR_OF_BIN,
    MXM_ACCUMULATOR_BUCKETS,
    MXM_ACCUMULATOR_CLUSTER,
    MXM_ACCUMULATOR_HASH_SMALL,
    MXM_ACCUMULATOR_HASH_LARGE
};

enum mxm_accumulator graph__mxm_accumulator_of(const struct graph_mxm_request *r,
                                               const struct mxm_totals *totals, int bin);

/* Bins whose kernels follow each other; those of different sides run side by side, so that the last long rows of one
 * leave no multiprocessor idle.  There are no more sides than the GPU has queues. */
int graph__mxm_stream_of(const struct mxm_totals *totals, int bin, enum mxm_accumulator way,
                         bool has_batches);

/* What is compiled for a bin; gives how many. */
int graph__mxm_kernels_of(enum graph_cuda_kernel wanted[2], const struct graph_mxm_request *r, int bin,
                          enum mxm_accumulator way);

/* Whether the kernel of a bin may leave rows to blocks. */
bool graph__mxm_may_leave_rows(int bin, enum mxm_accumulator way);

/* Enqueues the kernel of the rows from a->first on, of one bin or of some that go one way; rows that are alike have their
 * own. */
graph_status graph__mxm_launch_bin(struct cuda_call *call, struct mxm_row_arguments *a,
                                   const struct graph_mxm_request *r, int bin, enum mxm_accumulator way);

/* Enqueues the kernel that counts rows of which many are alike, if they have not been counted, and that of the others, which
 * lie in scratch memory afterwards and are moved when C has its arrays. */
graph_status graph__mxm_launch_cluster(struct cuda_call *call, struct mxm_row_arguments *a,
                                       const struct graph_mxm_request *r, int bin, int most);

#endif
