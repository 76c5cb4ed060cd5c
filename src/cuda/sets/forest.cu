/* The spanning forest of least weight by Boruvka's method.
 *
 * Edges are sorted by key, equal ones by position, so that ranks of 32 bits order them.  In each round the edges whose ends
 * are in two trees go into the next list and into the least rank of both trees; then the least edge of each tree joins it
 * to another.  Ranks differ, so these edges make no cycle, and the forest is that of Kruskal's method.
 *
 * Sources: Boruvka, 1926; Fallin, Gonzalez, Seo, Burtscher, "A high-performance MST implementation for GPUs", SC 2023. */
#include "cuda/primitives/entry_tiles.cuh"
#include "cuda/primitives/unions.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/sets/forest_arguments.h"

namespace
{

/* A number that is ordered as the values are; is_nan where there is none. */
DEVICE uint64_t key_of(const forest_arguments &a, int64_t k, bool &is_nan)
{
    const uint64_t sign = (uint64_t)1 << 63;
    const int bytes = a.value_bytes;
    if (a.order_of_values == FOREST_FLOATING) {
        const double x =
            (bytes == 4 ? (double)((const float *)a.value)[k] : ((const double *)a.value)[k]) + 0.0;
        is_nan = is_nan || x != x;
        if (bytes == 4) {
            const uint32_t bits = __float_as_uint((float)x);
            return bits >> 31 != 0 ? ~bits : bits | 1u << 31;
        }
        const uint64_t bits = (uint64_t)__double_as_longlong(x);
        return (bits & sign) != 0 ? ~bits : bits | sign;
    }
    if (a.order_of_values == FOREST_INTEGERS)
        return sign ^ (uint64_t)(bytes == 1   ? ((const int8_t *)a.value)[k]
                                 : bytes == 2 ? ((const int16_t *)a.value)[k]
                                 : bytes == 4 ? ((const int32_t *)a.value)[k]
                                              : ((const int64_t *)a.value)[k]);
    const uint64_t x = bytes == 1   ? ((const uint8_t *)a.value)[k]
                       : bytes == 2 ? ((const uint16_t *)a.value)[k]
                       : bytes == 4 ? ((const uint32_t *)a.value)[k]
                                    : ((const uint64_t *)a.value)[k];
    return a.order_of_values == FOREST_BOOLS ? x != 0 : x;
}

/* The smaller key of the two entries of edge e; *entry is the one that has it, the upper one if both have. */
DEVICE uint64_t key_of_edge(const forest_arguments &a, int64_t e, int64_t upper, int64_t *entry, bool &is_nan)
{
    const int32_t u = a.edge_u[e], v = a.edge_v[e];
    const int64_t other = lower_bound(a.column, a.row_start[v], a.row_start[v + 1], u);
    const uint64_t of_upper = key_of(a, upper, is_nan), of_other = key_of(a, other, is_nan);
    *entry = of_other < of_upper ? other : upper;
    return of_other < of_upper ? of_other : of_upper;
}

__global__ void make_keys(struct forest_arguments a)
{
    bool is_nan = false;
    uint64_t first = 0, different = 0;
    int64_t entry;
    for (int64_t e = thread_of_grid(); e < a.edges; e += threads_of_grid()) {
        const uint64_t key = key_of_edge(a, e, a.entry[e], &entry, is_nan);
        if (e == thread_of_grid())
            first = key;
        different |= key ^ first;
        a.key[e] = key;
        a.by_rank[e] = (uint32_t)e;
        a.entry[e] = (int32_t)entry;
    }
    /* The first key of each thread against that of the first lane, and that of each warp against edge 0's. */
    const bool is_here = thread_of_grid() < a.edges;
    const uint64_t of_warp = __shfl_sync(ALL_LANES, first, 0);
    different |= is_here ? first ^ of_warp : 0;
    if (is_here && lane_of_warp() == 0) {
        /* Its entry may have been replaced, whose other entry then has the larger key or the same. */
        int64_t ignored;
        different |= first ^ key_of_edge(a, 0, a.entry[0], &ignored, is_nan);
    }
    const unsigned high = __reduce_or_sync(ALL_LANES, (unsigned)(different >> 32)),
                   low = __reduce_or_sync(ALL_LANES, (unsigned)different);
    if (lane_of_warp() == 0 && (high | low) != 0)
        atomicOr(&a.result->different, (unsigned long long)high << 32 | low);
    if (is_nan)
        atomicOr(&a.result->has_nan, 1u);
}

__global__ void open_trees(struct forest_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        a.parent[v] = (int32_t)v;
        a.best[v] = 0xffffffffu;
    }
    for (int64_t rank = thread_of_grid(); rank < a.edges; rank += threads_of_grid()) {
        const int64_t e = a.by_rank != nullptr ? a.by_rank[rank] : rank;
        a.list[rank] = {a.edge_u[e], a.edge_v[e], (uint32_t)rank};
    }
}

DEVICE void offer(const forest_arguments &a, int32_t tree, uint32_t rank)
{
    if (*(volatile const uint32_t *)&a.best[tree] > rank)
        atomicMin(&a.best[tree], rank);
}

__global__ void __launch_bounds__(FOREST_THREADS) find_best(struct forest_arguments a)
{
    for (int64_t k = thread_of_grid(); k - lane_of_warp() < a.listed; k += threads_of_grid()) {
        forest_edge edge = k < a.listed ? a.list[k] : forest_edge{0, 0, 0};
        if (k < a.listed) {
            edge.u = find_root(a.parent, edge.u);
            edge.v = find_root(a.parent, edge.v);
        }
        const bool stays = edge.u != edge.v;
        const unsigned those = __ballot_sync(ALL_LANES, stays);
        unsigned place = 0;
        if (lane_of_warp() == 0 && those != 0)
            place = atomicAdd(&a.result->edges, (unsigned)__popc(those));
        place = __shfl_sync(ALL_LANES, place, 0) + __popc(those & ((1u << lane_of_warp()) - 1));
        if (stays) {
            a.next[place] = edge;
            offer(a, edge.u, edge.rank);
            offer(a, edge.v, edge.rank);
        }
    }
}

__global__ void __launch_bounds__(FOREST_THREADS) join_trees(struct forest_arguments a)
{
    for (int64_t k = thread_of_grid(); k < a.listed; k += threads_of_grid()) {
        const forest_edge edge = a.list[k];
        if (a.best[edge.u] != edge.rank && a.best[edge.v] != edge.rank)
            continue;
        const int32_t entry = a.entry[a.by_rank != nullptr ? a.by_rank[edge.rank] : edge.rank];
        atomicOr(&a.bits[entry >> 5], 1u << (entry & 31));
        join(a.parent, edge.u, edge.v);
    }
}

__global__ void flatten_trees(struct forest_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        const int32_t root = find_root(a.parent, (int32_t)v);
        *(volatile int32_t *)&a.parent[v] = root;
        a.best[v] = 0xffffffffu;
    }
}

} // namespace

extern "C" const void *const graph__cuda_forest_keys = (const void *)make_keys;
extern "C" const void *const graph__cuda_forest_open = (const void *)open_trees;
extern "C" const void *const graph__cuda_forest_find = (const void *)find_best;
extern "C" const void *const graph__cuda_forest_join = (const void *)join_trees;
extern "C" const void *const graph__cuda_forest_flatten = (const void *)flatten_trees;
