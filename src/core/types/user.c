/* Creating and releasing user types and user operators. */
#include <string.h>

#include "base/memory.h"
#include "base/registry.h"
#include "core/types/operators.h"
#include "core/types/spec.h"
#include "semigraph/user.h"

graph_status graph_type_create(graph_type *type, const graph_type_spec *spec)
{
    struct graph_user_type record = {0};
    graph_status status;
    if (type == NULL || spec == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", type == NULL ? "type" : "spec");
    *type = GRAPH_PATTERN;
    GRAPH_TRY(graph__check_spec_size(spec->size, sizeof *spec));
    GRAPH_TRY(graph__check_spec_name(spec->name));
    if (spec->value_bytes == 0)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "spec.value_bytes is 0");
    if (spec->value_bytes > GRAPH_MOST_VALUE_BYTES)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "spec.value_bytes is %zu; at most %d are supported",
                   spec->value_bytes, (int)GRAPH_MOST_VALUE_BYTES);
    record.bytes = spec->value_bytes;
    memcpy(record.name, spec->name, strlen(spec->name));
    GRAPH_TRY(graph__copy_text(&record.text, spec->text));
    GRAPH_TRY(graph__add_type(type, &record));
    record.text = NULL;
done:
    graph__free(record.text);
    return status;
}

void graph_type_release(graph_type *type)
{
    if (type == NULL)
        return;
    graph__remove_type(*type);
    *type = GRAPH_PATTERN;
}

const char *graph_type_text(graph_type type)
{
    const struct graph_user_type *record = graph__user_type(type);
    return record != NULL ? record->text : NULL;
}

/* What all specs of operators have. */
struct common_spec {
    const char *name, *text;
    int functions;
};

#define COMMON(spec)                                                                                         \
    &(struct common_spec)                                                                                    \
    {                                                                                                        \
        (spec)->name, (spec)->text, ((spec)->function != NULL) + ((spec)->with_context != NULL)              \
    }

/* Checks the type of an operand (or of the result) against the size of the function's, and stores the size of the type. */
static graph_status set_operand(size_t *bytes, graph_type type, bool may_be_pattern, const char *which)
{
    const size_t C_bytes = *bytes;
    *bytes = graph_type_size(type);
    if (type != GRAPH_PATTERN && !graph__is_type(type))
        return graph__fail(GRAPH_E_DOMAIN, "%s is %d, which is no type", which, (int)type);
    if (type == GRAPH_PATTERN && C_bytes > sizeof(bool))
        return graph__fail(GRAPH_E_INVALID_VALUE, "the function's %s has %zu bytes, the bool of a pattern 1",
                           which, C_bytes);
    if (type != GRAPH_PATTERN && C_bytes != 0 && C_bytes != *bytes)
        return graph__fail(GRAPH_E_INVALID_VALUE, "the function's %s has %zu bytes, %s %zu", which, C_bytes,
                           graph_type_name(type), *bytes);
    if (type == GRAPH_PATTERN && !may_be_pattern)
        return graph__fail(GRAPH_E_DOMAIN, "%s is GRAPH_PATTERN, which has no values", which);
    return GRAPH_OK;
}

static graph_status set_monoid(struct graph_user_op *record, const void *identity, const void *terminal)
{
    graph_status status;
    if (identity == NULL && terminal == NULL)
        return GRAPH_OK;
    if (identity == NULL)
        return graph__fail(GRAPH_E_NULL, "spec.terminal is given, and spec.identity is NULL");
    if (record->z != record->x || record->z != record->y)
        return graph__fail(GRAPH_E_DOMAIN, "a monoid works on one type, not on %s, %s and %s",
                           graph_type_name(record->z), graph_type_name(record->x),
                           graph_type_name(record->y));
    GRAPH_TRY(graph__copy_value(&record->identity, identity, record->z_bytes));
    GRAPH_TRY(graph__copy_value(&record->terminal, terminal, record->z_bytes));
done:
    return status;
}

/* *code = a new operator.  `given` has its kind, function and types, the sizes of the function's types, and the caller's
 * identity and terminal. */
static graph_status create(int *code, const struct graph_user_op *given, const struct common_spec *spec)
{
    const bool has_place = given->kind == GRAPH_USER_INDEX || given->kind == GRAPH_USER_SELECT;
    struct graph_user_op record = *given;
    graph_status status;
    record.identity = record.terminal = NULL;
    GRAPH_TRY(graph__check_spec_name(spec->name));
    if (spec->functions == 0)
        GRAPH_FAIL(GRAPH_E_NULL, "spec.function is NULL, and so is spec.with_context");
    if (spec->functions > 1)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "spec has both function and with_context; expected one of them");
    memcpy(record.name, spec->name, strlen(spec->name));
    GRAPH_TRY(set_operand(&record.z_bytes, record.z, false, "z"));
    GRAPH_TRY(set_operand(&record.x_bytes, record.x, has_place, "x"));
    if (record.kind != GRAPH_USER_UNARY)
        GRAPH_TRY(set_operand(&record.y_bytes, record.y, false, "y"));
    GRAPH_TRY(graph__copy_text(&record.text, spec->text));
    GRAPH_TRY(set_monoid(&record, given->identity, given->terminal));
    GRAPH_TRY(graph__add_op(code, &record));
