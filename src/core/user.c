/* Creating and releasing the types and operators of the user's own. */
#include <string.h>

#include "base/memory.h"
#include "base/registry.h"
#include "core/operators.h"
#include "core/spec.h"
#include "semigraph/user.h"

graph_status graph_type_create(graph_type *type, const graph_type_spec *spec)
{
    struct graph_own_type record = {0};
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
    const struct graph_own_type *record = graph__own_type(type);
    return record != NULL ? record->text : NULL;
}

/* What one operand (or the result) of an operator is. */
static graph_status set_operand(graph_type *type, size_t *bytes, graph_type given, size_t C_bytes,
                                const char *which)
{
    *type = given;
    *bytes = graph_type_size(given);
    if (given != GRAPH_PATTERN && !graph__is_type(given))
        return graph__fail(GRAPH_E_DOMAIN, "%s is %d, which is no type", which, (int)given);
    if (given == GRAPH_PATTERN && C_bytes > sizeof(bool))
        return graph__fail(GRAPH_E_INVALID_VALUE, "the function's %s has %zu bytes, the bool of a pattern 1",
                           which, C_bytes);
    if (given != GRAPH_PATTERN && C_bytes != 0 && C_bytes != *bytes)
        return graph__fail(GRAPH_E_INVALID_VALUE, "the function's %s has %zu bytes, %s %zu", which, C_bytes,
                           graph_type_name(given), *bytes);
    return GRAPH_OK;
}

static graph_status refuse_pattern(graph_type type, const char *which)
{
    return type != GRAPH_PATTERN
               ? GRAPH_OK
               : graph__fail(GRAPH_E_DOMAIN, "%s is GRAPH_PATTERN, which has no values", which);
}

/* Checks what all specs have and begins the record. */
static graph_status begin(struct graph_own_op *record, enum graph_own_kind kind, size_t size, size_t expected,
                          const char *name, bool has_function, const char *text)
{
    graph_status status;
    *record = (struct graph_own_op){.kind = kind};
    GRAPH_TRY(graph__check_spec_size(size, expected));
    GRAPH_TRY(graph__check_spec_name(name));
    if (!has_function)
        GRAPH_FAIL(GRAPH_E_NULL, "spec.function is NULL");
    memcpy(record->name, name, strlen(name));
    GRAPH_TRY(graph__copy_text(&record->text, text));
done:
    return status;
}

static void end(struct graph_own_op *record)
{
    graph__free(record->identity);
    graph__free(record->terminal);
    graph__free(record->text);
}

static graph_status set_monoid(struct graph_own_op *record, const graph_op_spec *spec)
{
    graph_status status;
    if (spec->identity == NULL && spec->terminal == NULL)
        return GRAPH_OK;
    if (spec->identity == NULL)
        return graph__fail(GRAPH_E_NULL, "spec.terminal is given, and spec.identity is NULL");
    if (record->z != record->x || record->z != record->y)
        return graph__fail(GRAPH_E_DOMAIN, "a monoid works on one type, not on %s, %s and %s",
                           graph_type_name(record->z), graph_type_name(record->x),
                           graph_type_name(record->y));
    GRAPH_TRY(graph__copy_value(&record->identity, spec->identity, record->z_bytes));
    GRAPH_TRY(graph__copy_value(&record->terminal, spec->terminal, record->z_bytes));
done:
    return status;
}

#define CHECK_ARGUMENTS(op, spec)                                                                            \
    do {                                                                                                     \
        if ((op) == NULL || (spec) == NULL)                                                                  \
            return graph__fail(GRAPH_E_NULL, "%s is NULL", (op) == NULL ? "op" : "spec");                    \
    } while (0)

