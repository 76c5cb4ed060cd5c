/* Combines the values of equal positions in the order of the input.
 *
 * The thread of the first entry folds a run of up to SHORT_RUN values.  Its warp folds a longer run, in steps of 32 values:
 * as a tree where the operator is associative, else one value after the other. */
#include "cuda/semiring/operators.cuh"

#include "cuda/elementwise/build_arguments.h"
#include "cuda/semiring/conversions.cuh"
#include "cuda/primitives/entry_tiles.cuh"

enum { SHORT_RUN = 32 };

/* The first selected entry after e, n if there is none. */
DEVICE int64_t next_selected(const uint32_t *bits, int64_t e, int64_t n)
{
    int64_t word = (e + 1) >> 5, words = (n + 31) >> 5;
    uint32_t rest = word < words ? bits[word] >> ((e + 1) & 31) << ((e + 1) & 31) : 0;
    while (rest == 0 && ++word < words)
        rest = bits[word];
    return rest == 0 ? n : word * 32 + __ffs((int)rest) - 1;
}

DEVICE T loaded_value(const void *load, int64_t e)
{
#if T_IS_BOOL
    return ((const uint32_t *)load)[e] != 0;
#else
    return sizeof(T) < 4 ? (T)((const uint32_t *)load)[e] : ((const T *)load)[e];
#endif
}

DEVICE bool is_associative(int32_t op)
{
    switch (op) {
#define ASSOCIATIVE(number, NAME, name) case number:
        MONOID_CODES(ASSOCIATIVE)
#undef ASSOCIATIVE
        return true;
    default:
        return false;
    }
}

/* The fold of entries begin .. end - 1 by a warp, more than 32; in all lanes. */
DEVICE T fold_run_of_warp(const struct build_combine_arguments &a, int64_t begin, int64_t end)
{
    T sum = loaded_value(a.load, begin);
    int lane = lane_of_warp();
    if (is_associative(a.op)) {
        /* Lanes fold every 32nd value; their folds are combined in the order of the lanes. */
        sum = loaded_value(a.load, begin + lane);
        for (int64_t e = begin + WARP + lane; e < end; e += WARP)
            sum = apply_binary(a.op, sum, loaded_value(a.load, e));
        for (int step = 16; step > 0; step >>= 1)
            sum = apply_binary(a.op, sum, (T)__shfl_down_sync(ALL_LANES, +sum, step));
        return (T)__shfl_sync(ALL_LANES, +sum, 0);
    }
    for (int64_t first = begin + 1; first < end; first += WARP) {
        int64_t e = first + lane;
        T mine = loaded_value(a.load, e < end ? e : end - 1);
        int count = end - first < WARP ? (int)(end - first) : WARP;
        for (int k = 0; k < count; k++)
            sum = apply_binary(a.op, sum, (T)__shfl_sync(ALL_LANES, +mine, k));
    }
    return sum;
}

GRAPH_KERNEL void build_combine(struct build_combine_arguments a)
{
    T *value = (T *)a.value;
    for (int64_t e = thread_of_grid(); e - lane_of_warp() < a.n; e += threads_of_grid()) {
        bool is_first = e < a.n && is_selected(a.selection, e);
        int64_t end = is_first ? next_selected(a.selection.bits, e, a.n) : e;
        if (is_first && end - e > 1 && end - e <= SHORT_RUN) {
            T sum = loaded_value(a.load, e);
            for (int64_t k = e + 1; k < end; k++)
                sum = apply_binary(a.op, sum, loaded_value(a.load, k));
            value[rank_of(a.selection, e)] = sum;
        }
        uint32_t waiting = __ballot_sync(ALL_LANES, end - e > SHORT_RUN);
        for (; waiting != 0; waiting &= waiting - 1) {
            int leader = __ffs((int)waiting) - 1;
            T sum =
                fold_run_of_warp(a, __shfl_sync(ALL_LANES, e, leader), __shfl_sync(ALL_LANES, end, leader));
            if (lane_of_warp() == leader)
                value[rank_of(a.selection, e)] = sum;
        }
    }
}
