/* Shortest distances from one source without negative weights, in one launch (near-far).
 *
 * A vertex whose distance becomes shorter is queued for the next round if the distance is at most a threshold, else it is
 * marked as far.  When the queue is empty, the threshold rises by delta, or to the least far distance plus delta, and the
 * far vertices up to it are queued.  Where vertices have a small degree, as on roads, thousands of small rounds follow each
 * other: some blocks make them alone, as a barrier of these takes less time.  A distance is the sum of weights from the
 * source on, in this order, so it equals that of every other method bit for bit.
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

/* What a warp will queue for the next round, in shared memory: so it takes places for 32 vertices at a time. */
struct sssp_queue {
    queue_counters *counters;
    uint32_t *item, *to; /* room for 64; the queue */
    int count;

    /* Queues the first vertices, 32 at most. */
    __device__ __forceinline__ void flush()
    {
        const int lane = lane_of_warp(), now = count < WARP ? count : (int)WARP;
        unsigned place = 0;
        __syncwarp();
        if (lane == 0 && now > 0)
            place = atomicAdd(&counters->vertices, (unsigned)now);
        place = __shfl_sync(ALL_LANES, place, 0);
        if (lane < now)
            to[place + lane] = item[lane];
        count -= now;
        const uint32_t x = item[WARP + lane];
        __syncwarp();
        item[lane] = x;
        __syncwarp();
    }
};

/* Queues the vertices of the lanes with is_new, one with many edges once for each piece of them; called by whole warps. */
DEVICE void queue_vertices(const sssp_arguments &a, int queue, sssp_queue &next, bool is_new, uint32_t v)
{
    const vertex_queues &q = a.queues;
    const unsigned all = __ballot_sync(ALL_LANES, is_new);
    if (all == 0)
        return;
    const int64_t edges = is_new ? length_of(q.out_start, (int32_t)v) : 0;
    const bool is_long = edges > QUEUE_LONG;
    const unsigned long_mask = __ballot_sync(ALL_LANES, is_long), mask = all & ~long_mask;
    if (is_new && !is_long)
        next.item[next.count + __popc(mask & ((1u << lane_of_warp()) - 1))] = v;
    next.count += __popc(mask);
    if (next.count >= WARP)
        next.flush();
    if (long_mask == 0)
        return;
    unsigned place = 0;
    const int pieces = is_long ? (int)((edges - 1) / SSSP_PIECE + 1) : 0, sum = scan_warp(pieces),
              total = __shfl_sync(ALL_LANES, sum, WARP - 1);
    if (lane_of_warp() == 0)
        place = atomicAdd(&next.counters->long_vertices, (unsigned)total);
    place = __shfl_sync(ALL_LANES, place, 0) + (unsigned)(sum - pieces);
    for (int piece = 0; piece < pieces; piece++) {
        q.long_queue[queue][place + piece] = v;
        a.piece[queue][place + piece] = piece;
    }
}

/* Relaxes the edges of up to 32 vertices; lane k has `count` of them, from `first` on. */
template <typename T>
DEVICE void relax(const sssp_arguments &a, int queue, sssp_queue &next, uint32_t item, int64_t first,
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
        queue_vertices(a, queue, next, is_near, (uint32_t)w);
    }
}

/* The blocks that make a round, the first of the grid, and their barrier. */
struct sssp_blocks {
    unsigned number;
    unsigned long long *arrivals, target;

    __device__ __forceinline__ void wait() { blocks_barrier(number, arrivals, target); }
};

/* Queues the far vertices up to the threshold; *least becomes at most the least distance of the others, which stay far.  A
 * lane has a word of the bitmap, and the warp reads the distances of a word together. */
template <typename T>
DEVICE void scan_far(const sssp_arguments &a, unsigned blocks, int queue, sssp_queue &next, double threshold,
                     unsigned long long *least)
{
    enum { TOGETHER = 2 };
    typedef typename form<T>::bits bits;
    const volatile bits *distance = (const volatile bits *)a.distance;
    const int lane = lane_of_warp();
    const int64_t words = (a.n + 31) / 32, warps = (int64_t)blocks * (blockDim.x / WARP);
    unsigned long long mine = ~0ull;
    int width = 1;
    while (width < WARP && width * warps < words)
        width *= 2;
    for (int64_t base = thread_of_grid() / WARP * width; base < words; base += warps * width) {
        const bool has_word = lane < width && base + lane < words;
        const uint32_t word = has_word ? *(volatile uint32_t *)&a.far[base + lane] : 0;
        uint32_t still_far = word;
        for (unsigned rest = __ballot_sync(ALL_LANES, word != 0); rest != 0;) {
            int owner[TOGETHER];
            bool is_here[TOGETHER];
            bits x[TOGETHER];
#pragma unroll
            for (int t = 0; t < TOGETHER; t++) {
                owner[t] = __ffs((int)rest) - 1;
                rest &= rest - 1;
                const uint32_t all = __shfl_sync(ALL_LANES, word, owner[t] & (WARP - 1));
                is_here[t] = owner[t] >= 0 && (all >> lane & 1) != 0;
                x[t] = is_here[t] ? distance[(base + owner[t]) * 32 + lane] : 0;
            }
#pragma unroll
            for (int t = 0; t < TOGETHER; t++) {
                const bool is_near = is_here[t] && (double)form<T>::number(x[t]) <= threshold;
                const unsigned near = __ballot_sync(ALL_LANES, is_near);
                still_far &= lane == owner[t] ? ~near : ~0u;
                mine = is_here[t] && !is_near && x[t] < mine ? x[t] : mine;
                queue_vertices(a, queue, next, is_near, (uint32_t)((base + owner[t]) * 32 + lane));
            }
        }
        if (still_far != word)
            a.far[base + lane] = still_far;
    }
    for (int step = WARP / 2; step > 0; step /= 2) {
        const unsigned long long other = __shfl_xor_sync(ALL_LANES, mine, step);
        mine = other < mine ? other : mine;
    }
    if (lane == 0 && mine < *(volatile unsigned long long *)least)
        atomicMin(least, mine);
}

