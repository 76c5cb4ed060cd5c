/* See operands.h. */
#include "operations/operands.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "core/stats.h"
#include "core/types/working_type.h"

/* *converted = n values of to_type made from `from`; ones where from is a pattern. */
static graph_status convert(void **converted, graph_type to_type, const void *from, graph_type from_type,
                            int64_t n, const struct graph_place *place)
{
    graph_status status;
    GRAPH_TRY(graph__check_conversion(to_type, from_type));
    GRAPH_TRY(place->backend->allocate(converted, (size_t)n, graph_type_size(to_type)));
    GRAPH_TRY(place->backend->convert(*converted, to_type, from, from_type, n, place->threads));
done:
    return status;
}

graph_status graph__operand_open(struct graph_operand *operand, const graph_matrix *A, bool is_transposed,
                                 graph_type type, bool needs_values, const struct graph_place *place)
{
    graph_status status;
    memset(operand, 0, sizeof *operand);
    struct graph_csr *view = &operand->view;
    GRAPH_TRY(is_transposed  ? graph__matrix_view_transposed(view, A, place->backend, place->threads)
              : needs_values ? graph__matrix_view(view, A, place->backend)
                             : graph__matrix_view_pattern(view, A, place->backend));
    if (needs_values)
        GRAPH_TRY(graph__view_convert(operand, &operand->view, type, place));
    else {
        view->value = NULL;
        view->type = type;
    }
done:
    graph__stats_prepared();
    return status;
}

graph_status graph__view_convert(struct graph_operand *operand, const struct graph_csr *view, graph_type type,
                                 const struct graph_place *place)
{
    graph_status status = GRAPH_OK;
    *operand = (struct graph_operand){.view = *view};
    if (type == GRAPH_PATTERN)
        operand->view.value = NULL;
    else if (view->type != type) {
        GRAPH_TRY(convert(&operand->converted, type, view->value, view->type, view->entries, place));
        operand->view.value = operand->converted;
        operand->view.value_facts = NULL;
    }
    operand->view.type = type;
done:
    return status;
}

void graph__operand_close(struct graph_operand *operand, const struct graph_place *place)
{
    if (operand->converted != NULL)
        place->backend->release(operand->converted);
    operand->converted = NULL;
}

graph_status graph__vector_operand_open(struct graph_vector_operand *operand, const graph_vector *u,
                                        graph_type type, bool needs_values, const struct graph_place *place)
{
    graph_status status;
    memset(operand, 0, sizeof *operand);
    struct graph_vector_view *view = &operand->view;
    GRAPH_TRY(graph__vector_view(view, u, place->backend));
    if (!needs_values || type == GRAPH_PATTERN)
        view->value = NULL;
    else if (view->type != type) {
        int64_t n = view->form == GRAPH_SPARSE ? view->entries : view->length;
        GRAPH_TRY(convert(&operand->converted, type, view->value, view->type, n, place));
        view->value = operand->converted;
    }
    view->type = type;
done:
    graph__stats_prepared();
    return status;
}

void graph__vector_operand_close(struct graph_vector_operand *operand, const struct graph_place *place)
{
    if (operand->converted != NULL)
        place->backend->release(operand->converted);
    operand->converted = NULL;
}

graph_status graph__check_mask(const graph_matrix *M, int64_t rows, int64_t columns)
{
    if (M != NULL && (M->rows != rows || M->columns != columns))
        return graph__fail(GRAPH_E_DIMENSION, "the mask is %lld x %lld, the output %lld x %lld",
                           (long long)M->rows, (long long)M->columns, (long long)rows, (long long)columns);
    return GRAPH_OK;
}

graph_status graph__check_vector_mask(const graph_vector *m, int64_t length)
{
    if (m != NULL && m->length != length)
        return graph__fail(GRAPH_E_DIMENSION, "the mask has length %lld, the output %lld",
                           (long long)m->length, (long long)length);
    return GRAPH_OK;
}

