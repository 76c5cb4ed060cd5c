/* Random calls on huge dimensions: every index i becomes i times a step.  All else stays, so that the oracle's answer on
 * the small shapes is the answer, as long as no operation fills what lies between. */
#include "tests/support/random_call.h"

#include <stdlib.h>

#include "contract/positions.h"
#include "tests/support/test.h"

enum { LARGEST_THUNK = 1000 };

/* Whether axis 0 (rows) or 1 of an operand is stretched. */
static bool is_stretched(const struct call *call, int k, int axis)
{
    bool is_turned = (call->descriptor.flags & GRAPH_TRANSPOSE_A) != 0;
    bool is_all[2] = {call->list[0].index == NULL, call->list[1].index == NULL};
    bool is_output = k == OPERAND_C || k == OPERAND_M;
    if (call->is_vector[k] && axis == 1)
        return false;
    switch (call->kind) {
    case CALL_KRONECKER:
        return k != OPERAND_A; /* the index of C is that of A times the dimension of B plus that of B */
    case CALL_EXTRACT:
        return !is_output || is_all[axis];
    case CALL_EXTRACT_COLUMN:
    case CALL_VECTOR_EXTRACT:
        return !is_output || is_all[0];
    case CALL_ASSIGN:
        return is_output || is_all[is_turned ? 1 - axis : axis];
    case CALL_ASSIGN_ROW:
    case CALL_ASSIGN_COLUMN:
    case CALL_VECTOR_ASSIGN:
        return is_output || is_all[0];
    default:
        return true;
    }
}

static bool is_small_integer(graph_scalar y)
{
    int64_t k = graph__position_offset(y);
    return y.type == GRAPH_INT64 && k >= -LARGEST_THUNK && k <= LARGEST_THUNK;
}

bool call_can_be_stretched(const struct call *call)
{
    bool is_inside = call->is_used[OPERAND_M] && (call->descriptor.flags & GRAPH_MASK_COMPLEMENT) == 0;
    bool is_filled =
        call->list[0].index == NULL || (call->kind == CALL_ASSIGN_SCALAR && call->list[1].index == NULL);
    switch (call->kind) {
    case CALL_CSRMM:
    case CALL_APPLY_INDEX: /* the values are positions */
    case CALL_VECTOR_APPLY_INDEX:
        return false;
    case CALL_SELECT:
    case CALL_VECTOR_SELECT:
        return (int)call->test < (int)GRAPH_OWN_OPS && /* those see positions */
               (graph__tests_values(call->test) || is_small_integer(call->y));
    case CALL_ASSIGN_SCALAR:
    case CALL_VECTOR_ASSIGN_SCALAR:
        return is_inside || !is_filled;
    default:
        return true;
    }
}

bool call_stretch(struct call *call, int64_t most)
{
    int64_t largest = 1;
    if (!call_can_be_stretched(call))
        return false;
    for (int k = 0; k < OPERAND_COUNT; k++) {
        if (!call->is_used[k])
            continue;
        for (int axis = 0; axis < 2; axis++)
            if (is_stretched(call, k, axis) != is_stretched(call, call->object[k], axis))
                return false;
        const struct dense_matrix *dense = &call->dense[call->object[k]];
        largest = dense->rows > largest ? dense->rows : largest;
        largest = dense->columns > largest ? dense->columns : largest;
    }
    call->stretch = most / largest;
    for (int k = 0; k < OPERAND_COUNT; k++)
        if (call->is_used[k] && call->object[k] == k) {
            call->dense[k].row_step = is_stretched(call, k, 0) ? call->stretch : 0;
            call->dense[k].column_step = is_stretched(call, k, 1) ? call->stretch : 0;
        }
    return true;
}

struct call call_arguments(const struct call *call)
{
    const graph_index step = dense_step(call->stretch);
    struct call given = *call;
    for (int k = 0; k < 2; k++) {
        const struct index_choice *list = &call->list[k];
        if (list->index == NULL)
            continue;
        given.list[k].index = calloc((size_t)list->count + 1, sizeof *list->index);
        for (int64_t e = 0; e < list->count; e++)
            given.list[k].index[e] = list->index[e] * step;
    }
    for (int k = 0; k < 2; k++)
        given.at[k] = call->at[k] * step;
    bool tests_positions = call->kind == CALL_SELECT || call->kind == CALL_VECTOR_SELECT;
    if (call->stretch > 0 && tests_positions && !graph__tests_values(call->test))
        given.y = graph_int64(graph__position_offset(call->y) * call->stretch);
    return given;
}
