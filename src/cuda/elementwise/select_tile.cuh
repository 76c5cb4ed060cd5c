/* Selects entries in one pass: the body of a kernel that reads a tile of entries, tests them, and moves those that pass. */
#ifndef CUDA_ELEMENTWISE_SELECT_TILE_CUH
#define CUDA_ELEMENTWISE_SELECT_TILE_CUH

#include "cuda/primitives/compaction.cuh"
#include "cuda/primitives/entry_tiles.cuh"
#include "cuda/primitives/loads.cuh"
#include "cuda/primitives/value_sizes.cuh"

#include "cuda/elementwise/select_arguments.h"

/* begin(tile), for a whole block; then passes(t, column, value) of the entry at place t of that tile. */
template <typename V, typename BEGIN, typename TEST>
DEVICE void select_tile(const struct select_arguments &a, BEGIN begin, TEST passes)
{
    __shared__ struct tile_ranks ranks;
    __shared__ int32_t moved_column[TILE];
    __shared__ V moved_value[has_values<V>::is ? TILE : 1];
    const int64_t tile = tile_of_block(a.compaction), first = tile * TILE;
    const int thread = (int)threadIdx.x, entries = a.n - first < TILE ? (int)(a.n - first) : (int)TILE;
    const int32_t *column = a.column + first;
    const V *value = a.value != nullptr ? (const V *)a.value + first : nullptr;
    int32_t j[TILE_ITEMS];
    V x[TILE_ITEMS];
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int t = item * TILE_THREADS + thread;
        if (t < entries) {
            j[item] = load_once(column + t);
            if constexpr (has_values<V>::is)
                x[item] = value != nullptr ? load_once(value + t) : (V)1;
        }
    }
    begin(tile);
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int t = item * TILE_THREADS + thread;
        set_word(ranks, item, t < entries && passes(t, j[item], x[item]));
    }
    rank_tile(ranks, a.compaction, tile);
    if (a.compaction.stride != 0)
        return;
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int t = item * TILE_THREADS + thread;
        if ((ranks.word[t / WARP] >> t % WARP & 1) == 0)
            continue;
        const int at = rank_in_tile(ranks, t);
        moved_column[at] = j[item];
        if constexpr (has_values<V>::is)
            moved_value[at] = x[item];
    }
    place_tile(ranks, a.compaction, tile);
    const int written = room_of_tile(ranks, a.compaction);
    for (int k = thread - line_offset(ranks); k < written; k += TILE_THREADS) {
        if (k < 0)
            continue;
        a.compaction.column[ranks.first + k] = moved_column[k];
        if constexpr (has_values<V>::is)
            if (a.compaction.value != nullptr)
                ((V *)a.compaction.value)[ranks.first + k] = moved_value[k];
    }
}

#endif
