/* Operations on vectors.  Two sparse vectors are merged like rows of a matrix (merge_host.c).  All others work position by
 * position, after a sparse operand was scattered. */
#include "cuda/elementwise/elementwise_host.h"

#include "cuda/elementwise/elementwise_steps.h"

#include "contract/positions.h"
#include "cuda/primitives/entries.h"
#include "cuda/kernels/kernels.h"
#include "cuda/elementwise/vector_arguments.h"
#include "cuda/elementwise/vector_arrays.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256 };

void graph__cuda_vector_release(struct graph_vector_arrays *w)
{
    graph__cuda_release(w->index);
    graph__cuda_release(w->present);
    graph__cuda_release(w->value);
    *w = (struct graph_vector_arrays){0};
}

graph_status graph__cuda_vector_new(struct graph_vector_arrays *w, graph_vector_form form, int64_t n,
                                    graph_type type)
{
    graph_status status = GRAPH_OK;
    *w = (struct graph_vector_arrays){.form = form};
    if (form == GRAPH_SPARSE)
        GRAPH_TRY(CUDA_NEW(w->index, n));
    else if (form == GRAPH_BITMAP)
        GRAPH_TRY(CUDA_NEW(w->present, n));
    if (type != GRAPH_PATTERN)
        GRAPH_TRY(graph__cuda_allocate(&w->value, (size_t)n, graph_type_size(type)));
done:
    if (status < 0)
        graph__cuda_vector_release(w);
    return status;
}

void graph__cuda_vector_filled(struct graph_vector_arrays *w, int64_t length)
{
    if (w->form == GRAPH_BITMAP && w->entries == length) {
        graph__cuda_release(w->present);
        w->present = NULL;
        w->form = GRAPH_FULL;
    }
}

/* Launches a kernel with a thread for each element. */
static graph_status launch(struct cuda_call *call, const void *kernel, int64_t n, const void *arguments)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(n, THREADS), THREADS, 0, arguments);
}

static graph_status launch_typed(struct cuda_call *call, enum graph_cuda_kernel number, graph_type type,
                                 int64_t n, const void *arguments)
{
    const void *kernel;
    graph_status status;
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, number, type == GRAPH_PATTERN ? GRAPH_UINT8 : type));
    GRAPH_TRY(launch(call, kernel, n, arguments));
done:
    return status;
}

/* A view as an array by position, in scratch memory if the view is sparse. */
static graph_status open_dense(struct cuda_call *call, struct dense_operand *operand,
                               const struct graph_vector_view *view)
{
    size_t value_bytes = graph_type_size(view->type);
    struct vector_scatter_arguments a = {.index = view->index, .from = view->value, .n = view->entries};
    graph_status status = GRAPH_OK;
    *operand = (struct dense_operand){view->value, view->form == GRAPH_BITMAP ? view->present : NULL};
    if (view->form != GRAPH_SPARSE)
        return GRAPH_OK;
    GRAPH_TRY(CUDA_SCRATCH(call, a.present, view->length));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.present, 0, (size_t)view->length));
    if (value_bytes > 0)
        GRAPH_TRY(graph__cuda_scratch(call, &a.value, (size_t)view->length, value_bytes));
    GRAPH_TRY(
        launch(call, graph__cuda_vector_scatter[graph__cuda_size_number(value_bytes)], view->entries, &a));
    *operand = (struct dense_operand){a.value, a.present};
done:
    return status;
}

/* Whether each position of a merge gets an entry, whatever the mask has. */
static bool is_full_merge(const struct vector_merge_arguments *a, const struct graph_vector_view *old,
                          const struct graph_vector_view *update)
{
    const bool has_mask = a->is_given || a->is_complement, is_old_full = old->form == GRAPH_FULL,
               is_update_full = update->form == GRAPH_FULL;
    const bool is_open_full =
        a->is_intersection ? is_old_full && is_update_full : is_update_full || (is_old_full && a->has_accum);
    return is_open_full && (!has_mask || (is_old_full && a->keeps));
}

