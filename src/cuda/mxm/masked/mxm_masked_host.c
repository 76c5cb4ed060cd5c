/* See mxm_masked_host.h: tasks, their products, a scan of the entries that exist, and the compaction into C.  One wait,
 * for the number of entries of C. */
#include "cuda/mxm/masked/mxm_masked_host.h"

#include "base/checked.h"
#include "cuda/primitives/entries.h"
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/masked/mxm_masked_arguments.h"
#include "cuda/primitives/primitives.h"
#include "cuda/semiring/semiring_host.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256, WARP_THREADS = 32, COUNTERS = 3 };

/* As many blocks as the device holds at once: their warps take tasks until there are no more. */
static graph_status launch_tasks(struct cuda_call *call, const struct graph_semiring *semiring,
                                 enum graph_cuda_kernel number, const struct mxm_masked_arguments *a)
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

graph_status graph__cuda_mxm_masked(struct graph_mxm_request *request)
{
    const struct graph_csr *A = &request->A, *mask = &request->mask.pattern;
    bool is_dot = request->method == GRAPH_METHOD_ROW_COLUMN && request->B_transposed.row_start != NULL;
    const struct graph_csr *B = is_dot ? &request->B_transposed : &request->B;
    struct graph_csr_arrays C = {0};
    /* A row has at least one entry in its last task, and MXM_MASKED_CHUNK in each before. */
    int64_t most_tasks =
        (mask->rows < mask->entries ? mask->rows : mask->entries) + mask->entries / MXM_MASKED_CHUNK;
    struct mxm_masked_arguments a = {.rows = A->rows,
                                     .A_start = A->row_start,
                                     .B_start = B->row_start,
                                     .mask_start = mask->row_start,
                                     .A_column = A->column,
                                     .B_column = B->column,
                                     .mask_column = mask->column,
                                     .A_value = A->value,
                                     .B_value = B->value};
    int64_t row_blocks = graph__cuda_blocks(A->rows + 1, THREADS);
    char *value;
    graph_status status;
    (void)graph__cuda_use_equivalent(&request->semiring);
    const struct graph_semiring *s = request->semiring;
    struct cuda_call *call = graph__cuda_begin();
    if (!is_dot && (s->kind == GRAPH_PLUS_PAIR || s->kind == GRAPH_ANY_PAIR)) {
        status = graph__cuda_mxm_masked_pair(call, request);
        goto done;
    }
    GRAPH_TRY(CUDA_SCRATCH(call, a.task_start, A->rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.task_row, most_tasks));
    GRAPH_TRY(CUDA_SCRATCH(call, a.present, most_tasks * (MXM_MASKED_CHUNK / 32)));
    GRAPH_TRY(CUDA_SCRATCH(call, a.entry_start, most_tasks + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.long_task, most_tasks));
    GRAPH_TRY(CUDA_SCRATCH(call, a.ticket, COUNTERS));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.ticket, 0, COUNTERS * sizeof *a.ticket));
    a.long_tasks = a.ticket + 1;
    a.long_ticket = a.ticket + 2;
    GRAPH_TRY(graph__cuda_scratch(call, (void **)&value, (size_t)mask->entries, s->value_bytes));
    a.value = value;
    GRAPH_TRY(graph__cuda_launch_over(call, s, GRAPH_KERNEL_mxm_masked_count, row_blocks, THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_scan(call, a.task_start, A->rows));
    GRAPH_TRY(graph__cuda_launch_over(call, s, GRAPH_KERNEL_mxm_masked_list, row_blocks, THREADS, 0, &a));
    /* Places of tasks that do not exist count nothing. */
    GRAPH_TRY(
        graph__cuda_set_bytes(call, a.entry_start, 0, ((size_t)most_tasks + 1) * sizeof *a.entry_start));
    GRAPH_TRY(
        launch_tasks(call, s, is_dot ? GRAPH_KERNEL_mxm_masked_dots : GRAPH_KERNEL_mxm_masked_rows, &a));
    GRAPH_TRY(graph__cuda_scan(call, a.entry_start, most_tasks));
    GRAPH_TRY(CUDA_NEW(C.row_start, A->rows + 1));
    a.C_start = C.row_start;
    GRAPH_TRY(graph__cuda_launch_over(call, s, GRAPH_KERNEL_mxm_masked_starts, row_blocks, THREADS, 0, &a));
    GRAPH_TRY(CUDA_READ(call, C.entries, a.entry_start + most_tasks));
    GRAPH_TRY(CUDA_NEW(C.column, C.entries));
    GRAPH_TRY(graph__cuda_allocate(&C.value, (size_t)C.entries, s->value_bytes));
    a.C_column = C.column;
    a.C_value = C.value;
    GRAPH_TRY(graph__cuda_launch_over(call, s, GRAPH_KERNEL_mxm_masked_compact,
                                      graph__cuda_blocks(most_tasks * WARP_THREADS, THREADS), THREADS, 0,
                                      &a));
    request->C = C;
    C = (struct graph_csr_arrays){0};
done:
    graph__cuda_end(call);
    graph__cuda_csr_release(&C);
    return status;
}
