/* Products entry by entry of a mask: their numbers where the multiply is pair, or dot products, or sums; then the selection
 * of the entries that have any.  One wait, for the number of entries of C, and one for that of products where they are
 * added. */
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

/* Values and bits by the numbers of products. */
static graph_status fill_by_counts(struct cuda_call *call, const struct graph_mxm_request *r, void *value,
                                   uint32_t *bits)
{
    const struct graph_csr *A = &r->A, *mask = &r->mask.pattern;
    struct mxm_masked_pair_arguments a = {.rows = A->rows,
                                          .inners = r->B.rows,
                                          .columns = mask->columns,
                                          .A_start = A->row_start,
                                          .B_start = r->B.row_start,
                                          .mask_start = mask->row_start,
                                          .A_column = A->column,
                                          .B_column = r->B.column,
                                          .mask_column = mask->column};
    struct mxm_masked_values_arguments values = {.entries = mask->entries, .value = value, .bits = bits};
    graph_status status;
    GRAPH_TRY(count_products(call, &a, A->entries, r->B.entries, mask->entries));
    values.count = a.count;
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxm_masked_values,
                                      graph__cuda_blocks(mask->entries, MXM_PAIR_THREADS), MXM_PAIR_THREADS,
                                      0, &values));
done:
    return status;
}

/* The same by dot products. */
static graph_status fill_by_dots(struct cuda_call *call, const struct graph_mxm_request *r, void *value,
                                 uint32_t *bits)
{
    const struct graph_csr *A = &r->A, *B = &r->B_transposed, *mask = &r->mask.pattern;
    struct mxm_masked_dots_arguments a = {.A_start = A->row_start,
                                          .B_start = B->row_start,
                                          .A_column = A->column,
                                          .B_column = B->column,
                                          .mask_column = mask->column,
                                          .A_value = A->value,
                                          .B_value = B->value,
                                          .value = value,
                                          .bits = bits};
    graph_status status;
    GRAPH_TRY(graph__cuda_tiles(call, &a.mask, mask->row_start, mask->rows, mask->entries));
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxm_masked_dots,
                                      graph__cuda_tile_count(mask->entries), TILE_THREADS, 0, &a));
done:
    return status;
}

/* The same by sums of all products. */
static graph_status fill_by_sums(struct cuda_call *call, const struct graph_mxm_request *r, void *value,
                                 uint32_t *bits)
{
    const struct graph_semiring *s = r->semiring;
    struct mxm_masked_sums_arguments a = {
        .A_value = r->A.value, .entries = r->mask.pattern.entries, .value = value, .bits = bits};
    const int64_t blocks = graph__cuda_blocks(a.entries, MXM_PAIR_THREADS);
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a.state, a.entries));
    GRAPH_TRY(CUDA_SCRATCH(call, a.filled, a.entries));
    GRAPH_TRY(
        graph__cuda_launch_over(call, s, GRAPH_KERNEL_mxm_masked_sums_open, blocks, MXM_PAIR_THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_mxm_filter_number(call, &a.filter, r));
    GRAPH_TRY(graph__cuda_launch_over(call, s, GRAPH_KERNEL_mxm_masked_sums_add,
                                      graph__cuda_tile_count(a.filter.products.entries), TILE_THREADS, 0,
                                      &a));
    GRAPH_TRY(graph__cuda_launch_over(call, s, GRAPH_KERNEL_mxm_masked_sums_close, blocks, MXM_PAIR_THREADS,
                                      0, &a));
done:
    return status;
}

static bool is_dot(const struct graph_mxm_request *r)
{
    return r->method == GRAPH_METHOD_ROW_COLUMN && r->B_transposed.row_start != NULL;
}

static bool is_count(const struct graph_mxm_request *r)
{
    return r->semiring->kind == GRAPH_PLUS_PAIR || r->semiring->kind == GRAPH_ANY_PAIR;
}

graph_status graph__cuda_mxm_masked_entries(struct graph_mxm_request *r)
{
    const struct graph_csr *mask = &r->mask.pattern;
    const size_t value_bytes = r->semiring->value_bytes;
    struct graph_csr admitted = *mask;
    struct selection selection;
    char *value;
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(graph__cuda_scratch(call, (void **)&value, (size_t)mask->entries, value_bytes));
    GRAPH_TRY(graph__cuda_selection_open(call, &selection, mask->entries));
    GRAPH_TRY((is_dot(r)     ? fill_by_dots
               : is_count(r) ? fill_by_counts
                             : fill_by_sums)(call, r, value, selection.bits));
    GRAPH_TRY(graph__cuda_selection_rank(call, &selection, mask->entries));
    admitted.type = r->semiring->type;
    admitted.value = value;
    GRAPH_TRY(graph__cuda_select_entries(call, &r->C, &admitted, &selection));
done:
    graph__cuda_end(call);
    return status;
}
