/* Launches of mxm_dots.cuh: marks, their ranks, and the entries, for whose number the host waits. */
#include "cuda/published/published_host.h"
#include "cuda/published/published_steps.h"

#include "base/checked.h"
#include "cuda/published/mxm_dots_arguments.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256, WARP_THREADS = 32 };

static graph_status launch(struct cuda_call *call, const struct graph_semiring *semiring,
                           enum graph_cuda_kernel number, const struct mxm_dots_arguments *a)
{
    const void *kernel;
    int64_t blocks;
    graph_status status;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, number, semiring));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, THREADS, 0));
    GRAPH_TRY(graph__cuda_launch(call, kernel, blocks, THREADS, 0, a));
done:
    return status;
}

static graph_status multiply(struct cuda_call *call, struct graph_mxm_request *r)
{
    struct graph_csr_arrays *C = &r->C;
    bool is_by_rows = r->method == GRAPH_METHOD_ROW_COLUMN_BY_ROWS;
    const struct graph_csr *A = &r->A, *B = is_by_rows ? &r->B : &r->B_transposed;
    struct mxm_dots_arguments a = {.rows = A->rows,
                                   .columns = r->B.columns,
                                   .words = r->B.columns / WARP_THREADS + 1,
                                   .A_start = A->row_start,
                                   .B_start = B->row_start,
                                   .A_column = A->column,
                                   .B_column = B->column,
                                   .A_value = A->value,
                                   .B_value = B->value};
    size_t words;
    graph_status status;
    if (!graph__multiply(&words, (size_t)a.rows, (size_t)a.words))
        GRAPH_FAIL(GRAPH_E_DEVICE_MEMORY, "out of device memory: a bit for each of %lld x %lld positions",
                   (long long)a.rows, (long long)a.columns);
    GRAPH_TRY(CUDA_SCRATCH(call, a.present, words));
    GRAPH_TRY(CUDA_SCRATCH(call, a.rank, words + 1));
    GRAPH_TRY(launch(call, r->semiring,
                     is_by_rows ? GRAPH_KERNEL_mxm_dots_mark_by_rows : GRAPH_KERNEL_mxm_dots_mark, &a));
    GRAPH_TRY(graph__cuda_rank_bits(call, a.rank, a.present, (int64_t)words));
    GRAPH_TRY(CUDA_READ(call, C->entries, a.rank + words));
    GRAPH_TRY(CUDA_NEW(C->row_start, A->rows + 1));
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, r->semiring->value_bytes));
    a.C_start = C->row_start;
    a.C_column = C->column;
    a.C_value = C->value;
    GRAPH_TRY(launch(call, r->semiring,
                     is_by_rows ? GRAPH_KERNEL_mxm_dots_fill_by_rows : GRAPH_KERNEL_mxm_dots_fill, &a));
done:
    return status;
}

graph_status graph__cuda_mxm_dots(struct graph_mxm_request *r)
{
    return graph__cuda_mxm_published(r, multiply);
}