graph_status graph_op_create(graph_op *op, const graph_op_spec *spec, graph_type z, graph_type x,
                             graph_type y)
{
    struct graph_own_op record = {0};
    int code = 0;
    graph_status status;
    CHECK_ARGUMENTS(op, spec);
    *op = GRAPH_NO_OP;
    GRAPH_TRY(begin(&record, GRAPH_OWN_BINARY, spec->size, sizeof *spec, spec->name, spec->function != NULL,
                    spec->text));
    GRAPH_TRY(set_operand(&record.z, &record.z_bytes, z, spec->z_bytes, "z"));
    GRAPH_TRY(set_operand(&record.x, &record.x_bytes, x, spec->x_bytes, "x"));
    GRAPH_TRY(set_operand(&record.y, &record.y_bytes, y, spec->y_bytes, "y"));
    GRAPH_TRY(refuse_pattern(z, "z"));
    GRAPH_TRY(refuse_pattern(x, "x"));
    GRAPH_TRY(refuse_pattern(y, "y"));
    GRAPH_TRY(set_monoid(&record, spec));
    record.function.binary = spec->function;
    GRAPH_TRY(graph__add_op(&code, &record));
    *op = (graph_op)code;
done:
    if (status < 0)
        end(&record);
    return status;
}

graph_status graph_unary_op_create(graph_unary_op *op, const graph_unary_op_spec *spec, graph_type z,
                                   graph_type x)
{
    struct graph_own_op record = {0};
    int code = 0;
    graph_status status;
    CHECK_ARGUMENTS(op, spec);
    *op = (graph_unary_op)0;
    GRAPH_TRY(begin(&record, GRAPH_OWN_UNARY, spec->size, sizeof *spec, spec->name, spec->function != NULL,
                    spec->text));
    GRAPH_TRY(set_operand(&record.z, &record.z_bytes, z, spec->z_bytes, "z"));
    GRAPH_TRY(set_operand(&record.x, &record.x_bytes, x, spec->x_bytes, "x"));
    GRAPH_TRY(refuse_pattern(z, "z"));
    GRAPH_TRY(refuse_pattern(x, "x"));
    record.function.unary = spec->function;
    GRAPH_TRY(graph__add_op(&code, &record));
    *op = (graph_unary_op)code;
done:
    if (status < 0)
        end(&record);
    return status;
}

/* A function of an entry and its position, for both kinds. */
static graph_status create_index(int *code, enum graph_own_kind kind, const graph_index_op_spec *spec,
                                 graph_type z, graph_type x, graph_type y)
{
    struct graph_own_op record = {0};
    graph_status status;
    GRAPH_TRY(begin(&record, kind, spec->size, sizeof *spec, spec->name, spec->function != NULL, spec->text));
    GRAPH_TRY(set_operand(&record.z, &record.z_bytes, z, spec->z_bytes, "z"));
    GRAPH_TRY(set_operand(&record.x, &record.x_bytes, x, spec->x_bytes, "x"));
    GRAPH_TRY(set_operand(&record.y, &record.y_bytes, y, spec->y_bytes, "y"));
    GRAPH_TRY(refuse_pattern(z, "z"));
    GRAPH_TRY(refuse_pattern(y, "y"));
    record.function.index = spec->function;
    GRAPH_TRY(graph__add_op(code, &record));
done:
    if (status < 0)
        end(&record);
    return status;
}

graph_status graph_index_op_create(graph_index_op *op, const graph_index_op_spec *spec, graph_type z,
                                   graph_type x)
{
    int code = 0;
    CHECK_ARGUMENTS(op, spec);
    graph_status status = create_index(&code, GRAPH_OWN_INDEX, spec, z, x, GRAPH_INT64);
    *op = (graph_index_op)code;
    return status;
}

graph_status graph_select_op_create(graph_select_op *op, const graph_index_op_spec *spec, graph_type x,
                                    graph_type y)
{
    int code = 0;
    CHECK_ARGUMENTS(op, spec);
    graph_status status = create_index(&code, GRAPH_OWN_SELECT, spec, GRAPH_BOOL, x, y);
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
        const struct graph_own_op *record = graph__own_op((int)op, kind);                                    \
        return record != NULL ? record->text : NULL;                                                         \
    }
RELEASE_AND_TEXT(op, GRAPH_OWN_BINARY)
RELEASE_AND_TEXT(unary_op, GRAPH_OWN_UNARY)
RELEASE_AND_TEXT(index_op, GRAPH_OWN_INDEX)
RELEASE_AND_TEXT(select_op, GRAPH_OWN_SELECT)
