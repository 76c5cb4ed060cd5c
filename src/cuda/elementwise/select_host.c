/* The entries that pass a test: selected by a bit each, then compacted (primitives/entries.h). */
#include "cuda/elementwise/elementwise_host.h"

#include "cuda/elementwise/elementwise_steps.h"

#include "contract/positions.h"
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

static graph_status mark_positions(struct cuda_call *call, const struct selection *selection,
                                   const struct graph_csr *A, graph_select_op op, int64_t k)
{
    struct entries_test_arguments test = {
        .column = A->column, .bits = selection->bits, .op = (int32_t)op, .k = k};
    graph_status status;
    GRAPH_TRY(graph__cuda_tiles(call, &test.tiles, A->row_start, A->rows, A->entries));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_entries_test, graph__cuda_tile_count(A->entries),
                                 TILE_THREADS, 0, &test));
done:
    return status;
}

/* A copy of A, where every entry passes. */
static graph_status copy(struct cuda_call *call, struct graph_csr_arrays *C, const struct graph_csr *A)
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

graph_status graph__cuda_select(struct graph_select_request *r)
{
    struct selection selection;
    int64_t k = graph__position_offset(r->y);
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    r->C = (struct graph_csr_arrays){0};
    if (r->passes == NULL && r->op == GRAPH_ROW_GT && k < 0) {
        status = copy(call, &r->C, &r->A);
        goto done;
    }
    GRAPH_TRY(graph__cuda_selection_open(call, &selection, r->A.entries));
    if (r->passes != NULL)
        GRAPH_TRY(graph__cuda_mark_values(call, &selection, r->passes, GRAPH_BOOL, NULL, GRAPH_VALUE_NE,
                                          graph_bool(false), r->A.entries));
    else if (graph__tests_values(r->op))
        GRAPH_TRY(graph__cuda_mark_values(call, &selection, r->A.value, r->A.type, NULL, r->op, r->y,
                                          r->A.entries));
    else
        GRAPH_TRY(mark_positions(call, &selection, &r->A, r->op, k));
    GRAPH_TRY(graph__cuda_selection_rank(call, &selection, r->A.entries));
    GRAPH_TRY(graph__cuda_select_entries(call, &r->C, &r->A, &selection));
done:
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
