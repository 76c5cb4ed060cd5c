/* One pass over tiles whose places depend on the sizes of those before: each tile says its own sum, and looks back until it
 * finds one that knows the sum of all before it (Merrill and Garland, NVIDIA NVR-2016-002). */
#ifndef CUDA_PRIMITIVES_LOOKBACK_SUMS_CUH
#define CUDA_PRIMITIVES_LOOKBACK_SUMS_CUH

#include "cuda/primitives/warp.cuh"

enum { TILE_UNKNOWN = 0, TILE_OWN = 1, TILE_ALL = 2, TILE_KIND = 3 };

/* Says a tile's own sum.  *state, a word for each tile, is 0 before the launch. */
DEVICE void note_tile(unsigned long long *state, int64_t tile, int64_t sum)
{
    *(volatile unsigned long long *)(state + tile) =
        (unsigned long long)sum << 2 | (tile == 0 ? TILE_ALL : TILE_OWN);
}

/* By a warp: the sum over the tiles before this one, whose own is `sum` and has been noted.  Tiles are begun in order, and
 * each is noted before its block waits for others. */
DEVICE int64_t sum_of_tiles_before(unsigned long long *state, int64_t tile, int64_t sum)
{
    volatile unsigned long long *word = state;
    const int lane = lane_of_warp();
    int64_t before = 0;
    for (int64_t last = tile - 1; last >= 0; last -= WARP) {
        unsigned long long seen;
        unsigned all, unknown;
        do {
            seen = last - lane >= 0 ? word[last - lane] : TILE_ALL;
            all = __ballot_sync(ALL_LANES, (seen & TILE_KIND) == TILE_ALL);
            unknown = __ballot_sync(ALL_LANES, (seen & TILE_KIND) == TILE_UNKNOWN);
        } while ((unknown & ((all & (0u - all)) - 1)) != 0);
        const int end = all != 0 ? __ffs((int)all) - 1 : WARP - 1;
        before += sum_of_warp(lane <= end ? (int64_t)(seen >> 2) : 0);
        if (all != 0)
            break;
    }
    if (lane == 0 && tile > 0)
        word[tile] = (unsigned long long)(before + sum) << 2 | TILE_ALL;
    return before;
}

#endif
