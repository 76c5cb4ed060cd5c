/* See write_back.h.  Two roads: the whole of C is replaced by T, or a kernel merges C and T row by row. */
#include "operations/write_back.h"

#include <string.h>

#include "base/status.h"
#include "operations/mixed.h"
#include "core/stats.h"

/* Converts the values of T to the type of C; a pattern output drops them, a pattern T gives ones. */
static graph_status convert_values(struct graph_csr_arrays *T, graph_type from, graph_type to,
                                   const struct graph_place *place)
{
    void *converted = NULL;
    graph_status status = GRAPH_OK;
    if (from == to)
        return GRAPH_OK;
    GRAPH_TRY(graph__check_conversion(to, from));
    if (to != GRAPH_PATTERN) {
        GRAPH_TRY(place->backend->allocate(&converted, (size_t)T->entries, graph_type_size(to)));
        GRAPH_TRY(place->backend->convert(converted, to, T->value, from, T->entries, place->threads));
    }
    place->backend->release(T->value);
    T->value = converted;
    converted = NULL;
done:
    place->backend->release(converted);
    return status;
}

/* *value = the values of a full matrix at a device, to be overwritten; NULL: they may not be, or C is not full. */
static graph_status open_full(void **value, graph_matrix *C, const struct graph_csr *old,
                              const struct graph_place *place)
{
    *value = NULL;
    if (place->backend->shares_host_memory || C->core != NULL || C->value == NULL ||
        !graph__csr_is_full(old) || !graph__buffer_is_owned(C->value))
        return GRAPH_OK;
    return graph__buffer_write_at(value, C->value, place->backend);
}

/* C<M> accum= T, of the type of C, by a merge. */
static graph_status merge(graph_matrix *C, const struct graph_matrix_mask *mask, graph_op accum,
                          const struct graph_csr *T, const struct graph_place *place)
{
    struct graph_merge_request request = {.update = *T,
                                          .mask = *mask,
                                          .accum = (graph_op)graph__untyped((int)accum),
                                          .is_replacing = (place->flags & GRAPH_REPLACE) != 0,
                                          .threads = place->threads};
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&request.C_old, C, place->backend));
    if (accum != GRAPH_NO_OP && !mask->is_given && !mask->is_complement)
        GRAPH_TRY(open_full(&request.full_value, C, &request.C_old, place));
    GRAPH_TRY(place->backend->merge(&request));
    if (request.is_in_place)
        graph__matrix_forget(C);
    else
        GRAPH_TRY(graph__matrix_adopt(C, &request.C, place->backend));
done:
    return status;
}

/* T becomes accum(C, T), of the type of C. */
static graph_status accumulate(graph_matrix *C, graph_op accum, struct graph_csr_arrays *T, graph_type T_type,
                               const struct graph_place *place)
{
    struct graph_csr old, update;
    struct graph_csr_arrays Z = {0};
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&old, C, place->backend));
    update = graph__view_of(T, &old);
    update.type = T_type;
    GRAPH_TRY(graph__accumulate(&Z, &old, accum, &update, place));
    graph__csr_arrays_release(T, place->backend);
    *T = Z;
done:
    return status;
}

graph_status graph__write_matrix(graph_matrix *C, const struct graph_mask_operand *operand, graph_op accum,
                                 struct graph_csr_arrays *T, graph_type T_type, bool T_is_masked,
                                 const struct graph_place *place)
{
    const struct graph_matrix_mask *mask = &operand->mask;
    bool has_mask = mask->is_given || mask->is_complement;
    bool is_C_empty = C->entries == 0 && C->update_count == 0; /* then Z = T, and nothing can stay */
    bool is_replaced = is_C_empty ? !has_mask || T_is_masked
                                  : accum == GRAPH_NO_OP &&
                                        (!has_mask || (T_is_masked && (place->flags & GRAPH_REPLACE) != 0));
    graph_status status;
    graph__stats_computed();
    if (accum != GRAPH_NO_OP && !graph__accum_is_native(accum, C->type, T_type)) {
        GRAPH_TRY(accumulate(C, accum, T, T_type, place));
        T_type = C->type;
        accum = GRAPH_NO_OP;
        T_is_masked = false;
        is_replaced = !has_mask;
    }
    GRAPH_TRY(convert_values(T, T_type, C->type, place));
    if (is_replaced) {
        GRAPH_TRY(graph__matrix_adopt(C, T, place->backend));
    } else {
        const struct graph_csr shape = {.rows = C->rows, .columns = C->columns, .type = C->type},
                               update = graph__view_of(T, &shape);
        GRAPH_TRY(merge(C, mask, accum, &update, place));
    }
    graph__stats_wrote_matrix(C);
done:
    graph__csr_arrays_release(T, place->backend);
    return status;
}

graph_status graph__write_matrix_of(graph_matrix *C, const struct graph_mask_operand *operand, graph_op accum,
                                    const struct graph_csr *T, const struct graph_place *place)
{
    const bool has_mask = operand->mask.is_given || operand->mask.is_complement;
    struct graph_csr_arrays copy = {0};
    graph_status status;
    if (C->entries + C->update_count > 0 && (accum != GRAPH_NO_OP || has_mask) && T->type == C->type &&
        (accum == GRAPH_NO_OP || graph__accum_is_native(accum, C->type, T->type))) {
        graph__stats_computed();
        GRAPH_TRY(merge(C, &operand->mask, accum, T, place));
        graph__stats_wrote_matrix(C);
        return GRAPH_OK;
    }
    GRAPH_TRY(graph__copy_arrays(&copy, T, place));
    GRAPH_TRY(graph__write_matrix(C, operand, accum, &copy, T->type, false, place));
done:
    return status;
}
