/* Sorts keys that a group of lanes has in registers, by the sorting networks of Batcher, AFIPS Spring Joint Computing
 * Conference 1968: odd-even merges inside a lane, bitonic merges between lanes. */
#ifndef CUDA_PRIMITIVES_SORTING_NETWORK_CUH
#define CUDA_PRIMITIVES_SORTING_NETWORK_CUH

#include "cuda/runtime/kernel.cuh"

template <class KEY> DEVICE void order(KEY &x, KEY &y)
{
    KEY low = min(x, y);
    y = max(x, y);
    x = low;
}

/* A stage of Batcher's odd-even merges of runs of RUN keys. */
template <int RUN, int STEP, int EACH, class KEY> DEVICE void order_runs(KEY (&key)[EACH])
{
    enum { FIRST = STEP % RUN };
#pragma unroll
    for (int e = FIRST; e < EACH - STEP; e++)
        if ((e - FIRST) / STEP % 2 == 0 && e / (2 * RUN) == (e + STEP) / (2 * RUN))
            order(key[e], key[e + STEP]);
    if constexpr (STEP > 1)
        order_runs<RUN, STEP / 2>(key);
}

/* Sorts the keys of one lane by odd-even merges, which take fewer comparisons than bitonic ones. */
template <int EACH, int RUN = 1, class KEY> DEVICE void sort_keys_of_lane(KEY (&key)[EACH])
{
    order_runs<RUN, RUN>(key);
    if constexpr (2 * RUN < EACH)
        sort_keys_of_lane<EACH, 2 * RUN>(key);
}

/* A stage between lanes: compares key[e] with the other lane's key[e], or with its mirror image. */
template <int LANES, bool IS_MIRRORED, int EACH, class KEY>
DEVICE void order_with(KEY (&key)[EACH], int other_lane, bool is_lower, unsigned lanes)
{
    KEY other[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        other[e] = __shfl_xor_sync(lanes, key[IS_MIRRORED ? EACH - 1 - e : e], other_lane, LANES);
#pragma unroll
    for (int e = 0; e < EACH; e++)
        key[e] = ((other[e] < key[e]) == is_lower) ? other[e] : key[e];
}

/* Sorts LANES * EACH keys: element lane * EACH + e ascends afterwards.  Each merge begins with the mirror image of its upper
 * half, so that all comparisons have the same direction. */
template <int LANES, int EACH, class KEY> DEVICE void sort_keys(KEY (&key)[EACH], int lane, unsigned lanes)
{
#pragma unroll
    for (int size = 2; size <= LANES * EACH; size *= 2) {
        if (size <= EACH) {
#pragma unroll
            for (int e = 0; e < EACH; e++)
                if ((e & (size / 2)) == 0)
                    order(key[e], key[e ^ (size - 1)]);
        } else {
            order_with<LANES, true>(key, size / EACH - 1, (lane & (size / EACH / 2)) == 0, lanes);
        }
#pragma unroll
        for (int step = size / 4; step > 0; step /= 2) {
            if (step >= EACH) {
                order_with<LANES, false>(key, step / EACH, (lane & (step / EACH)) == 0, lanes);
            } else {
#pragma unroll
                for (int e = 0; e < EACH; e++)
                    if ((e & step) == 0)
                        order(key[e], key[e + step]);
            }
        }
    }
}

/* The same with the stages between lanes in loops: it compiles faster and runs a little slower. */
template <int LANES, int EACH, class KEY>
DEVICE void sort_keys_in_loops(KEY (&key)[EACH], int lane, unsigned lanes)
{
    sort_keys<1>(key, 0, lanes);
#pragma unroll 1
    for (int span = 2; span <= LANES; span *= 2) {
        order_with<LANES, true>(key, span - 1, (lane & (span / 2)) == 0, lanes);
#pragma unroll 1
        for (int distance = span / 4; distance > 0; distance /= 2)
            order_with<LANES, false>(key, distance, (lane & distance) == 0, lanes);
#pragma unroll
        for (int step = EACH / 2; step > 0; step /= 2)
#pragma unroll
            for (int e = 0; e < EACH; e++)
                if ((e & step) == 0)
                    order(key[e], key[e + step]);
    }
}

#endif
