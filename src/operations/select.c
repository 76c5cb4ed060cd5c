/* C<M> accum= the entries of A that pass a test. */
#include "base/registry.h"
#include "base/status.h"
#include "core/scalar.h"
#include "operations/write_back.h"

enum { SELECT_FLAGS = GRAPH_REPLACE | GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT };

/* What the test takes, and whether y can be it. */
static graph_status check_test(struct graph_op_types *types, graph_select_op op, graph_type type,
                               graph_scalar y)
{
    graph_status status;
    GRAPH_TRY(graph__select_types(types, op, type));
    /* A built-in test reads y as an integer or in a built-in type. */
    GRAPH_TRY(graph__check_scalar(y, types->y != GRAPH_PATTERN ? types->y : GRAPH_INT64, "y"));
done:
    return status;
}

graph_status graph_select(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_select_op op,
                          const graph_matrix *A, graph_scalar y, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_mask_operand mask = {0};
    struct graph_select_request request = {.op = op, .y = y};
    struct graph_operand tested = {0};
    struct graph_op_types types;
    graph_status status;
    GRAPH_TRY(graph__check_matrix(C, "C"));
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_accum(accum, C->type));
    GRAPH_TRY(check_test(&types, op, A->type, y));
    GRAPH_TRY(graph__place(&place, descriptor, SELECT_FLAGS | GRAPH_TRANSPOSE_A));
    GRAPH_TRY(graph__place_choose(
        &place, "select", place.backend->select != NULL, GRAPH_LIGHT,
        &(const struct graph_operands){.A = A, .type = C->type, .op = (int)op, .accum = (int)accum}));
    bool is_transposed = place.flags & GRAPH_TRANSPOSE_A;
    GRAPH_TRY(graph__check_shape(C, A, is_transposed));
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    GRAPH_TRY(is_transposed ? graph__matrix_view_transposed(&request.A, A, place.backend, place.threads)
                            : graph__matrix_view(&request.A, A, place.backend));
    if (graph__is_own_op((int)op))
        GRAPH_TRY(graph__operand_open(&tested, A, is_transposed, types.x, true, &place));
    request.tested = tested.view.value;
    request.threads = place.threads;
    GRAPH_TRY(place.backend->select(&request));
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &request.C, A->type, false, &place));
done:
    graph__operand_close(&tested, &place);
    graph__mask_close(&mask, &place);
    return graph__place_again(&on_cpu, descriptor, &place, status)
               ? graph_select(C, M, accum, op, A, y, &on_cpu)
               : status;
}

graph_status graph_vector_select(graph_vector *w, const graph_vector *m, graph_op accum, graph_select_op op,
                                 const graph_vector *u, graph_scalar y, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_vector_mask_operand mask = {0};
    struct graph_vector_select_request request = {.op = op, .y = y};
    struct graph_vector_operand tested = {0};
    struct graph_op_types types;
    graph_status status;
    GRAPH_TRY(graph__check_vector(w, "w"));
    GRAPH_TRY(graph__check_vector(u, "u"));
    GRAPH_TRY(graph__check_accum(accum, w->type));
    GRAPH_TRY(check_test(&types, op, u->type, y));
    GRAPH_TRY(graph__place(&place, descriptor, SELECT_FLAGS));
    GRAPH_TRY(graph__place_choose(
        &place, "vector_select", place.backend->vector_select != NULL, GRAPH_LIGHT,
        &(const struct graph_operands){.u = u, .type = w->type, .op = (int)op, .accum = (int)accum}));
    GRAPH_TRY(graph__check_length(w, u));
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    GRAPH_TRY(graph__vector_view(&request.u, u, place.backend));
    if (graph__is_own_op((int)op))
        GRAPH_TRY(graph__vector_operand_open(&tested, u, types.x, true, &place));
    request.tested = tested.view.value;
    request.threads = place.threads;
    GRAPH_TRY(place.backend->vector_select(&request));
    GRAPH_TRY(graph__write_vector(w, &mask, accum, &request.w, u->type, false, &place));
done:
    graph__vector_operand_close(&tested, &place);
    graph__vector_mask_close(&mask, &place);
    return graph__place_again(&on_cpu, descriptor, &place, status)
               ? graph_vector_select(w, m, accum, op, u, y, &on_cpu)
               : status;
}