graph_status graph__mask_open(struct graph_mask_operand *operand, const graph_matrix *M, int64_t rows,
                              int64_t columns, const struct graph_place *place)
{
    graph_status status = GRAPH_OK;
    memset(operand, 0, sizeof *operand);
    operand->mask.is_complement = (place->flags & GRAPH_MASK_COMPLEMENT) != 0;
    if (M == NULL)
        return GRAPH_OK;
    GRAPH_TRY(graph__check_mask(M, rows, columns));
    operand->mask.is_given = true;
    struct graph_csr *pattern = &operand->mask.pattern;
    const bool is_valued = (place->flags & GRAPH_MASK_STRUCTURE) == 0 && M->type != GRAPH_PATTERN;
    GRAPH_TRY(is_valued ? graph__matrix_view(pattern, M, place->backend)
                        : graph__matrix_view_pattern(pattern, M, place->backend));
    if (is_valued) {
        struct graph_select_request request = {
            .A = *pattern, .op = GRAPH_VALUE_NE, .y = graph_bool(false), .threads = place->threads};
        if (M->type != GRAPH_BOOL) {
            GRAPH_TRY(
                convert(&operand->as_bool, GRAPH_BOOL, pattern->value, M->type, pattern->entries, place));
            request.A.value = operand->as_bool;
            request.A.type = GRAPH_BOOL;
        }
        GRAPH_TRY(place->backend->select(&request));
        operand->selected = request.C;
        pattern->entries = request.C.entries;
        pattern->row_start = request.C.row_start;
        pattern->column = request.C.column;
    }
    pattern->value = NULL;
    pattern->type = GRAPH_PATTERN;
done:
    graph__stats_prepared();
    return status;
}

void graph__mask_close(struct graph_mask_operand *operand, const struct graph_place *place)
{
    if (operand->as_bool != NULL)
        place->backend->release(operand->as_bool);
    operand->as_bool = NULL;
    graph__csr_arrays_release(&operand->selected, place->backend);
}

/* The true entries of a sparse mask. */
static graph_status list_true(struct graph_vector_mask_operand *operand, const struct graph_vector_view *m)
{
    const bool *value = m->value;
    int32_t *list = NULL;
    graph_status status = GRAPH_OK;
    operand->mask.is_listed = true;
    operand->mask.index = m->index;
    operand->mask.entries = m->entries;
    if (value == NULL || m->entries == 0)
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW(list, m->entries));
    int64_t at = 0;
    for (int64_t k = 0; k < m->entries; k++) {
        list[at] = m->index[k];
        at += value[k];
    }
    operand->list = list;
    operand->mask.index = list;
    operand->mask.entries = at;
done:
    return status;
}

graph_status graph__vector_mask_open(struct graph_vector_mask_operand *operand, const graph_vector *m,
                                     int64_t length, const struct graph_place *place)
{
    struct graph_vector_operand values = {0};
    bool is_valued = m != NULL && (place->flags & GRAPH_MASK_STRUCTURE) == 0 && m->type != GRAPH_PATTERN;
    graph_status status = GRAPH_OK;
    memset(operand, 0, sizeof *operand);
    operand->mask.is_complement = (place->flags & GRAPH_MASK_COMPLEMENT) != 0;
    if (m == NULL)
        return GRAPH_OK;
    GRAPH_TRY(graph__check_vector_mask(m, length));
    operand->mask.is_given = true;
    GRAPH_TRY(graph__vector_operand_open(&values, m, GRAPH_BOOL, is_valued, place));
    if (values.view.form == GRAPH_BITMAP && !is_valued) {
        operand->mask.present = values.view.present;
    } else if (values.view.form == GRAPH_SPARSE && (place->backend->shares_host_memory || !is_valued)) {
        GRAPH_TRY(list_true(operand, &values.view));
    } else {
        GRAPH_TRY(place->backend->allocate(&operand->bytes, (size_t)length, 1));
        GRAPH_TRY(place->backend->vector_mask(operand->bytes, &values.view, place->threads));
        operand->mask.present = operand->bytes;
    }
done:
    graph__vector_operand_close(&values, place);
    graph__stats_prepared();
    return status;
}

