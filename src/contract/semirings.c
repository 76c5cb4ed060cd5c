/* The table of the built-in semirings, made from semirings.def.  Both back ends and the core look semirings up here. */
#include <string.h>

#include "base/status.h"
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

/* The sentence of a look-up without a result begins with this. */
#define NOT_THERE "no built-in semiring "

const graph_semiring *graph_semiring_at(size_t k) { return k < BUILTIN_COUNT ? builtin[k] : NULL; }

const graph_semiring *graph_semiring_builtin(graph_semiring_kind kind, graph_type type)
{
    const char *other = NULL;
    for (size_t k = 0; k < BUILTIN_COUNT; k++) {
        if (builtin[k]->kind != kind)
            continue;
        if (builtin[k]->type == type)
            return builtin[k];
        other = builtin[k]->name;
    }
    if (other != NULL)
        graph__fail(GRAPH_E_DOMAIN, NOT_THERE "of kind %d over %s; there is %s", (int)kind,
                    graph_type_name(type), other);
    else
        graph__fail(GRAPH_E_INVALID_VALUE, NOT_THERE "of kind %d; expected %d .. %d", (int)kind,
                    GRAPH_PLUS_TIMES, GRAPH_SEMIRING_KIND_END - 1);
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
    graph__fail(GRAPH_E_INVALID_VALUE, NOT_THERE "is called '%.64s'; names look like min_plus_fp32", name);
    return NULL;
}

bool graph__semiring_was_missing(void)
{
    return strncmp(graph_last_error(), NOT_THERE, strlen(NOT_THERE)) == 0;
}
