/* w<m>(indices) accum= u or x, and the row and column forms on matrices, which assign to a copy of the row or column
 * and put it back. */
#include "base/memory.h"
#include "core/types/scalar.h"
#include "operations/assign.h"
#include "operations/compact/compact_lists.h"
#include "operations/write_back.h"

/* Lays the assignment over w and writes the result through the mask. */
static graph_status finish(graph_vector *w, struct graph_vector_mask_operand *mask, graph_op accum,
                           const struct graph_assignment *assignment, const struct graph_place *place)
{
    struct graph_row_operand old = {0};
    struct graph_csr_arrays Z = {0};
    struct graph_vector_arrays z;
    graph_status status;
    GRAPH_TRY(graph__row_open(&old, w, w->type, place));
    GRAPH_TRY(graph__assignment_apply(&Z, &old.view, accum, assignment, place));
    graph__row_to_vector(&z, &Z, w->length, place);
    GRAPH_TRY(graph__write_vector(w, mask, GRAPH_NO_OP, &z, w->type, false, place));
done:
    graph__row_close(&old, place);
    return status;
}

/* Whether there may be arrays as long as w that it is not worth: lists of indices make some, and masks of a device. */
static bool follows_list(const graph_index *indices, const graph_vector *w, const struct graph_place *place)
{
    return indices != GRAPH_ALL || (!place->backend->shares_host_memory && w->length >= graph__device_long());
}

graph_status graph_vector_assign(graph_vector *w, const graph_vector *m, graph_op accum,
                                 const graph_vector *u, const graph_index *indices, graph_index count,
                                 const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_vector_mask_operand mask = {0};
    struct graph_row_operand row = {0};
    struct graph_assignment assignment = {.rows = {.index = GRAPH_ALL, .count = 1, .dimension = 1}};
    struct graph_compact small = {0};
    struct graph_compact_list list = {0};
    graph_status status;
    GRAPH_TRY(graph__check_one_vector(w, accum, u));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS));
    GRAPH_TRY(
        graph__place_choose(&place, "vector_assign", graph__assignment_is_there(place.backend), GRAPH_LIGHT,
                            &(const struct graph_operands){.u = u, .type = w->type, .accum = (int)accum}));
    GRAPH_TRY(graph__list_open(&assignment.columns, indices, count, w->length, "indices"));
    GRAPH_TRY(graph__check_list(&assignment.columns, u->length, "u"));
    GRAPH_TRY(graph__check_vector_mask(m, w->length));
    if (follows_list(indices, w, &place))
        GRAPH_TRY(graph__compact_vector_assign(&small, &list, w, m, false, u, &assignment.columns));
    if (small.is_needed) {
        GRAPH_TRY(graph_vector_assign(small.w, small.m, accum, small.u, list.index, (graph_index)list.count,
                                      descriptor));
        GRAPH_TRY(graph__compact_return_vector(&small, w));
        goto done;
    }
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    if (indices == GRAPH_ALL) { /* the write rule alone */
        GRAPH_TRY(graph__check_conversion(w->type, u->type));
        GRAPH_TRY(graph__write_vector_of(w, &mask, accum, u, &place));
        goto done;
    }
    assignment.type = graph__assignment_type(accum, w->type, u->type);
    GRAPH_TRY(graph__row_open(&row, u, assignment.type, &place));
    GRAPH_TRY(graph__assignment_of(&assignment, &row.view, &place));
    GRAPH_TRY(finish(w, &mask, accum, &assignment, &place));
done:
    graph__compact_close(&small);
    graph__compact_list_close(&list);
    graph__csr_arrays_release(&assignment.update, place.backend);
    graph__row_close(&row, &place);
    graph__vector_mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_vector_assign(w, m, accum, u, indices, count, &on_cpu)
               : status;
}

