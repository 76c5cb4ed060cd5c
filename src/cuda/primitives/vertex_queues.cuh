/* Queues of vertices for kernels that work in rounds: the vertices that a round finds are the queue of the next round.
 * Every warp appends with one atomic addition.  Vertices with many edges go to a second queue, which blocks process. */
#ifndef CUDA_PRIMITIVES_VERTEX_QUEUES_CUH
#define CUDA_PRIMITIVES_VERTEX_QUEUES_CUH

#include "cuda/primitives/grid_barrier.cuh"

#include "cuda/primitives/vertex_queues_arguments.h"

DEVICE int32_t vertex_of(uint32_t item) { return (int32_t)(item & 0x7fffffffu); }

DEVICE int64_t length_of(const int64_t *start, int32_t v) { return start[v + 1] - start[v]; }

/* Appends the items of the lanes with is_new; called by whole warps. */
DEVICE void push(const vertex_queues &q, int queue, queue_counters *counters, bool is_new, uint32_t item)
{
    if (__ballot_sync(ALL_LANES, is_new) == 0)
        return;
    bool is_long = false;
    if (is_new) {
        const int32_t v = vertex_of(item);
        is_long = length_of(q.out_start, v) > QUEUE_LONG ||
                  (q.in_start != nullptr && length_of(q.in_start, v) > QUEUE_LONG);
    }
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
        (is_long ? q.long_queue : q.queue)[queue][is_long ? long_place : place] = item;
}

DEVICE queue_counters *counters_of(const vertex_queues &q, int round)
{
    return &q.control->counters[round % QUEUE_COUNTERS];
}

/* At the beginning of a round: clears the counters of the round after the next. */
DEVICE void open_round(const vertex_queues &q, int round)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *counters_of(q, round + 2) = {};
}

/* After a barrier: the lengths of the queues of the round. */
DEVICE queue_counters read_counters(const vertex_queues &q, int round, queue_counters *shared)
{
    if (threadIdx.x == 0) {
        const volatile queue_counters *now = counters_of(q, round);
        shared->vertices = now->vertices;
        shared->long_vertices = now->long_vertices;
    }
    __syncthreads();
    const queue_counters now = *shared;
    __syncthreads();
    return now;
}

/* Waits until all blocks have ended the round; returns the lengths of the queues of the next one. */
DEVICE queue_counters close_round(const vertex_queues &q, int round, unsigned long long &arrivals,
                                  queue_counters *shared)
{
    grid_barrier(&q.control->arrivals, arrivals);
    return read_counters(q, round + 1, shared);
}

#endif
