/* Operands and result of methods by rows; see mxm_entries.h. */
#include "cuda/mxm/rows/mxm_entries.h"

struct mxm_row_arguments graph__cuda_mxm_operands(const struct graph_mxm_request *r)
{
    return (struct mxm_row_arguments){.A_row_start = r->A.row_start,
                                      .B_row_start = r->B.row_start,
                                      .A_column = r->A.column,
                                      .B_column = r->B.column,
                                      .A_value = r->A.value,
                                      .B_value = r->B.value};
}

graph_status graph__cuda_mxm_new_entries(struct graph_csr_arrays *C, int64_t entries, size_t value_bytes)
{
    graph_status status;
    GRAPH_TRY(CUDA_NEW(C->column, entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)entries, value_bytes));
done:
    return status;
}

void graph__cuda_mxm_release_entries(struct graph_csr_arrays *C)
{
    graph__cuda_release(C->column);
    graph__cuda_release(C->value);
    C->column = NULL;
    C->value = NULL;
}

graph_status graph__cuda_mxm_shrink(struct cuda_call *call, struct graph_csr_arrays *C, size_t value_bytes)
{
    struct graph_csr_arrays old = *C;
    graph_status status;
    C->column = NULL;
    C->value = NULL;
    GRAPH_TRY(graph__cuda_mxm_new_entries(C, C->entries, value_bytes));
    GRAPH_TRY(graph__cuda_copy(call, C->column, old.column, (size_t)C->entries * sizeof *C->column));
    GRAPH_TRY(graph__cuda_copy(call, C->value, old.value, (size_t)C->entries * value_bytes));
done:
    graph__cuda_release(old.column);
    graph__cuda_release(old.value);
    return status;
}
