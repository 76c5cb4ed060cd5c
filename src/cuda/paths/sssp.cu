/* Shortest distances from one source without negative weights, in one launch (near-far).
 *
 * A vertex whose distance becomes shorter is queued for the next round if the distance is at most a threshold, else it is
 * marked as far.  When the queue is empty, the threshold becomes the least far distance plus delta, and the far vertices up
 * to it are queued.  Where vertices have a small degree, as on roads, thousands of small rounds follow each other: some
 * blocks make them alone, as a barrier of these takes less time.  A distance is the sum of weights from the source on, in this order, so it equals that of every other
 * method bit for bit.
 * Source: Davidson, Baxter, Garland, Owens, "Work-efficient parallel GPU methods for single-source shortest paths", IPDPS
 * 2014 (near-far). */
#include "cuda/primitives/vertex_queues.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/paths/sssp_arguments.h"

namespace
{

/* A type of distances, and the unsigned integer of its bits. */
template <typename T> struct form;
template <> struct form<int32_t> {
    typedef uint32_t bits;
    static __device__ __forceinline__ bits of(int32_t x) { return (bits)x; }
    static __device__ __forceinline__ int32_t number(bits x) { return (int32_t)x; }
    static __device__ __forceinline__ int32_t infinite(void) { return 0x7fffffff; }
};
template <> struct form<int64_t> {
    typedef unsigned long long bits;
    static __device__ __forceinline__ bits of(int64_t x) { return (bits)x; }
    static __device__ __forceinline__ int64_t number(bits x) { return (int64_t)x; }
    static __device__ __forceinline__ int64_t infinite(void) { return 0x7fffffffffffffffLL; }
};
template <> struct form<float> {
    typedef uint32_t bits;
    static __device__ __forceinline__ bits of(float x) { return __float_as_uint(x); }
    static __device__ __forceinline__ float number(bits x) { return __uint_as_float(x); }
    static __device__ __forceinline__ float infinite(void) { return __uint_as_float(0x7f800000u); }
};
template <> struct form<double> {
    typedef unsigned long long bits;
    static __device__ __forceinline__ bits of(double x) { return (bits)__double_as_longlong(x); }
    static __device__ __forceinline__ double number(bits x) { return __longlong_as_double((long long)x); }
    static __device__ __forceinline__ double infinite(void)
    {
        return __longlong_as_double(0x7ff0000000000000LL);
    }
};

template <typename T> __global__ void sssp_open(struct sssp_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid())
        ((T *)a.distance)[v] = v == a.source ? (T)0 : form<T>::infinite();
    if (thread_of_grid() == 0)
        *a.some_arrivals = 0;
}

/* Relaxes the edges of up to 32 vertices; lane k has `count` of them, from `first` on. */
template <typename T>
DEVICE void relax(const sssp_arguments &a, int queue, queue_counters *next, uint32_t item, int64_t first,
                  int count, int round, double threshold)
{
    typedef typename form<T>::bits bits;
    bits *distance = (bits *)a.distance;
    const int sum = scan_warp(count), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
    const bits from = *(volatile bits *)&distance[item];
    first -= sum - count;
    for (int base = 0; base < all; base += WARP) {
        const int e = base + lane_of_warp(), owner = search_warp(e, sum);
        const int64_t at = __shfl_sync(ALL_LANES, first, owner) + e;
        const T start = form<T>::number(__shfl_sync(ALL_LANES, from, owner));
        bool is_near = false;
        int32_t w = 0;
        if (e < all) {
            const T weight = a.weight != nullptr ? ((const T *)a.weight)[at] : (T)1;
            w = a.column[at];
            if (weight < form<T>::infinite()) {
                const T sum_there = start + weight;
                const bits x = form<T>::of(sum_there);
                if (x < distance[w] && x < atomicMin(&distance[w], x)) {
                    is_near = (double)sum_there <= threshold;
                    if (is_near)
                        is_near = atomicMax(&a.stamp[w], round + 1) < round + 1;
                    else
                        atomicOr(&a.far[w >> 5], 1u << (w & 31));
                }
            }
        }
        push(a.queues, queue, next, is_near, (uint32_t)w);
    }
}

/* The blocks that make a round, the first of the grid, and their barrier. */
struct sssp_blocks {
    unsigned number;
    unsigned long long *arrivals, target;

    __device__ __forceinline__ void wait() { blocks_barrier(number, arrivals, target); }
};

/* Scans the far vertices.  Those above the threshold stay far, and *least becomes at most their least distance; the others
 * are queued now, or were before. */
template <typename T, bool IS_QUEUEING>
DEVICE void scan_far(const sssp_arguments &a, unsigned blocks, int queue, queue_counters *next,
                     double threshold, unsigned long long *least)
{
    typedef typename form<T>::bits bits;
    const volatile bits *distance = (const volatile bits *)a.distance;
    unsigned long long mine = ~0ull;
    for (int64_t base = thread_of_grid() - lane_of_warp(); base * 32 < a.n;
         base += (int64_t)blocks * blockDim.x) {
        const int64_t word = base + lane_of_warp();
        uint32_t rest = word * 32 < a.n ? *(volatile uint32_t *)&a.far[word] : 0, still_far = rest;
        while (__any_sync(ALL_LANES, rest != 0)) {
            const int32_t v = (int32_t)(word * 32 + __ffs((int)rest) - 1);
            const bool is_here = rest != 0;
            const bits x = is_here ? distance[v] : 0;
            const bool is_near = is_here && (double)form<T>::number(x) <= threshold;
            if (is_near)
                still_far &= ~(1u << (v & 31));
            else if (is_here && x < mine)
                mine = x;
            if (IS_QUEUEING)
                push(a.queues, queue, next, is_near, (uint32_t)v);
            rest &= rest - 1;
        }
        if (word * 32 < a.n)
            a.far[word] = still_far;
    }
    if (!IS_QUEUEING && mine != ~0ull)
        atomicMin(least, mine);
}

