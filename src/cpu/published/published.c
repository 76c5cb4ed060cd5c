/* The choice of published methods for a semiring: some pairs are compiled, the others go through the functions of their
 * semiring. */
#include "cpu/published/published.h"

#include "contract/semiring_list.h"

/* The number of built-in pairs. */
enum {
#define SEMIRING(name, constant, types, reads, laws) TYPES_##types(COUNT, name)
#define COUNT(name, type, TYPE)                      PAIR_##name##_##type,
#include "semiring/semirings.def"
#undef SEMIRING
#undef COUNT
    PAIRS
};

#define PREBUILT(number, instance) extern const struct graph_published graph__cpu_published_##instance;
#include <published_prebuilt.def>
#undef PREBUILT
#define DECLARE(name, type, TYPE) extern const struct graph_published graph__cpu_published_##name##_##type;
TYPES_ALL(DECLARE, user)
#undef DECLARE

static const struct graph_published *const builtin[PAIRS] = {
#define PREBUILT(number, instance) [number] = &graph__cpu_published_##instance,
#include <published_prebuilt.def>
#undef PREBUILT
};

static const struct graph_published *const by_type[] = {
#define REFER(name, type, TYPE) [GRAPH_##TYPE] = &graph__cpu_published_##name##_##type,
    TYPES_ALL(REFER, user)
#undef REFER
};

static const struct graph_published none = {0};

const struct graph_published *graph__cpu_published(const struct graph_semiring *semiring)
{
    if (semiring->is_of_operators)
        return &none;
    if (semiring->number >= 0 && builtin[semiring->number] != NULL)
        return builtin[semiring->number];
    return by_type[semiring->type];
}
