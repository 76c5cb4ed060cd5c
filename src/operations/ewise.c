/* C<M> accum= the union or intersection of A and B under an operator. */
#include <string.h>

#include "base/status.h"
#include "operations/compact/compact.h"
#include "operations/lists.h"
#include "operations/mixed.h"
#include "operations/write_back.h"

/* An operator whose operands and result have different types. */
static graph_status ewise_mixed(struct graph_ewise_request *request, struct graph_op_types types,
                                const graph_matrix *A, bool is_A_transposed, const graph_matrix *B,
                                bool is_B_transposed, const struct graph_place *place)
{
    struct graph_operand a = {0}, b = {0};
    graph_status status;
    GRAPH_TRY(graph__mixed_intersect(&request->C, request->op, types, &request->A, &request->B, place));
    if (request->is_union) {
        GRAPH_TRY(graph__operand_open(&a, A, is_A_transposed, types.z, true, place));
        GRAPH_TRY(graph__operand_open(&b, B, is_B_transposed, types.z, true, place));
        GRAPH_TRY(graph__mixed_complete(&request->C, &a.view, &b.view, place));
    }
done:
    graph__operand_close(&a, place);
    graph__operand_close(&b, place);
    return status;
}

/* The same for vectors, which become rows. */
static graph_status vector_ewise_mixed(struct graph_vector_ewise_request *request,
                                       struct graph_op_types types, const graph_vector *u,
                                       const graph_vector *v, const struct graph_place *place)
{
    struct graph_row_operand a = {0}, b = {0};
    struct graph_csr_arrays T = {0};
    graph_status status;
    GRAPH_TRY(graph__row_open(&a, u, types.x, place));
    GRAPH_TRY(graph__row_open(&b, v, types.y, place));
    GRAPH_TRY(graph__mixed_intersect(&T, request->op, types, &a.view, &b.view, place));
    if (request->is_union) {
        graph__row_close(&a, place);
        graph__row_close(&b, place);
        GRAPH_TRY(graph__row_open(&a, u, types.z, place));
        GRAPH_TRY(graph__row_open(&b, v, types.z, place));
        GRAPH_TRY(graph__mixed_complete(&T, &a.view, &b.view, place));
    }
    graph__row_to_vector(&request->w, &T, u->length, place);
done:
    graph__row_close(&a, place);
    graph__row_close(&b, place);
    graph__csr_arrays_release(&T, place->backend);
    return status;
}

/* How lone values of a union, whose operands have the types A and B, become truth values where the operator compares. */
struct lone_values {
    bool need_mixed; /* as they are: the type of the operator may not have them */
    bool
        need_cpu; /* on their way to the output, which they reach first: an accumulator would see them as they are */
};

static struct lone_values lone_values(struct graph_op_types types, bool is_union, graph_type C,
                                      graph_op accum, graph_type A, graph_type B)
{
    bool is_tested = is_union && !graph__is_uniform(types);
    bool is_given = (A == types.x || A == GRAPH_PATTERN) && (B == types.y || B == GRAPH_PATTERN);
    return (struct lone_values){is_tested && !is_given,
                                is_tested && !(is_given && C == GRAPH_BOOL && accum == GRAPH_NO_OP)};
}

/* The type that results go into: none, where an accumulator combines lone values first. */
static graph_type into(graph_type C, graph_op accum, bool is_union)
{
    return is_union && accum != GRAPH_NO_OP ? GRAPH_PATTERN : C;
}

static graph_status ewise(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                          const graph_matrix *A, const graph_matrix *B, const graph_descriptor *descriptor,
                          bool is_union)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_operand a = {0}, b = {0};
    struct graph_mask_operand mask = {0};
    struct graph_ewise_request request = {.is_union = is_union};
    struct graph_op_types types;
    struct graph_compact small = {0};
    graph_status status;
    GRAPH_TRY(graph__check_two(&types, op, C, accum, A, B));
    const struct lone_values lone = lone_values(types, is_union, C->type, accum, A->type, B->type);
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B));
    GRAPH_TRY(graph__place_choose(
        &place, "ewise", place.backend->ewise != NULL, GRAPH_LIGHT,
        &(const struct graph_operands){.A = A,
                                       .B = B,
                                       .type = C->type,
                                       .op = lone.need_cpu ? (int)op : graph__untyped((int)op),
                                       .accum = (int)accum}));
    bool is_A_transposed = place.flags & GRAPH_TRANSPOSE_A, is_B_transposed = place.flags & GRAPH_TRANSPOSE_B;
    GRAPH_TRY(graph__check_shape(C, A, is_A_transposed));
    GRAPH_TRY(graph__check_shape(C, B, is_B_transposed));
    GRAPH_TRY(graph__compact_elementwise(&small, C, M, A, is_A_transposed, B, is_B_transposed));
    if (small.is_needed) {
        GRAPH_TRY(ewise(small.C, small.M, accum, op, small.A, small.B, descriptor, is_union));
        GRAPH_TRY(graph__compact_return(&small, C));
        goto done;
    }
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    GRAPH_TRY(graph__operand_open(&a, A, is_A_transposed, types.x, true, &place));
    GRAPH_TRY(graph__operand_open(&b, B, is_B_transposed, types.y, true, &place));
    request.A = a.view;
    request.B = b.view;
    request.mask = mask.mask;
    request.threads = place.threads;
    struct graph_kernel_op kernel = graph__kernel_op_at(op, types, into(C->type, accum, is_union), &place);
    const bool is_mixed = !graph__is_uniform(types) && (!graph__is_typed((int)op) || lone.need_mixed);
    request.op = is_mixed ? op : (graph_op)graph__untyped((int)op);
    request.gives_bool = kernel.gives_bool;
    GRAPH_TRY(!is_mixed ? place.backend->ewise(&request)
                        : ewise_mixed(&request, types, A, is_A_transposed, B, is_B_transposed, &place));
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &request.C, kernel.result, request.is_masked, &place));
done:
    graph__csr_arrays_release(&request.C, place.backend);
    graph__compact_close(&small);
    graph__operand_close(&a, &place);
    graph__operand_close(&b, &place);
    graph__mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? ewise(C, M, accum, op, A, B, &on_cpu, is_union)
               : status;
}

