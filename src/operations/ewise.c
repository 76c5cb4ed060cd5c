/* C<M> accum= the union or intersection of A and B under an operator. */
#include "base/status.h"
#include "operations/write_back.h"

enum { EWISE_FLAGS = GRAPH_REPLACE | GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT };

static graph_status ewise(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                          const graph_matrix *A, const graph_matrix *B, const graph_descriptor *descriptor,
                          bool is_union)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_operand a = {0}, b = {0};
    struct graph_mask_operand mask = {0};
    struct graph_ewise_request request = {.op = op, .is_union = is_union};
    graph_status status;
    GRAPH_TRY(graph__check_matrix(C, "C"));
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_matrix(B, "B"));
    GRAPH_TRY(graph__check_accum(accum, C->type));
    GRAPH_TRY(graph__check_op(op, C->type));
    GRAPH_TRY(graph__place(&place, descriptor, EWISE_FLAGS | GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B));
    GRAPH_TRY(graph__place_choose(&place, "ewise", place.backend->ewise != NULL, GRAPH_LIGHT,
                                  &(const struct graph_operands){.A = A, .B = B}));
    bool is_A_transposed = place.flags & GRAPH_TRANSPOSE_A, is_B_transposed = place.flags & GRAPH_TRANSPOSE_B;
    GRAPH_TRY(graph__check_shape(C, A, is_A_transposed));
    GRAPH_TRY(graph__check_shape(C, B, is_B_transposed));
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    GRAPH_TRY(graph__operand_open(&a, A, is_A_transposed, C->type, true, &place));
    GRAPH_TRY(graph__operand_open(&b, B, is_B_transposed, C->type, true, &place));
    request.A = a.view;
    request.B = b.view;
    request.threads = place.threads;
    GRAPH_TRY(place.backend->ewise(&request));
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &request.C, C->type, false, &place));
done:
    graph__operand_close(&a, &place);
    graph__operand_close(&b, &place);
    graph__mask_close(&mask, &place);
    return graph__place_again(&on_cpu, descriptor, &place, status)
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
    struct graph_vector_ewise_request request = {.op = op, .is_union = is_union};
    graph_status status;
    GRAPH_TRY(graph__check_vector(w, "w"));
    GRAPH_TRY(graph__check_vector(u, "u"));
    GRAPH_TRY(graph__check_vector(v, "v"));
    GRAPH_TRY(graph__check_accum(accum, w->type));
    GRAPH_TRY(graph__check_op(op, w->type));
    GRAPH_TRY(graph__place(&place, descriptor, EWISE_FLAGS));
    GRAPH_TRY(graph__place_choose(&place, "vector_ewise", place.backend->vector_ewise != NULL, GRAPH_LIGHT,
                                  &(const struct graph_operands){.u = u, .v = v}));
    GRAPH_TRY(graph__check_length(w, u));
    GRAPH_TRY(graph__check_length(w, v));
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    GRAPH_TRY(graph__vector_operand_open(&a, u, w->type, true, &place));
    GRAPH_TRY(graph__vector_operand_open(&b, v, w->type, true, &place));
    request.u = a.view;
    request.v = b.view;
    request.threads = place.threads;
    GRAPH_TRY(place.backend->vector_ewise(&request));
    GRAPH_TRY(graph__write_vector(w, &mask, accum, &request.w, w->type, false, &place));
done:
    graph__vector_operand_close(&a, &place);
    graph__vector_operand_close(&b, &place);
    graph__vector_mask_close(&mask, &place);
    return graph__place_again(&on_cpu, descriptor, &place, status)
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
