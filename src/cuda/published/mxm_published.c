/* See mxm_published.h. */
#include "cuda/published/mxm_published.h"

#include "cuda/primitives/entries.h"
#include "cuda/primitives/primitives.h"

graph_status graph__cuda_mxm_published(struct graph_mxm_request *request,
                                       graph_status (*multiply)(struct graph_mxm_request *))
{
    graph_status status;
    request->C = (struct graph_csr_arrays){0};
    graph__cuda_begin();
    status = multiply(request);
    graph__cuda_end();
    if (status < 0)
        graph__cuda_csr_release(&request->C);
    return status;
}

graph_status graph__cuda_csr_by_counts(struct graph_csr_arrays *C, const int32_t *count, int64_t rows,
                                       size_t value_bytes)
{
    graph_status status;
    GRAPH_TRY(CUDA_NEW(C->row_start, rows + 1));
    GRAPH_TRY(graph__cuda_scan_counts(C->row_start, count, rows));
    GRAPH_TRY(CUDA_READ(C->entries, C->row_start + rows));
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, value_bytes));
done:
    return status;
}
