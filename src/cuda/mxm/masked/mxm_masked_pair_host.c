/* Products under a mask whose multiply is pair: their numbers, then the selection of the entries that have any.  One wait,
 * for the number of entries of C. */
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/masked/mxm_masked_host.h"
#include "cuda/mxm/masked/mxm_masked_pair_arguments.h"
#include "cuda/primitives/entries.h"
#include "cuda/runtime/call.h"

enum { MANY_WARPS = 6144 }; /* fill the device: three blocks on most of the 132 multiprocessors of an H200 */

/* Counts the products at the entries of the mask into a->count. */
static graph_status count_products(struct cuda_call *call, struct mxm_masked_pair_arguments *a,
                                   int64_t A_entries, int64_t B_entries, int64_t mask_entries)
{
    const size_t lists_bytes = sizeof *a->lists + (size_t)a->inners * sizeof *a->reversed,
                 bytes = lists_bytes + (size_t)mask_entries * sizeof *a->count;
    const int64_t fit = (a->columns / 128 + 1) * 128, most_parts = A_entries / MXM_PAIR_LEAST_PART;
    char *zeros;
    int64_t blocks;
    graph_status status;
    a->window = fit < MXM_PAIR_MOST_WINDOW ? fit : MXM_PAIR_MOST_WINDOW;
    a->least_reversed = MXM_PAIR_LEAST_REVERSED * (a->columns / a->window + 1);
    GRAPH_TRY(CUDA_SCRATCH(call, zeros, bytes));
    a->lists = (struct mxm_pair_lists *)(void *)zeros;
    a->reversed = (struct mxm_pair_reversed *)(void *)(zeros + sizeof *a->lists);
    a->count = (uint32_t *)(void *)(zeros + lists_bytes);
    GRAPH_TRY(CUDA_SCRATCH(call, a->row, a->rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a->part, a->rows + most_parts));
    GRAPH_TRY(CUDA_SCRATCH(call, a->reversed_row, A_entries));
    GRAPH_TRY(CUDA_SCRATCH(call, a->reversed_part, B_entries / a->least_reversed + most_parts));
    GRAPH_TRY(graph__cuda_set_bytes(call, zeros, 0, bytes));
    for (a->warp_rows = 1; a->warp_rows < 32 && a->rows > a->warp_rows * MANY_WARPS;)
        a->warp_rows *= 2;
    const int64_t row_blocks =
        graph__cuda_blocks((a->rows + a->warp_rows - 1) / a->warp_rows * 32, MXM_PAIR_THREADS);
    GRAPH_TRY(graph__cuda_launch(call, graph__mxm_masked_pair_divide, row_blocks, MXM_PAIR_THREADS, 0, a));
    GRAPH_TRY(graph__cuda_launch(call, graph__mxm_masked_pair_reversed_places,
                                 graph__cuda_blocks(a->inners, MXM_PAIR_THREADS), MXM_PAIR_THREADS, 0, a));
    GRAPH_TRY(graph__cuda_launch(call, graph__mxm_masked_pair_reverse, row_blocks, MXM_PAIR_THREADS, 0, a));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, graph__mxm_masked_pair_count, MXM_PAIR_THREADS,
                                    MXM_PAIR_SHARED_BYTES));
    GRAPH_TRY(graph__cuda_launch(call, graph__mxm_masked_pair_count, blocks, MXM_PAIR_THREADS,
                                 MXM_PAIR_SHARED_BYTES, a));
done:
    return status;
}

graph_status graph__cuda_mxm_masked_pair(struct cuda_call *call, struct graph_mxm_request *request)
{
    const struct graph_csr *A = &request->A, *mask = &request->mask.pattern;
    const struct graph_semiring *s = request->semiring;
    struct mxm_masked_pair_arguments a = {.rows = A->rows,
                                          .inners = request->B.rows,
                                          .columns = mask->columns,
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
    graph_status status;
    GRAPH_TRY(graph__cuda_scratch(call, (void **)&value, (size_t)mask->entries, s->value_bytes));
    GRAPH_TRY(graph__cuda_selection_open(call, &selection, mask->entries));
    GRAPH_TRY(count_products(call, &a, A->entries, request->B.entries, mask->entries));
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
