/* The macros of the public headers, with a semicolon after them and without, and graph_own compile with the warnings of a
 * strict project. */
#include "semigraph.h"

GRAPH_DEFINE_SEMIRING(bottleneck, float, 0, 1, x > y ? x : y, x < y ? x : y);
GRAPH_DEFINE_TYPE(point, { double x, y; })
GRAPH_DEFINE_SEMIRING(widest, double, 0, 1, x > y ? x : y, x < y ? x : y)
GRAPH_DEFINE_OP(product, double, double, double, x *y);
GRAPH_DEFINE_MONOID(larger, double, (0), x > y ? x : y);
GRAPH_DEFINE_UNARY_OP(negative, double, double, -x);
GRAPH_DEFINE_INDEX_OP(moved, double, double, double, x + y + (double)i + (double)j);

const void *const graph_test_macros[] = {&bottleneck, &widest,   &point_spec, &product,
                                         &larger,     &negative, &moved};

graph_scalar graph_test_scalar(graph_type type, const point *value);
graph_scalar graph_test_scalar(graph_type type, const point *value) { return graph_own(type, value); }
