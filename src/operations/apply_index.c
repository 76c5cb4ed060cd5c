/* C<M> accum= op(A, i, j, k): apply of the position. */
#include "base/registry.h"
#include "base/status.h"
#include "operations/apply.h"
#include "operations/compact/compact.h"
#include "operations/compact/compact_positions.h"
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

graph_status graph_apply_index(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_index_op op,
                               const graph_matrix *A, int64_t k, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_op_types types;
    struct graph_operand a = {0};
    struct graph_mask_operand mask = {0};
    struct graph_csr_arrays T = {0};
    graph_matrix *positions = NULL;
    bool is_compact;
    graph_status status;
    GRAPH_TRY(graph__check_one(C, accum, A));
    GRAPH_TRY(graph__index_types(&types, op));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | GRAPH_TRANSPOSE_A));
    GRAPH_TRY(graph__place_choose(
        &place, "apply_index", place.backend->positions != NULL, GRAPH_LIGHT,
        &(const struct graph_operands){.A = A, .type = C->type, .op = (int)op, .accum = (int)accum}));
    bool is_transposed = place.flags & GRAPH_TRANSPOSE_A;
    GRAPH_TRY(graph__check_shape(C, A, is_transposed));
    GRAPH_TRY(graph__compact_is_needed(&is_compact, C, A, NULL));
    if (is_compact && !graph__is_user_op((int)op)) { /* those see the whole matrix */
        GRAPH_TRY(graph__compact_positions(&positions, A, is_transposed, op, k));
        GRAPH_TRY(graph__apply_identity(C, M, accum, positions, descriptor));
        goto done;
    }
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    GRAPH_TRY(graph__operand_open(&a, A, is_transposed, types.x, true, &place));
    GRAPH_TRY(copy_pattern(&T, &a.view, &place));
    GRAPH_TRY(place.backend->allocate(&T.value, (size_t)T.entries, graph_type_size(types.z)));
    GRAPH_TRY(place.backend->positions(T.value, &a.view, op, k, place.threads));
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &T, types.z, false, &place));
done:
    graph_matrix_release(&positions);
    graph__operand_close(&a, &place);
    graph__mask_close(&mask, &place);
    graph__csr_arrays_release(&T, place.backend);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_apply_index(C, M, accum, op, A, k, &on_cpu)
               : status;
}

/* value[e] = the position of entry e of a vector, whose row as a matrix of one row is given. */
static graph_status vector_positions(void *value, const struct graph_csr *row, graph_index_op op, int64_t k,
                                     const struct graph_place *place)
{
    const struct graph_backend *backend = place->backend;
    graph_status status;
    if (graph__is_user_op((int)op)) { /* entry by entry of a column */
        struct graph_transpose_request request = {.A = *row, .threads = place->threads};
        GRAPH_TRY(backend->transpose(&request));
        struct graph_csr column = graph__view_of(&request.C, row);
        column.rows = row->columns;
        column.columns = 1;
        status = backend->positions(value, &column, op, k, place->threads);
        graph__csr_arrays_release(&request.C, backend);
        return status;
    }
    if (op == GRAPH_COLUMN_INDEX)
        return backend->fill(value, GRAPH_INT64, graph_int64(k), row->entries, place->threads);
    if (op == GRAPH_ROW_INDEX)
        return backend->positions(value, row, GRAPH_COLUMN_INDEX, k, place->threads);
    /* k - i as -(i - k), which wraps in the same way. */
    GRAPH_TRY(backend->positions(value, row, GRAPH_COLUMN_INDEX, (int64_t) - (uint64_t)k, place->threads));
    GRAPH_TRY(backend->unary(value, value, GRAPH_AINV, GRAPH_INT64, row->entries, place->threads));
done:
    return status;
}

graph_status graph_vector_apply_index(graph_vector *w, const graph_vector *m, graph_op accum,
                                      graph_index_op op, const graph_vector *u, int64_t k,
                                      const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_op_types types;
    struct graph_row_operand row = {0};
    struct graph_csr_arrays T = {0};
    struct graph_vector_mask_operand mask = {0};
    struct graph_vector_arrays t = {0};
    graph_vector *positions = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_one_vector(w, accum, u));
    GRAPH_TRY(graph__index_types(&types, op));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS));
    GRAPH_TRY(graph__place_choose(
        &place, "vector_apply_index", place.backend->positions != NULL && place.backend->vector_list != NULL,
        GRAPH_LIGHT,
        &(const struct graph_operands){.u = u, .type = w->type, .op = (int)op, .accum = (int)accum}));
    GRAPH_TRY(graph__check_length(w, u));
    if (m != NULL && graph__compact_is_long(w, m, u)) { /* without the mask no array is as long as w */
        graph_descriptor plain = graph__descriptor_with(descriptor, 0);
        GRAPH_TRY(graph_vector_create(&positions, types.z, (graph_index)w->length));
        GRAPH_TRY(graph_vector_apply_index(positions, NULL, GRAPH_NO_OP, op, u, k, &plain));
        GRAPH_TRY(graph_vector_apply(w, m, accum, GRAPH_IDENTITY, positions, descriptor));
        goto done;
    }
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    GRAPH_TRY(graph__row_open(&row, u, types.x, &place));
    GRAPH_TRY(copy_pattern(&T, &row.view, &place));
    GRAPH_TRY(place.backend->allocate(&T.value, (size_t)T.entries, graph_type_size(types.z)));
    GRAPH_TRY(vector_positions(T.value, &row.view, op, k, &place));
    graph__row_to_vector(&t, &T, w->length, &place);
    GRAPH_TRY(graph__write_vector(w, &mask, accum, &t, types.z, false, &place));
done:
    graph_vector_release(&positions);
    graph__row_close(&row, &place);
    graph__csr_arrays_release(&T, place.backend);
    graph__vector_mask_close(&mask, &place);
    graph__vector_arrays_release(&t, place.backend);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_vector_apply_index(w, m, accum, op, u, k, &on_cpu)
               : status;
}
