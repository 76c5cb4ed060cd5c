/* C<M> accum= the union of A and B under op, with alpha and beta for what is missing:  both operands are completed to
 * the union first, A with alpha where only B has an entry and B with beta where only A has, and then the
 * operator runs over the two arrays of values. */
#include "base/status.h"
#include "core/types/scalar.h"
#include "operations/compact/compact.h"
#include "operations/write_back.h"
#include "core/types/working_type.h"

/* The scalars are operands, too. */
static graph_status widen(struct graph_op_types *types, graph_op op, graph_scalar alpha, graph_scalar beta)
{
    if (graph__is_typed((int)op))
        return GRAPH_OK;
    graph_type type = graph__working_type_with(op, types->z, alpha);
    return graph__op_types(types, op, graph__working_type_with(op, type, beta));
}

/* *completed = A, and `missing` where only `other` has an entry. */
static graph_status complete(struct graph_csr_arrays *completed, const struct graph_csr *A,
                             const struct graph_csr *other, graph_scalar missing,
                             const struct graph_place *place)
{
    void *value = NULL;
    struct graph_ewise_request request = {
        .A = *A, .B = *other, .op = GRAPH_FIRST, .is_union = true, .threads = place->threads};
    graph_status status = GRAPH_OK;
    if (A->type != GRAPH_PATTERN) {
        GRAPH_TRY(place->backend->allocate(&value, (size_t)other->entries, graph_type_size(A->type)));
        GRAPH_TRY(place->backend->fill(value, A->type, missing, other->entries, place->threads));
        request.B.value = value;
    }
    GRAPH_TRY(place->backend->ewise(&request));
    *completed = request.C;
done:
    place->backend->release(value);
    return status;
}

graph_status graph_ewise_union(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                               const graph_matrix *A, graph_scalar alpha, const graph_matrix *B,
                               graph_scalar beta, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_operand a = {0}, b = {0};
    struct graph_mask_operand mask = {0};
    struct graph_csr_arrays whole_A = {0}, whole_B = {0};
    struct graph_op_types types;
    void *value = NULL;
    struct graph_compact small = {0};
    graph_status status;
    GRAPH_TRY(graph__check_two(&types, op, C, accum, A, B));
    GRAPH_TRY(widen(&types, op, alpha, beta));
    GRAPH_TRY(graph__check_operand(alpha, types.x, "alpha"));
    GRAPH_TRY(graph__check_operand(beta, types.y, "beta"));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B));
    GRAPH_TRY(graph__place_choose(
        &place, "ewise_union",
        place.backend->ewise != NULL && place.backend->fill != NULL && place.backend->binary != NULL,
        GRAPH_LIGHT,
        &(const struct graph_operands){
            .A = A, .B = B, .type = C->type, .op = graph__untyped((int)op), .accum = (int)accum}));
    bool is_A_transposed = place.flags & GRAPH_TRANSPOSE_A, is_B_transposed = place.flags & GRAPH_TRANSPOSE_B;
    GRAPH_TRY(graph__check_shape(C, A, is_A_transposed));
    GRAPH_TRY(graph__check_shape(C, B, is_B_transposed));
    GRAPH_TRY(graph__compact_elementwise(&small, C, M, A, is_A_transposed, B, is_B_transposed));
    if (small.is_needed) {
        GRAPH_TRY(graph_ewise_union(small.C, small.M, accum, op, small.A, alpha, small.B, beta, descriptor));
        GRAPH_TRY(graph__compact_return(&small, C));
        goto done;
    }
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    GRAPH_TRY(graph__operand_open(&a, A, is_A_transposed, types.x, true, &place));
    GRAPH_TRY(graph__operand_open(&b, B, is_B_transposed, types.y, true, &place));
    GRAPH_TRY(complete(&whole_A, &a.view, &b.view, alpha, &place));
    GRAPH_TRY(complete(&whole_B, &b.view, &a.view, beta, &place));
    /* Both have the same entries now, in the same order. */
    struct graph_kernel_op kernel = graph__kernel_op_at(op, types, C->type, &place);
    if (types.z != GRAPH_PATTERN) {
        GRAPH_TRY(place.backend->allocate(&value, (size_t)whole_A.entries, graph_type_size(kernel.result)));
        GRAPH_TRY(place.backend->binary(value, whole_A.value, whole_B.value, kernel.op, kernel.result,
                                        whole_A.entries, place.threads));
        place.backend->release(whole_A.value);
        whole_A.value = value;
        value = NULL;
    }
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &whole_A, kernel.result, false, &place));
done:
    place.backend->release(value);
    graph__compact_close(&small);
    graph__csr_arrays_release(&whole_A, place.backend);
    graph__csr_arrays_release(&whole_B, place.backend);
    graph__operand_close(&a, &place);
    graph__operand_close(&b, &place);
    graph__mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_ewise_union(C, M, accum, op, A, alpha, B, beta, &on_cpu)
               : status;
}

