/* Write-back, union and intersection of matrices and of sparse vectors.
 *
 * Every entry searches its partner in the other operand by bisection and is selected if it stays; of two partners the
 * one of the first operand stays.  Ranks then give the place of each in the result.  The work is divided by entries, not
 * by rows. */
#include "cuda/elementwise/elementwise_host.h"

#include "cuda/elementwise/elementwise_steps.h"

#include "cuda/primitives/entries.h"
#include "cuda/kernels/kernels.h"
#include "cuda/elementwise/merge_arguments.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256 };

/* Selects the entries of both operands that stay; *entries = how many the result has. */
static graph_status mark(struct cuda_call *call, struct merge_arguments *a, int64_t *entries)
{
    int64_t n_old = a->old.tiles.entries, n_update = a->update.tiles.entries;
    graph_status status;
    GRAPH_TRY(graph__cuda_selection_open(call, &a->old.selection, n_old));
    if (!a->is_intersection) {
        GRAPH_TRY(graph__cuda_selection_open(call, &a->update.selection, n_update));
        GRAPH_TRY(CUDA_SCRATCH(call, a->both, (n_old + 31) / 32));
    }
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_merge_mark_old, graph__cuda_tile_count(n_old),
                                 TILE_THREADS, 0, a));
    GRAPH_TRY(graph__cuda_selection_rank(call, &a->old.selection, n_old));
    if (a->is_intersection)
        return graph__cuda_selection_total(call, entries, &a->old.selection, n_old, NULL, 0);
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_merge_mark_update, graph__cuda_tile_count(n_update),
                                 TILE_THREADS, 0, a));
    GRAPH_TRY(graph__cuda_selection_rank(call, &a->update.selection, n_update));
    GRAPH_TRY(
        graph__cuda_selection_total(call, entries, &a->old.selection, n_old, &a->update.selection, n_update));
done:
    return status;
}

/* Allocates the columns and values of the result, and moves the entries there. */
static graph_status fill(struct cuda_call *call, struct merge_arguments *a, graph_type type, bool has_values,
                         int64_t entries, int32_t **column, void **value)
{
    graph_type kernel_type = type == GRAPH_PATTERN ? GRAPH_UINT8 : type;
    const void *kernel;
    graph_status status;
    GRAPH_TRY(CUDA_NEW(*column, entries));
    if (has_values)
        GRAPH_TRY(graph__cuda_allocate(value, (size_t)entries, graph_type_size(type)));
    a->C_column = *column;
    a->C_value = *value;
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, GRAPH_KERNEL_merge_fill_old, kernel_type));
    GRAPH_TRY(
        graph__cuda_launch(call, kernel, graph__cuda_tile_count(a->old.tiles.entries), TILE_THREADS, 0, a));
    if (a->is_intersection)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, GRAPH_KERNEL_merge_fill_update, kernel_type));
    GRAPH_TRY(graph__cuda_launch(call, kernel, graph__cuda_tile_count(a->update.tiles.entries), TILE_THREADS,
                                 0, a));
done:
    return status;
}

static graph_status open_operand(struct cuda_call *call, struct merge_operand *operand,
                                 const struct graph_csr *A)
{
    operand->column = A->column;
    operand->value = A->value;
    return graph__cuda_tiles(call, &operand->tiles, A->row_start, A->rows, A->entries);
}

static struct merge_operand operand_of(const struct graph_vector_view *u)
{
    return (struct merge_operand){
        .tiles = {.rows = 1, .entries = u->entries}, .column = u->index, .value = u->value};
}

static graph_status merge(struct merge_arguments *a, struct graph_csr_arrays *C, const struct graph_csr *old,
                          const struct graph_csr *update)
{
    graph_status status;
    *C = (struct graph_csr_arrays){0};
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(open_operand(call, &a->old, old));
    GRAPH_TRY(open_operand(call, &a->update, update));
    GRAPH_TRY(CUDA_NEW(C->row_start, old->rows + 1));
    GRAPH_TRY(mark(call, a, &C->entries));
    struct entries_starts_arguments starts = {.C_start = C->row_start,
                                              .rows = old->rows,
                                              .A_start = old->row_start,
                                              .other_start = a->is_intersection ? NULL : update->row_start,
                                              .selection = a->old.selection,
                                              .other_selection = a->update.selection};
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_entries_starts, graph__cuda_blocks(old->rows + 1, THREADS),
                                 THREADS, 0, &starts));
    GRAPH_TRY(fill(call, a, old->type, old->value != NULL || update->value != NULL, C->entries, &C->column,
                   &C->value));
done:
    if (status < 0)
        graph__cuda_csr_release(C);
    graph__cuda_end(call);
    return status;
}

graph_status graph__cuda_merge(struct graph_merge_request *r)
{
    struct merge_arguments a = {.mask = {.row_start = r->mask.pattern.row_start,
                                         .column = r->mask.pattern.column,
                                         .is_given = r->mask.is_given,
                                         .is_complement = r->mask.is_complement},
                                .has_accum = r->accum != GRAPH_NO_OP,
                                .keeps = !r->is_replacing,
                                .op = (int32_t)r->accum};
    return merge(&a, &r->C, &r->C_old, &r->update);
}

graph_status graph__cuda_ewise(struct graph_ewise_request *r)
{
    struct merge_arguments a = {
        .has_accum = true, .keeps = true, .is_intersection = !r->is_union, .op = (int32_t)r->op};
    return merge(&a, &r->C, &r->A, &r->B);
}

static graph_status merge_vectors(struct merge_arguments *a, struct graph_vector_arrays *w, graph_type type,
                                  bool has_values)
{
    graph_status status;
    *w = (struct graph_vector_arrays){.form = GRAPH_SPARSE};
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(mark(call, a, &w->entries));
    GRAPH_TRY(fill(call, a, type, has_values, w->entries, &w->index, &w->value));
done:
    if (status < 0) {
        graph__cuda_release(w->index);
        graph__cuda_release(w->value);
        *w = (struct graph_vector_arrays){0};
    }
    graph__cuda_end(call);
    return status;
}

graph_status graph__cuda_merge_sparse(struct graph_vector_merge_request *r)
{
    struct merge_arguments a = {.old = operand_of(&r->w_old),
                                .update = operand_of(&r->update),
                                .mask = {.present = r->mask.present,
                                         .is_given = r->mask.is_given,
                                         .is_complement = r->mask.is_complement},
                                .has_accum = r->accum != GRAPH_NO_OP,
                                .keeps = !r->is_replacing,
                                .op = (int32_t)r->accum};
    return merge_vectors(&a, &r->w, r->w_old.type, r->w_old.type != GRAPH_PATTERN);
}

graph_status graph__cuda_intersect_sparse(struct graph_vector_ewise_request *r)
{
    struct merge_arguments a = {.old = operand_of(&r->u),
                                .update = operand_of(&r->v),
                                .has_accum = true,
                                .is_intersection = true,
                                .op = (int32_t)r->op};
    return merge_vectors(&a, &r->w, r->u.type, r->u.type != GRAPH_PATTERN);
}