done:
    if (status < 0) {
        graph__free(record.identity);
        graph__free(record.terminal);
        graph__free(record.text);
    }
    return status;
}

#define CHECK_ARGUMENTS(op, spec)                                                                            \
    do {                                                                                                     \
        if ((op) == NULL || (spec) == NULL)                                                                  \
            return graph__fail(GRAPH_E_NULL, "%s is NULL", (op) == NULL ? "op" : "spec");                    \
        memset(op, 0, sizeof *(op));                                                                         \
        if (graph__check_spec_size((spec)->size, sizeof *(spec)) < 0)                                        \
            return GRAPH_E_INVALID_VALUE;                                                                    \
    } while (0)

graph_status graph_op_create(graph_op *op, const graph_op_spec *spec, graph_type z, graph_type x,
                             graph_type y)
{
    int code = GRAPH_NO_OP;
    CHECK_ARGUMENTS(op, spec);
    struct graph_user_op given = {.kind = GRAPH_USER_BINARY,
                                  .has_context = spec->with_context != NULL,
                                  .context = spec->context,
                                  .z = z,
                                  .x = x,
                                  .y = y,
                                  .z_bytes = spec->z_bytes,
                                  .x_bytes = spec->x_bytes,
                                  .y_bytes = spec->y_bytes,
                                  .identity = (void *)spec->identity,
                                  .terminal = (void *)spec->terminal};
    if (given.has_context)
        given.function.binary_with = spec->with_context;
    else
        given.function.binary = spec->function;
    graph_status status = create(&code, &given, COMMON(spec));
    *op = (graph_op)code;
    return status;
}

graph_status graph_unary_op_create(graph_unary_op *op, const graph_unary_op_spec *spec, graph_type z,
                                   graph_type x)
{
    int code = 0;
    CHECK_ARGUMENTS(op, spec);
    struct graph_user_op given = {.kind = GRAPH_USER_UNARY,
                                  .has_context = spec->with_context != NULL,
                                  .context = spec->context,
                                  .z = z,
                                  .x = x,
                                  .z_bytes = spec->z_bytes,
                                  .x_bytes = spec->x_bytes};
    if (given.has_context)
        given.function.unary_with = spec->with_context;
    else
        given.function.unary = spec->function;
    graph_status status = create(&code, &given, COMMON(spec));
    *op = (graph_unary_op)code;
    return status;
}

/* A function of an entry and its position, for both kinds. */
static graph_status create_index(int *code, enum graph_user_kind kind, const graph_index_op_spec *spec,
                                 graph_type z, graph_type x, graph_type y)
{
    struct graph_user_op given = {.kind = kind,
                                  .has_context = spec->with_context != NULL,
                                  .context = spec->context,
                                  .z = z,
                                  .x = x,
                                  .y = y,
                                  .z_bytes = spec->z_bytes,
                                  .x_bytes = spec->x_bytes,
                                  .y_bytes = spec->y_bytes};
    if (given.has_context)
        given.function.index_with = spec->with_context;
    else
        given.function.index = spec->function;
    return create(code, &given, COMMON(spec));
}

graph_status graph_index_op_create(graph_index_op *op, const graph_index_op_spec *spec, graph_type z,
                                   graph_type x, graph_type y)
{
    int code = 0;
    CHECK_ARGUMENTS(op, spec);
    graph_status status = create_index(&code, GRAPH_USER_INDEX, spec, z, x, y);
    *op = (graph_index_op)code;
    return status;
}

graph_status graph_select_op_create(graph_select_op *op, const graph_index_op_spec *spec, graph_type x,
                                    graph_type y)
{
    int code = 0;
    CHECK_ARGUMENTS(op, spec);
    graph_status status = create_index(&code, GRAPH_USER_SELECT, spec, GRAPH_BOOL, x, y);
    *op = (graph_select_op)code;
    return status;
}

#define RELEASE_AND_TEXT(name, kind)                                                                         \
    void graph_##name##_release(graph_##name *op)                                                            \
    {                                                                                                        \
        if (op == NULL)                                                                                      \
            return;                                                                                          \
        graph__remove_op((int)*op, kind);                                                                    \
        *op = (graph_##name)0;                                                                               \
    }                                                                                                        \
    const char *graph_##name##_text(graph_##name op)                                                         \
    {                                                                                                        \
        const struct graph_user_op *record = graph__user_op((int)op, kind);                                  \
        return record != NULL ? record->text : NULL;                                                         \
    }
RELEASE_AND_TEXT(op, GRAPH_USER_BINARY)
RELEASE_AND_TEXT(unary_op, GRAPH_USER_UNARY)
RELEASE_AND_TEXT(index_op, GRAPH_USER_INDEX)
RELEASE_AND_TEXT(select_op, GRAPH_USER_SELECT)
