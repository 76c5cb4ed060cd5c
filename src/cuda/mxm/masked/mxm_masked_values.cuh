/* Values of a masked product over a semiring whose multiply is pair, from the number of products at each entry of the mask:
 * plus_pair has the number itself, any_pair one. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/mxm/masked/mxm_masked_pair_arguments.h"

GRAPH_KERNEL void mxm_masked_values(struct mxm_masked_values_arguments a)
{
    T *value = (T *)a.value;
    const int64_t end = (a.entries + WARP - 1) / WARP * WARP; /* whole warps vote */
    for (int64_t e = thread_of_grid(); e < end; e += threads_of_grid()) {
        const uint32_t count = e < a.entries ? a.count[e] : 0;
        const uint32_t bits = __ballot_sync(ALL_LANES, count > 0);
        if (count > 0)
            value[e] = SEMIRING_IS_ANY ? (T)1 : (T)count;
        if (lane_of_warp() == 0)
            a.bits[e / WARP] = bits;
    }
}
