/* Launches the kernels of batches; see mxm_batches_host.h. */
#include "cuda/mxm/rows/mxm_batches_host.h"

#include "cuda/kernels/kernels.h"
#include "cuda/mxm/analysis/mxm_families.h"
#include "cuda/mxm/analysis/mxm_row_bins.h"
#include "cuda/mxm/rows/mxm_entries.h"
#include "cuda/mxm/analysis/mxm_short_rows.h"
#include "cuda/runtime/call.h"

enum { STREAM = 4 };

static int64_t room_of(const struct mxm_totals *totals) { return totals->room - totals->large; }

bool graph__cuda_mxm_suits_batches(const struct graph_mxm_request *r, const struct mxm_totals *totals)
{
    const size_t entry_bytes = sizeof(int32_t) + r->semiring->value_bytes;
    return graph__mxm_has_family(MXM_FAMILY_BATCHES) &&
           graph__mxm_suits_batches(totals, r->A.rows, r->B.columns) && r->B.entries <= INT32_MAX &&
           graph__cuda_has_bytes(2 * entry_bytes * (size_t)(room_of(totals) + totals->room_used));
}

graph_status graph__cuda_mxm_open_batches(struct cuda_call *call, struct mxm_batches_arguments *a,
                                          const struct graph_mxm_request *r,
                                          const struct mxm_analysis *analysis,
                                          const struct mxm_totals *totals)
{
    const int64_t groups = graph__mxm_divide_up(r->A.rows, MXM_BATCH_ROWS);
    char *value;
    graph_status status;
    *a = (struct mxm_batches_arguments){.row = graph__cuda_mxm_operands(r),
                                        .bin = analysis->bin,
                                        .rows = r->A.rows,
                                        .used = &analysis->totals->batches_used};
    a->row.count = analysis->count;
    GRAPH_TRY(CUDA_SCRATCH(call, a->row.column, room_of(totals)));
    GRAPH_TRY(CUDA_SCRATCH(call, value, (size_t)room_of(totals) * r->semiring->value_bytes));
    GRAPH_TRY(CUDA_SCRATCH(call, a->start, groups));
    a->row.value = value;
done:
    return status;
}

graph_status graph__cuda_mxm_make_batches(struct cuda_call *call, const struct mxm_batches_arguments *a,
                                          const struct graph_mxm_request *r, const struct mxm_totals *totals)
{
    graph_status status;
    GRAPH_TRY(graph__mxm_use_stream(call, totals, STREAM));
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxm_batches,
                                      graph__mxm_divide_up(a->rows, MXM_BATCH_ROWS), 32, 0, a));
done:
    return status;
}

graph_status graph__cuda_mxm_compact_batches(struct cuda_call *call, const struct mxm_batches_arguments *a,
                                             const struct graph_mxm_request *r,
                                             const struct mxm_totals *totals,
                                             const struct graph_csr_arrays *C)
{
    struct mxm_batches_arguments move = *a;
    graph_status status;
    move.row.C_row_start = C->row_start;
    move.C_column = C->column;
    move.C_value = C->value;
    GRAPH_TRY(graph__mxm_use_stream(call, totals, STREAM));
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxm_batches_compact,
                                      graph__mxm_divide_up(a->rows, MXM_BATCH_COMPACT_THREADS),
                                      MXM_BATCH_COMPACT_THREADS, 0, &move));
done:
    return status;
}
