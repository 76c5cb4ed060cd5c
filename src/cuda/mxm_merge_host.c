/* See mxm_merge_host.h.  The host waits for a sample, and for the number of entries. */
#include "cuda/mxm_merge_host.h"

#include "cuda/kernels.h"
#include "cuda/mxm_merge_arguments.h"
#include "cuda/mxm_merge_kernels.h"
#include "cuda/primitives.h"

enum { LEAST_ROWS = 1 << 15, LEAST_MEAN = 3 };

/* Whether the matrices are worth a look.  Cursors have 32 bits. */
static bool is_candidate(const struct graph_mxm_request *r)
{
    return r->A.rows >= LEAST_ROWS && r->B.entries <= UINT32_MAX && r->A.entries >= LEAST_MEAN * r->A.rows &&
           r->A.entries <= MXM_MERGE_MOST * r->A.rows && r->B.entries >= LEAST_MEAN * r->B.rows;
}

static graph_status look(bool *is_for_lanes, const struct graph_mxm_request *r)
{
    struct mxm_merge_sample found;
    struct mxm_merge_sample_arguments a = {.A_row_start = r->A.row_start,
                                           .B_row_start = r->B.row_start,
                                           .A_column = r->A.column,
                                           .B_column = r->B.column,
                                           .rows = r->A.rows};
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(a.found, 1));
    GRAPH_TRY(graph__cuda_set_bytes(a.found, 0, sizeof *a.found));
    GRAPH_TRY(graph__cuda_launch(graph__mxm_merge_sample, MXM_MERGE_SAMPLED_ROWS * 32 / MXM_MERGE_THREADS,
                                 MXM_MERGE_THREADS, 0, &a));
    GRAPH_TRY(CUDA_READ(found, a.found));
    /* Lanes of a warp read neighbouring rows of B, and meet in columns: otherwise sorting is faster. */
    *is_for_lanes = found.longest <= MXM_MERGE_MOST && 8 * found.near >= 7 * found.rows &&
                    2 * found.products >= 3 * found.entries;
done:
    return status;
}

graph_status graph__cuda_mxm_merge(struct graph_csr_arrays *C, struct graph_mxm_request *r, bool *is_made)
{
    struct mxm_merge_arguments a = {.A_row_start = r->A.row_start,
                                    .B_row_start = r->B.row_start,
                                    .A_column = r->A.column,
                                    .B_column = r->B.column,
                                    .A_value = r->A.value,
                                    .B_value = r->B.value,
                                    .rows = r->A.rows};
    const int64_t blocks = (a.rows + MXM_MERGE_THREADS - 1) / MXM_MERGE_THREADS;
    struct mxm_merge_state found;
    const void *kernel;
    graph_status status = GRAPH_OK;
    *is_made = false;
    if (!is_candidate(r))
        return GRAPH_OK;
    GRAPH_TRY(look(is_made, r));
    if (!*is_made)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, GRAPH_KERNEL_mxm_merge, r->semiring));
    GRAPH_TRY(CUDA_SCRATCH(a.count, a.rows));
    GRAPH_TRY(CUDA_SCRATCH(a.state, 1));
    GRAPH_TRY(CUDA_NEW(C->row_start, a.rows + 1));
    GRAPH_TRY(graph__cuda_set_bytes(a.state, 0, sizeof *a.state));
    GRAPH_TRY(graph__cuda_launch(graph__mxm_merge_count, blocks, MXM_MERGE_THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_scan_counts(C->row_start, a.count, a.rows));
    GRAPH_TRY(graph__cuda_copy(&a.state->entries, C->row_start + a.rows, sizeof a.state->entries));
    GRAPH_TRY(CUDA_READ(found, a.state));
    if (found.is_refused) {
        graph__cuda_release(C->row_start);
        C->row_start = NULL;
        *is_made = false;
        return GRAPH_OK;
    }
    C->entries = found.entries;
    r->products = (uint64_t)found.products;
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, r->semiring->value_bytes));
    a.C_row_start = C->row_start;
    a.C_column = C->column;
    a.C_value = C->value;
    GRAPH_TRY(graph__cuda_launch(kernel, blocks, MXM_MERGE_THREADS, 0, &a));
done:
    return status;
}
