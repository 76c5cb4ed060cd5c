/* C<M> accum= op(A, i, j, y): apply of the position. */
#include "base/status.h"
#include "core/types/scalar.h"
#include "operations/apply.h"
#include "operations/compact/compact.h"
#include "operations/compact/compact_positions.h"
#include "operations/entry_op.h"
#include "operations/lists.h"
#include "operations/write_back.h"

/* T = the entries of A without values. */
static graph_status copy_pattern(struct graph_csr_arrays *T, const struct graph_csr *A,
                                 const struct graph_place *place)
{
    struct graph_csr pattern = *A;
    pattern.value = NULL;
    pattern.type = GRAPH_PATTERN;
    return graph__copy_arrays(T, &pattern, place);
}

/* The type in which entries are read; ones of a pattern are truth values. */
static graph_type type_of_tested(const struct graph_entry_function *f)
{
    return f->tests_values && f->types.x == GRAPH_PATTERN ? GRAPH_BOOL : f->types.x;
}

graph_status graph_apply_index(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_index_op op,
                               const graph_matrix *A, graph_scalar y, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_entry_function f;
    struct graph_compact small = {0};
    struct graph_operand a = {0};
    struct graph_mask_operand mask = {0};
    struct graph_csr_arrays T = {0};
    graph_matrix *positions = NULL;
    bool is_compact;
    graph_status status;
    GRAPH_TRY(graph__check_one(C, accum, A));
    GRAPH_TRY(graph__entry_function(&f, (int)op, false, A->type, y));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | GRAPH_TRANSPOSE_A));
    GRAPH_TRY(graph__place_choose(
        &place, "apply_index",
        place.backend->positions != NULL && (f.is_position || place.backend->entry_values != NULL),
        GRAPH_LIGHT,
        &(const struct graph_operands){
            .A = A, .type = C->type, .op = graph__untyped(f.op.op), .accum = (int)accum}));
    bool is_transposed = place.flags & GRAPH_TRANSPOSE_A;
    GRAPH_TRY(graph__check_shape(C, A, is_transposed));
    GRAPH_TRY(graph__compact_is_needed(&is_compact, C, A, NULL));
    if (is_compact && f.is_position && f.types.z == GRAPH_INT64) { /* others see the whole matrix */
        int64_t k = 0;
        graph__scalar_store(&k, GRAPH_INT64, y);
        GRAPH_TRY(graph__compact_positions(&positions, A, is_transposed,
                                           (graph_index_op)graph__untyped(f.op.op), k));
        GRAPH_TRY(graph__apply_identity(C, M, accum, positions, descriptor));
        goto done;
    }
    if (f.tests_values)
        GRAPH_TRY(graph__compact_elementwise(&small, C, M, A, is_transposed, NULL, false));
    if (small.is_needed) {
        GRAPH_TRY(graph_apply_index(small.C, small.M, accum, op, small.A, y, descriptor));
        GRAPH_TRY(graph__compact_return(&small, C));
        goto done;
    }
    graph__entry_fit(&f);
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    GRAPH_TRY(graph__operand_open(&a, A, is_transposed, type_of_tested(&f), true, &place));
    GRAPH_TRY(copy_pattern(&T, &a.view, &place));
    GRAPH_TRY(graph__entry_values(&T.value, &f, &a.view, &place));
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &T, f.types.z, false, &place));
done:
    graph__compact_close(&small);
    graph_matrix_release(&positions);
    graph__operand_close(&a, &place);
    graph__mask_close(&mask, &place);
    graph__csr_arrays_release(&T, place.backend);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_apply_index(C, M, accum, op, A, y, &on_cpu)
               : status;
}

/* *value = the function of the entries of a vector, whose row as a matrix of one row is given. */
static graph_status vector_values(void **value, const struct graph_entry_function *f,
                                  const struct graph_csr *row, const struct graph_place *place)
{
    const struct graph_backend *backend = place->backend;
    const graph_index_op op = (graph_index_op)graph__untyped(f->op.op);
    struct graph_entry_function of_column = *f;
    void *wide = NULL;
    int64_t k = 0;
    graph_status status;
    if (!f->is_position) {
        const struct graph_vector_view elements = {.length = row->columns,
                                                   .entries = row->entries,
                                                   .form = GRAPH_SPARSE,
                                                   .index = row->column,
                                                   .value = row->value,
                                                   .type = row->type};
        return graph__entry_values_vector(value, f, &elements, place);
    }
    if (f->types.z != GRAPH_INT64) {
        of_column.types.z = GRAPH_INT64;
        GRAPH_TRY(vector_values(&wide, &of_column, row, place));
        GRAPH_TRY(backend->allocate(value, (size_t)row->entries, graph_type_size(f->types.z)));
        GRAPH_TRY(backend->convert(*value, f->types.z, wide, GRAPH_INT64, row->entries, place->threads));
        goto done;
    }
    graph__scalar_store(&k, GRAPH_INT64, f->y);
    if (op == GRAPH_COLUMN_INDEX) {
        GRAPH_TRY(backend->allocate(value, (size_t)row->entries, sizeof k));
        return backend->fill(*value, GRAPH_INT64, graph_int64(k), row->entries, place->threads);
    }
    of_column.op.op = GRAPH_COLUMN_INDEX;
    if (op == GRAPH_ROW_INDEX)
        return graph__entry_values(value, &of_column, row, place);
    /* k - i as -(i - k), which wraps in the same way. */
    of_column.y = graph_int64((int64_t) - (uint64_t)k);
    GRAPH_TRY(graph__entry_values(value, &of_column, row, place));
    GRAPH_TRY(backend->unary(*value, *value, GRAPH_AINV, GRAPH_INT64, row->entries, place->threads));
done:
    backend->release(wide);
    return status;
}

