/* The k-truss for a small k of a graph with hubs, without numbers.
 *
 * The hubs are the vertices with most neighbours.  First the k-truss of the edges among hubs is found, then of those between
 * a vertex and hubs, vertex by vertex: a set of edges that are in k - 2 triangles of the set, so that all of them are in the
 * k-truss of the graph.  So is an edge whose ends have k - 2 of these hubs in common.  The other edges are in doubt.  For
 * each of them the rows of its ends are merged, or the shorter one is looked up in the longer one, until k - 2 triangles are
 * found; if there are fewer, it goes.  Rounds follow, for the edges with an end that has lost one, until none goes.
 *
 * Sources: Cohen, "Trusses: cohesive subgraphs for social network analysis", NSA technical report, 2008, for the rounds. */
#include "cuda/primitives/entry_tiles.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/cohesion/truss_hubs_arguments.h"

namespace
{

DEVICE unsigned neighbors_of(const truss_hubs_arguments &a, int64_t v)
{
    return (unsigned)(a.row_start[v + 1] - a.row_start[v]);
}

__global__ void open_vertices(struct truss_hubs_arguments a)
{
    unsigned most = 0;
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        const unsigned neighbors = neighbors_of(a, v);
        most = neighbors > most ? neighbors : most;
        a.key[v] = ~neighbors;
        a.vertex[v] = (uint32_t)v;
        a.hubs_of[v] = {};
        a.changed[v] = 0;
    }
    most = __reduce_max_sync(ALL_LANES, most);
    if (lane_of_warp() == 0)
        atomicMax(&a.result->most_neighbors, most);
}

/* A block with a thread for each hub. */
__global__ void __launch_bounds__(TRUSS_HUBS) cover_entries(struct truss_hubs_arguments a)
{
    const unsigned count = threadIdx.x < a.n ? neighbors_of(a, a.vertex[threadIdx.x]) : 0;
    atomicAdd(&a.result->covered, (unsigned long long)count);
}

__global__ void __launch_bounds__(TRUSS_HUBS_THREADS) gather_hubs(struct truss_hubs_arguments a)
{
    const int hub = (int)blockIdx.x / TRUSS_HUBS_SLICES, slice = (int)blockIdx.x % TRUSS_HUBS_SLICES;
    if (hub >= a.n)
        return;
    const int64_t h = a.vertex[hub], end = a.row_start[h + 1];
    for (int64_t k = a.row_start[h] + slice * TRUSS_HUBS_THREADS + threadIdx.x; k < end;
         k += TRUSS_HUBS_SLICES * TRUSS_HUBS_THREADS)
        atomicOr(&a.hubs_of[a.column[k]].word[hub / 32], 1u << hub % 32);
}

DEVICE int common(const hub_set &x, const hub_set &y)
{
    int sum = 0;
#pragma unroll
    for (int w = 0; w < TRUSS_HUBS_WORDS; w++)
        sum += __popc(x.word[w] & y.word[w]);
    return sum;
}

/* Of a set of hubs those that have `least` of the set for neighbours in `of`. */
DEVICE hub_set prune(const hub_set &set, const hub_set *of, int least)
{
    hub_set pruned = set;
#pragma unroll
    for (int w = 0; w < TRUSS_HUBS_WORDS; w++)
        for (uint32_t rest = set.word[w]; rest != 0; rest &= rest - 1) {
            const int bit = __ffs((int)rest) - 1;
            if (common(set, of[w * 32 + bit]) < least)
                pruned.word[w] &= ~(1u << bit);
        }
    return pruned;
}

DEVICE bool is_equal(const hub_set &x, const hub_set &y)
{
    bool equal = true;
#pragma unroll
    for (int w = 0; w < TRUSS_HUBS_WORDS; w++)
        equal = equal && x.word[w] == y.word[w];
    return equal;
}

/* The k-truss among hubs: a block with a thread for each, rounds on the whole. */
__global__ void __launch_bounds__(TRUSS_HUBS) settle_hubs(struct truss_hubs_arguments a)
{
    __shared__ hub_set of[TRUSS_HUBS];
    const int hub = (int)threadIdx.x;
    const bool is_here = hub < a.n;
    hub_set mine = {};
    if (is_here)
        mine = a.hubs_of[a.vertex[hub]];
    for (bool goes_on = true; goes_on;) {
        of[hub] = mine;
        __syncthreads();
        const hub_set pruned = prune(mine, of, a.least);
        goes_on = __syncthreads_or(!is_equal(pruned, mine)) != 0;
        mine = pruned;
    }
    if (is_here)
        a.hubs_of[a.vertex[hub]] = mine;
}