/* The vector form by public operations: the missing entries are assigned first. */
static graph_status complete_vector(graph_vector **completed, graph_type type, const graph_vector *u,
                                    const graph_vector *other, graph_scalar missing,
                                    const struct graph_place *place)
{
    graph_descriptor plain = {
        .size = sizeof plain, .backend = place->backend->kind, .threads = place->threads};
    graph_descriptor structural = plain;
    structural.flags = GRAPH_MASK_STRUCTURE;
    graph_status status;
    if (type == GRAPH_PATTERN)
        missing = graph_bool(true);
    GRAPH_TRY(graph_vector_create(completed, type, (graph_index)u->length));
    GRAPH_TRY(graph_vector_assign_scalar(*completed, other, GRAPH_NO_OP, missing, GRAPH_ALL, 0, &structural));
    GRAPH_TRY(graph_vector_assign(*completed, u, GRAPH_NO_OP, u, GRAPH_ALL, 0, &structural));
done:
    return status;
}

graph_status graph_vector_ewise_union(graph_vector *w, const graph_vector *mask, graph_op accum, graph_op op,
                                      const graph_vector *u, graph_scalar alpha, const graph_vector *v,
                                      graph_scalar beta, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    graph_vector *whole_u = NULL, *whole_v = NULL;
    struct graph_op_types types;
    struct graph_compact small = {0};
    graph_status status;
    GRAPH_TRY(graph__check_two_vectors(&types, op, w, accum, u, v));
    GRAPH_TRY(widen(&types, op, alpha, beta));
    GRAPH_TRY(graph__check_operand(alpha, types.x, "alpha"));
    GRAPH_TRY(graph__check_operand(beta, types.y, "beta"));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS));
    GRAPH_TRY(graph__place_choose(
        &place, "vector_ewise_union", place.backend->vector_ewise != NULL, GRAPH_LIGHT,
        &(const struct graph_operands){
            .u = u, .v = v, .type = w->type, .op = graph__untyped((int)op), .accum = (int)accum}));
    GRAPH_TRY(graph__check_length(w, u));
    GRAPH_TRY(graph__check_length(w, v));
    if (!place.backend->shares_host_memory)
        GRAPH_TRY(graph__compact_vectors(&small, w, mask, u, v));
    if (small.is_needed) {
        GRAPH_TRY(
            graph_vector_ewise_union(small.w, small.m, accum, op, small.u, alpha, small.v, beta, descriptor));
        GRAPH_TRY(graph__compact_return_vector(&small, w));
        goto done;
    }
    GRAPH_TRY(complete_vector(&whole_u, types.x, u, v, alpha, &place));
    GRAPH_TRY(complete_vector(&whole_v, types.y, v, u, beta, &place));
    GRAPH_TRY(graph_vector_ewise_mult(w, mask, accum, op, whole_u, whole_v, descriptor));
done:
    graph__compact_close(&small);
    graph_vector_release(&whole_u);
    graph_vector_release(&whole_v);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_vector_ewise_union(w, mask, accum, op, u, alpha, v, beta, &on_cpu)
               : status;
}
