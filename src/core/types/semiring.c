/* Semirings as objects: checks, facts, and those that users create. */
#include <stdio.h>

#include "base/memory.h"
#include "base/registry.h"
#include "contract/semiring.h"
#include "core/types/operators.h"
#include "core/types/spec.h"

graph_status graph__check_semiring(const graph_semiring *semiring)
{
    char reason[160];
    if (semiring != NULL)
        return GRAPH_OK;
    if (!graph__semiring_was_missing())
        return graph__fail(GRAPH_E_NULL, "semiring is NULL");
    snprintf(reason, sizeof reason, "%s", graph_last_error());
    return graph__fail(GRAPH_E_NULL, "semiring is NULL: %s", reason);
}

const char *graph_semiring_name(const graph_semiring *semiring)
{
    return semiring != NULL ? semiring->name : "none";
}

graph_type graph_semiring_type(const graph_semiring *semiring)
{
    return semiring != NULL ? semiring->type : GRAPH_PATTERN;
}

/* A user's fold reads every value: nothing is known of its absorbing values. */
static int absorbs_nothing(void) { return 0; }

/* *semiring = a new user semiring over a type, without functions. */
static graph_status begin(graph_semiring **semiring, const char *name, graph_type type)
{
    graph_status status;
    GRAPH_TRY(graph__check_spec_name(name));
    GRAPH_TRY(GRAPH_NEW_ZEROED(*semiring, 1));
    graph_semiring *s = *semiring;
    s->type = s->x_type = s->y_type = type;
    s->reads = GRAPH_READS_XY;
    s->value_bytes = graph_type_size(type);
    s->number = -1;
    GRAPH_TRY(graph__copy_text((char **)&s->name, name));
done:
    return status;
}

graph_status graph_semiring_create(graph_semiring **semiring, const graph_semiring_spec *spec)
{
    graph_status status = GRAPH_OK;
    if (semiring == NULL)
        return graph__fail(GRAPH_E_NULL, "semiring is NULL");
    *semiring = NULL;
    if (spec == NULL)
        return graph__fail(GRAPH_E_NULL, "spec is NULL");
    GRAPH_TRY(graph__check_spec_size(spec->size, sizeof *spec));
    if (spec->zero == NULL || spec->one == NULL || spec->add == NULL || spec->mul == NULL)
        return graph__fail(GRAPH_E_NULL, "spec.%s is NULL",
                           spec->zero == NULL  ? "zero"
                           : spec->one == NULL ? "one"
                           : spec->add == NULL ? "add"
                                               : "mul");
    if (spec->type < GRAPH_BOOL || spec->type > GRAPH_FP64)
        return graph__fail(GRAPH_E_DOMAIN,
                           "spec.type is %d, not one of the eleven value types; see graph_semiring_of",
                           (int)spec->type);
    GRAPH_TRY(begin(semiring, spec->name, spec->type));
    graph_semiring *s = *semiring;
    s->zero = spec->zero;
    s->one = spec->one;
    s->add = spec->add;
    s->mul = spec->mul;
    s->absorbs = (graph_function)absorbs_nothing;
    GRAPH_TRY(graph__copy_text((char **)&s->zero_text, spec->zero_text));
    GRAPH_TRY(graph__copy_text((char **)&s->one_text, spec->one_text));
    GRAPH_TRY(graph__copy_text((char **)&s->add_text, spec->add_text));
    GRAPH_TRY(graph__copy_text((char **)&s->mul_text, spec->mul_text));
done:
    if (status < 0)
        graph_semiring_release(semiring);
    return status;
}

/* What a kernel calls for an operator. */
static struct graph_operator_call call_of(graph_op op, graph_type type)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_BINARY);
    /* A comparison keeps its type, since it gives another. */
    if (graph__is_typed((int)op) && !graph__compares((graph_op)graph__untyped((int)op)))
        op = (graph_op)graph__untyped((int)op);
    struct graph_operator_call call = {.op = op, .type = type};
    if (user != NULL && user->has_context) {
        call.with_context = user->function.binary_with;
        call.context = user->context;
    } else if (user != NULL)
        call.function = user->function.binary;
    return call;
}

graph_status graph_semiring_of(graph_semiring **semiring, const char *name, graph_type type, graph_op add,
                               graph_op mul)
{
    const struct graph_user_op *user_add = graph__user_op((int)add, GRAPH_USER_BINARY);
    struct graph_op_types types;
    graph_type sum;
    graph_status status;
    if (semiring == NULL)
        return graph__fail(GRAPH_E_NULL, "semiring is NULL");
    *semiring = NULL;
    if (!graph__is_type(type))
        return graph__fail(GRAPH_E_DOMAIN, "type is %d, which is no type", (int)type);
    GRAPH_TRY(graph__monoid_type(&sum, add, type));
    GRAPH_TRY(graph__op_types(&types, mul, type));
    if (sum != type || types.z != type)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "add works on %s and mul gives %s; both must be %s", graph_type_name(sum),
                   graph_type_name(types.z), graph_type_name(type));
    GRAPH_TRY(begin(semiring, name, type));
    graph_semiring *s = *semiring;
    s->x_type = types.x;
    s->y_type = types.y;
    s->is_of_operators = true;
    s->add_call = call_of(add, type);
    s->mul_call = call_of(mul, type);
    s->pattern = graph_semiring_builtin(GRAPH_ANY_PAIR, GRAPH_BOOL);
    if (user_add != NULL) {
        GRAPH_TRY(graph__copy_value(&s->zero_value, user_add->identity, s->value_bytes));
        GRAPH_TRY(graph__copy_value(&s->terminal, user_add->terminal, s->value_bytes));
    }
done:
    if (status < 0)
        graph_semiring_release(semiring);
    return status;
}

void graph_semiring_release(graph_semiring **semiring)
{
    if (semiring == NULL || *semiring == NULL)
        return;
    graph_semiring *s = *semiring;
    *semiring = NULL;
    graph__free((void *)s->name);
    graph__free((void *)s->zero_text);
    graph__free((void *)s->one_text);
    graph__free((void *)s->add_text);
    graph__free((void *)s->mul_text);
    graph__free(s->zero_value);
    graph__free(s->terminal);
    graph__free(s);
}
