/* Rows of floating distances that rounding has spoilt.
 *
 * Sums that are rounded in different orders, or on the way round a cycle whose weight is 0 or little more, may leave
 * predecessors that go round or a source below 0.  Such a row is computed anew by a method that cannot end so. */
#include <math.h>

#include "algorithms/paths.h"

static double at(const void *distance, graph_type type, int64_t v)
{
    return type == GRAPH_FP32 ? (double)((const float *)distance)[v] : ((const double *)distance)[v];
}

bool graph__is_floating(graph_type type) { return type == GRAPH_FP32 || type == GRAPH_FP64; }

bool graph__row_holds(const void *distance, graph_type type, const int32_t *predecessor, int64_t n,
                      int64_t source, int32_t *visitor)
{
    if (at(distance, type, source) != 0)
        return false;
    if (predecessor == NULL)
        return true;
    for (int64_t v = 0; v < n; v++)
        visitor[v] = 0;
    visitor[source] = -1;
    if (predecessor[source] != source)
        return false;
    for (int64_t v = 0; v < n; v++) {
        int64_t u = v;
        if ((predecessor[v] >= 0) != (at(distance, type, v) < INFINITY))
            return false;
        if (predecessor[v] < 0)
            continue;
        while (visitor[u] == 0) {
            visitor[u] = (int32_t)v + 1;
            u = predecessor[u];
            if (u < 0)
                return false;
        }
        if (visitor[u] == (int32_t)v + 1)
            return false;
    }
    return true;
}
