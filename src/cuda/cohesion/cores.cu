/* Core numbers by peeling, all levels in one cooperative launch.
 *
 * A scan of the list of vertices that remain puts those whose degree is the level into the queue, and lists the others
 * anew.  Rounds over the queue count down the degrees of neighbours; what falls to the level is the queue of the next
 * round.  A degree stops at the level at which its vertex goes: a thread that takes one below gives it back.  In the end the
 * degrees are the core numbers.
 *
 * Source: Kabir, Madduri, "Parallel k-core decomposition on multicore platforms", IPDPSW 2017. */
#include "cuda/primitives/vertex_queues.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/cohesion/cores_arguments.h"

namespace
{

enum { NONE = 0x7fffffff, AT_ONCE = 4 /* edges of a long row that a thread reads ahead */ };

__global__ void open_degrees(struct cores_arguments a)
{
    if (thread_of_grid() == 0) {
        *a.state = {};
        a.state->remaining = (unsigned)a.n;
        a.state->scans[1].least = NONE;
    }
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        int64_t low = a.queues.out_start[v], high = a.queues.out_start[v + 1];
        const int64_t end = high, length = high - low;
        while (low < high) {
            const int64_t middle = low + (high - low) / 2;
            if (a.column[middle] < v)
                low = middle + 1;
            else
                high = middle;
        }
        const bool has_loop = low < end && a.column[low] == v;
        a.degree[v] = (int32_t)(length - has_loop);
        a.list[0][v] = (int32_t)v;
    }
}

/* Takes one from the degree of u, seen as d; returns whether u falls to the level. */
DEVICE bool lose(const cores_arguments &a, int32_t u, int32_t d, int32_t level)
{
    if (d <= level)
        return false;
    const int32_t before = atomicSub(&a.degree[u], 1);
    if (before <= level)
        atomicAdd(&a.degree[u], 1);
    return before == level + 1;
}

DEVICE int32_t degree_now(const cores_arguments &a, int32_t u)
{
    return *(volatile const int32_t *)&a.degree[u];
}

/* Removes up to 32 vertices; lane k has `count` edges, from `list` on. */
DEVICE void remove_short(const cores_arguments &a, int queue, queue_counters *next, const int32_t *list,
                         int count, int32_t level)
{
    const int sum = scan_warp(count), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
    const long long from = (long long)(list - (sum - count));
    for (int base = 0; base < all; base += WARP) {
        const int e = base + lane_of_warp(), owner = search_warp(e, sum);
        const int32_t *at = (const int32_t *)__shfl_sync(ALL_LANES, from, owner) + e;
        const int32_t u = e < all ? *at : 0;
        const bool is_new = e < all && lose(a, u, degree_now(a, u), level);
        push(a.queues, queue, next, is_new, (uint32_t)u);
    }
}

/* Removes a vertex by a block. */
DEVICE void remove_long(const cores_arguments &a, int queue, queue_counters *next, int64_t begin, int64_t end,
                        int32_t level)
{
    const int threads = (int)blockDim.x;
    for (int64_t base = begin + (int64_t)(threadIdx.x & ~31u); base < end;
         base += (int64_t)threads * AT_ONCE) {
        int32_t u[AT_ONCE], d[AT_ONCE];
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++) {
            const int64_t k = base + lane_of_warp() + (int64_t)j * threads;
            u[j] = k < end ? a.column[k] : -1;
        }
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++)
            d[j] = u[j] >= 0 ? degree_now(a, u[j]) : 0;
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++)
            push(a.queues, queue, next, u[j] >= 0 && lose(a, u[j], d[j], level), (uint32_t)u[j]);
    }
}

