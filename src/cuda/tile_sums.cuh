/* One pass over tiles whose places depend on the sizes of those before: each tile says its own sum, and looks back until it
 * finds one that knows the sum of all before it (Merrill and Garland, NVIDIA NVR-2016-002). */
#ifndef CUDA_TILE_SUMS_CUH
#define CUDA_TILE_SUMS_CUH

#include "cuda/together.cuh"

enum { TILE_UNKNOWN = 0, TILE_OWN = 1, TILE_ALL = 2, TILE_KIND = 3, TILE_AHEAD = 1 };

/* Says a tile's own sum.  *state, a word for each tile, is 0 before the launch. */
DEVICE void note_tile(unsigned long long *state, int64_t tile, int64_t sum)
{
    *(volatile unsigned long long *)(state + tile) =
        (unsigned long long)sum << 2 | (tile == 0 ? TILE_ALL : TILE_OWN);
}

/* By a warp: the sum over the tiles before this one, whose own is `sum` and has been noted.  Tiles are begun in order, and
 * each is noted before its block waits for others.  Many tiles are under way together, and few of them know the sum of all
 * before: TILE_AHEAD words of each lane are read at a time. */
DEVICE int64_t sum_of_tiles_before(unsigned long long *state, int64_t tile, int64_t sum)
{
    volatile unsigned long long *word = state;
    const int lane = lane_of_warp();
    int64_t last = tile - 1, before = 0;
    bool is_known = last < 0;
    while (!is_known) {
        unsigned long long seen[TILE_AHEAD];
#pragma unroll
        for (int u = 0; u < TILE_AHEAD; u++)
            seen[u] = last - u * WARP - lane >= 0 ? word[last - u * WARP - lane] : TILE_ALL;
#pragma unroll
        for (int u = 0; u < TILE_AHEAD; u++) {
            const unsigned all = __ballot_sync(ALL_LANES, (seen[u] & TILE_KIND) == TILE_ALL),
                           unknown = __ballot_sync(ALL_LANES, (seen[u] & TILE_KIND) == TILE_UNKNOWN);
            if ((unknown & ((all & (0u - all)) - 1)) != 0)
                break; /* again from here */
            const int end = all != 0 ? __ffs((int)all) - 1 : WARP - 1;
            before += lane <= end ? (int64_t)(seen[u] >> 2) : 0;
            last -= WARP;
            is_known = all != 0;
            if (is_known)
                break;
        }
    }
    before = sum_of_warp(before);
    if (lane == 0 && tile > 0)
        word[tile] = (unsigned long long)(before + sum) << 2 | TILE_ALL;
    return before;
}

#endif
