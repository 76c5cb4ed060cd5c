/* Write-back, union and intersection of matrices and of sparse vectors: one pass over tiles of entries of both operands
 * (merge.cuh), cut by merge path.
 *
 * Where one matrix of an intersection, an operand or the mask, has far fewer entries than the others, a kernel looks each of
 * its entries up in them instead (probe.cuh).  In full matrices that is one load, and the result has the pattern of the
 * short one.  Updates of full matrices in place are the same.  Intersections of operands with as many entries first try
 * whether their patterns are equal. */
#include "cuda/elementwise/elementwise_host.h"

#include "cuda/elementwise/elementwise_steps.h"

#include "cuda/primitives/compaction.h"
#include "cuda/primitives/entries.h"
#include "cuda/kernels/kernels.h"
#include "cuda/elementwise/merge_arguments.h"
#include "cuda/elementwise/probe_arguments.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256, WARP_THREADS = 32 };

/* A merge that is under way: where the arrays of its result go, and the types. */
struct merge_work {
    struct merge_arguments arguments;
    int32_t **column;
    void **value;
    graph_type type;
    bool has_values;
};

static graph_status find_starts(struct cuda_call *call, const void *arguments)
{
    const struct merge_arguments *a = arguments;
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
    const bool is_union = !a->is_intersection && a->has_accum && !a->mask.is_given && !a->mask.is_complement;
    struct compaction_steps steps = {.c = &a->compaction,
                                     .arguments = a,
                                     .column = m->column,
                                     .value = m->value,
                                     .value_bytes = m->has_values ? graph_type_size(m->type) : 0,
                                     .follow = find_starts,
                                     .work = a,
                                     .least = is_union ? items - fewer : 0};
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

/* ---- Look-ups in place of merges ---- */

/* How many times as many entries the others have: a look-up reads a line where a merge reads an entry. */
enum { PROBE_RATIO = 4, SEARCHED_ROWS = 16 };

static struct probe_operand probed(const struct graph_csr *A, const struct graph_csr *shortest)
{
    const int place = A == shortest ? PROBE_SAME : graph__csr_is_full(A) ? PROBE_FULL : PROBE_ROW;
    return (struct probe_operand){A->row_start, A->column, A->value, place};
}

static graph_status launch_probes(struct cuda_call *call, enum graph_cuda_kernel number, graph_type type,
                                  struct probe_arguments *a, const struct graph_csr *entries)
{
    const void *kernel;
    graph_status status;
    a->column = entries->column;
    a->columns = entries->columns;
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, number, type == GRAPH_PATTERN ? GRAPH_UINT8 : type));
    if (entries->rows > SEARCHED_ROWS)
        GRAPH_TRY(graph__cuda_tiles(call, &a->tiles, entries->row_start, entries->rows, entries->entries));
    else
        a->tiles = (struct tiles){
            .row_start = entries->row_start, .rows = entries->rows, .entries = entries->entries};
    GRAPH_TRY(graph__cuda_launch(call, kernel, graph__cuda_tile_count(entries->entries), TILE_THREADS, 0, a));
done:
    return status;
}

/* An operand of an intersection, or its mask, whose entries are worth looking up in the others; NULL: there is none. */
static const struct graph_csr *find_shortest(const struct graph_ewise_request *r)
{
    const struct graph_csr *mask = &r->mask.pattern, *shortest = r->A.entries <= r->B.entries ? &r->A : &r->B;
    if (r->mask.is_given && !r->mask.is_complement && mask->entries <= shortest->entries)
        shortest = mask;
    const int64_t others = r->A.entries + r->B.entries - (shortest == mask ? 0 : shortest->entries);
    return !r->is_union && shortest->entries <= others / PROBE_RATIO ? shortest : NULL;
}

