/* w<m, replace> accum= t for vectors; see write_back.h. */
#include "base/status.h"
#include "operations/lists.h"
#include "operations/mixed.h"
#include "core/stats.h"
#include "operations/write_back.h"

/* Converts the values of t to the type of w; a pattern output drops them, a pattern t gives ones. */
static graph_status convert_values(struct graph_vector_arrays *t, int64_t length, graph_type from,
                                   graph_type to, const struct graph_place *place)
{
    void *converted = NULL;
    int64_t n = t->form == GRAPH_SPARSE ? t->entries : length;
    graph_status status = GRAPH_OK;
    if (from == to)
        return GRAPH_OK;
    GRAPH_TRY(graph__check_conversion(to, from));
    if (to != GRAPH_PATTERN) {
        GRAPH_TRY(place->backend->allocate(&converted, (size_t)n, graph_type_size(to)));
        GRAPH_TRY(place->backend->convert(converted, to, t->value, from, n, place->threads));
    }
    place->backend->release(t->value);
    t->value = converted;
    converted = NULL;
done:
    place->backend->release(converted);
    return status;
}

/* t becomes accum(w, t), of the type of w, with both as rows. */
static graph_status accumulate(graph_vector *w, graph_op accum, struct graph_vector_arrays *t,
                               graph_type t_type, const struct graph_place *place)
{
    graph_vector *given = NULL;
    struct graph_row_operand old = {0}, update = {0};
    struct graph_csr_arrays Z = {0};
    graph_status status;
    GRAPH_TRY(graph_vector_create(&given, w->type, (graph_index)w->length));
    given->type = t_type; /* which may have been released since */
    GRAPH_TRY(graph__vector_adopt(given, t, place->backend));
    GRAPH_TRY(graph__row_open(&old, w, w->type, place));
    GRAPH_TRY(graph__row_open(&update, given, t_type, place));
    GRAPH_TRY(graph__accumulate(&Z, &old.view, accum, &update.view, place));
    graph__row_to_vector(t, &Z, w->length, place);
done:
    graph__row_close(&old, place);
    graph__row_close(&update, place);
    graph_vector_release(&given);
    return status;
}

/* In the arrays of w, in the time of the update: *is_done says whether that was possible. */
static graph_status update_in_place(bool *is_done, graph_vector *w,
                                    const struct graph_vector_mask_operand *mask, graph_op accum,
                                    const struct graph_vector_view *update, const struct graph_place *place)
{
    struct graph_vector_update_request request = {.update = *update, .mask = mask->mask, .accum = accum};
    struct graph_vector_writable arrays;
    const bool is_under_list = mask->mask.is_listed && !mask->mask.is_complement;
    graph_status status = GRAPH_OK;
    *is_done = false;
    if (place->backend->vector_update == NULL || update->form != GRAPH_SPARSE || w->form == GRAPH_SPARSE ||
        (place->flags & GRAPH_REPLACE) != 0 || (accum == GRAPH_NO_OP && !is_under_list))
        return GRAPH_OK;
    /* On a device of a full vector alone: its new count, of a bitmap, could fail to come back when all is written. */
    if (!place->backend->shares_host_memory && (accum != GRAPH_NO_OP || mask->mask.index != update->index ||
                                                update->entries == 0 || w->form != GRAPH_FULL))
        return GRAPH_OK;
    GRAPH_TRY(graph__vector_write(&arrays, is_done, w, place->backend));
    if (!*is_done)
        return GRAPH_OK;
    request.present = arrays.present;
    request.value = arrays.value;
    GRAPH_TRY(place->backend->vector_update(&request));
    *is_done = request.is_possible;
    w->entries += request.added;
    if (w->form == GRAPH_BITMAP && w->entries == w->length) { /* both forms have one array of values */
        graph__buffer_release(&w->present);
        w->form = GRAPH_FULL;
    }
done:
    return status;
}

/* Whether the result holds nothing of the old w. */
static bool drops_old(graph_op accum, const struct graph_place *place)
{
    return accum == GRAPH_NO_OP && (place->flags & GRAPH_REPLACE) != 0;
}

