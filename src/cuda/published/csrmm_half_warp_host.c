/* The published product with a dense matrix: a launch of csrmm/csrmm_half_warp.cuh for B and C of any layout. */
#include "cuda/kernels/kernels.h"
#include "cuda/published/published_host.h"

#include "cuda/csrmm/csrmm_half_warp_arguments.h"
#include "cuda/runtime/call.h"

static graph_status product(struct cuda_call *call, const struct graph_csrmm_request *r)
{
    bool is_B_by_columns = r->B_layout == GRAPH_COLUMN_MAJOR,
         is_C_by_columns = r->C_layout == GRAPH_COLUMN_MAJOR;
    struct csrmm_half_warp_arguments a = {.rows = r->A.rows,
                                          .dense_columns = r->dense_columns,
                                          .row_start = r->A.row_start,
                                          .column = r->A.column,
                                          .value = r->A.value,
                                          .B = r->B,
                                          .C = r->C,
                                          .B_row = is_B_by_columns ? 1 : r->B_stride,
                                          .B_column = is_B_by_columns ? r->B_stride : 1,
                                          .C_row = is_C_by_columns ? 1 : r->C_stride,
                                          .C_column = is_C_by_columns ? r->C_stride : 1,
                                          .is_accumulating = r->is_accumulating};
    graph_status status = GRAPH_OK;
    if (r->A.rows == 0 || r->dense_columns == 0)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_csrmm_half_warp,
                                      (r->A.rows + HALF_WARP_THREADS / HALF_WARP - 1) /
                                          (HALF_WARP_THREADS / HALF_WARP),
                                      HALF_WARP_THREADS, 0, &a));
done:
    return status;
}

graph_status graph__cuda_csrmm_half_warp(struct graph_csrmm_request *r)
{
    struct cuda_call *call = graph__cuda_begin();
    graph_status status = product(call, r);
    graph__cuda_end(call);
    return status;
}
