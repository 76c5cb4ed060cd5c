/* The condensation: the edges between the strong components, which get new numbers, those with edges out first. */
#include "cuda/primitives/bit_sets.cuh"
#include "cuda/primitives/entry_tiles.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/closure/closure_arguments.h"

namespace
{

/* Counts the vertices of each component.  A warp adds those of one component at once, since most belong to the largest. */
__global__ void closure_weigh(struct closure_edges_arguments a)
{
    for (int64_t v = thread_of_grid(); v - lane_of_warp() < a.vertices; v += threads_of_grid()) {
        const int32_t x = v < a.vertices ? a.component[v] : -1;
        const unsigned mine = __match_any_sync(ALL_LANES, x);
        if (x >= 0 && __ffs((int)mine) - 1 == lane_of_warp())
            atomicAdd(&a.weight[x], (unsigned)__popc(mine));
    }
}

__global__ void __launch_bounds__(TILE_THREADS) closure_cross(struct closure_edges_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t e = entry_of_tile(item);
        const bool is_entry = e < a.tiles.entries;
        const int32_t u = is_entry ? row[item * TILE_THREADS + threadIdx.x] : 0,
                      v = is_entry ? a.column[e] : 0;
        const int32_t x = is_entry ? a.component[u] : 0, y = is_entry ? a.component[v] : 0;
        const unsigned crossing = __ballot_sync(ALL_LANES, x != y);
        unsigned long long place = 0;
        if (is_entry && u == v)
            set_bit(a.has_loop, x);
        if (x != y)
            set_bit(a.is_inner, x);
        if (lane_of_warp() == 0 && crossing != 0)
            place = atomicAdd(&a.facts->edges, (unsigned long long)__popc(crossing));
        place = __shfl_sync(ALL_LANES, place, 0) + (unsigned)__popc(crossing & ((1u << lane_of_warp()) - 1));
        if (x != y) {
            a.from[place] = x;
            a.to[place] = y;
        }
    }
}

DEVICE int32_t new_number(const closure_edges_arguments &a, int32_t x)
{
    const int64_t before = a.inner_rank[x >> 5] + __popc(a.is_inner[x >> 5] & ((1u << (x & 31)) - 1));
    return (int32_t)(has_bit(a.is_inner, x) ? before : a.inner + (x - before));
}

__global__ void closure_rename(struct closure_edges_arguments a)
{
    const int64_t edges = (int64_t)a.facts->edges;
    for (int64_t e = thread_of_grid(); e < edges; e += threads_of_grid()) {
        a.from[e] = new_number(a, a.from[e]);
        a.to[e] = new_number(a, a.to[e]);
    }
}

__global__ void closure_number(struct closure_edges_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.vertices; v += threads_of_grid())
        a.new_component[v] = new_number(a, a.component[v]);
}

/* What follows from components without their rows: sizes, cycles, and the pairs of sinks. */
__global__ void closure_summarize(struct closure_edges_arguments a)
{
    unsigned largest = 0;
    int64_t pairs = 0;
    for (int64_t x = thread_of_grid(); x < a.components; x += threads_of_grid()) {
        const int32_t at = new_number(a, (int32_t)x);
        const unsigned weight = a.weight[x];
        const bool is_cyclic = weight > 1 || has_bit(a.has_loop, x);
        a.new_weight[at] = (int32_t)weight;
        a.is_cyclic[at] = is_cyclic;
        largest = weight > largest ? weight : largest;
        pairs += (at >= a.inner ? (int64_t)weight * weight : 0) - (a.is_reflexive || is_cyclic ? 0 : 1);
    }
    largest = __reduce_max_sync(ALL_LANES, largest);
    pairs = reduce_warp(pairs);
    if (lane_of_warp() == 0) {
        atomicMax(&a.facts->largest, largest);
        atomicAdd(&a.facts->pairs, (unsigned long long)pairs);
    }
}

} // namespace

extern "C" const void *const graph__cuda_closure_weigh = (const void *)closure_weigh;
extern "C" const void *const graph__cuda_closure_cross = (const void *)closure_cross;
extern "C" const void *const graph__cuda_closure_rename = (const void *)closure_rename;
extern "C" const void *const graph__cuda_closure_summarize = (const void *)closure_summarize;
extern "C" const void *const graph__cuda_closure_number = (const void *)closure_number;
