/* The vertex before each vertex on a shortest path, from the distances alone.
 *
 * An edge u -> v fits if distance(u) + weight = distance(v).  One pass over the edges in the order of u finds the
 * smallest u that fits and is nearer to the source.  Where a vertex has none, because weights are 0 or negative or
 * vanish by rounding, a breadth-first search from the source over the edges that fit is used instead: its tree has no
 * cycles. */
#include <math.h>

#include "base/memory.h"
#include "cpu/paths/paths.h"

#define EACH_DISTANCE "cpu/paths/predecessors.inc"
#include "cpu/common/each_distance.inc"

#define T              uint8_t
#define INFINITE_T     UINT8_MAX
#define INSTANCE(name) JOIN(name, _uint8)
#include "cpu/paths/predecessors.inc"

#define T              uint16_t
#define INFINITE_T     UINT16_MAX
#define INSTANCE(name) JOIN(name, _uint16)
#include "cpu/paths/predecessors.inc"

graph_status graph__cpu_predecessors(struct graph_predecessors_request *r)
{
    switch (r->type) {
    case GRAPH_UINT8:
        return recover_uint8(r);
    case GRAPH_UINT16:
        return recover_uint16(r);
    case GRAPH_INT32:
        return recover_int32(r);
    case GRAPH_INT64:
        return recover_int64(r);
    case GRAPH_FP32:
        return recover_fp32(r);
    default:
        return recover_fp64(r);
    }
}