/* All positions get x, or those of a listed mask: no list of indices to follow, the write rule alone. */
static graph_status assign_everywhere(graph_vector *w, struct graph_vector_mask_operand *mask, graph_op accum,
                                      graph_scalar x, graph_type type, const struct graph_place *place)
{
    struct graph_vector_arrays t = {.entries = w->length, .form = GRAPH_FULL};
    const bool is_under_list =
        mask->mask.is_listed && !mask->mask.is_complement && place->backend->shares_host_memory;
    graph_status status;
    if (is_under_list) {
        const struct graph_vector_view listed = {.length = w->length,
                                                 .entries = mask->mask.entries,
                                                 .form = GRAPH_SPARSE,
                                                 .index = mask->mask.index};
        GRAPH_TRY(graph__copy_positions(&t, &listed));
    }
    if (type != GRAPH_PATTERN) {
        GRAPH_TRY(place->backend->allocate(&t.value, (size_t)t.entries, graph_type_size(type)));
        GRAPH_TRY(place->backend->fill(t.value, type, x, t.entries, place->threads));
    }
    GRAPH_TRY(graph__write_vector(w, mask, accum, &t, type, is_under_list, place));
done:
    graph__vector_arrays_release(&t, place->backend);
    return status;
}

graph_status graph_vector_assign_scalar(graph_vector *w, const graph_vector *m, graph_op accum,
                                        graph_scalar x, const graph_index *indices, graph_index count,
                                        const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_vector_mask_operand mask = {0};
    struct graph_assignment assignment = {.rows = {.index = GRAPH_ALL, .count = 1, .dimension = 1}};
    struct graph_compact small = {0};
    struct graph_compact_list list = {0};
    graph_status status;
    GRAPH_TRY(graph__check_vector(w, "w"));
    GRAPH_TRY(graph__check_accum(accum, w->type));
    GRAPH_TRY(graph__assignment_scalar(&assignment.type, accum, w->type, x));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS));
    GRAPH_TRY(graph__place_choose(
        &place, "vector_assign_scalar", graph__assignment_is_there(place.backend), GRAPH_LIGHT,
        &(const struct graph_operands){.u = w, .type = w->type, .accum = (int)accum}));
    GRAPH_TRY(graph__list_open(&assignment.columns, indices, count, w->length, "indices"));
    GRAPH_TRY(graph__check_vector_mask(m, w->length));
    bool is_masked = m != NULL && (place.flags & GRAPH_MASK_COMPLEMENT) == 0;
    if (follows_list(indices, w, &place))
        GRAPH_TRY(graph__compact_vector_assign(&small, &list, w, m, is_masked, NULL, &assignment.columns));
    if (small.is_needed) {
        GRAPH_TRY(graph_vector_assign_scalar(small.w, small.m, accum, x, list.index, (graph_index)list.count,
                                             descriptor));
        GRAPH_TRY(graph__compact_return_vector(&small, w));
        goto done;
    }
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    if (indices == GRAPH_ALL) {
        status = assign_everywhere(w, &mask, accum, x, assignment.type, &place);
    } else {
        GRAPH_TRY(graph__assignment_fill(&assignment, NULL, x, &place));
        GRAPH_TRY(finish(w, &mask, accum, &assignment, &place));
    }
done:
    graph__compact_close(&small);
    graph__compact_list_close(&list);
    graph__csr_arrays_release(&assignment.update, place.backend);
    graph__vector_mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_vector_assign_scalar(w, m, accum, x, indices, count, &on_cpu)
               : status;
}

