/* How rows are computed and launched, bin by bin: the table of launches, the choice of the accumulator, the streams.
 * The other headers of the folder belong to single accumulators. */
#ifndef CUDA_MXM_ROWS_MXM_LAUNCH_H
#define CUDA_MXM_ROWS_MXM_LAUNCH_H

#include "contract/kernels.h"
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/analysis/mxm_arguments.h"
#include "cuda/runtime/call.h"

/* The accumulator of a bin: that of the table; or clusters of similar rows, where half of a sample of the bin is similar. */
enum mxm_accumulator { MXM_ACCUMULATOR_OF_BIN, MXM_ACCUMULATOR_CLUSTER };

enum mxm_accumulator graph__mxm_accumulator_of(const struct graph_mxm_request *r,
                                               const struct mxm_totals *totals, int bin);

/* The stream of a bin.  Bins of one stream follow each other; streams run concurrently, so that the last long rows of
 * a bin leave no multiprocessor idle. */
int graph__mxm_stream_of(const struct mxm_totals *totals, int bin, enum mxm_accumulator accumulator,
                         bool has_batches);

/* The kernels that a bin needs; gives their number. */
int graph__mxm_kernels_of(enum graph_cuda_kernel wanted[2], const struct graph_mxm_request *r, int bin,
                          enum mxm_accumulator accumulator);

/* Whether the kernel of a bin may defer rows to blocks. */
bool graph__mxm_may_leave_rows(int bin, enum mxm_accumulator accumulator);

/* Enqueues the kernel of the rows from a->first on, of one bin or of several with the same accumulator, other than
 * clusters. */
graph_status graph__mxm_launch_bin(struct cuda_call *call, struct mxm_row_arguments *a,
                                   const struct graph_mxm_request *r, const struct mxm_totals *totals,
                                   int bin);

/* The same for clustered bins.  Symbolic phase: enqueues the count of the groups and the kernel of the remaining
 * single rows, which computes them into scratch memory if there is enough.  Numeric phase: enqueues the compaction of
 * these rows, or else the kernel that computes them in place. most: the bin with most products. */
graph_status graph__mxm_launch_cluster(struct cuda_call *call, struct mxm_row_arguments *a,
                                       const struct graph_mxm_request *r, int bin, int most);

/* Enqueues a grid of blocks with bitmaps that computes the rows at the places in a->deferred, of unknown number. */
graph_status graph__cuda_mxm_deferred(struct cuda_call *call, struct mxm_row_arguments *a,
                                      const struct graph_mxm_request *r);

/* ---- Rows of so many entries of A that teams of blocks share them (mxm_bitmap_team.cuh) ---- */

/* Whether teams compute the rows of the bin. */
bool graph__cuda_mxm_has_teams(const struct graph_mxm_request *r, int bin);

/* Enqueues the kernel of these rows, on the main stream. */
graph_status graph__cuda_mxm_teams(struct cuda_call *call, struct mxm_row_arguments *a,
                                   const struct graph_mxm_request *r, const struct mxm_totals *totals);

#endif
