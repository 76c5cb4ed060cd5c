/* Stream compaction of tiles in one pass, for blocks of TILE_THREADS threads: a block sets a bit for each item of its
 * tile that stays, rank_tile counts them, and place_tile finds by decoupled look-back where they begin in the result. */
#ifndef CUDA_PRIMITIVES_COMPACTION_CUH
#define CUDA_PRIMITIVES_COMPACTION_CUH

#include "cuda/primitives/loads.cuh"
#include "cuda/primitives/lookback_sums.cuh"

#include "cuda/primitives/compaction_arguments.h"

enum { TILE_WORDS = TILE / 32, LOOKBACK_READS = 4 };

/* While blocks wait for the tiles before theirs, the memory reads what blocks that follow will need: about as many tiles
 * ahead as run at once. */
enum { TILES_AHEAD = 768 };

/* Brings elements begin .. end - 1 into the L2 cache; by a whole block. */
template <typename E> DEVICE void prefetch_range(const E *array, int64_t begin, int64_t end)
{
    enum { LINE = 128 };
    if (array != nullptr)
        for (const char *line = (const char *)(array + begin) + threadIdx.x * LINE;
             line < (const char *)(array + end); line += TILE_THREADS * LINE)
            prefetch(line);
}

/* The same for tile number `tile` of n elements. */
template <typename E> DEVICE void prefetch_tile(const E *array, int64_t tile, int64_t n)
{
    if (tile * TILE < n)
        prefetch_range(array, tile * TILE, (tile + 1) * TILE < n ? (tile + 1) * TILE : n);
}

/* What stays of a tile, in shared memory: before[w] items in the words before w. */
struct tile_ranks {
    uint32_t word[TILE_WORDS + 1];
    int32_t before[TILE_WORDS + 1];
    int64_t first; /* its place in the result */
};

/* The tile of this block.  Those that are counted are drawn, so that no period of the entries can mislead. */
DEVICE int64_t tile_of_block(const struct compaction &c)
{
    if (c.stride == 0)
        return blockIdx.x;
    const int64_t tile = blockIdx.x * c.stride + (blockIdx.x * 2654435761u >> 8) % c.stride;
    return tile < c.tiles ? tile : c.tiles - 1;
}

/* Sets the bits of 32 items of a tile, `item` times TILE_THREADS behind its first ones; for a whole warp. */
DEVICE void set_word(struct tile_ranks &ranks, int item, bool stays)
{
    const uint32_t word = __ballot_sync(ALL_LANES, stays);
    if (lane_of_warp() == 0)
        ranks.word[(item * TILE_THREADS + (int)threadIdx.x) / WARP] = word;
}

/* The items before number p that stay, for p = 0 .. TILE. */
DEVICE int rank_in_tile(const struct tile_ranks &ranks, int p)
{
    return ranks.before[p >> 5] + __popc(ranks.word[p >> 5] & ((1u << (p & 31)) - 1));
}

/* Ranks the bits of a tile, and returns how many are set; for a whole block.  A tile that is only counted is done; its
 * block clears the words of state that the pass needs. */
DEVICE int rank_tile(struct tile_ranks &ranks, const struct compaction &c, int64_t tile)
{
    for (int64_t k = threadIdx.x; k < c.stride && blockIdx.x * c.stride + k < c.tiles; k += TILE_THREADS)
        c.state[blockIdx.x * c.stride + k] = 0;
    __syncthreads();
    if (threadIdx.x < WARP) {
        const int lane = lane_of_warp();
        const int count = __popc(ranks.word[2 * lane]), both = count + __popc(ranks.word[2 * lane + 1]);
        const int end = scan_warp(both);
        ranks.before[2 * lane] = end - both;
        ranks.before[2 * lane + 1] = end - both + count;
        if (lane == WARP - 1) {
            ranks.before[TILE_WORDS] = end;
            ranks.word[TILE_WORDS] = 0;
            if (c.stride != 0)
                *(volatile unsigned long long *)(c.answer + blockIdx.x) = (unsigned long long)end;
            else
                publish_tile(c.state, tile, end);
        }
    }
    __syncthreads();
    return ranks.before[TILE_WORDS];
}

/* Finds ranks.first and writes the tile's part of the selection; for a whole block. */
DEVICE void place_tile(struct tile_ranks &ranks, const struct compaction &c, int64_t tile)
{
    if (threadIdx.x < WARP) {
        const int lane = lane_of_warp(), count = ranks.before[TILE_WORDS];
        const int64_t first = sum_of_tiles_before<LOOKBACK_READS>(c.state, tile, count);
        for (int w = lane; w < TILE_WORDS; w += WARP) {
            c.selection.bits[tile * TILE_WORDS + w] = ranks.word[w];
            c.selection.rank[tile * TILE_WORDS + w] = first + ranks.before[w];
        }
        if (lane == 0) {
            ranks.first = first;
            if (tile == c.tiles - 1) {
                c.selection.rank[c.tiles * TILE_WORDS] = first + count;
                *(volatile unsigned long long *)c.answer = (unsigned long long)(first + count);
            }
        }
    }
    __syncthreads();
}

#endif
