/* Products under a mask whose multiply is pair: their numbers, then the selection of the entries that have any.  One wait,
 * for the number of entries of C. */
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/masked/mxm_masked_host.h"
#include "cuda/mxm/masked/mxm_masked_pair_arguments.h"
#include "cuda/primitives/entries.h"
#include "cuda/runtime/call.h"

graph_status graph__cuda_mxm_masked_pair(struct cuda_call *call, struct graph_mxm_request *request)
{
    const struct graph_csr *A = &request->A, *mask = &request->mask.pattern;
    const struct graph_semiring *s = request->semiring;
    struct mxm_masked_pair_arguments a = {.rows = A->rows,
                                          .A_start = A->row_start,
                                          .B_start = request->B.row_start,
                                          .mask_start = mask->row_start,
                                          .A_column = A->column,
                                          .B_column = request->B.column,
                                          .mask_column = mask->column};
    struct mxm_masked_values_arguments values = {.entries = mask->entries};
    struct graph_csr admitted = {.rows = mask->rows,
                                 .columns = mask->columns,
                                 .entries = mask->entries,
                                 .type = s->type,
                                 .row_start = mask->row_start,
                                 .column = mask->column};
    struct selection selection;
    char *value;
    int64_t blocks;
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a.count, mask->entries));
    GRAPH_TRY(CUDA_SCRATCH(call, a.lists, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.row, A->rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a.part, A->rows + A->entries / MXM_PAIR_LEAST_PART));
    GRAPH_TRY(graph__cuda_scratch(call, (void **)&value, (size_t)mask->entries, s->value_bytes));
    GRAPH_TRY(graph__cuda_selection_open(call, &selection, mask->entries));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.count, 0, (size_t)mask->entries * sizeof *a.count));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.lists, 0, sizeof *a.lists));
    GRAPH_TRY(graph__cuda_launch(call, graph__mxm_masked_pair_divide,
                                 graph__cuda_blocks(A->rows, MXM_PAIR_THREADS), MXM_PAIR_THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, graph__mxm_masked_pair_count, MXM_PAIR_THREADS, 0));
    GRAPH_TRY(graph__cuda_launch(call, graph__mxm_masked_pair_count, blocks, MXM_PAIR_THREADS, 0, &a));
    values.count = a.count;
    values.value = value;
    values.bits = selection.bits;
    GRAPH_TRY(graph__cuda_launch_over(call, s, GRAPH_KERNEL_mxm_masked_values,
                                      graph__cuda_blocks(mask->entries, MXM_PAIR_THREADS), MXM_PAIR_THREADS,
                                      0, &values));
    GRAPH_TRY(graph__cuda_selection_rank(call, &selection, mask->entries));
    admitted.value = value;
    GRAPH_TRY(graph__cuda_select_entries(call, &request->C, &admitted, &selection));
done:
    return status;
}