/* Edges between each vertex and hubs; those of hubs stay as they are. */
__global__ void __launch_bounds__(TRUSS_HUBS_THREADS) prune_vertices(struct truss_hubs_arguments a)
{
    __shared__ hub_set of[TRUSS_HUBS];
    for (int hub = (int)threadIdx.x; hub < TRUSS_HUBS; hub += TRUSS_HUBS_THREADS) {
        of[hub] = {};
        if (hub < a.n)
            of[hub] = a.hubs_of[a.vertex[hub]];
    }
    __syncthreads();
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        hub_set set = a.hubs_of[v];
        for (;;) {
            const hub_set pruned = prune(set, of, a.least);
            if (is_equal(pruned, set))
                break;
            set = pruned;
        }
        a.hubs_of[v] = set;
    }
}

/* Puts the edges of the lanes with is_new into the next list, as far as there is room. */
DEVICE void append(const truss_hubs_arguments &a, bool is_new, const truss_hubs_edge &edge)
{
    const unsigned those = __ballot_sync(ALL_LANES, is_new);
    unsigned place = 0;
    if (those == 0)
        return;
    if (lane_of_warp() == 0)
        place = atomicAdd(&a.result->listed, (unsigned)__popc(those));
    place = __shfl_sync(ALL_LANES, place, 0) + __popc(those & ((1u << lane_of_warp()) - 1));
    if (is_new && place < a.room)
        a.next[place] = edge;
}

/* Lists the edges that are in doubt; all entries stay at first. */
__global__ void __launch_bounds__(TILE_THREADS) list_doubtful(struct truss_hubs_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t k = entry_of_tile(item);
        const bool is_here = k < a.entries;
        const int32_t u = is_here ? row[item * TILE_THREADS + threadIdx.x] : 0, v = is_here ? a.column[k] : 0;
        bool is_new = false;
        if (u < v) {
            const hub_set of_u = a.hubs_of[u], of_v = a.hubs_of[v];
            is_new = common(of_u, of_v) < a.least;
        }
        const uint32_t bits = __ballot_sync(ALL_LANES, is_here);
        if (is_here && lane_of_warp() == 0)
            a.bits[k >> 5] = bits;
        if (is_here && u == v)
            atomicOr(&a.result->has_loops, 1u);
        int64_t other = 0;
        if (is_new)
            other = lower_bound(a.column, a.row_start[v], a.row_start[v + 1], u);
        append(a, is_new, {u, v, (int32_t)k, (int32_t)other});
    }
}

DEVICE bool stays(const truss_hubs_arguments &a, int64_t k)
{
    return (*(volatile const uint32_t *)&a.bits[k >> 5] >> (k & 31) & 1) != 0;
}

DEVICE int32_t last_change(const truss_hubs_arguments &a, int32_t v)
{
    return *(volatile const int32_t *)&a.changed[v];
}

/* Entries first .. last - 1, a row. */
struct entry_range {
    int64_t first, last;
};

/* The triangles with the entries of a row that are in another one, by a group of lanes, which are the bits of `lanes`: until
 * there are `least`.  By searches in the longer row. */
DEVICE int search_triangles(const truss_hubs_arguments &a, const entry_range &row, const entry_range &other,
                            unsigned lanes)
{
    int found = 0;
    for (int64_t base = row.first; base < row.last && found < a.least; base += TRUSS_HUBS_GROUP) {
        const int64_t k = base + lane_of_warp() % TRUSS_HUBS_GROUP;
        bool is_triangle = false;
        if (k < row.last && stays(a, k)) {
            const int32_t w = a.column[k];
            const int64_t at = lower_bound(a.column, other.first, other.last, w);
            is_triangle = at < other.last && a.column[at] == w && stays(a, at);
        }
        found += __popc(__ballot_sync(lanes, is_triangle));
    }
    return found;
}

