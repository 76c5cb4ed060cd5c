/* The spanning forest of least weight by Boruvka's method.
 *
 * Edges are words that are ordered by key and position (forest_arguments.h).  In each round the edges whose ends are in two
 * trees go into the next list and into the least word of both trees; then the least edge of each tree joins it to another.
 * Words of edges differ, so these edges make no cycle, and the forest is that of Kruskal's method.  An edge may be listed
 * twice, by both of its entries; if they have different keys, the lighter one is the edge, and the other one never is the
 * least of a tree.
 *
 * The light edges, some for each vertex, come first.  Of the others most are within a tree then and are never listed.
 *
 * Sources: Boruvka, 1926; Osipov, Sanders, Singler, "The filter-Kruskal minimum spanning tree algorithm", ALENEX 2009;
 * Fallin, Gonzalez, Seo, Burtscher, "A high-performance MST implementation for GPUs", SC 2023. */
#include "cuda/primitives/entry_tiles.cuh"
#include "cuda/primitives/unions.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/sets/forest_keys.cuh"

namespace
{

enum { AT_ONCE = 4 /* words of a thread, for which a warp takes places together */ };

struct vertex_pair {
    int32_t u, v;
};

DEVICE vertex_pair ends_of(const forest_arguments &a, uint64_t word)
{
    if (a.end_bits == 0) {
        const uint32_t e = a.by_rank[word];
        return {a.edge_u[e], a.edge_v[e]};
    }
    const uint64_t mask = ((uint64_t)1 << a.end_bits) - 1;
    return {(int32_t)(word >> a.end_bits & mask), (int32_t)(word & mask)};
}

__global__ void open_trees(struct forest_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        a.parent[v] = (int32_t)v;
        a.best[v] = FOREST_NO_WORD;
    }
}

/* Lists narrow words of the entries of the range that join two trees, those for which there is room. */
__global__ void __launch_bounds__(TILE_THREADS) list_entries(struct forest_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    __shared__ int partial[TILE_THREADS / WARP];
    __shared__ unsigned place_of_block;
    uint64_t word[TILE_ITEMS];
    bool ignored = false;
    int count = 0, all;
    find_tile_rows(row, a.tiles);
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t k = entry_of_tile(item);
        word[item] = FOREST_NO_WORD;
        if (k >= a.entries)
            continue;
        const uint64_t key = key_at(a, a.value, k, ignored) - a.least;
        const int32_t u = row[item * TILE_THREADS + threadIdx.x], v = a.column[k];
        if (key < a.from || key >= a.to || a.parent[u] == a.parent[v])
            continue;
        word[item] =
            (key << a.end_bits | (uint64_t)(u < v ? u : v)) << a.end_bits | (uint64_t)(u < v ? v : u);
        count++;
    }
    const int sum = scan_block(count, &all, partial);
    if (threadIdx.x == 0 && all > 0)
        place_of_block = atomicAdd(&a.result->listed, (unsigned)all);
    __syncthreads();
    unsigned place = place_of_block + (unsigned)(sum - count);
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++)
        if (word[item] != FOREST_NO_WORD) {
            if (place < a.room)
                a.next[place] = word[item];
            place++;
        }
}

/* The place of this lane's `count` words in the next list. */
DEVICE unsigned take_places(const forest_arguments &a, int count)
{
    const int sum = scan_warp(count), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
    unsigned place = 0;
    if (lane_of_warp() == 0 && all > 0)
        place = atomicAdd(&a.result->listed, (unsigned)all);
    return __shfl_sync(ALL_LANES, place, 0) + (unsigned)(sum - count);
}

/* Lists wide words, the ranks of the range. */
__global__ void list_ranks(struct forest_arguments a)
{
    for (uint64_t base = a.from + (uint64_t)(thread_of_grid() - lane_of_warp()); base < a.to;
         base += (uint64_t)threads_of_grid()) {
        const uint64_t rank = base + (uint64_t)lane_of_warp();
        bool stays = false;
        if (rank < a.to) {
            const vertex_pair ends = ends_of(a, rank);
            stays = a.parent[ends.u] != a.parent[ends.v];
        }
        const unsigned place = take_places(a, stays);
        if (stays && place < a.room)
            a.next[place] = rank;
    }
}

