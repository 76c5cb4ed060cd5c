/* C<M> accum= the entries of A that pass a test. */
#include <math.h>

#include "base/registry.h"
#include "base/status.h"
#include "contract/positions.h"
#include "core/types/scalar.h"
#include "operations/apply.h"
#include "operations/compact/compact.h"
#include "operations/compact/compact_positions.h"
#include "operations/write_back.h"

/* What the test takes, and whether y can be it. */
static graph_status check_test(struct graph_op_types *types, graph_select_op op, graph_type type,
                               graph_scalar y)
{
    graph_status status;
    GRAPH_TRY(graph__select_types(types, op, type));
    if (!graph__is_user_op((int)op) && graph__tests_values(op)) /* any number */
        GRAPH_TRY(graph__check_scalar(y, GRAPH_FP64, "y"));
    else
        GRAPH_TRY(graph__check_operand(y, types->y != GRAPH_PATTERN ? types->y : GRAPH_INT64, "y"));
done:
    return status;
}

/* Makes y a value of the type of the entries without changing which of them pass. */
static void fit_test(graph_select_op *op, graph_scalar *y, graph_type type)
{
    if (type == GRAPH_PATTERN)
        type = GRAPH_BOOL;
    if (graph__is_user_op((int)*op) || !graph__tests_values(*op) || graph__scalar_is_of(*y, type))
        return;
    graph_scalar nearest = graph__scalar_nearest(*y, type);
    int order = graph__scalar_compare(nearest, *y); /* 0: y is NaN */
    bool is_floating = type == GRAPH_FP32 || type == GRAPH_FP64;
    if (order != 0 && *op != GRAPH_VALUE_EQ && *op != GRAPH_VALUE_NE) {
        bool is_below = *op == GRAPH_VALUE_LT || *op == GRAPH_VALUE_LE;
        *op = is_below ? (order < 0 ? GRAPH_VALUE_LE : GRAPH_VALUE_LT)
                       : (order < 0 ? GRAPH_VALUE_GT : GRAPH_VALUE_GE);
        *y = nearest;
    } else if (is_floating) { /* nothing is equal to NaN */
        *y = graph_fp64(NAN);
    } else { /* all are at least the smallest */
        *op = *op == GRAPH_VALUE_NE ? GRAPH_VALUE_GE : GRAPH_VALUE_LT;
        *y = graph__scalar_nearest(graph_fp64(-INFINITY), type);
    }
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
    struct graph_compact small = {0};
    graph_matrix *passing = NULL;
    bool is_compact;
    graph_status status;
    GRAPH_TRY(graph__check_one(C, accum, A));
    GRAPH_TRY(check_test(&types, op, A->type, y));
    fit_test(&request.op, &request.y, A->type);
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | GRAPH_TRANSPOSE_A));
    GRAPH_TRY(graph__place_choose(
        &place, "select", place.backend->select != NULL, GRAPH_LIGHT,
        &(const struct graph_operands){.A = A, .type = C->type, .op = (int)op, .accum = (int)accum}));
    bool is_transposed = place.flags & GRAPH_TRANSPOSE_A;
    GRAPH_TRY(graph__check_shape(C, A, is_transposed));
    /* A test of the user sees positions, and is made on the whole matrix. */
    bool is_user = graph__is_user_op((int)op);
    GRAPH_TRY(graph__compact_is_needed(&is_compact, C, A, NULL));
    if (is_compact && !is_user && !graph__tests_values(op)) {
        GRAPH_TRY(graph__compact_select(&passing, A, is_transposed, op, y));
        GRAPH_TRY(graph__apply_identity(C, M, accum, passing, descriptor));
        goto done;
    }
    if (!is_user)
        GRAPH_TRY(graph__compact_elementwise(&small, C, M, A, is_transposed, NULL, false));
    if (small.is_needed) {
        GRAPH_TRY(graph_select(small.C, small.M, accum, op, small.A, y, descriptor));
        GRAPH_TRY(graph__compact_return(&small, C));
        goto done;
    }
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    GRAPH_TRY(is_transposed ? graph__matrix_view_transposed(&request.A, A, place.backend, place.threads)
                            : graph__matrix_view(&request.A, A, place.backend));
    if (graph__is_user_op((int)op))
        GRAPH_TRY(graph__operand_open(&tested, A, is_transposed, types.x, true, &place));
    request.tested = tested.view.value;
    request.threads = place.threads;
    GRAPH_TRY(place.backend->select(&request));
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &request.C, A->type, false, &place));
done:
    graph__operand_close(&tested, &place);
    graph__compact_close(&small);
    graph_matrix_release(&passing);
    graph__mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
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
    graph_vector *passing = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_one_vector(w, accum, u));
    GRAPH_TRY(check_test(&types, op, u->type, y));
    fit_test(&request.op, &request.y, u->type);
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS));
    GRAPH_TRY(graph__place_choose(
        &place, "vector_select", place.backend->vector_select != NULL, GRAPH_LIGHT,
        &(const struct graph_operands){.u = u, .type = w->type, .op = (int)op, .accum = (int)accum}));
    GRAPH_TRY(graph__check_length(w, u));
    if (m != NULL && graph__compact_is_long(w, m, u)) { /* without the mask no array is as long as w */
        graph_descriptor plain = graph__descriptor_with(descriptor, 0);
        GRAPH_TRY(graph_vector_create(&passing, u->type, (graph_index)w->length));
        GRAPH_TRY(graph_vector_select(passing, NULL, GRAPH_NO_OP, op, u, y, &plain));
        GRAPH_TRY(graph_vector_apply(w, m, accum, GRAPH_IDENTITY, passing, descriptor));
        goto done;
    }
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    GRAPH_TRY(graph__vector_view(&request.u, u, place.backend));
    if (graph__is_user_op((int)op))
        GRAPH_TRY(graph__vector_operand_open(&tested, u, types.x, true, &place));
    request.tested = tested.view.value;
    request.threads = place.threads;
    GRAPH_TRY(place.backend->vector_select(&request));
    GRAPH_TRY(graph__write_vector(w, &mask, accum, &request.w, u->type, false, &place));
done:
    graph__vector_operand_close(&tested, &place);
    graph_vector_release(&passing);
    graph__vector_mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_vector_select(w, m, accum, op, u, y, &on_cpu)
               : status;
}
