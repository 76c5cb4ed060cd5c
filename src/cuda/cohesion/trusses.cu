/* Truss numbers by peeling edges.
 *
 * Each edge leads to its end of larger (degree, number), and each triangle is found once, at the vertex from which two of
 * its edges lead: the ends of these are a hash table in shared memory, in which the ends of each of them are looked up.
 * Then edges go by the number of triangles that remain, as vertices go by degree in cores.cu.  The triangles of an edge
 * that goes are found by looking up the shorter row of its ends in the longer one; of two edges of a triangle that go in
 * the same round the smaller one counts it down.  When half of the edges have gone, the host has the rows made anew.
 *
 * Sources: Wang, Cheng, VLDB 2012; Kabir, Madduri, "Parallel k-truss decomposition on multicore platforms", HPEC 2017. */
#include "cuda/primitives/entry_tiles.cuh"
#include "cuda/primitives/vertex_queues.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/cohesion/trusses_arguments.h"

namespace
{

enum { NONE = 0x7fffffff, WARPS = TRUSSES_THREADS / WARP, WARP_SLOTS = 2 * TRUSSES_WARP_MOST };

/* ---- Edges ---- */

__global__ void __launch_bounds__(TILE_THREADS) find_leading(struct trusses_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    const int64_t *start = a.tiles.row_start;
    find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t k = entry_of_tile(item);
        bool leads = false, is_loop = false;
        if (k < a.entries) {
            const int64_t u = row[item * TILE_THREADS + threadIdx.x], v = a.column[k],
                          of_u = start[u + 1] - start[u], of_v = start[v + 1] - start[v];
            leads = of_u != of_v ? of_u < of_v : u < v;
            is_loop = u == v;
        }
        if (__any_sync(ALL_LANES, is_loop) && lane_of_warp() == 0)
            atomicAdd(&a.state->loops, 1u);
        const uint32_t bits = __ballot_sync(ALL_LANES, leads);
        if (k < a.entries && lane_of_warp() == 0)
            a.leading.bits[k >> 5] = bits;
    }
}

/* The edge of each entry: one that does not lead is found in the row of the other end. */
__global__ void number_entries(struct trusses_arguments a)
{
    for (int64_t k = thread_of_grid(); k < a.entries; k += threads_of_grid()) {
        const int32_t v = a.column[k];
        a.edge_of[k] = (int32_t)(is_selected(a.leading, k)
                                     ? rank_of(a.leading, k)
                                     : lower_bound(a.edge_v, a.out_start[v], a.out_start[v + 1], a.row[k]));
    }
}

__global__ void open_edges(struct trusses_arguments a)
{
    unsigned most = 0;
    for (int64_t e = thread_of_grid(); e < a.edges; e += threads_of_grid()) {
        a.support[e] = 0;
        a.stage[e] = 0;
        a.list[0][e] = (int32_t)e;
    }
    for (int64_t u = thread_of_grid(); u - lane_of_warp() < a.n; u += threads_of_grid()) {
        const unsigned out = u < a.n ? (unsigned)(a.out_start[u + 1] - a.out_start[u]) : 0;
        const unsigned those = __ballot_sync(ALL_LANES, out > TRUSSES_WARP_MOST);
        unsigned place = 0;
        most = out > most ? out : most;
        if (lane_of_warp() == 0 && those != 0)
            place = atomicAdd(&a.state->long_vertices, (unsigned)__popc(those));
        place = __shfl_sync(ALL_LANES, place, 0) + __popc(those & ((1u << lane_of_warp()) - 1));
        if (out > TRUSSES_WARP_MOST)
            a.long_vertex[place] = (int32_t)u;
    }
    most = __reduce_max_sync(ALL_LANES, most);
    if (lane_of_warp() == 0 && most > 0)
        atomicMax(&a.state->most_out, most);
}

/* ---- Triangles ---- */

/* The ends of the edges that lead from a vertex, by a hash. */
struct hash_table {
    int32_t *key; /* -1: free */
    int32_t *place;
    unsigned *count; /* triangles of the edge to this end and a later one */
    unsigned mask;
};

DEVICE unsigned first_slot(int32_t end) { return (unsigned)end * 0x9e3779b1u >> 7; }

