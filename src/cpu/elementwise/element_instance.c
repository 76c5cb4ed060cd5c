/* The CPU's element-wise kernels over one value type; compiled once for each type. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "cpu/common/isa.h"
#include "cpu/common/rows.h"
#include "cpu/elementwise/elements.h"
#include "cpu/elementwise/user_operators.h"
#include "semiring/value.h"

#include "semiring/operators.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

/* X(CODE, name) for every binary operator, and for every monoid. */
#define MONOIDS(X)                                                                                           \
    X(PLUS, plus)                                                                                            \
    X(TIMES, times)                                                                                          \
    X(MIN, min) X(MAX, max) X(ANY, any) X(LOR, lor) X(LAND, land) X(LXOR, lxor) X(LXNOR, lxnor)
#if T_IS_FLOAT
#define BITWISE(X)
#else
#define BITWISE(X) X(BOR, bor) X(BAND, band) X(BXOR, bxor) X(BXNOR, bxnor)
#endif
#define COMPARISONS(X) X(EQ, eq) X(NE, ne) X(LT, lt) X(LE, le) X(GT, gt) X(GE, ge)
#define OPERATORS(X)                                                                                         \
    MONOIDS(X)                                                                                               \
    BITWISE(X)                                                                                               \
    X(MINUS, minus)                                                                                          \
    X(DIV, div)                                                                                              \
    X(FIRST, first)                                                                                          \
    X(SECOND, second)                                                                                        \
    X(PAIR, pair) COMPARISONS(X) X(PLUS_SAT, plus_sat)

#include "cpu/elementwise/elements.inc"

#include "cpu/elementwise/typed_values.inc"

#include "cpu/elementwise/ewise.inc"

#include "cpu/elementwise/select_marked.inc"

#include "cpu/elementwise/select.inc"

#include "cpu/elementwise/vector_select.inc"

#include "cpu/elementwise/reduce.inc"

extern const struct graph_elements JOIN(graph__cpu_, INSTANCE);

const struct graph_elements JOIN(graph__cpu_, INSTANCE) = {
    .convert = convert,
    .unary = unary,
    .binary = binary,
    .compare = compare,
    .test = test,
    .fold = fold,
    .identity = identity,
    .from_scalar = store_scalar,
    .merge = merge,
    .intersect = intersect,
    .select_values = select_values,
    .select_marked = select_marked,
    .reduce_rows = reduce_rows,
    .vector_merge = vector_merge,
    .vector_update = vector_update,
    .vector_intersect = vector_intersect,
    .vector_select = vector_select,
    .vector_pack = vector_pack,
};
