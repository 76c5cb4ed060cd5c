/* The entries that pass a test, in one pass (primitives/compaction.h). */
#include "cuda/elementwise/elementwise_host.h"

#include "cuda/elementwise/elementwise_steps.h"

#include "contract/positions.h"
#include "cuda/primitives/compaction.h"
#include "cuda/primitives/entries.h"
#include "cuda/kernels/kernels.h"
#include "cuda/elementwise/select_arguments.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256 };

graph_status graph__cuda_mark_values(struct cuda_call *call, const struct selection *selection,
                                     const void *value, graph_type type, const uint8_t *present,
                                     graph_select_op op, graph_scalar y, int64_t n)
{
    struct select_test_arguments arguments = {
        value, present, selection->bits, y.value.u, (int32_t)y.type, (int32_t)op, n};
    const void *kernel;
    graph_status status;
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, GRAPH_KERNEL_select_test,
                                      type == GRAPH_PATTERN ? GRAPH_BOOL : type));
    GRAPH_TRY(graph__cuda_launch(call, kernel, graph__cuda_blocks(n, THREADS), THREADS, 0, &arguments));
done:
    return status;
}

graph_status graph__cuda_copy_entries(struct cuda_call *call, struct graph_csr_arrays *C,
                                      const struct graph_csr *A)
{
    size_t value_bytes = graph__cuda_value_bytes(A);
    graph_status status;
    *C = (struct graph_csr_arrays){.entries = A->entries};
    GRAPH_TRY(CUDA_NEW(C->row_start, A->rows + 1));
    GRAPH_TRY(CUDA_NEW(C->column, A->entries));
    GRAPH_TRY(graph__cuda_copy(call, C->row_start, A->row_start, (size_t)(A->rows + 1) * sizeof(int64_t)));
    GRAPH_TRY(graph__cuda_copy(call, C->column, A->column, (size_t)A->entries * sizeof(int32_t)));
    if (value_bytes > 0) {
        GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)A->entries, value_bytes));
        GRAPH_TRY(graph__cuda_copy(call, C->value, A->value, (size_t)A->entries * value_bytes));
    }
done:
    if (status < 0)
        graph__cuda_csr_release(C);
    return status;
}

/* A selection of entries that is under way. */
struct select_work {
    struct select_arguments arguments;
    const struct graph_csr *A;
    struct graph_csr_arrays *C;
};

static graph_status find_starts(struct cuda_call *call, const void *work)
{
    const struct select_work *s = work;
    const struct entries_starts_arguments starts = {.C_start = s->C->row_start,
                                                    .rows = s->A->rows,
                                                    .A_start = s->A->row_start,
                                                    .selection = s->arguments.compaction.selection};
    return graph__cuda_launch_dependent(call, graph__cuda_entries_starts,
                                        graph__cuda_blocks(s->A->rows + 1, THREADS), THREADS, 0, 0, &starts);
}

graph_status graph__cuda_select(struct graph_select_request *r)
{
    const struct graph_csr *A = &r->A;
    struct select_work s = {.arguments = {.column = A->column,
                                          .value = A->value,
                                          .passes = r->passes,
                                          .n = A->entries,
                                          .k = graph__position_offset(r->y),
                                          .y_bits = r->y.value.u,
                                          .y_type = (int32_t)r->y.type,
                                          .op = (int32_t)r->op},
                            .A = A,
                            .C = &r->C};
    struct compaction_steps steps = {.c = &s.arguments.compaction,
                                     .arguments = &s.arguments,
                                     .column = &r->C.column,
                                     .value = &r->C.value,
                                     .value_bytes = graph__cuda_value_bytes(A),
                                     .follow = find_starts,
                                     .work = &s};
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    r->C = (struct graph_csr_arrays){0};
    if (r->passes == NULL && r->op == GRAPH_ROW_GT && s.arguments.k < 0) {
        status = graph__cuda_copy_entries(call, &r->C, A);
        goto done;
    }
    if (r->passes == NULL && graph__tests_values(r->op)) {
        GRAPH_TRY(graph__cuda_type_kernel(&steps.kernel, GRAPH_KERNEL_select_values,
                                          A->type == GRAPH_PATTERN ? GRAPH_BOOL : A->type));
    } else {
        steps.kernel = graph__cuda_select_positions[graph__cuda_size_number(graph__cuda_value_bytes(A))];
        if (r->passes == NULL)
            GRAPH_TRY(graph__cuda_tiles(call, &s.arguments.tiles, A->row_start, A->rows, A->entries));
    }
    GRAPH_TRY(CUDA_NEW(r->C.row_start, A->rows + 1));
    GRAPH_TRY(
        graph__cuda_compact(call, &steps, graph__cuda_tile_count(A->entries), A->entries, &r->C.entries));
done:
    if (status < 0)
        graph__cuda_csr_release(&r->C);
    graph__cuda_end(call);
    return status;
}

graph_status graph__cuda_positions(void *z, const struct graph_csr *A, graph_index_op op, int64_t k,
                                   int threads)
{
    struct entries_positions_arguments a = {
        .column = A->column, .position = z, .op = (int32_t)op, .k = (uint64_t)k};
    graph_status status;
    (void)threads;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(graph__cuda_tiles(call, &a.tiles, A->row_start, A->rows, A->entries));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_entries_positions, graph__cuda_tile_count(A->entries),
                                 TILE_THREADS, 0, &a));
done:
    graph__cuda_end(call);
    return status;
}
