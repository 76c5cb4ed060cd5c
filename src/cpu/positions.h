/* Tests of the position (i, j) of an entry against a scalar read as an integer. */
#ifndef CPU_POSITIONS_H
#define CPU_POSITIONS_H

#include "semigraph/types.h"

/* Beyond any difference of two positions. */
#define GRAPH_FARTHEST ((int64_t)1 << 33)

static inline bool graph__tests_values(graph_select_op op)
{
    return op >= GRAPH_VALUE_EQ && op <= GRAPH_VALUE_GE;
}

/* y as an integer, cut to where i + k cannot overflow and every test has its final answer. */
static inline int64_t graph__position_offset(graph_scalar y)
{
    const int64_t far = GRAPH_FARTHEST;
    switch (y.type) {
    case GRAPH_PATTERN:
        return 1;
    case GRAPH_BOOL:
        return y.value.b;
    case GRAPH_UINT8:
    case GRAPH_UINT16:
    case GRAPH_UINT32:
    case GRAPH_UINT64:
        return y.value.u > (uint64_t)far ? far : (int64_t)y.value.u;
    case GRAPH_FP32:
    case GRAPH_FP64:
        if (y.value.f != y.value.f)
            return 0;
        return y.value.f > (double)far ? far : y.value.f < (double)-far ? -far : (int64_t)y.value.f;
    default:
        return y.value.i > far ? far : y.value.i < -far ? -far : y.value.i;
    }
}

static inline bool graph__position_passes(graph_select_op op, int64_t i, int64_t j, int64_t k)
{
    switch (op) {
    case GRAPH_TRIL:
        return j <= i + k;
    case GRAPH_TRIU:
        return j >= i + k;
    case GRAPH_DIAGONAL:
        return j == i + k;
    case GRAPH_OFFDIAGONAL:
        return j != i + k;
    case GRAPH_ROW_LE:
        return i <= k;
    case GRAPH_ROW_GT:
        return i > k;
    case GRAPH_COLUMN_LE:
        return j <= k;
    case GRAPH_COLUMN_GT:
        return j > k;
    default:
        return false;
    }
}

#endif
