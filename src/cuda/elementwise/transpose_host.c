/* C = A': a stable partition of the entries by column keeps the rows of each column in ascending order. */
#include "cuda/elementwise/elementwise_host.h"

#include "cuda/primitives/entries.h"
#include "cuda/elementwise/partition.h"
#include "cuda/runtime/call.h"

graph_status graph__cuda_transpose(struct graph_transpose_request *r)
{
    const struct graph_csr *A = &r->A;
    struct partition p = {.n = A->entries,
                          .keys = A->columns,
                          .indices = A->rows,
                          .key = A->column,
                          .value = A->value,
                          .value_bytes = graph__cuda_value_bytes(A)};
    graph_status status;
    r->C = (struct graph_csr_arrays){.entries = A->entries};
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(CUDA_NEW(r->C.row_start, A->columns + 1));
    GRAPH_TRY(CUDA_NEW(r->C.column, A->entries));
    if (p.value_bytes > 0)
        GRAPH_TRY(graph__cuda_allocate(&r->C.value, (size_t)A->entries, p.value_bytes));
    GRAPH_TRY(graph__cuda_tiles(call, &p.tiles, A->row_start, A->rows, A->entries));
    p.start = r->C.row_start;
    p.to_index = r->C.column;
    p.to_value = r->C.value;
    GRAPH_TRY(graph__cuda_partition(call, &p));
done:
    if (status < 0)
        graph__cuda_csr_release(&r->C);
    graph__cuda_end(call);
    return status;
}