/* *W = v as a matrix of one row or one column. */
static graph_status vector_to_matrix(graph_matrix **W, const graph_vector *v, bool is_row,
                                     const struct graph_place *place)
{
    struct graph_axis axis = {.dimension = v->length};
    const struct graph_axis one = graph__axis_all(1);
    graph_vector *short_v = NULL;
    graph_matrix *short_W = NULL;
    struct graph_row_operand row = {0};
    struct graph_csr_arrays arrays = {0};
    struct graph_transpose_request request = {.threads = place->threads};
    graph_index length = (graph_index)v->length;
    graph_status status;
    GRAPH_TRY(graph__compact_join_vector(&axis, v));
    if (!graph__axis_is_all(&axis)) {
        GRAPH_TRY(graph__compact_vector_output(&short_v, v, &axis));
        GRAPH_TRY(vector_to_matrix(&short_W, short_v, is_row, place));
        GRAPH_TRY(graph_matrix_create(W, v->type, is_row ? 1 : length, is_row ? length : 1));
        GRAPH_TRY(graph__hypersparse_put(*W, short_W, is_row ? &one : &axis, is_row ? &axis : &one));
        goto done;
    }
    GRAPH_TRY(graph__row_open(&row, v, v->type, place));
    GRAPH_TRY(graph_matrix_create(W, v->type, is_row ? 1 : length, is_row ? length : 1));
    (*W)->is_core = v->is_core;
    if (is_row) {
        GRAPH_TRY(graph__copy_arrays(&arrays, &row.view, place));
    } else {
        request.A = row.view;
        GRAPH_TRY(place->backend->transpose(&request));
        arrays = request.C;
    }
    GRAPH_TRY(graph__matrix_adopt(*W, &arrays, place->backend));
done:
    graph__axis_release(&axis);
    graph_vector_release(&short_v);
    graph_matrix_release(&short_W);
    graph__csr_arrays_release(&arrays, place->backend);
    graph__row_close(&row, place);
    return status;
}

/* C(line, list)<mask> accum= u for a row or a column `line` of C. */
static graph_status assign_line(graph_matrix *C, const graph_vector *mask, graph_op accum,
                                const graph_vector *u, bool is_row, graph_index line, const graph_index *list,
                                graph_index count, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    graph_vector *w = NULL;
    graph_matrix *W = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_matrix(C, "C"));
    GRAPH_TRY(graph__check_vector(u, "u"));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS));
    GRAPH_TRY(graph__place_choose(
        &place, "assign_line", graph__assignment_is_there(place.backend), GRAPH_LIGHT,
        &(const struct graph_operands){.A = C, .u = u, .type = C->type, .accum = (int)accum}));
    int64_t lines = is_row ? C->rows : C->columns;
    if (line >= (graph_index)lines)
        GRAPH_FAIL(GRAPH_E_INVALID_INDEX, "%s %llu of a matrix with %lld", is_row ? "row" : "column",
                   (unsigned long long)line, (long long)lines);
    graph_descriptor extracting = {.size = sizeof extracting,
                                   .flags = is_row ? GRAPH_TRANSPOSE_A : 0,
                                   .backend = place.backend->kind,
                                   .threads = place.threads};
    graph_descriptor assigning = extracting;
    assigning.flags = 0;
    GRAPH_TRY(graph_vector_create(&w, C->type, (graph_index)(is_row ? C->columns : C->rows)));
    GRAPH_TRY(graph_extract_column(w, NULL, GRAPH_NO_OP, C, GRAPH_ALL, 0, line, &extracting));
    GRAPH_TRY(graph_vector_assign(w, mask, accum, u, list, count, descriptor));
    GRAPH_TRY(vector_to_matrix(&W, w, is_row, &place));
    GRAPH_TRY(graph_assign(C, NULL, GRAPH_NO_OP, W, is_row ? &line : GRAPH_ALL, 1, is_row ? GRAPH_ALL : &line,
                           1, &assigning));
done:
    graph_vector_release(&w);
    graph_matrix_release(&W);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? assign_line(C, mask, accum, u, is_row, line, list, count, &on_cpu)
               : status;
}

graph_status graph_assign_row(graph_matrix *C, const graph_vector *mask, graph_op accum,
                              const graph_vector *u, graph_index row, const graph_index *columns,
                              graph_index column_count, const graph_descriptor *descriptor)
{
    return assign_line(C, mask, accum, u, true, row, columns, column_count, descriptor);
}

graph_status graph_assign_column(graph_matrix *C, const graph_vector *mask, graph_op accum,
                                 const graph_vector *u, const graph_index *rows, graph_index row_count,
                                 graph_index column, const graph_descriptor *descriptor)
{
    return assign_line(C, mask, accum, u, false, column, rows, row_count, descriptor);
}
