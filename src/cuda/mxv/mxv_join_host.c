/* Joins the partial sums of rows that lie in several tiles.  The last tile of a row joins them, unless many tiles are cut:
 * then that would delay the other tiles, and a second kernel joins all rows. */
#include "cuda/mxv/mxv_steps.h"
#include "cuda/mxv/tuning.h"

#include "cuda/kernels/kernels.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256, WARP_THREADS = 32 };

graph_status graph__cuda_open_joins(struct cuda_call *call, struct mxv_pull_arguments *a, size_t value_bytes)
{
    const bool joins_at_once =
        a->cuts.tiles <= MXV_JOIN_TILES || a->cuts.cuts < a->cuts.tiles / MXV_CUT_SHARE;
    graph_status status = GRAPH_OK;
    a->arrived = NULL;
    if (a->cuts.cuts == 0)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_scratch(call, &a->carry, (size_t)a->cuts.cuts, value_bytes));
    GRAPH_TRY(CUDA_SCRATCH(call, a->carry_present, a->cuts.cuts));
    a->arrived = joins_at_once ? a->cuts.arrived : NULL;
done:
    return status;
}

graph_status graph__cuda_close_joins(struct cuda_call *call, const struct graph_semiring *semiring,
                                     const struct mxv_pull_arguments *a)
{
    if (a->cuts.cuts == 0 || a->arrived != NULL)
        return GRAPH_OK;
    return graph__cuda_launch_over_dependent(call, semiring, GRAPH_KERNEL_mxv_join,
                                             (a->cuts.heads * WARP_THREADS + THREADS - 1) / THREADS, THREADS,
                                             0, 0, a);
}