/* By merging rows, as many entries of each at a time as the group has lanes. */
DEVICE int merge_triangles(const truss_hubs_arguments &a, const entry_range &row, const entry_range &other,
                           unsigned lanes)
{
    const int lane = lane_of_warp() % TRUSS_HUBS_GROUP, group = lane_of_warp() - lane,
              last = group + TRUSS_HUBS_GROUP - 1;
    int64_t i = row.first, j = other.first;
    int found = 0;
    while (i < row.last && j < other.last && found < a.least) {
        const int32_t x = i + lane < row.last ? a.column[i + lane] : INT32_MAX,
                      y = j + lane < other.last ? a.column[j + lane] : INT32_MAX;
        int64_t at = -1;
#pragma unroll
        for (int s = 0; s < TRUSS_HUBS_GROUP; s++)
            if (__shfl_sync(lanes, y, group + s) == x)
                at = j + s;
        const bool is_triangle = at >= 0 && x != INT32_MAX && stays(a, i + lane) && stays(a, at);
        found += __popc(__ballot_sync(lanes, is_triangle));
        const int32_t most_x = __shfl_sync(lanes, x, last), most_y = __shfl_sync(lanes, y, last);
        i += most_x <= most_y ? TRUSS_HUBS_GROUP : 0;
        j += most_y <= most_x ? TRUSS_HUBS_GROUP : 0;
    }
    return found;
}

DEVICE bool has_triangles(const truss_hubs_arguments &a, const truss_hubs_edge &edge, unsigned lanes)
{
    const entry_range of_u = {a.row_start[edge.u], a.row_start[edge.u + 1]},
                      of_v = {a.row_start[edge.v], a.row_start[edge.v + 1]};
    const bool swaps = of_u.last - of_u.first > of_v.last - of_v.first;
    const entry_range row = swaps ? of_v : of_u, other = swaps ? of_u : of_v;
    const bool is_long = other.last - other.first > TRUSS_HUBS_MERGED * (row.last - row.first);
    return (is_long ? search_triangles(a, row, other, lanes) : merge_triangles(a, row, other, lanes)) >=
           a.least;
}

/* A round: removes edges of the list without so many, and lists the others. */
__global__ void __launch_bounds__(TRUSS_HUBS_THREADS) check_edges(struct truss_hubs_arguments a)
{
    const int lane = lane_of_warp(), in_group = lane % TRUSS_HUBS_GROUP;
    const unsigned lanes = ((1u << TRUSS_HUBS_GROUP) - 1) << (lane - in_group);
    const int64_t groups = threads_of_grid() / TRUSS_HUBS_GROUP, first = thread_of_grid() / TRUSS_HUBS_GROUP;
    unsigned gone = 0;
    for (int64_t base = first - lane / TRUSS_HUBS_GROUP; base < a.listed; base += groups) {
        const int64_t at = base + lane / TRUSS_HUBS_GROUP;
        truss_hubs_edge edge = {};
        bool goes = false;
        if (at < a.listed) {
            edge = a.list[at];
            /* What was removed in the round before may have been counted in it. */
            const bool is_changed = a.round == 1 || last_change(a, edge.u) >= a.round - 1 ||
                                    last_change(a, edge.v) >= a.round - 1;
            if (__any_sync(lanes, is_changed))
                goes = !has_triangles(a, edge, lanes);
        }
        if (goes && in_group == 0) {
            atomicAnd(&a.bits[edge.entry >> 5], ~(1u << (edge.entry & 31)));
            atomicAnd(&a.bits[edge.other >> 5], ~(1u << (edge.other & 31)));
            *(volatile int32_t *)&a.changed[edge.u] = a.round;
            *(volatile int32_t *)&a.changed[edge.v] = a.round;
            gone++;
        }
        __syncwarp();
        append(a, at < a.listed && !goes && in_group == 0, edge);
    }
    gone = __reduce_add_sync(ALL_LANES, gone);
    if (lane == 0 && gone > 0)
        atomicAdd(&a.result->gone, gone);
}

} // namespace

extern "C" const void *const graph__cuda_truss_hubs_open = (const void *)open_vertices;
extern "C" const void *const graph__cuda_truss_hubs_cover = (const void *)cover_entries;
extern "C" const void *const graph__cuda_truss_hubs_gather = (const void *)gather_hubs;
extern "C" const void *const graph__cuda_truss_hubs_settle = (const void *)settle_hubs;
extern "C" const void *const graph__cuda_truss_hubs_prune = (const void *)prune_vertices;
extern "C" const void *const graph__cuda_truss_hubs_list = (const void *)list_doubtful;
extern "C" const void *const graph__cuda_truss_hubs_check = (const void *)check_edges;