graph_status graph__vector_mask_spread(struct graph_vector_mask_operand *operand, int64_t length,
                                       const struct graph_place *place)
{
    struct graph_vector_mask *mask = &operand->mask;
    const struct graph_vector_view listed = {.length = length,
                                             .entries = mask->entries,
                                             .form = GRAPH_SPARSE,
                                             .index = mask->index,
                                             .type = GRAPH_BOOL};
    graph_status status = GRAPH_OK;
    if (!mask->is_listed)
        return GRAPH_OK;
    GRAPH_TRY(place->backend->allocate(&operand->bytes, (size_t)length, 1));
    GRAPH_TRY(place->backend->vector_mask(operand->bytes, &listed, place->threads));
    mask->present = operand->bytes;
    mask->is_listed = false;
done:
    return status;
}

void graph__vector_mask_close(struct graph_vector_mask_operand *operand, const struct graph_place *place)
{
    if (operand->bytes != NULL)
        place->backend->release(operand->bytes);
    graph__free(operand->list);
    operand->bytes = operand->list = NULL;
}

struct graph_csr graph__view_of(const struct graph_csr_arrays *arrays, const struct graph_csr *like)
{
    struct graph_csr view = *like;
    view.entries = arrays->entries;
    view.row_start = arrays->row_start;
    view.column = arrays->column;
    view.value = arrays->value;
    view.diagonals = NULL;
    view.block_fill = NULL;
    view.value_facts = NULL;
    return view;
}

/* On the host, where the arrays are small enough for one thread. */
static graph_status copy_small(struct graph_csr_arrays *T, const struct graph_csr *A)
{
    const size_t entries = (size_t)A->entries, bytes = A->value != NULL ? graph_type_size(A->type) : 0;
    graph_status status;
    *T = (struct graph_csr_arrays){.entries = A->entries};
    GRAPH_TRY(GRAPH_NEW(T->row_start, A->rows + 1));
    memcpy(T->row_start, A->row_start, (size_t)(A->rows + 1) * sizeof *T->row_start);
    GRAPH_TRY(GRAPH_NEW(T->column, A->entries));
    if (entries > 0)
        memcpy(T->column, A->column, entries * sizeof *T->column);
    if (bytes > 0)
        GRAPH_TRY(graph__allocate_array(&T->value, entries, bytes));
    if (bytes > 0 && entries > 0)
        memcpy(T->value, A->value, entries * bytes);
done:
    if (status < 0)
        graph__csr_arrays_release(T, graph__cpu());
    return status;
}

graph_status graph__copy_arrays(struct graph_csr_arrays *T, const struct graph_csr *A,
                                const struct graph_place *place)
{
    enum { SMALL = 1 << 14 };
    if (place->backend->shares_host_memory && A->rows + A->entries < SMALL && A->row_start[0] == 0)
        return copy_small(T, A);
    /* Every row passes. */
    struct graph_select_request request = {
        .A = *A, .op = GRAPH_ROW_GT, .y = graph_int64(-1), .threads = place->threads};
    graph_status status = place->backend->select(&request);
    *T = request.C;
    return status;
}

graph_status graph__copy_positions(struct graph_vector_arrays *t, const struct graph_vector_view *u)
{
    graph_status status = GRAPH_OK;
    *t = (struct graph_vector_arrays){.entries = u->entries, .form = u->form};
    if (u->form == GRAPH_SPARSE && u->entries > 0) {
        GRAPH_TRY(GRAPH_NEW(t->index, u->entries));
        memcpy(t->index, u->index, (size_t)u->entries * sizeof *t->index);
    } else if (u->form == GRAPH_BITMAP) {
        GRAPH_TRY(GRAPH_NEW(t->present, u->length));
        memcpy(t->present, u->present, (size_t)u->length);
    }
done:
    return status;
}

