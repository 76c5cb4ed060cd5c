/* Write-back, union and intersection of matrices and of sparse vectors: one pass over tiles of entries of both operands
 * (merge.cuh), cut by merge path. */
#include "cuda/elementwise/elementwise_host.h"

#include "cuda/elementwise/elementwise_steps.h"

#include "cuda/primitives/compaction.h"
#include "cuda/primitives/entries.h"
#include "cuda/kernels/kernels.h"
#include "cuda/elementwise/merge_arguments.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256, WARP_THREADS = 32 };

/* A merge that is under way: the arrays of its result, and the types. */
struct merge_work {
    struct merge_arguments arguments;
    int32_t **column;
    void **value;
    graph_type type;
    bool has_values;
};

static graph_status open_result(void *work, int64_t capacity)
{
    struct merge_work *m = work;
    graph_status status;
    GRAPH_TRY(CUDA_NEW(*m->column, capacity));
    if (m->has_values)
        GRAPH_TRY(graph__cuda_allocate(m->value, (size_t)capacity, graph_type_size(m->type)));
    m->arguments.C_column = *m->column;
    m->arguments.C_value = *m->value;
done:
    return status;
}

static void close_result(void *work)
{
    struct merge_work *m = work;
    graph__cuda_release(*m->column);
    graph__cuda_release(*m->value);
    *m->column = NULL;
    *m->value = NULL;
}

static graph_status find_starts(struct cuda_call *call, void *work)
{
    const struct merge_arguments *a = &((struct merge_work *)work)->arguments;
    if (a->C_start == NULL)
        return GRAPH_OK;
    if (a->compaction.tiles == 0)
        return graph__cuda_set_bytes(call, a->C_start, 0, (size_t)(a->rows + 1) * sizeof *a->C_start);
    return graph__cuda_launch_dependent(call, graph__cuda_merge_starts,
                                        graph__cuda_blocks(a->rows + 1, THREADS), THREADS, 0, 0, a);
}

/* Merges the two operands; *entries = how many the result has. */
static graph_status merge(struct cuda_call *call, struct merge_work *m, int64_t *entries)
{
    struct merge_arguments *a = &m->arguments;
    const int64_t items = a->old.entries + a->update.entries, tiles = (items + MERGE_STEP - 1) / MERGE_STEP;
    const int64_t fewer = a->old.entries < a->update.entries ? a->old.entries : a->update.entries;
    struct compaction_steps steps = {.c = &a->compaction,
                                     .arguments = a,
                                     .open = open_result,
                                     .close = close_result,
                                     .follow = find_starts,
                                     .work = m};
    graph_status status;
    GRAPH_TRY(graph__cuda_type_kernel(&steps.kernel, GRAPH_KERNEL_merge_tiles,
                                      m->type == GRAPH_PATTERN ? GRAPH_UINT8 : m->type));
    GRAPH_TRY(CUDA_SCRATCH(call, a->tiles.row, tiles + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->tiles.old, tiles + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->tiles.update, tiles + 1));
    a->compaction.tiles = tiles;
    if (tiles > 0)
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_merge_cut,
                                     graph__cuda_blocks((tiles + 1) * WARP_THREADS, THREADS), THREADS, 0, a));
    GRAPH_TRY(graph__cuda_compact(call, &steps, tiles, a->is_intersection ? fewer : items, entries));
done:
    return status;
}

static struct merge_operand operand_of(const struct graph_csr *A)
{
    return (struct merge_operand){A->row_start, A->column, A->value, A->entries};
}

static struct merge_operand vector_operand_of(const struct graph_vector_view *u)
{
    return (struct merge_operand){.column = u->index, .value = u->value, .entries = u->entries};
}

static graph_status merge_matrices(struct merge_work *m, struct graph_csr_arrays *C,
                                   const struct graph_csr *old, const struct graph_csr *update)
{
    graph_status status;
    *C = (struct graph_csr_arrays){0};
    m->arguments.old = operand_of(old);
    m->arguments.update = operand_of(update);
    m->arguments.rows = old->rows;
    m->column = &C->column;
    m->value = &C->value;
    m->type = old->type;
    m->has_values = old->value != NULL || update->value != NULL;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(CUDA_NEW(C->row_start, old->rows + 1));
    m->arguments.C_start = C->row_start;
    GRAPH_TRY(merge(call, m, &C->entries));
done:
    if (status < 0)
        graph__cuda_csr_release(C);
    graph__cuda_end(call);
    return status;
}

graph_status graph__cuda_merge(struct graph_merge_request *r)
{
    struct merge_work m = {.arguments = {.mask = {.row_start = r->mask.pattern.row_start,
                                                  .column = r->mask.pattern.column,
                                                  .is_given = r->mask.is_given,
                                                  .is_complement = r->mask.is_complement},
                                         .has_accum = r->accum != GRAPH_NO_OP,
                                         .keeps = !r->is_replacing,
                                         .op = (int32_t)r->accum}};
    return merge_matrices(&m, &r->C, &r->C_old, &r->update);
}

graph_status graph__cuda_ewise(struct graph_ewise_request *r)
{
    struct merge_work m = {
        .arguments = {
            .has_accum = true, .keeps = true, .is_intersection = !r->is_union, .op = (int32_t)r->op}};
    return merge_matrices(&m, &r->C, &r->A, &r->B);
}

static graph_status merge_vectors(struct merge_work *m, struct graph_vector_arrays *w, graph_type type)
{
    graph_status status;
    *w = (struct graph_vector_arrays){.form = GRAPH_SPARSE};
    m->arguments.rows = 1;
    m->column = &w->index;
    m->value = &w->value;
    m->type = type;
    m->has_values = type != GRAPH_PATTERN;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(merge(call, m, &w->entries));
done:
    if (status < 0) {
        close_result(m);
        *w = (struct graph_vector_arrays){0};
    }
    graph__cuda_end(call);
    return status;
}

graph_status graph__cuda_merge_sparse(struct graph_vector_merge_request *r)
{
    struct merge_work m = {.arguments = {.old = vector_operand_of(&r->w_old),
                                         .update = vector_operand_of(&r->update),
                                         .mask = {.present = r->mask.present,
                                                  .is_given = r->mask.is_given,
                                                  .is_complement = r->mask.is_complement},
                                         .has_accum = r->accum != GRAPH_NO_OP,
                                         .keeps = !r->is_replacing,
                                         .op = (int32_t)r->accum}};
    return merge_vectors(&m, &r->w, r->w_old.type);
}

graph_status graph__cuda_intersect_sparse(struct graph_vector_ewise_request *r)
{
    struct merge_work m = {.arguments = {.old = vector_operand_of(&r->u),
                                         .update = vector_operand_of(&r->v),
                                         .has_accum = true,
                                         .is_intersection = true,
                                         .op = (int32_t)r->op}};
    return merge_vectors(&m, &r->w, r->u.type);
}