/* The intersection by its shortest matrix. */
static graph_status intersect_by_probes(struct graph_ewise_request *r, const struct graph_csr *shortest)
{
    const graph_type type = r->A.type;
    const size_t value_bytes = graph__cuda_value_bytes(&r->A);
    struct probe_arguments a = {
        .x = probed(&r->A, shortest), .y = probed(&r->B, shortest), .op = (int32_t)r->op};
    struct graph_csr T = *shortest;
    struct selection selection;
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    r->C = (struct graph_csr_arrays){0};
    T.type = type;
    T.value = NULL;
    if (a.x.place != PROBE_ROW && a.y.place != PROBE_ROW) {
        GRAPH_TRY(graph__cuda_copy_entries(call, &r->C, &T));
        if (value_bytes > 0)
            GRAPH_TRY(graph__cuda_allocate(&r->C.value, (size_t)T.entries, value_bytes));
        a.z = r->C.value;
        if (value_bytes > 0)
            GRAPH_TRY(launch_probes(call, GRAPH_KERNEL_probe_entries, type, &a, &T));
    } else {
        GRAPH_TRY(graph__cuda_selection_open(call, &selection, T.entries));
        if (value_bytes > 0)
            GRAPH_TRY(graph__cuda_scratch(call, &a.z, (size_t)T.entries, value_bytes));
        a.bits = selection.bits;
        GRAPH_TRY(launch_probes(call, GRAPH_KERNEL_probe_entries, type, &a, &T));
        GRAPH_TRY(graph__cuda_selection_rank(call, &selection, T.entries));
        T.value = a.z;
        GRAPH_TRY(graph__cuda_select_entries(call, &r->C, &T, &selection));
    }
    r->is_masked = shortest == &r->mask.pattern;
done:
    if (status < 0)
        graph__cuda_csr_release(&r->C);
    graph__cuda_end(call);
    return status;
}

/* The intersection of operands that have the same pattern; *is_made: false where they do not. */
static graph_status intersect_equal(struct graph_ewise_request *r, bool *is_made)
{
    const struct graph_csr *A = &r->A, *B = &r->B;
    const size_t value_bytes = graph__cuda_value_bytes(A);
    struct probe_pattern_arguments a = {
        .x = probed(A, A), .y = probed(B, A), .rows = A->rows, .n = A->entries, .op = (int32_t)r->op};
    uint32_t differs = 1;
    const void *kernel;
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    r->C = (struct graph_csr_arrays){.entries = A->entries};
    GRAPH_TRY(CUDA_NEW(r->C.row_start, A->rows + 1));
    GRAPH_TRY(CUDA_NEW(r->C.column, A->entries));
    if (value_bytes > 0)
        GRAPH_TRY(graph__cuda_allocate(&r->C.value, (size_t)A->entries, value_bytes));
    GRAPH_TRY(CUDA_SCRATCH(call, a.differs, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.differs, 0, sizeof *a.differs));
    a.C_start = r->C.row_start;
    a.C_column = r->C.column;
    a.z = r->C.value;
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, GRAPH_KERNEL_probe_equal,
                                      A->type == GRAPH_PATTERN ? GRAPH_UINT8 : A->type));
    GRAPH_TRY(
        graph__cuda_launch(call, kernel, graph__cuda_blocks(A->entries, TILE_THREADS), TILE_THREADS, 0, &a));
    GRAPH_TRY(CUDA_READ(call, differs, a.differs));
done:
    *is_made = status == GRAPH_OK && differs == 0;
    if (!*is_made)
        graph__cuda_csr_release(&r->C);
    graph__cuda_end(call);
    return status;
}

/* A full matrix in place, by the entries of the update. */
static graph_status update_full(struct graph_merge_request *r)
{
    struct probe_arguments a = {.y = {.value = r->update.value}, .z = r->full_value, .op = (int32_t)r->accum};
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    status = launch_probes(call, GRAPH_KERNEL_probe_update, r->C_old.type, &a, &r->update);
    r->is_in_place = status == GRAPH_OK;
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
    if (r->full_value != NULL)
        return update_full(r);
    return merge_matrices(&m, &r->C, &r->C_old, &r->update);
}

graph_status graph__cuda_ewise(struct graph_ewise_request *r)
{
    struct merge_work m = {
        .arguments = {
            .has_accum = true, .keeps = true, .is_intersection = !r->is_union, .op = (int32_t)r->op}};
    const struct graph_csr *shortest = find_shortest(r);
    bool is_made = false;
    graph_status status = GRAPH_OK;
    if (shortest != NULL)
        return intersect_by_probes(r, shortest);
    if (!r->is_union && r->A.entries == r->B.entries && r->A.entries > 0)
        status = intersect_equal(r, &is_made);
    return status < 0 || is_made ? status : merge_matrices(&m, &r->C, &r->A, &r->B);
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
        graph__cuda_release(w->index);
        graph__cuda_release(w->value);
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
