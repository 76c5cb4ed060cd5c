/* The CPU's element-wise kernels over user types, whose values are BYTES bytes (0: as many as the type has); compiled for
 * the sizes that no integer type has.  Values are moved and never read. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "cpu/common/rows.h"
#include "cpu/elementwise/elements.h"
#include "cpu/elementwise/user_operators.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

#include "cpu/elementwise/bytes_values.inc"

#include "cpu/elementwise/ewise.inc"

#include "cpu/elementwise/select_marked.inc"

#include "cpu/elementwise/vector_select.inc"

static inline void fold(T *z, const T *x, graph_op monoid, int64_t n)
{
    graph__cpu_user_fold(z, x, monoid, n);
}

#include "cpu/elementwise/reduce.inc"

extern const struct graph_elements JOIN(graph__cpu_, INSTANCE);

/* No value converts to or from these types, and the scalars are copied where they are used. */
const struct graph_elements JOIN(graph__cpu_, INSTANCE) = {
    .unary = graph__cpu_user_unary,
    .binary = graph__cpu_user_binary,
    .fold = graph__cpu_user_fold,
    .identity = graph__cpu_user_identity,
    .merge = merge,
    .intersect = intersect,
    .select_marked = select_marked,
    .reduce_rows = reduce_rows,
    .vector_merge = vector_merge,
    .vector_update = vector_update,
    .vector_intersect = vector_intersect,
    .vector_select = vector_select,
    .vector_pack = vector_pack,
};
