/* One built-in semiring over one type as an object; compiled once for each pair of semirings.def. */
#include <stdbool.h>
#include <stdint.h>

#include "contract/semiring.h"
#include "semiring/value.h"

#include SEMIRING_HEADER

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
#define STRING_(x)  #x
#define STRING(x)   STRING_(x)

extern const struct graph_semiring JOIN(graph__semiring_, INSTANCE);

const struct graph_semiring JOIN(graph__semiring_, INSTANCE) = {
    .name = STRING(INSTANCE),
    .kind = SEMIRING_KIND,
    .type = T_CODE,
    .x_type = T_CODE,
    .y_type = T_CODE,
    .reads = SEMIRING_READS,
    .laws = SEMIRING_LAWS,
    .value_bytes = sizeof(T),
    .number = INSTANCE_NUMBER,
    .zero = (graph_function)zero,
    .one = (graph_function)one,
    .add = (graph_function)add,
    .mul = (graph_function)mul,
    .absorbs = (graph_function)absorbs,
};