graph_status graph__copy_vector(struct graph_vector_arrays *t, const struct graph_vector_view *u,
                                const struct graph_place *place)
{
    /* Every position passes. */
    struct graph_vector_select_request request = {
        .u = *u, .op = GRAPH_ROW_GT, .y = graph_int64(-1), .threads = place->threads};
    const size_t bytes =
        (size_t)(u->form == GRAPH_SPARSE ? u->entries : u->length) * graph_type_size(u->type);
    graph_status status;
    if (!place->backend->shares_host_memory) {
        status = place->backend->vector_select(&request);
        *t = request.w;
        return status;
    }
    GRAPH_TRY(graph__copy_positions(t, u));
    if (bytes > 0 && u->value != NULL) {
        GRAPH_TRY(graph__allocate_array(&t->value, bytes, 1));
        memcpy(t->value, u->value, bytes);
    }
done:
    return status;
}

graph_status graph__check_one(const graph_matrix *C, graph_op accum, const graph_matrix *A)
{
    graph_status status;
    GRAPH_TRY(graph__check_matrix(C, "C"));
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_accum(accum, C->type));
done:
    return status;
}

graph_status graph__check_two(struct graph_op_types *types, graph_op op, const graph_matrix *C,
                              graph_op accum, const graph_matrix *A, const graph_matrix *B)
{
    graph_status status;
    GRAPH_TRY(graph__check_one(C, accum, A));
    GRAPH_TRY(graph__check_matrix(B, "B"));
    GRAPH_TRY(graph__op_types(types, op, graph__working_type(op, C->type, A->type, B->type)));
done:
    return status;
}

graph_status graph__check_one_vector(const graph_vector *w, graph_op accum, const graph_vector *u)
{
    graph_status status;
    GRAPH_TRY(graph__check_vector(w, "w"));
    GRAPH_TRY(graph__check_vector(u, "u"));
    GRAPH_TRY(graph__check_accum(accum, w->type));
done:
    return status;
}

graph_status graph__check_two_vectors(struct graph_op_types *types, graph_op op, const graph_vector *w,
                                      graph_op accum, const graph_vector *u, const graph_vector *v)
{
    graph_status status;
    GRAPH_TRY(graph__check_one_vector(w, accum, u));
    GRAPH_TRY(graph__check_vector(v, "v"));
    GRAPH_TRY(graph__op_types(types, op, graph__working_type(op, w->type, u->type, v->type)));
done:
    return status;
}

struct graph_kernel_op graph__kernel_op_at(graph_op op, struct graph_op_types types, graph_type C,
                                           const struct graph_place *place)
{
    const graph_op plain = (graph_op)graph__untyped((int)op);
    const bool is_typed = graph__is_typed((int)op);
    if (!graph__compares(plain) || types.x == GRAPH_PATTERN || !(is_typed || C == GRAPH_BOOL))
        return (struct graph_kernel_op){is_typed ? plain : op, false, types.z};
    if (!place->backend->shares_host_memory)
        return (struct graph_kernel_op){plain, false, types.x};
    return (struct graph_kernel_op){GRAPH_OP_ON(plain, types.x), true, GRAPH_BOOL};
}

graph_status graph__check_shape(const graph_matrix *C, const graph_matrix *A, bool is_transposed)
{
    int64_t rows = is_transposed ? A->columns : A->rows, columns = is_transposed ? A->rows : A->columns;
    if (C->rows != rows || C->columns != columns)
        return graph__fail(GRAPH_E_DIMENSION, "the output is %lld x %lld, the input %lld x %lld%s",
                           (long long)C->rows, (long long)C->columns, (long long)rows, (long long)columns,
                           is_transposed ? " as a transpose" : "");
    return GRAPH_OK;
}

graph_status graph__check_length(const graph_vector *w, const graph_vector *u)
{
    if (w->length != u->length)
        return graph__fail(GRAPH_E_DIMENSION, "the output has length %lld, the input %lld",
                           (long long)w->length, (long long)u->length);
    return GRAPH_OK;
}