/* w<m, replace> accum= t, of the type of w. */
static graph_status merge(graph_vector *w, struct graph_vector_mask_operand *mask, graph_op accum,
                          const struct graph_vector_view *t, const struct graph_place *place)
{
    struct graph_vector_merge_request request = {.update = *t,
                                                 .accum = accum,
                                                 .is_replacing = (place->flags & GRAPH_REPLACE) != 0,
                                                 .threads = place->threads};
    bool is_done;
    graph_status status;
    GRAPH_TRY(update_in_place(&is_done, w, mask, accum, t, place));
    if (is_done)
        return GRAPH_OK;
    /* A mask that is a list stays one where the old vector does not count, and where two lists are merged. */
    const bool is_listed_enough = drops_old(accum, place)
                                      ? t->form == GRAPH_SPARSE || !mask->mask.is_complement
                                      : w->form == GRAPH_SPARSE && t->form == GRAPH_SPARSE &&
                                            !graph__vector_is_dense(w->entries + t->entries, w->length);
    if (!is_listed_enough || !place->backend->shares_host_memory)
        GRAPH_TRY(graph__vector_mask_spread(mask, w->length, place));
    request.mask = mask->mask;
    GRAPH_TRY(graph__vector_view(&request.w_old, w, place->backend));
    GRAPH_TRY(place->backend->vector_merge(&request));
    GRAPH_TRY(graph__vector_adopt(w, &request.w, place->backend));
done:
    return status;
}

graph_status graph__write_vector(graph_vector *w, struct graph_vector_mask_operand *mask, graph_op accum,
                                 struct graph_vector_arrays *t, graph_type t_type, bool t_is_masked,
                                 const struct graph_place *place)
{
    bool has_mask = mask->mask.is_given || mask->mask.is_complement;
    bool is_replacing = (place->flags & GRAPH_REPLACE) != 0;
    graph_status status;
    graph__stats_computed();
    if (accum != GRAPH_NO_OP && !graph__accum_is_native(accum, w->type, t_type)) {
        GRAPH_TRY(accumulate(w, accum, t, t_type, place));
        t_type = w->type;
        accum = GRAPH_NO_OP;
        t_is_masked = false;
    }
    GRAPH_TRY(convert_values(t, w->length, t_type, w->type, place));
    if (accum == GRAPH_NO_OP && (!has_mask || (t_is_masked && is_replacing))) {
        GRAPH_TRY(graph__vector_adopt(w, t, place->backend));
    } else {
        const struct graph_vector_view update = {.length = w->length,
                                                 .entries = t->entries,
                                                 .form = t->form,
                                                 .index = t->index,
                                                 .present = t->present,
                                                 .value = t->value,
                                                 .type = w->type};
        GRAPH_TRY(merge(w, mask, (graph_op)graph__untyped((int)accum), &update, place));
    }
    graph__stats_wrote_vector(w);
done:
    graph__vector_arrays_release(t, place->backend);
    return status;
}

graph_status graph__write_vector_of(graph_vector *w, struct graph_vector_mask_operand *mask, graph_op accum,
                                    const graph_vector *u, const struct graph_place *place)
{
    const bool has_mask = mask->mask.is_given || mask->mask.is_complement, is_same_type = u->type == w->type;
    struct graph_vector_view view;
    struct graph_vector_arrays t = {0};
    graph_status status = GRAPH_OK;
    if (is_same_type && accum == GRAPH_NO_OP && !has_mask && graph__vector_share(w, u)) {
        graph__stats_computed();
        graph__stats_wrote_vector(w);
        return GRAPH_OK;
    }
    GRAPH_TRY(graph__vector_view(&view, u, place->backend));
    if (is_same_type && (u != w || drops_old(accum, place)) && (accum != GRAPH_NO_OP || has_mask) &&
        (accum == GRAPH_NO_OP || graph__accum_is_native(accum, w->type, u->type))) {
        graph__stats_computed();
        GRAPH_TRY(merge(w, mask, (graph_op)graph__untyped((int)accum), &view, place));
        graph__stats_wrote_vector(w);
        return GRAPH_OK;
    }
    GRAPH_TRY(graph__copy_vector(&t, &view, place));
    GRAPH_TRY(graph__write_vector(w, mask, accum, &t, u->type, false, place));
done:
    graph__vector_arrays_release(&t, place->backend);
    return status;
}