/* Fills in both operands and the output, and runs the merge.  Waits unless the result is known to be full. */
static graph_status merge_dense(struct vector_merge_arguments *a, struct graph_vector_arrays *w,
                                const struct graph_vector_view *old, const struct graph_vector_view *update)
{
    graph_status status;
    *w = (struct graph_vector_arrays){0};
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(open_dense(call, &a->old, old));
    GRAPH_TRY(open_dense(call, &a->update, update));
    const bool is_full = is_full_merge(a, old, update);
    GRAPH_TRY(graph__cuda_vector_new(w, is_full ? GRAPH_FULL : GRAPH_BITMAP, old->length, old->type));
    if (!is_full) {
        GRAPH_TRY(CUDA_SCRATCH(call, a->entries, 1));
        GRAPH_TRY(graph__cuda_set_bytes(call, a->entries, 0, sizeof *a->entries));
    }
    a->present = w->present;
    a->value = w->value;
    a->n = old->length;
    GRAPH_TRY(launch_typed(call, GRAPH_KERNEL_vector_merge, old->type, old->length, a));
    w->entries = old->length;
    if (!is_full)
        GRAPH_TRY(CUDA_READ(call, w->entries, a->entries));
    graph__cuda_vector_filled(w, old->length);
done:
    if (status < 0)
        graph__cuda_vector_release(w);
    graph__cuda_end(call);
    return status;
}

graph_status graph__cuda_vector_merge(struct graph_vector_merge_request *r)
{
    struct vector_merge_arguments a = {.mask = r->mask.present,
                                       .is_given = r->mask.is_given,
                                       .is_complement = r->mask.is_complement,
                                       .has_accum = r->accum != GRAPH_NO_OP,
                                       .keeps = !r->is_replacing,
                                       .op = (int32_t)r->accum};
    /* A vector that is added to soon has many entries: up to some length it becomes a bitmap at once. */
    if (r->w_old.form == GRAPH_SPARSE && r->update.form == GRAPH_SPARSE &&
        (r->is_replacing || r->w_old.length > GRAPH_DEVICE_LONG))
        return graph__cuda_merge_sparse(r);
    return merge_dense(&a, &r->w, &r->w_old, &r->update);
}

/* Of a full vector: the launch is all that can fail, before anything is written. */
graph_status graph__cuda_vector_update(struct graph_vector_update_request *r)
{
    const struct vector_move_arguments a = {
        .index = r->update.index, .from = r->update.value, .n = r->update.entries, .to = r->value};
    const size_t value_bytes = graph_type_size(r->update.type);
    graph_status status;
    GRAPH_ASSERT(r->accum == GRAPH_NO_OP && r->mask.index == r->update.index && r->present == NULL);
    struct cuda_call *call = graph__cuda_begin();
    r->added = 0;
    r->is_possible = true;
    status = launch(call, graph__cuda_vector_write[graph__cuda_size_number(value_bytes)], a.n, &a);
    graph__cuda_end(call);
    return status;
}

graph_status graph__cuda_vector_gather(void **gathered, const struct graph_vector_view *v,
                                       const int32_t *index, int64_t n, int threads)
{
    const size_t value_bytes = graph_type_size(v->type);
    graph_status status;
    (void)threads;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(graph__cuda_allocate(gathered, (size_t)n, value_bytes));
    const struct vector_move_arguments a = {.index = index, .from = v->value, .n = n, .to = *gathered};
    GRAPH_TRY(launch(call, graph__cuda_vector_read[graph__cuda_size_number(value_bytes)], n, &a));
done:
    if (status < 0) {
        graph__cuda_release(*gathered);
        *gathered = NULL;
    }
    graph__cuda_end(call);
    return status;
}