/* t = the function of the entries of u, in the form of u, on the host. */
static graph_status values_in_place(struct graph_vector_arrays *t, const struct graph_entry_function *f,
                                    const graph_vector *u, const struct graph_place *place)
{
    struct graph_vector_operand operand = {0};
    graph_status status;
    GRAPH_TRY(graph__vector_operand_open(&operand, u, type_of_tested(f), true, place));
    GRAPH_TRY(graph__copy_positions(t, &operand.view));
    GRAPH_TRY(graph__entry_values_vector(&t->value, f, &operand.view, place));
done:
    graph__vector_operand_close(&operand, place);
    return status;
}

/* Whether the function gives the numbers of rows as they are. */
static bool gives_rows(const struct graph_entry_function *f)
{
    int64_t k = 0;
    if (!f->is_position || graph__untyped(f->op.op) != (int)GRAPH_ROW_INDEX)
        return false;
    graph__scalar_store(&k, GRAPH_INT64, f->y);
    return k == 0;
}

/* t = the row of each entry of a list, at any place. */
static graph_status row_numbers(struct graph_vector_arrays *t, graph_type type,
                                const struct graph_vector_view *u, const struct graph_place *place)
{
    const struct graph_backend *backend = place->backend;
    graph_status status;
    *t = (struct graph_vector_arrays){.form = GRAPH_SPARSE, .entries = u->entries};
    GRAPH_TRY(backend->allocate((void **)&t->index, (size_t)u->entries, sizeof *t->index));
    GRAPH_TRY(backend->allocate(&t->value, (size_t)u->entries, graph_type_size(type)));
    GRAPH_TRY(backend->convert(t->index, GRAPH_INT32, u->index, GRAPH_INT32, u->entries, place->threads));
    GRAPH_TRY(backend->convert(t->value, type, u->index, GRAPH_INT32, u->entries, place->threads));
done:
    return status;
}

graph_status graph_vector_apply_index(graph_vector *w, const graph_vector *m, graph_op accum,
                                      graph_index_op op, const graph_vector *u, graph_scalar y,
                                      const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_entry_function f;
    struct graph_row_operand row = {0};
    struct graph_csr_arrays T = {0};
    struct graph_vector_mask_operand mask = {0};
    struct graph_vector_arrays t = {0};
    struct graph_vector_view view;
    graph_vector *positions = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_one_vector(w, accum, u));
    GRAPH_TRY(graph__entry_function(&f, (int)op, false, u->type, y));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS));
    GRAPH_TRY(graph__place_choose(
        &place, "vector_apply_index",
        place.backend->positions != NULL && place.backend->vector_list != NULL &&
            (f.is_position || place.backend->entry_values != NULL),
        GRAPH_LIGHT,
        &(const struct graph_operands){
            .u = u, .type = w->type, .op = graph__untyped(f.op.op), .accum = (int)accum}));
    GRAPH_TRY(graph__check_length(w, u));
    /* Without the mask no array is as long as w. */
    if (m != NULL && !place.backend->shares_host_memory && graph__compact_is_long(w, m, u)) {
        graph_descriptor plain = graph__descriptor_with(descriptor, 0);
        GRAPH_TRY(graph_vector_create(&positions, f.types.z, (graph_index)w->length));
        GRAPH_TRY(graph_vector_apply_index(positions, NULL, GRAPH_NO_OP, op, u, y, &plain));
        GRAPH_TRY(graph_vector_apply(w, m, accum, GRAPH_IDENTITY, positions, descriptor));
        goto done;
    }
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    graph__entry_fit(&f);
    GRAPH_TRY(graph__vector_view(&view, u, place.backend));
    if (place.backend->shares_host_memory) {
        GRAPH_TRY(values_in_place(&t, &f, u, &place));
    } else if (view.form == GRAPH_SPARSE && view.entries > 0 && gives_rows(&f)) {
        GRAPH_TRY(row_numbers(&t, f.types.z, &view, &place));
    } else {
        GRAPH_TRY(graph__row_open(&row, u, type_of_tested(&f), &place));
        GRAPH_TRY(copy_pattern(&T, &row.view, &place));
        GRAPH_TRY(vector_values(&T.value, &f, &row.view, &place));
        graph__row_to_vector(&t, &T, w->length, &place);
    }
    GRAPH_TRY(graph__write_vector(w, &mask, accum, &t, f.types.z, false, &place));
done:
    graph_vector_release(&positions);
    graph__row_close(&row, &place);
    graph__csr_arrays_release(&T, place.backend);
    graph__vector_mask_close(&mask, &place);
    graph__vector_arrays_release(&t, place.backend);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_vector_apply_index(w, m, accum, op, u, y, &on_cpu)
               : status;
}