DEVICE void offer(const forest_arguments &a, int32_t tree, uint64_t word)
{
    if (*(volatile const uint64_t *)&a.best[tree] > word)
        atomicMin((unsigned long long *)&a.best[tree], (unsigned long long)word);
}

/* Offers the words of the lanes with `stays`: one for all lanes with the tree of the first of them, which often is that of
 * many. */
DEVICE void offer_all(const forest_arguments &a, bool stays, int32_t tree, uint64_t word)
{
    const unsigned active = __ballot_sync(ALL_LANES, stays);
    if (active == 0)
        return;
    const int32_t common = __shfl_sync(ALL_LANES, tree, __ffs((int)active) - 1);
    const bool is_common = stays && tree == common;
    const unsigned high = (unsigned)(word >> 32), low = (unsigned)word,
                   least = __reduce_min_sync(ALL_LANES, is_common ? high : ~0u),
                   least_low = __reduce_min_sync(ALL_LANES, is_common && high == least ? low : ~0u);
    if (stays && !is_common)
        offer(a, tree, word);
    if (lane_of_warp() == 0)
        offer(a, common, (uint64_t)least << 32 | least_low);
}

__global__ void __launch_bounds__(FOREST_THREADS) find_best(struct forest_arguments a)
{
    const int64_t warps = threads_of_grid() / WARP;
    for (int64_t base = thread_of_grid() / WARP * WARP * AT_ONCE; base < a.listed;
         base += warps * WARP * AT_ONCE) {
        uint64_t word[AT_ONCE];
        vertex_pair tree[AT_ONCE];
        int stay = 0;
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++) {
            const int64_t k = base + j * WARP + lane_of_warp();
            word[j] = k < a.listed ? a.list[k] : FOREST_NO_WORD;
        }
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++) {
            tree[j] = {0, 0};
            if (word[j] == FOREST_NO_WORD)
                continue;
            const vertex_pair ends = ends_of(a, word[j]);
            tree[j] = {a.parent[ends.u], a.parent[ends.v]};
            stay += tree[j].u != tree[j].v;
        }
        unsigned place = take_places(a, stay);
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++) {
            const bool stays = tree[j].u != tree[j].v;
            if (stays)
                a.next[place++] = word[j];
            offer_all(a, stays, tree[j].u, word[j]);
            offer_all(a, stays, tree[j].v, word[j]);
        }
    }
}

DEVICE void mark_entry(const forest_arguments &a, int32_t u, int32_t v)
{
    const int64_t k = lower_bound(a.column, a.row_start[u], a.row_start[u + 1], v);
    atomicOr(&a.bits[k >> 5], 1u << (k & 31));
}

__global__ void __launch_bounds__(FOREST_THREADS) join_trees(struct forest_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        if (a.best[v] == FOREST_NO_WORD)
            continue;
        const vertex_pair ends = ends_of(a, a.best[v]);
        if (!join(a.parent, ends.u, ends.v))
            continue; /* the tree at the other end has the same edge and was first */
        mark_entry(a, ends.u, ends.v);
        mark_entry(a, ends.v, ends.u);
    }
}

/* The way up is only read: path halving could overwrite a root that another thread has written. */
__global__ void flatten_trees(struct forest_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        int32_t root = (int32_t)v;
        for (int32_t above; (above = *(volatile const int32_t *)&a.parent[root]) != root;)
            root = above;
        *(volatile int32_t *)&a.parent[v] = root;
        a.best[v] = FOREST_NO_WORD;
    }
}

} // namespace

extern "C" const void *const graph__cuda_forest_open = (const void *)open_trees;
extern "C" const void *const graph__cuda_forest_list = (const void *)list_entries;
extern "C" const void *const graph__cuda_forest_list_ranks = (const void *)list_ranks;
extern "C" const void *const graph__cuda_forest_find = (const void *)find_best;
extern "C" const void *const graph__cuda_forest_join = (const void *)join_trees;
extern "C" const void *const graph__cuda_forest_flatten = (const void *)flatten_trees;