/* The intersection of u and v, one of which is sparse: the entries of that one where the other has an entry too. */
static graph_status probe(struct graph_vector_ewise_request *r)
{
    bool is_u_sparse = r->u.form == GRAPH_SPARSE;
    const struct graph_vector_view *sparse = is_u_sparse ? &r->u : &r->v,
                                   *dense = is_u_sparse ? &r->v : &r->u;
    struct selection selection;
    int64_t n = sparse->entries, entries;
    graph_status status;
    r->w = (struct graph_vector_arrays){0};
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(graph__cuda_selection_open(call, &selection, n));
    struct vector_probe_arguments probing = {
        sparse->index, dense->form == GRAPH_BITMAP ? dense->present : NULL, n, selection.bits};
    GRAPH_TRY(launch(call, graph__cuda_vector_probe, n, &probing));
    GRAPH_TRY(graph__cuda_selection_rank(call, &selection, n));
    GRAPH_TRY(graph__cuda_selection_total(call, &entries, &selection, n, NULL, 0));
    GRAPH_TRY(graph__cuda_vector_new(&r->w, GRAPH_SPARSE, entries, r->u.type));
    r->w.entries = entries;
    struct vector_probed_arguments moving = {sparse->index, sparse->value,  dense->value, n,
                                             selection,     (int32_t)r->op, !is_u_sparse, r->w.index,
                                             r->w.value};
    GRAPH_TRY(launch_typed(call, GRAPH_KERNEL_vector_probed, r->u.type, n, &moving));
done:
    if (status < 0)
        graph__cuda_vector_release(&r->w);
    graph__cuda_end(call);
    return status;
}

graph_status graph__cuda_vector_ewise(struct graph_vector_ewise_request *r)
{
    struct vector_merge_arguments a = {
        .has_accum = true, .keeps = true, .is_intersection = !r->is_union, .op = (int32_t)r->op};
    bool is_u_sparse = r->u.form == GRAPH_SPARSE, is_v_sparse = r->v.form == GRAPH_SPARSE;
    struct graph_vector_merge_request merge = {.w_old = r->u, .update = r->v, .accum = r->op};
    graph_status status;
    if (!r->is_union && (is_u_sparse || is_v_sparse))
        return is_u_sparse && is_v_sparse ? graph__cuda_intersect_sparse(r) : probe(r);
    if (!is_u_sparse || !is_v_sparse)
        return merge_dense(&a, &r->w, &r->u, &r->v);
    status = graph__cuda_merge_sparse(&merge);
    r->w = merge.w;
    return status;
}

/* Selects the elements of u that pass. */
static graph_status mark(struct cuda_call *call, const struct selection *selection,
                         const struct graph_vector_select_request *r, int64_t n)
{
    const struct graph_vector_view *u = &r->u;
    const uint8_t *present = u->form == GRAPH_BITMAP ? u->present : NULL;
    if (r->passes != NULL)
        return graph__cuda_mark_values(call, selection, r->passes, GRAPH_BOOL, present, GRAPH_VALUE_NE,
                                       graph_bool(false), n);
    if (graph__tests_values(r->op))
        return graph__cuda_mark_values(call, selection, u->value, u->type, present, r->op, r->y, n);
    struct entries_test_arguments test = {.tiles = {.entries = n},
                                          .column = u->form == GRAPH_SPARSE ? u->index : NULL,
                                          .present = present,
                                          .bits = selection->bits,
                                          .op = (int32_t)r->op,
                                          .is_vector = true,
                                          .k = graph__position_offset(r->y)};
    return graph__cuda_launch(call, graph__cuda_entries_test, graph__cuda_tile_count(n), TILE_THREADS, 0,
                              &test);
}

/* A copy of u, where every element passes. */
static graph_status copy(struct cuda_call *call, struct graph_vector_arrays *w,
                         const struct graph_vector_view *u)
{
    const size_t n = (size_t)(u->form == GRAPH_SPARSE ? u->entries : u->length);
    graph_status status;
    GRAPH_TRY(graph__cuda_vector_new(w, u->form, (int64_t)n, u->value != NULL ? u->type : GRAPH_PATTERN));
    w->entries = u->entries;
    if (u->form == GRAPH_SPARSE)
        GRAPH_TRY(graph__cuda_copy(call, w->index, u->index, n * sizeof *u->index));
    if (u->form == GRAPH_BITMAP)
        GRAPH_TRY(graph__cuda_copy(call, w->present, u->present, n));
    if (u->value != NULL)
        GRAPH_TRY(graph__cuda_copy(call, w->value, u->value, n * graph_type_size(u->type)));
done:
    return status;
}