/* A round of these blocks. */
template <typename T>
DEVICE void make_round(const sssp_arguments &a, sssp_blocks &blocks, sssp_state &s, queue_counters *shared)
{
    const vertex_queues &q = a.queues;
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP, warps = (int)blockDim.x / WARP,
              round = (int)s.round, queue = round % 2;
    queue_counters *next = counters_of(q, round + 1);
    open_round(q, round);
    if (s.now.vertices + s.now.long_vertices == 0) {
        unsigned long long *least = &a.result->least[s.slot];
        s.slot = (s.slot + 1) % 3;
        if (blockIdx.x == 0 && threadIdx.x == 0)
            a.result->least[s.slot] = ~0ull;
        scan_far<T, false>(a, blocks.number, 0, next, s.threshold, least);
        blocks.wait();
        const unsigned long long x = *(volatile unsigned long long *)least;
        s.has_ended = x == ~0ull;
        if (s.has_ended)
            return;
        s.threshold = (double)form<T>::number((typename form<T>::bits)x) + a.delta;
        scan_far<T, true>(a, blocks.number, 1 - queue, next, s.threshold, nullptr);
    }
    /* All warps get vertices, if there are so many. */
    const unsigned all_warps = blocks.number * warps, fair = (s.now.vertices + all_warps - 1) / all_warps,
                   each = fair < WARP ? fair : (unsigned)WARP;
    for (uint64_t at = (uint64_t)(warp * blocks.number + blockIdx.x) * each; at < s.now.vertices;
         at += (uint64_t)all_warps * each) {
        uint32_t item = 0;
        int64_t first = 0;
        int count = 0;
        if (lane < each && at + lane < s.now.vertices) {
            item = round == 0 ? (uint32_t)a.source : q.queue[queue][at + lane];
            first = q.out_start[item];
            count = (int)(q.out_start[item + 1] - first);
        }
        relax<T>(a, 1 - queue, next, item, first, count, round, s.threshold);
    }
    for (unsigned at = blockIdx.x; at < s.now.long_vertices; at += blocks.number) {
        const uint32_t item = q.long_queue[queue][at];
        const int64_t end = q.out_start[item + 1];
        for (int64_t k = q.out_start[item] + warp * WARP; k < end; k += warps * WARP)
            relax<T>(a, 1 - queue, next, item, k + lane, k + lane < end ? 1 : 0, round, s.threshold);
    }
    blocks.wait();
    s.round++;
    s.now = read_counters(q, (int)s.round, shared);
}

template <typename T> DEVICE void search(const sssp_arguments &a)
{
    __shared__ queue_counters shared;
    const bool is_first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    sssp_blocks all = {gridDim.x, &a.queues.control->arrivals, 0}, some = {a.some_blocks, a.some_arrivals, 0};
    sssp_state s = {{1, 0}, a.delta, 0, 0, false};
    while (!s.has_ended && s.round < a.most_rounds) {
        if (s.now.vertices > a.some_vertices || s.now.long_vertices > 0 || a.some_blocks == 0) {
            make_round<T>(a, all, s, &shared);
            continue;
        }
        while (blockIdx.x < a.some_blocks && !s.has_ended && s.round < a.most_rounds &&
               s.now.vertices <= 2 * a.some_vertices && s.now.long_vertices == 0)
            make_round<T>(a, some, s, &shared);
        if (is_first_thread)
            a.result->state = s;
        all.wait();
        const volatile sssp_state &now = a.result->state;
        s.now.vertices = now.now.vertices;
        s.now.long_vertices = now.now.long_vertices;
        s.threshold = now.threshold;
        s.round = now.round;
        s.slot = now.slot;
        s.has_ended = now.has_ended;
    }
    if (is_first_thread) {
        a.result->rounds = s.round;
        a.result->has_given_up = !s.has_ended;
    }
}

template <typename T> __global__ void __launch_bounds__(SSSP_THREADS, 2) sssp_search(struct sssp_arguments a)
{
    search<T>(a);
}

template <typename T> __global__ void sssp_reached(struct sssp_found_arguments a)
{
    int count = 0;
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        const bool is_reached = ((const T *)a.distance)[v] != form<T>::infinite();
        a.present[v] = is_reached;
        count += is_reached;
    }
    count_block(a.reached, count);
}

} // namespace

#define OF_TYPES(name)                                                                                       \
    {                                                                                                        \
        (const void *)name<int32_t>, (const void *)name<int64_t>, (const void *)name<float>,                 \
            (const void *)name<double>                                                                       \
    }
extern "C" const void *const graph__cuda_sssp_open[] = OF_TYPES(sssp_open);
extern "C" const void *const graph__cuda_sssp_search[] = OF_TYPES(sssp_search);
extern "C" const void *const graph__cuda_sssp_reached[] = OF_TYPES(sssp_reached);
