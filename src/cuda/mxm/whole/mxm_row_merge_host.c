/* The row merge, see mxm_whole.h.  The host waits for the number of entries. */
#include "cuda/mxm/whole/mxm_whole.h"

#include "cuda/kernels/kernels.h"
#include "cuda/mxm/analysis/mxm_families.h"
#include "cuda/mxm/whole/mxm_row_merge_arguments.h"
#include "cuda/mxm/whole/tuning.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

/* Cursors have 32 bits. */
bool graph__cuda_mxm_may_merge(const struct graph_csr *A, const struct graph_csr *B)
{
    return graph__mxm_has_family(MXM_FAMILY_ROW_MERGE) && A->rows >= MXM_ROW_MERGE_LEAST_ROWS &&
           B->entries <= UINT32_MAX && A->entries >= MXM_ROW_MERGE_LEAST_MEAN * A->rows &&
           A->entries <= MXM_ROW_MERGE_MOST * A->rows && B->entries >= MXM_ROW_MERGE_LEAST_MEAN * B->rows;
}

graph_status graph__cuda_mxm_row_merge(struct cuda_call *call, struct graph_csr_arrays *C,
                                       struct graph_mxm_request *r, bool *is_made)
{
    struct mxm_row_merge_arguments a = {.A_row_start = r->A.row_start,
                                        .B_row_start = r->B.row_start,
                                        .A_column = r->A.column,
                                        .B_column = r->B.column,
                                        .A_value = r->A.value,
                                        .B_value = r->B.value,
                                        .rows = r->A.rows};
    const int64_t blocks = (a.rows + MXM_ROW_MERGE_THREADS - 1) / MXM_ROW_MERGE_THREADS;
    struct mxm_row_merge_state found;
    const void *kernel;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, GRAPH_KERNEL_mxm_row_merge, r->semiring));
    GRAPH_TRY(CUDA_SCRATCH(call, a.count, a.rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a.state, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.state, 0, sizeof *a.state));
    GRAPH_TRY(graph__cuda_launch(call, graph__mxm_row_merge_count, blocks, MXM_ROW_MERGE_THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_scan_counts(call, C->row_start, a.count, a.rows));
    GRAPH_TRY(graph__cuda_copy(call, &a.state->entries, C->row_start + a.rows, sizeof a.state->entries));
    GRAPH_TRY(CUDA_READ(call, found, a.state));
    *is_made = !found.is_refused;
    if (!*is_made)
        return GRAPH_OK;
    C->entries = found.entries;
    r->products = (uint64_t)found.products;
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, r->semiring->value_bytes));
    a.C_row_start = C->row_start;
    a.C_column = C->column;
    a.C_value = C->value;
    GRAPH_TRY(graph__cuda_launch(call, kernel, blocks, MXM_ROW_MERGE_THREADS, 0, &a));
done:
    return status;
}