struct sssp_shared {
    queue_counters now;
    uint32_t item[SSSP_THREADS / WARP][2 * WARP]; /* of the queue of a warp */
};

/* A round of these blocks. */
template <typename T>
DEVICE void make_round(const sssp_arguments &a, sssp_blocks &blocks, sssp_state &s, sssp_shared *shared)
{
    const vertex_queues &q = a.queues;
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP, warps = (int)blockDim.x / WARP,
              round = (int)s.round, queue = round % 2;
    sssp_queue next = {counters_of(q, round + 1), shared->item[warp], q.queue[1 - queue], 0};
    open_round(q, round);
    /* The threshold rises by delta; where that queues nothing, it then begins at the least far distance. */
    const bool is_scan = s.now.vertices + s.now.long_vertices == 0;
    if (is_scan && s.is_after_scan) {
        const unsigned long long x = *(volatile unsigned long long *)&a.result->least[(s.slot + 2) % 3];
        s.has_ended = x == ~0ull;
        if (s.has_ended)
            return;
        s.threshold = (double)form<T>::number((typename form<T>::bits)x);
    }
    s.is_after_scan = is_scan;
    if (is_scan) {
        unsigned long long *least = &a.result->least[s.slot];
        s.slot = (s.slot + 1) % 3;
        if (blockIdx.x == 0 && threadIdx.x == 0)
            a.result->least[s.slot] = ~0ull;
        s.threshold += a.delta;
        scan_far<T>(a, blocks.number, 1 - queue, next, s.threshold, least);
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
            item = q.queue[queue][at + lane];
            first = q.out_start[item];
            count = (int)(q.out_start[item + 1] - first);
        }
        relax<T>(a, 1 - queue, next, item, first, count, round, s.threshold);
    }
    for (unsigned at = blockIdx.x; at < s.now.long_vertices; at += blocks.number) {
        const uint32_t item = round == 0 ? (uint32_t)a.source : q.long_queue[queue][at];
        const int64_t piece = round == 0 ? (int64_t)at : a.piece[queue][at],
                      first = q.out_start[item] + piece * SSSP_PIECE, all = q.out_start[item + 1],
                      end = all - first < SSSP_PIECE ? all : first + SSSP_PIECE;
        for (int64_t k = first + warp * WARP; k < end; k += warps * WARP)
            relax<T>(a, 1 - queue, next, item, k + lane, k + lane < end ? 1 : 0, round, s.threshold);
    }
    next.flush();
    blocks.wait();
    s.round++;
    s.now = read_counters(q, (int)s.round, &shared->now);
}

/* What another block has written. */
DEVICE sssp_state read_state(const volatile sssp_state &there)
{
    sssp_state s;
    s.now.vertices = there.now.vertices;
    s.now.long_vertices = there.now.long_vertices;
    s.threshold = there.threshold;
    s.round = there.round;
    s.slot = there.slot;
    s.is_after_scan = there.is_after_scan;
    s.has_ended = there.has_ended;
    return s;
}

template <typename T> DEVICE void search(const sssp_arguments &a)
{
    __shared__ sssp_shared shared;
    const bool is_first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    unsigned long long arrivals = 0, some_arrivals = 0;
    /* The source is queued in pieces. */
    const int64_t edges = length_of(a.queues.out_start, (int32_t)a.source);
    sssp_state s = {{0, (unsigned)((edges + SSSP_PIECE - 1) / SSSP_PIECE)}, a.delta, 0, 0, false, false};
    bool is_of_some = false; /* these blocks make rounds alone */
    for (;;) {
        const bool has_stopped = s.has_ended || s.round >= a.most_rounds;
        const unsigned most = is_of_some ? 2 * a.some_vertices : a.some_vertices;
        const bool is_small =
            a.some_blocks > 0 && !has_stopped && s.now.vertices <= most && s.now.long_vertices == 0;
        if (is_small && !is_of_some && blockIdx.x < a.some_blocks)
            is_of_some = true;
        else if (is_small != is_of_some) {
            /* Some blocks have made their rounds, or these here wait for them. */
            is_of_some = false;
            if (is_first_thread)
                a.result->state = s;
            grid_barrier(&a.queues.control->arrivals, arrivals);
            s = read_state(a.result->state);
            if (s.has_ended || s.round >= a.most_rounds)
                break;
        } else if (has_stopped)
            break;
        sssp_blocks blocks = {is_of_some ? a.some_blocks : gridDim.x,
                              is_of_some ? a.some_arrivals : &a.queues.control->arrivals,
                              is_of_some ? some_arrivals : arrivals};
        make_round<T>(a, blocks, s, &shared);
        (is_of_some ? some_arrivals : arrivals) = blocks.target;
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