graph_status graph_ewise_add(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                             const graph_matrix *A, const graph_matrix *B, const graph_descriptor *descriptor)
{
    return ewise(C, M, accum, op, A, B, descriptor, true);
}

graph_status graph_ewise_mult(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                              const graph_matrix *A, const graph_matrix *B,
                              const graph_descriptor *descriptor)
{
    return ewise(C, M, accum, op, A, B, descriptor, false);
}

static graph_status vector_ewise(graph_vector *w, const graph_vector *m, graph_op accum, graph_op op,
                                 const graph_vector *u, const graph_vector *v,
                                 const graph_descriptor *descriptor, bool is_union)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_vector_operand a = {0}, b = {0};
    struct graph_vector_mask_operand mask = {0};
    struct graph_vector_ewise_request request = {.is_union = is_union};
    struct graph_op_types types;
    struct graph_compact small = {0};
    graph_status status;
    GRAPH_TRY(graph__check_two_vectors(&types, op, w, accum, u, v));
    const struct lone_values lone = lone_values(types, is_union, w->type, accum, u->type, v->type);
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS));
    GRAPH_TRY(graph__place_choose(
        &place, "vector_ewise", place.backend->vector_ewise != NULL, GRAPH_LIGHT,
        &(const struct graph_operands){.u = u,
                                       .v = v,
                                       .type = w->type,
                                       .op = lone.need_cpu ? (int)op : graph__untyped((int)op),
                                       .accum = (int)accum}));
    GRAPH_TRY(graph__check_length(w, u));
    GRAPH_TRY(graph__check_length(w, v));
    if (!place.backend->shares_host_memory)
        GRAPH_TRY(graph__compact_vectors(&small, w, m, u, v));
    if (small.is_needed) {
        GRAPH_TRY(vector_ewise(small.w, small.m, accum, op, small.u, small.v, descriptor, is_union));
        GRAPH_TRY(graph__compact_return_vector(&small, w));
        goto done;
    }
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    request.threads = place.threads;
    struct graph_kernel_op kernel = graph__kernel_op_at(op, types, into(w->type, accum, is_union), &place);
    const bool is_mixed = !graph__is_uniform(types) && (!graph__is_typed((int)op) || lone.need_mixed);
    request.op = is_mixed ? op : (graph_op)graph__untyped((int)op);
    request.gives_bool = kernel.gives_bool;
    if (!is_mixed) {
        GRAPH_TRY(graph__vector_operand_open(&a, u, types.x, true, &place));
        GRAPH_TRY(graph__vector_operand_open(&b, v, types.y, true, &place));
        request.u = a.view;
        request.v = b.view;
        GRAPH_TRY(place.backend->vector_ewise(&request));
    } else
        GRAPH_TRY(vector_ewise_mixed(&request, types, u, v, &place));
    GRAPH_TRY(graph__write_vector(w, &mask, accum, &request.w, kernel.result, false, &place));
done:
    graph__compact_close(&small);
    graph__vector_operand_close(&a, &place);
    graph__vector_operand_close(&b, &place);
    graph__vector_mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? vector_ewise(w, m, accum, op, u, v, &on_cpu, is_union)
               : status;
}

graph_status graph_vector_ewise_add(graph_vector *w, const graph_vector *mask, graph_op accum, graph_op op,
                                    const graph_vector *u, const graph_vector *v,
                                    const graph_descriptor *descriptor)
{
    return vector_ewise(w, mask, accum, op, u, v, descriptor, true);
}

graph_status graph_vector_ewise_mult(graph_vector *w, const graph_vector *mask, graph_op accum, graph_op op,
                                     const graph_vector *u, const graph_vector *v,
                                     const graph_descriptor *descriptor)
{
    return vector_ewise(w, mask, accum, op, u, v, descriptor, false);
}
