/* The registry of built-in semirings, made from semirings.def, and semirings of the user's own. */
#include <ctype.h>
#include <string.h>

#include "base/memory.h"
#include "contract/semiring.h"
#include "contract/semiring_list.h"

#define SEMIRING(name, constant, types, reads, laws) TYPES_##types(DECLARE, name)
#define DECLARE(name, type, TYPE)                    extern const struct graph_semiring graph__semiring_##name##_##type;
#include "semiring/semirings.def"
#undef SEMIRING
#undef DECLARE

static const struct graph_semiring *const builtin[] = {
#define SEMIRING(name, constant, types, reads, laws) TYPES_##types(REFER, name)
#define REFER(name, type, TYPE)                      &graph__semiring_##name##_##type,
#include "semiring/semirings.def"
#undef SEMIRING
#undef REFER
};

enum { BUILTIN_COUNT = sizeof builtin / sizeof builtin[0] };

const graph_semiring *graph_semiring_at(size_t k) { return k < BUILTIN_COUNT ? builtin[k] : NULL; }

const graph_semiring *graph_semiring_builtin(graph_semiring_kind kind, graph_type type)
{
    for (size_t k = 0; k < BUILTIN_COUNT; k++)
        if (builtin[k]->kind == kind && builtin[k]->type == type)
            return builtin[k];
    graph__fail(GRAPH_E_DOMAIN, "no built-in semiring of kind %d over %s", (int)kind, graph_type_name(type));
    return NULL;
}

const graph_semiring *graph_semiring_by_name(const char *name)
{
    if (name == NULL) {
        graph__fail(GRAPH_E_NULL, "the name of the semiring is NULL");
        return NULL;
    }
    for (size_t k = 0; k < BUILTIN_COUNT; k++)
        if (strcmp(builtin[k]->name, name) == 0)
            return builtin[k];
    graph__fail(GRAPH_E_INVALID_VALUE,
                "no built-in semiring is called '%.64s'; names look like min_plus_fp32", name);
    return NULL;
}

const char *graph_semiring_name(const graph_semiring *semiring)
{
    return semiring != NULL ? semiring->name : "none";
}

graph_type graph_semiring_type(const graph_semiring *semiring)
{
    return semiring != NULL ? semiring->type : GRAPH_PATTERN;
}

static bool is_identifier(const char *name)
{
    if (!isalpha((unsigned char)name[0]) && name[0] != '_')
        return false;
    for (const char *c = name; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return false;
    return true;
}

/* Copies a string, or gives NULL for NULL. */
static graph_status copy_text(const char **copy, const char *text)
{
    char *memory = NULL;
    *copy = NULL;
    if (text == NULL)
        return GRAPH_OK;
    graph_status status = GRAPH_NEW(memory, strlen(text) + 1);
    if (status == GRAPH_OK)
        *copy = strcpy(memory, text);
    return status;
}

/* A user's fold never stops early: nothing is known of its absorbing values. */
static int absorbs_nothing(void) { return 0; }

graph_status graph_semiring_create(graph_semiring **semiring, const graph_semiring_spec *spec)
{
    graph_status status = GRAPH_OK;
    if (semiring == NULL)
        return graph__fail(GRAPH_E_NULL, "semiring is NULL");
    *semiring = NULL;
    if (spec == NULL)
        return graph__fail(GRAPH_E_NULL, "spec is NULL");
    if (spec->size != sizeof(graph_semiring_spec))
        return graph__fail(GRAPH_E_INVALID_VALUE, "spec.size is %zu; expected %zu", spec->size,
                           sizeof(graph_semiring_spec));
    if (spec->zero == NULL || spec->one == NULL || spec->add == NULL || spec->mul == NULL)
        return graph__fail(GRAPH_E_NULL, "spec.%s is NULL",
                           spec->zero == NULL  ? "zero"
                           : spec->one == NULL ? "one"
                           : spec->add == NULL ? "add"
                                               : "mul");
    if (graph_type_size(spec->type) == 0)
        return graph__fail(GRAPH_E_DOMAIN, "spec.type is %d, not one of the eleven value types",
                           (int)spec->type);
    if (spec->name == NULL || !is_identifier(spec->name))
        return graph__fail(GRAPH_E_INVALID_VALUE, "spec.name is not a C identifier");
    GRAPH_TRY(GRAPH_NEW_ZEROED(*semiring, 1));
    graph_semiring *s = *semiring;
    s->type = spec->type;
    s->reads = GRAPH_READS_XY;
    s->value_bytes = graph_type_size(spec->type);
    s->number = -1;
    s->zero = spec->zero;
    s->one = spec->one;
    s->add = spec->add;
    s->mul = spec->mul;
    s->absorbs = (graph_function)absorbs_nothing;
    GRAPH_TRY(copy_text(&s->name, spec->name));
    GRAPH_TRY(copy_text(&s->zero_text, spec->zero_text));
    GRAPH_TRY(copy_text(&s->one_text, spec->one_text));
    GRAPH_TRY(copy_text(&s->add_text, spec->add_text));
    GRAPH_TRY(copy_text(&s->mul_text, spec->mul_text));
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
    graph__free(s);
}