/* A round over the queue. */
DEVICE void remove_queued(const cores_arguments &a, const queue_counters &now, int round, int32_t level)
{
    const vertex_queues &q = a.queues;
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP, warps = (int)blockDim.x / WARP,
              queue = round % 2;
    queue_counters *next = counters_of(q, round + 1);
    /* Vertices of a warp: so many that all warps have work. */
    const int64_t all_warps = (int64_t)warps * gridDim.x, share = (now.vertices + all_warps - 1) / all_warps,
                  each = share < WARP ? share : WARP;
    for (int64_t at = ((int64_t)warp * gridDim.x + blockIdx.x) * each; at < now.vertices;
         at += all_warps * each) {
        const int32_t *list = a.column;
        int count = 0;
        if (lane < each && at + lane < now.vertices) {
            const int32_t v = vertex_of(q.queue[queue][at + lane]);
            list += q.out_start[v];
            count = (int)length_of(q.out_start, v);
        }
        remove_short(a, 1 - queue, next, list, count, level);
    }
    for (unsigned at = blockIdx.x; at < now.long_vertices; at += gridDim.x) {
        const int32_t v = vertex_of(q.long_queue[queue][at]);
        remove_long(a, 1 - queue, next, q.out_start[v], q.out_start[v + 1], level);
    }
}

/* Queues what is at the level, and lists what is above it. */
DEVICE void scan(const cores_arguments &a, const int32_t *list, unsigned count, int32_t *above,
                 cores_scan *result, int round, int32_t level)
{
    int32_t least = NONE;
    for (int64_t base = thread_of_grid() - lane_of_warp(); base < count; base += threads_of_grid()) {
        const bool is_here = base + lane_of_warp() < count;
        const int32_t v = is_here ? list[base + lane_of_warp()] : 0, d = is_here ? a.degree[v] : -1;
        const unsigned stay = __ballot_sync(ALL_LANES, d > level);
        unsigned place = 0;
        push(a.queues, (round + 1) % 2, counters_of(a.queues, round + 1), d == level, (uint32_t)v);
        if (lane_of_warp() == 0 && stay != 0)
            place = atomicAdd(&result->vertices, (unsigned)__popc(stay));
        place = __shfl_sync(ALL_LANES, place, 0) + __popc(stay & ((1u << lane_of_warp()) - 1));
        if (d > level) {
            above[place] = v;
            least = d < least ? d : least;
        }
    }
    least = __reduce_min_sync(ALL_LANES, least);
    if (lane_of_warp() == 0 && least < NONE)
        atomicMin(&result->least, least);
}

__global__ void __launch_bounds__(CORES_THREADS, 2) peel(struct cores_arguments a)
{
    __shared__ queue_counters shared;
    const vertex_queues &q = a.queues;
    cores_state *state = a.state;
    const bool is_first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    unsigned long long arrivals = 0;
    unsigned remaining = state->remaining;
    int which = state->which, level = state->level, degeneracy = state->degeneracy, round = 0, scans = 0;
    while (remaining > 0 && (unsigned)round < a.most_rounds) {
        cores_scan *result = &state->scans[(scans + 1) % CORES_SCANS];
        if (is_first_thread)
            state->scans[(scans + 2) % CORES_SCANS] = {0, NONE};
        scans++;
        open_round(q, round);
        scan(a, a.list[which], remaining, a.list[1 - which], result, round, level);
        queue_counters now = close_round(q, round, arrivals, &shared);
        round++;
        which = 1 - which;
        remaining = *(volatile unsigned *)&result->vertices;
        if (now.vertices + now.long_vertices == 0) {
            level = *(volatile int *)&result->least;
            continue;
        }
        degeneracy = level;
        while (now.vertices + now.long_vertices > 0) {
            open_round(q, round);
            remove_queued(a, now, round, level);
            now = close_round(q, round, arrivals, &shared);
            round++;
        }
        level++;
    }
    grid_barrier(&q.control->arrivals, arrivals);
    if (is_first_thread) {
        state->remaining = remaining;
        state->which = which;
        state->level = level;
        state->degeneracy = degeneracy;
        state->scans[1] = {0, NONE};
    }
}

} // namespace

extern "C" const void *const graph__cuda_cores_open = (const void *)open_degrees;
extern "C" const void *const graph__cuda_cores_peel = (const void *)peel;