DEVICE void insert(const hash_table &t, int32_t end, int32_t place)
{
    unsigned slot = first_slot(end);
    while (atomicCAS(&t.key[slot & t.mask], -1, end) != -1)
        slot++;
    t.place[slot & t.mask] = place;
}

/* The slot of an end, or -1. */
DEVICE int find(const hash_table &t, int32_t end)
{
    for (unsigned slot = first_slot(end);; slot++) {
        const int32_t key = t.key[slot & t.mask];
        if (key == end)
            return (int)(slot & t.mask);
        if (key == -1)
            return -1;
    }
}

DEVICE void clear(const hash_table &t, int thread, int threads)
{
    for (unsigned slot = (unsigned)thread; slot <= t.mask; slot += (unsigned)threads) {
        t.key[slot] = -1;
        t.count[slot] = 0;
    }
}

/* The triangles of edge e, which leads from the vertex of the table to v, by a warp. */
DEVICE void count_edge(const trusses_arguments &a, const hash_table &t, int64_t e)
{
    const int32_t v = a.edge_v[e];
    const int64_t end = a.out_start[v + 1];
    int found = 0;
    for (int64_t k = a.out_start[v] + lane_of_warp(); k < end; k += WARP) {
        const int slot = find(t, a.edge_v[k]);
        if (slot < 0)
            continue;
        atomicAdd(&t.count[slot], 1u);
        atomicAdd(&a.support[k], 1);
        found++;
    }
    __syncwarp();
    found = __reduce_add_sync(ALL_LANES, found);
    if (lane_of_warp() == 0 && found > 0)
        atomicAdd(&a.support[e], found);
}

DEVICE void add_counts(const trusses_arguments &a, const hash_table &t, int64_t begin, int thread,
                       int threads)
{
    for (unsigned slot = (unsigned)thread; slot <= t.mask; slot += (unsigned)threads)
        if (t.key[slot] != -1 && t.count[slot] > 0)
            atomicAdd(&a.support[begin + t.place[slot]], (int)t.count[slot]);
}

__global__ void __launch_bounds__(TRUSSES_THREADS) count_by_warps(struct trusses_arguments a)
{
    __shared__ int32_t keys[WARPS][WARP_SLOTS], places[WARPS][WARP_SLOTS];
    __shared__ unsigned counts[WARPS][WARP_SLOTS];
    const int warp = (int)threadIdx.x / WARP, lane = lane_of_warp();
    for (int64_t u = thread_of_grid() / WARP; u < a.n; u += threads_of_grid() / WARP) {
        const int64_t begin = a.out_start[u], end = a.out_start[u + 1];
        if (end - begin < 2 || end - begin > TRUSSES_WARP_MOST)
            continue;
        const unsigned slots = 2u << (32 - __clz((int)(end - begin) - 1));
        const hash_table t = {keys[warp], places[warp], counts[warp], slots - 1};
        clear(t, lane, WARP);
        __syncwarp();
        for (int64_t e = begin + lane; e < end; e += WARP)
            insert(t, a.edge_v[e], (int32_t)(e - begin));
        __syncwarp();
        for (int64_t e = begin; e < end; e++)
            count_edge(a, t, e);
        __syncwarp();
        add_counts(a, t, begin, lane, WARP);
        __syncwarp();
    }
}

/* The same without a table, by a search in the edges that lead from the vertex. */
DEVICE void count_edge_searched(const trusses_arguments &a, int64_t begin, int64_t end, int64_t e)
{
    const int32_t v = a.edge_v[e];
    int found = 0;
    for (int64_t k = a.out_start[v] + lane_of_warp(); k < a.out_start[v + 1]; k += WARP) {
        const int32_t w = a.edge_v[k];
        const int64_t at = lower_bound(a.edge_v, begin, end, w);
        if (at == end || a.edge_v[at] != w)
            continue;
        atomicAdd(&a.support[at], 1);
        atomicAdd(&a.support[k], 1);
        found++;
    }
    __syncwarp();
    found = __reduce_add_sync(ALL_LANES, found);
    if (lane_of_warp() == 0 && found > 0)
        atomicAdd(&a.support[e], found);
}

