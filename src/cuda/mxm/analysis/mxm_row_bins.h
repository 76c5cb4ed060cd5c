/* Properties of the row bins, and on which streams their launches go. */
#ifndef CUDA_MXM_ANALYSIS_MXM_ROW_BINS_H
#define CUDA_MXM_ANALYSIS_MXM_ROW_BINS_H

#include "cuda/runtime/call.h"
#include "cuda/mxm/analysis/tuning.h"
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/analysis/mxm_arguments.h"
#include "cuda/mxm/analysis/mxm_families.h"

static inline int64_t graph__mxm_divide_up(int64_t x, int64_t y) { return (x + y - 1) / y; }

static inline int64_t graph__mxm_rows_of_bins(const struct mxm_totals *totals, int first, int last)
{
    int64_t rows = 0;
    for (int bin = first; bin <= last; bin++)
        rows += totals->rows[bin];
    return rows;
}

/* Whether more than half of the sampled rows of the bin are similar to their neighbours. */
static inline bool graph__mxm_has_clusters(const struct mxm_totals *totals, int bin)
{
    const int k = bin - MXM_FIRST_SAMPLED;
    return k >= 0 && k < MXM_SAMPLED_BINS && 2 * totals->sampled[k].cluster > totals->sampled[k].rows;
}

/* Whether the rows of the bin are counted first, and then written straight into C. */
static inline bool graph__mxm_is_direct(const struct mxm_totals *totals, int bin)
{
    if (bin == MXM_BLOCK_TINY)
        return totals->rows[bin] >= MXM_DIRECT_LEAST && !graph__mxm_has_clusters(totals, bin);
    return bin == MXM_INSERT ||
           (bin >= MXM_FIRST_DIRECT && bin <= MXM_LAST_DIRECT && totals->rows[bin] >= MXM_DIRECT_LEAST);
}

/* Whether the rows of the bin are computed in clusters, since more than half of its sample are similar to their
 * neighbours.  They are counted first, too.  `any` with an order of its operands has no place in the sums of clusters. */
static inline bool graph__mxm_is_clustered(const struct mxm_totals *totals,
                                           const struct graph_semiring *semiring, int bin)
{
    return semiring->kind != GRAPH_ANY_FIRST && semiring->kind != GRAPH_ANY_SECOND &&
           graph__mxm_has_clusters(totals, bin);
}

static inline enum graph_cuda_kernel graph__mxm_copy_kernel(int bin)
{
    return bin == MXM_COPY ? GRAPH_KERNEL_mxm_copy : GRAPH_KERNEL_mxm_copy_long;
}

/* Whether a product is large enough for several streams; or has rows in several bins of long ones, whose kernels fill the
 * device together alone; or in several bins of the longest, for whose blocks the other bins would wait.  Each of these
 * functions does nothing otherwise. */
static inline bool graph__mxm_is_worth_a_fork(const struct mxm_totals *totals)
{
    int bins = 0, longest_bins = 0;
    for (int bin = MXM_SORT_1024; bin < MXM_BINS; bin++) {
        bins += totals->rows[bin] > 0;
        longest_bins += bin >= MXM_INSERT && totals->rows[bin] > 0;
    }
    return totals->products >= MXM_LARGE_PRODUCTS || (totals->products >= MXM_FORK_PRODUCTS && bins > 1) ||
           longest_bins > 1;
}

/* Whether blocks and not warps take the rows of MXM_WARP_SMALL: where they are so small a number that each gets 256 threads
 * at least, since its products are then as many steps in a chain. */
static inline bool graph__mxm_has_blocks_for_warps(const struct mxm_totals *totals)
{
    return totals->rows[MXM_WARP_SMALL] <= MXM_BLOCK_ROWS * graph__cuda_device(NULL)->processors;
}

static inline graph_status graph__mxm_fork(struct cuda_call *call, const struct mxm_totals *totals)
{
    return graph__mxm_is_worth_a_fork(totals) ? graph__cuda_fork(call) : GRAPH_OK;
}

/* status: of what has been enqueued. */
static inline graph_status graph__mxm_join(struct cuda_call *call, const struct mxm_totals *totals,
                                           graph_status status)
{
    graph_status joined = graph__mxm_is_worth_a_fork(totals) ? graph__cuda_join(call) : GRAPH_OK;
    return status < 0 ? status : joined;
}

static inline graph_status graph__mxm_use_stream(struct cuda_call *call, const struct mxm_totals *totals,
                                                 int number)
{
    return graph__mxm_is_worth_a_fork(totals) ? graph__cuda_use_stream(call, number) : GRAPH_OK;
}

#endif
