/* Tests of the position (i, j) of an entry against a scalar read as an integer. */
#ifndef CONTRACT_POSITIONS_H
#define CONTRACT_POSITIONS_H

#include "semigraph/types.h"

/* Beyond any difference of two positions. */
#define GRAPH_FARTHEST ((int64_t)1 << 33)

static inline bool graph__tests_values(graph_select_op op)
{
    return op >= GRAPH_VALUE_EQ && op <= GRAPH_VALUE_GE;
}

/* y as an integer by the rules of types.h, cut to where i + k cannot overflow and every test has its final answer. */
static inline int64_t graph__position_offset(graph_scalar y)
{
    const int64_t far = GRAPH_FARTHEST;
    int64_t k = y.value.i;
    if (y.type == GRAPH_PATTERN || y.type == GRAPH_BOOL)
        k = y.type == GRAPH_PATTERN || y.value.b;
    else if (y.type >= GRAPH_UINT8 && y.type <= GRAPH_UINT64)
        k = (int64_t)y.value.u;
    else if (y.type == GRAPH_FP32 || y.type == GRAPH_FP64) {
        double x = y.value.f;
        k = x != x ? 0 : x > (double)far ? far : x < (double)-far ? -far : (int64_t)x;
    }
    return k > far ? far : k < -far ? -far : k;
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