__global__ void __launch_bounds__(TRUSSES_THREADS) count_by_blocks(struct trusses_arguments a)
{
    extern __shared__ int32_t table[];
    __shared__ unsigned taken;
    const int thread = (int)threadIdx.x;
    for (;;) {
        if (thread == 0)
            taken = (unsigned)atomicAdd(&a.state->taken, 1ull);
        __syncthreads();
        const unsigned at = taken;
        __syncthreads();
        if (at >= a.state->long_vertices)
            break;
        const int32_t u = a.long_vertex[at];
        const int64_t begin = a.out_start[u], end = a.out_start[u + 1];
        if (end - begin > TRUSSES_TABLE_MOST) {
            for (int64_t e = begin + thread / WARP; e < end; e += WARPS)
                count_edge_searched(a, begin, end, e);
            continue;
        }
        const unsigned slots = 2u << (32 - __clz((int)(end - begin) - 1));
        const hash_table t = {table, table + slots, (unsigned *)table + 2 * slots, slots - 1};
        clear(t, thread, TRUSSES_THREADS);
        __syncthreads();
        for (int64_t e = begin + thread; e < end; e += TRUSSES_THREADS)
            insert(t, a.edge_v[e], (int32_t)(e - begin));
        __syncthreads();
        for (int64_t e = begin + thread / WARP; e < end; e += WARPS)
            count_edge(a, t, e);
        __syncthreads();
        add_counts(a, t, begin, thread, TRUSSES_THREADS);
        __syncthreads();
    }
}

/* Selects both entries of the edges with more triangles than `most` - 2; the bits are 0 at first. */
__global__ void select_supported(struct trusses_arguments a)
{
    for (int64_t k = thread_of_grid(); k - lane_of_warp() < a.entries; k += threads_of_grid()) {
        bool stays = false;
        if (k < a.entries && is_selected(a.leading, k)) {
            const int64_t e = rank_of(a.leading, k);
            stays = a.support[e] + 2 > a.most;
            if (stays) {
                const int32_t u = a.edge_u[e], v = a.edge_v[e];
                const int64_t other =
                    lower_bound(a.column, a.tiles.row_start[v], a.tiles.row_start[v + 1], u);
                atomicOr(&a.selected.bits[other >> 5], 1u << (other & 31));
            }
        }
        const uint32_t bits = __ballot_sync(ALL_LANES, stays);
        if (lane_of_warp() == 0 && bits != 0)
            atomicOr(&a.selected.bits[k >> 5], bits);
    }
}

/* ---- Peeling ---- */

DEVICE int32_t now(const int32_t *there) { return *(volatile const int32_t *)there; }

/* The counters of a round are those of queues of vertices: `vertices` are short edges, `long_vertices` long ones. */
DEVICE queue_counters *counters_at(const trusses_arguments &a, int round)
{
    return &a.control->counters[(unsigned)round % QUEUE_COUNTERS];
}

/* Puts the edges of the lanes with is_new into the queue of the round. */
DEVICE void queue_edges(const trusses_arguments &a, int round, bool is_new, int32_t e)
{
    if (__ballot_sync(ALL_LANES, is_new) == 0)
        return;
    bool is_long = false;
    if (is_new) {
        const int32_t u = a.edge_u[e], v = a.edge_v[e];
        is_long = length_of(a.start, u) > TRUSSES_LONG && length_of(a.start, v) > TRUSSES_LONG;
        *(volatile int32_t *)&a.stage[e] = round;
    }
    queue_counters *counters = counters_at(a, round);
    const unsigned mask = __ballot_sync(ALL_LANES, is_new && !is_long),
                   long_mask = __ballot_sync(ALL_LANES, is_new && is_long),
                   before = (1u << lane_of_warp()) - 1;
    unsigned place = 0, long_place = 0;
    if (lane_of_warp() == 0 && mask != 0)
        place = atomicAdd(&counters->vertices, (unsigned)__popc(mask));
    if (lane_of_warp() == 0 && long_mask != 0)
        long_place = atomicAdd(&counters->long_vertices, (unsigned)__popc(long_mask));
    place = __shfl_sync(ALL_LANES, place, 0) + __popc(mask & before);
    long_place = __shfl_sync(ALL_LANES, long_place, 0) + __popc(long_mask & before);
    if (is_new)
        a.queue[round % 2][is_long ? (unsigned)a.edges - 1 - long_place : place] = e;
}

