/* Strong and weak components, by rounds over queues of vertices.
 *
 * Strong: a vertex without edges in, or without edges out, from or to unassigned vertices is a component (trim); removing it
 * may free its neighbours.  The vertices that a pivot of large degree reaches and that reach it are its component, in most
 * graphs the giant one.  For the rest, each vertex takes as its color the largest vertex that reaches it; a root is a vertex
 * that has itself as its color, and its component is all vertices of that color that reach it.  Then their neighbours are
 * trimmed, and coloring is repeated.
 * Weak: a forest; each edge makes the larger of its two roots a child of the smaller one.  First two edges of each vertex do
 * so, which mostly leaves one giant tree; of an edge with both ends in it nothing else is read than their two bits.
 *
 * Sources: McLendon et al., J. Parallel Distrib. Comput. 65(8), 2005 (trim, forward and backward); Orzan 2004 (colors);
 * Jayanti and Tarjan, PODC 2016 (forest); Sutton, Ben-Nun, Barak, IPDPS 2018 (sampled edges first). */
#include "cuda/primitives/unions.cuh"
#include "cuda/primitives/vertex_queues.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/paths/components_arguments.h"

namespace
{

enum { OUT, IN, BACKWARDS = 31 };

DEVICE bool is_in_giant(const components_arguments &a, int32_t v) { return a.giant[v >> 5] >> (v & 31) & 1; }

/* ---- Rounds ---- */

/* Visits the edge between u, an item of this round, and w; color is that of u.  Returns whether w is queued. */
template <int PHASE>
DEVICE bool visit(const components_arguments &a, int32_t u, int32_t w, int direction, int32_t color,
                  int round)
{
    if (PHASE == PHASE_JOIN) {
        if (!is_in_giant(a, u) || !is_in_giant(a, w))
            join(a.color, u, w);
        return false;
    }
    if (a.component[w] >= 0)
        return false;
    if (PHASE == PHASE_TRIM)
        return u != w && atomicSub(direction == OUT ? &a.in_degree[w] : &a.out_degree[w], 1) == 1 &&
               atomicCAS(&a.component[w], -1, w) == -1;
    if (PHASE == PHASE_REACH)
        return (a.mark[w] >> direction & 1) == 0 &&
               (atomicOr(&a.mark[w], 1 << direction) >> direction & 1) == 0;
    if (PHASE == PHASE_COLOR)
        return a.color[w] < color && atomicMax(&a.color[w], color) < color &&
               atomicMax(&a.stamp[w], round + 1) < round + 1;
    return a.color[w] == color && atomicCAS(&a.component[w], -1, color) == -1;
}

/* Visits the edges of 32 items; lane k has `count` of them, from `list` on. */
template <int PHASE>
DEVICE void follow(const components_arguments &a, int queue, queue_counters *counters, uint32_t item,
                   int direction, const int32_t *list, int count, int round)
{
    const int sum = scan_warp(count), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
    const int32_t color = PHASE == PHASE_COLOR || PHASE == PHASE_GATHER
                              ? *(volatile const int32_t *)&a.color[vertex_of(item)]
                              : 0;
    const long long from = (long long)(list - (sum - count));
    for (int base = 0; base < all; base += WARP) {
        const int e = base + lane_of_warp(), owner = search_warp(e, sum);
        const int32_t *at = (const int32_t *)__shfl_sync(ALL_LANES, from, owner) + e;
        const uint32_t whose = __shfl_sync(ALL_LANES, item, owner);
        const int its_direction = __shfl_sync(ALL_LANES, direction, owner);
        const int32_t its_color = __shfl_sync(ALL_LANES, color, owner);
        const int32_t w = e < all ? *at : 0;
        const bool is_new = e < all && visit<PHASE>(a, vertex_of(whose), w, its_direction, its_color, round);
        push(a.queues, queue, counters, is_new,
             (uint32_t)w | (PHASE == PHASE_REACH ? (uint32_t)its_direction << BACKWARDS : 0));
    }
}

template <int PHASE> DEVICE void run(const components_arguments &a)
{
    __shared__ queue_counters shared;
    const vertex_queues &q = a.queues;
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP, warps = (int)blockDim.x / WARP;
    const bool is_first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    /* The directions in which edges are followed. */
    constexpr int FIRST = PHASE == PHASE_GATHER ? IN : OUT, LAST = PHASE == PHASE_TRIM ? IN : FIRST;
    unsigned long long arrivals = 0;
    queue_counters now = *counters_of(q, 0);
    const unsigned before = a.result->rounds;
    int round = 0;
    for (; now.vertices + now.long_vertices > 0 && before + (unsigned)round < a.most_rounds; round++) {
        queue_counters *next = counters_of(q, round + 1);
        const int queue = round % 2;
        open_round(q, round);
        /* Vertices of a warp: so many that all warps have work. */
        const int64_t all_warps = (int64_t)warps * gridDim.x,
                      share = (now.vertices + all_warps - 1) / all_warps, each = share < WARP ? share : WARP;
        for (int pass = FIRST; pass <= LAST; pass++) {
            for (int64_t at = ((int64_t)warp * gridDim.x + blockIdx.x) * each; at < now.vertices;
                 at += all_warps * each) {
                uint32_t item = 0;
                const int32_t *list = a.out_column;
                int count = 0, direction = pass;
                if (lane < each && at + lane < now.vertices) {
                    item = q.queue[queue][at + lane];
                    direction = PHASE == PHASE_REACH ? (int)(item >> BACKWARDS) : pass;
                    const int64_t *start = direction == OUT ? a.queues.out_start : a.queues.in_start;
                    const int32_t v = vertex_of(item);
                    list = (direction == OUT ? a.out_column : a.in_column) + start[v];
                    count = (int)(start[v + 1] - start[v]);
                }
                follow<PHASE>(a, 1 - queue, next, item, direction, list, count, round);
            }
            for (unsigned at = blockIdx.x; at < now.long_vertices; at += gridDim.x) {
                const uint32_t item = q.long_queue[queue][at];
                const int direction = PHASE == PHASE_REACH ? (int)(item >> BACKWARDS) : pass;
                const int64_t *start = direction == OUT ? a.queues.out_start : a.queues.in_start;
                const int64_t end = start[vertex_of(item) + 1];
                for (int64_t k = start[vertex_of(item)] + warp * WARP; k < end; k += warps * WARP) {
                    const int count = k + lane < end ? 1 : 0;
                    follow<PHASE>(a, 1 - queue, next, item, direction,
                                  (direction == OUT ? a.out_column : a.in_column) + k + lane, count, round);
                }
            }
        }
        now = close_round(q, round, arrivals, &shared);
    }
    grid_barrier(&q.control->arrivals, arrivals);
    if (is_first_thread) {
        a.result->rounds = before + (unsigned)round;
        if (now.vertices + now.long_vertices > 0)
            a.result->has_given_up = 1;
    }
}

template <int PHASE>
__global__ void __launch_bounds__(COMPONENTS_THREADS, 2) components_phase(struct components_arguments a)
{
    run<PHASE>(a);
}

/* ---- Steps over all vertices ---- */

DEVICE bool has_loop(const components_arguments &a, int32_t v)
{
    int64_t low = a.queues.out_start[v], high = a.queues.out_start[v + 1], end = high;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (a.out_column[middle] < v)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && a.out_column[low] == v;
}

/* Applies the step to v; returns whether v enters the first queue. */
template <int STEP> DEVICE bool apply(const components_arguments &a, int32_t v)
{
    if (STEP == STEP_OPEN_STRONG) {
        const int loops = has_loop(a, v);
        a.out_degree[v] = (int32_t)(length_of(a.queues.out_start, v) - loops);
        a.in_degree[v] = (int32_t)(length_of(a.queues.in_start, v) - loops);
        const bool is_alone = a.out_degree[v] == 0 || a.in_degree[v] == 0;
        a.component[v] = is_alone ? v : -1;
        a.color[v] = -1;
        a.mark[v] = 0;
        a.least[v] = 0x7fffffff;
        return is_alone;
    }
    if (STEP == STEP_PIVOT) {
        if (a.component[v] < 0) {
            unsigned long long product =
                (unsigned long long)a.out_degree[v] * (unsigned long long)a.in_degree[v];
            product = product < 0xffffffffull ? product : 0xffffffffull;
            if (product > a.result->pivot >> 32)
                atomicMax(&a.result->pivot, product << 32 | (unsigned)v);
        }
        return false;
    }
    const int32_t pivot =
        STEP == STEP_SEED_PIVOT || STEP == STEP_TAKE_PIVOT ? (int32_t)(a.result->pivot & 0x7fffffff) : 0;
    const bool has_pivot = a.result->pivot >> 32 != 0;
    if (STEP == STEP_SEED_PIVOT) {
        if (v == pivot && has_pivot)
            a.mark[v] = 3;
        return v == pivot && has_pivot;
    }
    if (STEP == STEP_TAKE_PIVOT) {
        if (a.component[v] >= 0 || a.mark[v] != 3)
            return false;
        a.component[v] = pivot;
        return true;
    }
    if (STEP == STEP_SEED_COLORS) {
        const bool is_unassigned = a.component[v] < 0;
        a.color[v] = is_unassigned ? v : -1;
        a.stamp[v] = 0;
        return is_unassigned;
    }
    if (STEP == STEP_SEED_ROOTS) {
        if (a.component[v] >= 0 || a.color[v] != v)
            return false;
        a.component[v] = v;
        return true;
    }
    if (STEP == STEP_REMOVE) {
        if (a.component[v] < 0 || a.color[v] < 0)
            return false;
        a.color[v] = -1;
        return true;
    }
    if (STEP == STEP_OPEN_WEAK) {
        const unsigned degree = (unsigned)length_of(a.queues.out_start, v);
        a.color[v] = v;
        if (degree > a.result->pivot >> 32)
            atomicMax(&a.result->pivot, (unsigned long long)degree << 32 | (unsigned)v);
        return false;
    }
    if (STEP == STEP_SAMPLE_WEAK) {
        enum { SAMPLE = 2 };
        const int64_t first = a.queues.out_start[v], end = a.queues.out_start[v + 1];
        for (int64_t k = first; k < end && k < first + SAMPLE; k++)
            join(a.color, v, a.out_column[k]);
        return false;
    }
    if (STEP == STEP_FLATTEN_WEAK) {
        const int32_t root = find_root(a.color, v);
        a.color[v] = root;
        if (root == find_root(a.color, (int32_t)(a.result->pivot & 0x7fffffff)))
            atomicOr(&a.giant[v >> 5], 1u << (v & 31));
        return a.queues.out_start[v + 1] > a.queues.out_start[v];
    }
    if (STEP == STEP_CLOSE_WEAK) {
        /* Roots are the smallest vertices. */
        const int32_t root = find_root(a.color, v);
        a.component[v] = root;
        a.least[v] = v;
        if (root == v)
            atomicOr(&a.is_least[v >> 5], 1u << (v & 31));
        return false;
    }
    if (STEP == STEP_LEAST) {
        if (a.least[a.component[v]] > v)
            atomicMin(&a.least[a.component[v]], v);
        return false;
    }
    if (STEP == STEP_MARK_LEAST) {
        if (a.least[a.component[v]] == v)
            atomicOr(&a.is_least[v >> 5], 1u << (v & 31));
        return false;
    }
    const int32_t first = a.least[a.component[v]];
    a.color[v] = (int32_t)(a.rank[first >> 5] + __popc(a.is_least[first >> 5] & ((1u << (first & 31)) - 1)));
    return false;
}

template <int STEP> __global__ void components_step(struct components_arguments a)
{
    /* push needs whole warps: all lanes of a warp leave the loop together. */
    for (int64_t v = thread_of_grid(); v - lane_of_warp() < a.n; v += threads_of_grid()) {
        const bool is_new = v < a.n && apply<STEP>(a, (int32_t)v);
        push(a.queues, 0, counters_of(a.queues, 0), is_new, (uint32_t)v);
        if (STEP == STEP_SEED_PIVOT) /* also along edges in */
            push(a.queues, 0, counters_of(a.queues, 0), is_new, (uint32_t)v | 1u << BACKWARDS);
    }
}

} // namespace

#define PHASE(name) (const void *)components_phase<PHASE_##name>
#define STEP(name)  (const void *)components_step<STEP_##name>
extern "C" const void *const graph__cuda_components_phase[] = {PHASE(TRIM), PHASE(REACH), PHASE(COLOR),
                                                               PHASE(GATHER), PHASE(JOIN)};
extern "C" const void *const graph__cuda_components_step[] = {
    STEP(OPEN_STRONG), STEP(PIVOT),  STEP(SEED_PIVOT), STEP(TAKE_PIVOT),  STEP(SEED_COLORS),
    STEP(SEED_ROOTS),  STEP(REMOVE), STEP(OPEN_WEAK),  STEP(SAMPLE_WEAK), STEP(FLATTEN_WEAK),
    STEP(CLOSE_WEAK),  STEP(LEAST),  STEP(MARK_LEAST), STEP(NUMBER)};
