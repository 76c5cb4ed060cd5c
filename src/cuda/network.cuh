/* Keys in the registers of a group of lanes, put in order.
 * Sorting networks: Batcher, AFIPS Spring Joint Computing Conference 1968. */
#ifndef CUDA_NETWORK_CUH
#define CUDA_NETWORK_CUH

#include "cuda/kernel.cuh"

template <class KEY> DEVICE void order(KEY &x, KEY &y)
{
    KEY low = min(x, y);
    y = max(x, y);
    x = low;
}

/* Element i = lane * EACH + e ascends afterwards.  Each merge begins with the mirror image of its upper half, so that
 * all comparisons go one way. */
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
            bool is_lower = (lane & (size / EACH / 2)) == 0;
            KEY other[EACH];
#pragma unroll
            for (int e = 0; e < EACH; e++)
                other[e] = __shfl_xor_sync(lanes, key[EACH - 1 - e], size / EACH - 1, LANES);
#pragma unroll
            for (int e = 0; e < EACH; e++)
                key[e] = ((other[e] < key[e]) == is_lower) ? other[e] : key[e];
        }
#pragma unroll
        for (int step = size / 4; step > 0; step /= 2) {
            if (step >= EACH) {
                bool is_lower = (lane & (step / EACH)) == 0;
#pragma unroll
                for (int e = 0; e < EACH; e++) {
                    KEY other = __shfl_xor_sync(lanes, key[e], step / EACH, LANES);
                    key[e] = ((other < key[e]) == is_lower) ? other : key[e];
                }
            } else {
#pragma unroll
                for (int e = 0; e < EACH; e++)
                    if ((e & step) == 0)
                        order(key[e], key[e + step]);
            }
        }
    }
}

#endif