/* Takes a triangle from an edge; returns whether it falls to the level. */
DEVICE bool lose(const trusses_arguments &a, int32_t e, int32_t level)
{
    if (now(&a.support[e]) <= level)
        return false;
    const int32_t before = atomicSub(&a.support[e], 1);
    if (before <= level)
        atomicAdd(&a.support[e], 1);
    return before == level + 1;
}

/* Removes edge e, some of whose triangles are this warp's: those of every stride-th group of 32 entries of the shorter
 * row, from `group` on. */
DEVICE void remove_edge(const trusses_arguments &a, int32_t e, int group, int stride, int round,
                        int32_t level)
{
    int32_t u = a.edge_u[e], v = a.edge_v[e];
    if (length_of(a.start, u) > length_of(a.start, v)) {
        const int32_t w = u;
        u = v;
        v = w;
    }
    const int64_t end = a.start[u + 1], other_begin = a.start[v], other_end = a.start[v + 1];
    for (int64_t base = a.start[u] + (int64_t)group * WARP; base < end; base += (int64_t)stride * WARP) {
        const int64_t k = base + lane_of_warp();
        const int32_t f = k < end ? a.edge[k] : e, stage_of_f = f != e ? now(&a.stage[f]) : 1;
        bool loses_f = false, loses_g = false;
        int32_t g = 0;
        if (f != e && (stage_of_f == 0 || stage_of_f >= round)) {
            const int32_t w = a.end[k];
            const int64_t at = lower_bound(a.end, other_begin, other_end, w);
            if (at < other_end && a.end[at] == w) {
                g = a.edge[at];
                const int32_t stage_of_g = now(&a.stage[g]);
                if (stage_of_g == 0 || stage_of_g >= round) {
                    /* Those of the next round still stand. */
                    const bool goes_f = stage_of_f == round, goes_g = stage_of_g == round;
                    loses_f = !goes_f && (!goes_g || e < g) && lose(a, f, level);
                    loses_g = !goes_g && (!goes_f || e < f) && lose(a, g, level);
                }
            }
        }
        queue_edges(a, round + 1, loses_f, f);
        queue_edges(a, round + 1, loses_g, g);
    }
}

DEVICE void scan(const trusses_arguments &a, const int32_t *list, unsigned count, int32_t *above,
                 trusses_scan *result, int round, int32_t level)
{
    int32_t least = NONE;
    for (int64_t base = thread_of_grid() - lane_of_warp(); base < count; base += threads_of_grid()) {
        const bool is_here = base + lane_of_warp() < count;
        const int32_t e = is_here ? list[base + lane_of_warp()] : 0, s = is_here ? now(&a.support[e]) : -1;
        const unsigned stay = __ballot_sync(ALL_LANES, s > level);
        unsigned place = 0;
        queue_edges(a, round + 1, s == level, e);
        if (lane_of_warp() == 0 && stay != 0)
            place = atomicAdd(&result->edges, (unsigned)__popc(stay));
        place = __shfl_sync(ALL_LANES, place, 0) + __popc(stay & ((1u << lane_of_warp()) - 1));
        if (s > level) {
            above[place] = e;
            least = s < least ? s : least;
        }
    }
    least = __reduce_min_sync(ALL_LANES, least);
    if (lane_of_warp() == 0 && least < NONE)
        atomicMin(&result->least, least);
}

/* Waits until all blocks have ended the round; returns the lengths of the queue of the next one. */
DEVICE queue_counters close(const trusses_arguments &a, int round, unsigned long long &arrivals,
                            queue_counters *shared)
{
    grid_barrier(&a.control->arrivals, arrivals);
    if (threadIdx.x == 0) {
        const volatile queue_counters *next = counters_at(a, round + 1);
        shared->vertices = next->vertices;
        shared->long_vertices = next->long_vertices;
    }
    __syncthreads();
    const queue_counters counters = *shared;
    __syncthreads();
    return counters;
}