graph_status graph__cuda_vector_select(struct graph_vector_select_request *r)
{
    const struct graph_vector_view *u = &r->u;
    bool is_sparse = u->form == GRAPH_SPARSE;
    int64_t n = is_sparse ? u->entries : u->length, entries;
    size_t value_bytes = graph_type_size(u->type);
    struct selection selection;
    graph_status status;
    r->w = (struct graph_vector_arrays){0};
    struct cuda_call *call = graph__cuda_begin();
    if (r->passes == NULL && r->op == GRAPH_ROW_GT && graph__position_offset(r->y) < 0) {
        GRAPH_TRY(copy(call, &r->w, u));
        goto done;
    }
    GRAPH_TRY(graph__cuda_selection_open(call, &selection, n));
    GRAPH_TRY(mark(call, &selection, r, n));
    GRAPH_TRY(graph__cuda_selection_rank(call, &selection, n));
    GRAPH_TRY(graph__cuda_selection_total(call, &entries, &selection, n, NULL, 0));
    GRAPH_TRY(graph__cuda_vector_new(&r->w, is_sparse ? GRAPH_SPARSE : GRAPH_BITMAP, is_sparse ? entries : n,
                                     u->type));
    r->w.entries = entries;
    if (is_sparse) {
        struct entries_move_arguments move = {r->w.index, r->w.value, u->index, u->value, n, selection};
        GRAPH_TRY(launch(call, graph__cuda_entries_move[graph__cuda_size_number(value_bytes)], n, &move));
    } else {
        struct vector_unpack_arguments unpack = {selection.bits, r->w.present, n};
        GRAPH_TRY(launch(call, graph__cuda_vector_unpack, n, &unpack));
        GRAPH_TRY(graph__cuda_copy(call, r->w.value, u->value, (size_t)n * value_bytes));
        graph__cuda_vector_filled(&r->w, n);
    }
done:
    if (status < 0)
        graph__cuda_vector_release(&r->w);
    graph__cuda_end(call);
    return status;
}

/* The numbers or the values of the entries of a bitmap or full vector, in order. */
static graph_status gather(int32_t **index, void **value, const struct graph_vector_view *v)
{
    size_t value_bytes = value != NULL ? graph_type_size(v->type) : 0;
    struct entries_move_arguments move = {.value = v->value, .n = v->length};
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(graph__cuda_selection_open(call, &move.selection, v->length));
    struct vector_probe_arguments probing = {NULL, v->form == GRAPH_FULL ? NULL : v->present, v->length,
                                             move.selection.bits};
    GRAPH_TRY(launch(call, graph__cuda_vector_probe, v->length, &probing));
    GRAPH_TRY(graph__cuda_selection_rank(call, &move.selection, v->length));
    if (index != NULL)
        GRAPH_TRY(CUDA_NEW(move.to_column, v->entries));
    if (value != NULL)
        GRAPH_TRY(graph__cuda_allocate(&move.to_value, (size_t)v->entries, value_bytes));
    GRAPH_TRY(launch(call, graph__cuda_entries_move[graph__cuda_size_number(value_bytes)], v->length, &move));
done:
    if (status < 0) {
        graph__cuda_release(move.to_column);
        graph__cuda_release(move.to_value);
        move.to_column = NULL;
        move.to_value = NULL;
    }
    if (index != NULL)
        *index = move.to_column;
    if (value != NULL)
        *value = move.to_value;
    graph__cuda_end(call);
    return status;
}

graph_status graph__cuda_vector_pack(void **packed, const struct graph_vector_view *v)
{
    return gather(NULL, packed, v);
}

graph_status graph__cuda_vector_list(int32_t **index, const struct graph_vector_view *v)
{
    return gather(index, NULL, v);
}

graph_status graph__cuda_vector_mask(uint8_t *present, const struct graph_vector_view *v, int threads)
{
    graph_status status = GRAPH_OK;
    (void)threads;
    struct cuda_call *call = graph__cuda_begin();
    if (v->form == GRAPH_SPARSE) {
        struct vector_scatter_arguments a = {
            .index = v->index, .from = v->value, .n = v->entries, .present = present, .truth = true};
        GRAPH_TRY(graph__cuda_set_bytes(call, present, 0, (size_t)v->length));
        GRAPH_TRY(launch(call, graph__cuda_vector_scatter[v->value != NULL ? 1 : 0], v->entries, &a));
    } else {
        struct vector_mask_arguments a = {v->value, v->form == GRAPH_BITMAP ? v->present : NULL, present,
                                          v->length};
        GRAPH_TRY(launch(call, graph__cuda_vector_mask_kernel, v->length, &a));
    }
done:
    graph__cuda_end(call);
    return status;
}
