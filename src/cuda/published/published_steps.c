/* Steps of the published products (published_steps.h). */
#include "cuda/published/published_steps.h"

#include "cuda/primitives/entries.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

graph_status graph__cuda_mxm_published(struct graph_mxm_request *request,
                                       graph_status (*multiply)(struct cuda_call *,
                                                                struct graph_mxm_request *))
{
    graph_status status;
    request->C = (struct graph_csr_arrays){0};
    struct cuda_call *call = graph__cuda_begin();
    status = multiply(call, request);
    graph__cuda_end(call);
    if (status < 0)
        graph__cuda_csr_release(&request->C);
    return status;
}

graph_status graph__cuda_csr_by_counts(struct cuda_call *call, struct graph_csr_arrays *C,
                                       const int32_t *count, int64_t rows, size_t value_bytes)
{
    graph_status status;
    GRAPH_TRY(CUDA_NEW(C->row_start, rows + 1));
    GRAPH_TRY(graph__cuda_scan_counts(call, C->row_start, count, rows));
    GRAPH_TRY(CUDA_READ(call, C->entries, C->row_start + rows));
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, value_bytes));
done:
    return status;
}
