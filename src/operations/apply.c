/* C<M> accum= op(A), entry by entry. */
#include "base/status.h"
#include "operations/compact.h"
#include "operations/write_back.h"

/* *value = op(*value), in place where the types allow. */
static graph_status apply(void **value, struct graph_op_types types, graph_unary_op op, int64_t n,
                          const struct graph_place *place)
{
    const struct graph_backend *backend = place->backend;
    void *z = NULL;
    graph_status status;
    if (types.z == types.x)
        return backend->unary(*value, *value, op, types.z, n, place->threads);
    GRAPH_TRY(backend->allocate(&z, (size_t)n, graph_type_size(types.z)));
    GRAPH_TRY(backend->unary(z, *value, op, types.z, n, place->threads));
    backend->release(*value);
    *value = z;
    z = NULL;
done:
    backend->release(z);
    return status;
}

enum { APPLY_FLAGS = GRAPH_REPLACE | GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT };

graph_status graph_apply(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_unary_op op,
                         const graph_matrix *A, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_op_types types;
    struct graph_operand a = {0};
    struct graph_mask_operand mask = {0};
    struct graph_csr_arrays T = {0};
    struct graph_compact small = {0};
    graph_status status;
    GRAPH_TRY(graph__check_matrix(C, "C"));
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_accum(accum, C->type));
    GRAPH_TRY(graph__unary_types(&types, op, A->type != GRAPH_PATTERN ? A->type : GRAPH_BOOL));
    GRAPH_TRY(graph__place(&place, descriptor, APPLY_FLAGS | GRAPH_TRANSPOSE_A));
    GRAPH_TRY(graph__place_choose(
        &place, "apply", place.backend->unary != NULL, GRAPH_LIGHT,
        &(const struct graph_operands){.A = A, .type = C->type, .op = (int)op, .accum = (int)accum}));
    bool is_transposed = place.flags & GRAPH_TRANSPOSE_A;
    GRAPH_TRY(graph__check_shape(C, A, is_transposed));
    GRAPH_TRY(graph__compact_alike(&small, C, M, A, is_transposed, NULL, false));
    if (small.is_needed) {
        GRAPH_TRY(graph_apply(small.C, small.M, accum, op, small.A, descriptor));
        GRAPH_TRY(graph__compact_return(&small, C));
        goto done;
    }
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    GRAPH_TRY(graph__operand_open(&a, A, is_transposed, types.x, true, &place));
    GRAPH_TRY(graph__copy_arrays(&T, &a.view, &place));
    GRAPH_TRY(apply(&T.value, types, op, T.entries, &place));
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &T, types.z, false, &place));
done:
    graph__compact_close(&small);
    graph__operand_close(&a, &place);
    graph__mask_close(&mask, &place);
    graph__csr_arrays_release(&T, place.backend);
    return graph__place_again(&on_cpu, descriptor, &place, status) ? graph_apply(C, M, accum, op, A, &on_cpu)
                                                                   : status;
}

graph_status graph_vector_apply(graph_vector *w, const graph_vector *m, graph_op accum, graph_unary_op op,
                                const graph_vector *u, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_op_types types;
    struct graph_vector_operand a = {0};
    struct graph_vector_mask_operand mask = {0};
    struct graph_vector_arrays t = {0};
    struct graph_compact small = {0};
    graph_status status;
    GRAPH_TRY(graph__check_vector(w, "w"));
    GRAPH_TRY(graph__check_vector(u, "u"));
    GRAPH_TRY(graph__check_accum(accum, w->type));
    GRAPH_TRY(graph__unary_types(&types, op, u->type != GRAPH_PATTERN ? u->type : GRAPH_BOOL));
    GRAPH_TRY(graph__place(&place, descriptor, APPLY_FLAGS));
    GRAPH_TRY(graph__place_choose(
        &place, "vector_apply", place.backend->vector_select != NULL && place.backend->unary != NULL,
        GRAPH_LIGHT,
        &(const struct graph_operands){.u = u, .type = w->type, .op = (int)op, .accum = (int)accum}));
    GRAPH_TRY(graph__check_length(w, u));
    GRAPH_TRY(graph__compact_vectors(&small, w, m, u, NULL));
    if (small.is_needed) {
        GRAPH_TRY(graph_vector_apply(small.w, small.m, accum, op, small.u, descriptor));
        GRAPH_TRY(graph__compact_return_vector(&small, w));
        goto done;
    }
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    GRAPH_TRY(graph__vector_operand_open(&a, u, types.x, true, &place));
    GRAPH_TRY(graph__copy_vector(&t, &a.view, &place));
    int64_t n = t.form == GRAPH_SPARSE ? t.entries : u->length;
    GRAPH_TRY(apply(&t.value, types, op, n, &place));
    GRAPH_TRY(graph__write_vector(w, &mask, accum, &t, types.z, false, &place));
done:
    graph__compact_close(&small);
    graph__vector_operand_close(&a, &place);
    graph__vector_mask_close(&mask, &place);
    graph__vector_arrays_release(&t, place.backend);
    return graph__place_again(&on_cpu, descriptor, &place, status)
               ? graph_vector_apply(w, m, accum, op, u, &on_cpu)
               : status;
}
