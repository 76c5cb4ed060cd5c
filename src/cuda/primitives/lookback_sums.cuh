/* Decoupled look-back by a warp: each tile publishes its sum (TILE_AGGREGATE), looks back over the tiles before it until it
 * finds one with an inclusive prefix (TILE_PREFIX), and publishes its prefix.  Unlike lookback.cuh it serves any number of
 * tiles, but its words must be cleared before a launch.
 *
 * Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA NVR-2016-002. */
#ifndef CUDA_PRIMITIVES_LOOKBACK_SUMS_CUH
#define CUDA_PRIMITIVES_LOOKBACK_SUMS_CUH

#include "cuda/primitives/warp.cuh"

enum { TILE_UNKNOWN = 0, TILE_AGGREGATE = 1, TILE_PREFIX = 2, TILE_KIND = 3 };

/* Publishes the sum of a tile.  state: a word for each tile, 0 before the launch. */
DEVICE void publish_tile(unsigned long long *state, int64_t tile, int64_t sum)
{
    *(volatile unsigned long long *)(state + tile) =
        (unsigned long long)sum << 2 | (tile == 0 ? TILE_PREFIX : TILE_AGGREGATE);
}

/* The sum over all tiles before this one, whose sum is `sum`; for a whole warp.  Tiles start in order, and each must be
 * published before its block waits for others.  A step reads the words of READS * 32 tiles.  Prefixes advance by so many
 * tiles in the time of a read: where tiles are short, READS limits their rate. */
template <int READS = 1>
DEVICE int64_t sum_of_tiles_before(unsigned long long *state, int64_t tile, int64_t sum)
{
    volatile unsigned long long *word = state;
    const int lane = lane_of_warp();
    int64_t before = 0;
    bool is_complete = false;
    for (int64_t last = tile - 1; last >= 0 && !is_complete; last -= READS * WARP) {
        unsigned long long seen[READS];
#pragma unroll
        for (int k = 0; k < READS; k++) {
            const int64_t t = last - k * WARP - lane;
            seen[k] = t >= 0 ? word[t] : TILE_PREFIX;
        }
#pragma unroll
        for (int k = 0; k < READS; k++) {
            if (is_complete)
                continue;
            const int64_t t = last - k * WARP - lane;
            unsigned all = __ballot_sync(ALL_LANES, (seen[k] & TILE_KIND) == TILE_PREFIX),
                     unknown = __ballot_sync(ALL_LANES, (seen[k] & TILE_KIND) == TILE_UNKNOWN);
            while ((unknown & ((all & (0u - all)) - 1)) != 0) {
                seen[k] = t >= 0 ? word[t] : TILE_PREFIX;
                all = __ballot_sync(ALL_LANES, (seen[k] & TILE_KIND) == TILE_PREFIX);
                unknown = __ballot_sync(ALL_LANES, (seen[k] & TILE_KIND) == TILE_UNKNOWN);
            }
            const int end = all != 0 ? __ffs((int)all) - 1 : WARP - 1;
            before += lane <= end ? (int64_t)(seen[k] >> 2) : 0;
            is_complete = all != 0;
        }
    }
    before = reduce_warp(before);
    if (lane == 0 && tile > 0)
        word[tile] = (unsigned long long)(before + sum) << 2 | TILE_PREFIX;
    return before;
}

#endif