DEVICE void remove_queued(const trusses_arguments &a, const queue_counters &counters, int round,
                          int32_t level)
{
    const int32_t *queue = a.queue[round % 2];
    const int warp = (int)threadIdx.x / WARP;
    for (int64_t at = (int64_t)warp * gridDim.x + blockIdx.x; at < counters.vertices;
         at += (int64_t)WARPS * gridDim.x)
        remove_edge(a, queue[at], 0, 1, round, level);
    for (unsigned at = blockIdx.x; at < counters.long_vertices; at += gridDim.x)
        remove_edge(a, queue[(unsigned)a.edges - 1 - at], warp, WARPS, round, level);
}

__global__ void __launch_bounds__(TRUSSES_THREADS, 2) peel(struct trusses_arguments a)
{
    __shared__ queue_counters shared;
    trusses_state *state = a.state;
    const bool is_first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    unsigned long long arrivals = 0;
    unsigned remaining = state->remaining, scans = 0;
    int which = state->which, level = state->level, largest = state->largest, round = state->round;
    const int first = round;
    while (remaining > a.least_remaining && level <= a.last_level &&
           (unsigned)(round - first) < a.most_rounds) {
        trusses_scan *result = &state->scans[(scans + 1) % TRUSSES_SCANS];
        if (is_first_thread) {
            state->scans[(scans + 2) % TRUSSES_SCANS] = {0, NONE};
            *counters_at(a, round + 2) = {};
        }
        scans++;
        scan(a, a.list[which], remaining, a.list[1 - which], result, round, level);
        queue_counters counters = close(a, round, arrivals, &shared);
        round++;
        which = 1 - which;
        remaining = *(volatile unsigned *)&result->edges;
        if (counters.vertices + counters.long_vertices == 0) {
            level = *(volatile int *)&result->least;
            continue;
        }
        largest = level + 2;
        while (counters.vertices + counters.long_vertices > 0) {
            if (is_first_thread)
                *counters_at(a, round + 2) = {};
            if (level > 0) /* else there is no triangle */
                remove_queued(a, counters, round, level);
            counters = close(a, round, arrivals, &shared);
            round++;
        }
        level++;
    }
    grid_barrier(&a.control->arrivals, arrivals);
    if (is_first_thread) {
        state->remaining = remaining;
        state->which = which;
        state->level = level;
        state->largest = largest;
        state->round = round;
        state->scans[1] = {0, NONE};
    }
}

/* Which entries remain. */
__global__ void select_remaining(struct trusses_arguments a)
{
    for (int64_t k = thread_of_grid(); k - lane_of_warp() < a.entries_remaining; k += threads_of_grid()) {
        const uint32_t bits = __ballot_sync(ALL_LANES, k < a.entries_remaining && a.stage[a.edge[k]] == 0);
        if (lane_of_warp() == 0)
            a.remaining.bits[k >> 5] = bits;
    }
}

__global__ void write_trusses(struct trusses_arguments a)
{
    for (int64_t k = thread_of_grid(); k < a.entries; k += threads_of_grid())
        a.truss[k] = a.support[a.edge_of[k]] + 2;
}

__global__ void select_larger(struct trusses_arguments a)
{
    for (int64_t k = thread_of_grid(); k - lane_of_warp() < a.entries; k += threads_of_grid()) {
        const bool passes = k < a.entries && a.support[a.edge_of[k]] + 2 > a.most;
        const uint32_t bits = __ballot_sync(ALL_LANES, passes);
        if (lane_of_warp() == 0)
            a.selected.bits[k >> 5] = bits;
    }
}

} // namespace

extern "C" const void *const graph__cuda_trusses_lead = (const void *)find_leading;
extern "C" const void *const graph__cuda_trusses_number = (const void *)number_entries;
extern "C" const void *const graph__cuda_trusses_open = (const void *)open_edges;
extern "C" const void *const graph__cuda_trusses_warps = (const void *)count_by_warps;
extern "C" const void *const graph__cuda_trusses_blocks = (const void *)count_by_blocks;
extern "C" const void *const graph__cuda_trusses_support = (const void *)select_supported;
extern "C" const void *const graph__cuda_trusses_peel = (const void *)peel;
extern "C" const void *const graph__cuda_trusses_remain = (const void *)select_remaining;
extern "C" const void *const graph__cuda_trusses_select = (const void *)select_larger;
extern "C" const void *const graph__cuda_trusses_finish = (const void *)write_trusses;
