/* Betweenness from up to 64 sources at once, for deep graphs: a search whose vertices are pairs of a source and a vertex.
 *
 * A level is a stretch of the queue.  A lane takes a pair of it: it appends its ends that nobody has reached, and counts
 * the paths to it from those of the level before; both in one pass over a row of a symmetric graph.  So a level costs one
 * barrier of the grid, and all sources fill it together.  Backward, the levels are taken from the last one on.  A number of
 * paths is a mantissa times 2^(512 exponent): large grids have more paths than fp64 counts.
 * The order in the queue depends on what runs when; no sum does.
 *
 * Source: Brandes, J. Math. Sociology 25(2), 2001. */
#include "cuda/centrality/betweenness_steps.cuh"
#include "cuda/primitives/grid_barrier.cuh"

namespace
{

enum {
    SHIFT = 512,
    LANE_EDGES = 16, /* a row with more is read by the warp */
    BUFFER = 2048    /* new pairs that a block collects before it reserves places in the queue */
};

__global__ void pairs_open(betweenness_pairs_arguments a)
{
    const int s = (int)thread_of_grid();
    if (s == 0) {
        a.level_start[0] = 0;
        a.level_start[1] = a.count;
        a.control->last = a.count;
    }
    if (s >= a.count)
        return;
    const int64_t pair = s * a.n + a.source[s];
    a.state[pair] = {0, 0};
    a.paths[pair] = 1;
    a.queue[s] = (uint32_t)pair;
}

/* ---- Scaled numbers ---- */

/* x / 2^(SHIFT * steps); from three steps on it changes no number that is not scaled. */
DEVICE double scale_down(double x, int steps)
{
    return steps == 0   ? x
           : steps == 1 ? x * power_of_two(-SHIFT)
           : steps == 2 ? x * power_of_two(-SHIFT) * power_of_two(-SHIFT)
                        : 0;
}

struct wide_value {
    double mantissa;
    int exponent;
};

DEVICE void add_scaled(wide_value &sum, double mantissa, int exponent)
{
    if (exponent > sum.exponent) {
        sum.mantissa = scale_down(sum.mantissa, exponent - sum.exponent);
        sum.exponent = exponent;
    }
    sum.mantissa += scale_down(mantissa, sum.exponent - exponent);
    if (sum.mantissa > power_of_two(SHIFT)) {
        sum.mantissa *= power_of_two(-SHIFT);
        sum.exponent++;
    }
}

DEVICE bool is_beyond(const wide_value &x)
{
    return x.exponent > 1 || (x.exponent == 1 && x.mantissa > power_of_two(1000 - SHIFT));
}

/* ---- The queue ---- */

/* New pairs of a block: those that found room are the first `filled`. */
struct pair_buffer {
    unsigned reserved, filled, place;
    uint32_t pair[BUFFER];
};

/* The level that is being found: `begin` is its place in the queue. */
struct next_level {
    unsigned *counter;
    int64_t begin;
};

/* Appends the pairs of the lanes with is_new; called by whole warps. */
DEVICE void append(const betweenness_pairs_arguments &a, pair_buffer *buffer, const next_level &next,
                   bool is_new, uint32_t pair)
{
    const unsigned mask = __ballot_sync(ALL_LANES, is_new);
    if (mask == 0)
        return;
    const unsigned count = (unsigned)__popc(mask),
                   rank = (unsigned)__popc(mask & ((1u << lane_of_warp()) - 1));
    unsigned at = 0, place = 0;
    if (lane_of_warp() == 0) {
        at = atomicAdd(&buffer->reserved, count);
        if (at + count > BUFFER)
            place = atomicAdd(next.counter, count);
        else
            atomicMax(&buffer->filled, at + count);
    }
    at = __shfl_sync(ALL_LANES, at, 0);
    place = __shfl_sync(ALL_LANES, place, 0);
    if (is_new && at + count <= BUFFER)
        buffer->pair[at + rank] = pair;
    else if (is_new)
        a.queue[next.begin + place + rank] = pair;
}

/* At the end of a level, by the whole block. */
DEVICE void flush(const betweenness_pairs_arguments &a, pair_buffer *buffer, const next_level &next)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        buffer->place = buffer->filled > 0 ? atomicAdd(next.counter, buffer->filled) : 0;
        buffer->reserved = 0;
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < buffer->filled; k += BETWEEN_PAIRS_THREADS)
        a.queue[next.begin + buffer->place + k] = buffer->pair[k];
    __syncthreads();
    if (threadIdx.x == 0)
        buffer->filled = 0;
}

/* ---- Rows ---- */

/* What a pass over the rows of a warp's pairs does: append what nobody has reached, sum what stands at a level, or both. */
enum pass { APPENDS = 1, COUNTS = 2, SHARES = 4 };

/* The pair of a lane. */
struct pair_state {
    uint32_t base; /* that of its source with vertex 0 */
    int32_t vertex, exponent;
    bool is_there;
};

template <int PASS> DEVICE void add_term(wide_value &sum, double x, int exponent, int begin_exponent)
{
    if ((PASS & COUNTS) != 0)
        add_scaled(sum, x, exponent);
    else /* exponents do not fall along an edge: all paths to its begin lead on */
        sum.mantissa += scale_down(x, exponent - begin_exponent);
}

/* Whether this lane is the one that reaches the pair. */
DEVICE bool reaches(const betweenness_pairs_arguments &a, uint32_t pair, int32_t level)
{
    return atomicCAS(&a.state[pair].level, -1, level) == -1;
}

/* A row by the whole warp: vertex `v` of the source at `base`.  The sum, in all lanes. */
template <int PASS>
DEVICE wide_value visit_long(const betweenness_pairs_arguments &a, const betweenness_edges &edges,
                             pair_buffer *buffer, const next_level &next, uint32_t base, int32_t v,
                             int exponent, int32_t depth, int32_t wanted, const double *value)
{
    const int64_t begin = edges.start[v], end = edges.start[v + 1], piece = piece_of(end - begin);
    wide_value sum = {0, 0};
    for (int64_t from = begin; from < end; from += piece) {
        const int64_t to = from + piece < end ? from + piece : end;
        wide_value part = {0, 0};
        for (int64_t k = from + lane_of_warp(); k - lane_of_warp() < to; k += WARP) {
            const uint32_t pair = base + (uint32_t)(k < to ? edges.column[k] : 0);
            const betweenness_state there = k < to ? a.state[pair] : betweenness_state{-3, 0};
            const bool is_term = (PASS & (COUNTS | SHARES)) != 0 && there.level == wanted;
            if ((PASS & APPENDS) != 0)
                append(a, buffer, next, there.level == -1 && reaches(a, pair, depth + 1), pair);
            const double x = is_term ? value[pair] : 0;
            for (unsigned terms = __ballot_sync(ALL_LANES, is_term); terms != 0; terms &= terms - 1) {
                const int owner = __ffs((int)terms) - 1;
                add_term<PASS>(part, __shfl_sync(ALL_LANES, x, owner),
                               __shfl_sync(ALL_LANES, there.exponent, owner), exponent);
            }
        }
        if ((PASS & COUNTS) != 0)
            add_scaled(sum, part.mantissa, part.exponent);
        else
            sum.mantissa += part.mantissa;
    }
    return sum;
}

/* The rows of the pairs of a warp, which stand at level `depth`: the sum over the ends at level `wanted`. */
template <int PASS>
DEVICE wide_value visit(const betweenness_pairs_arguments &a, const betweenness_edges &edges,
                        pair_buffer *buffer, const next_level &next, const pair_state &p, int32_t depth,
                        int32_t wanted, const double *value)
{
    enum { AT_ONCE = 4 };
    const int64_t first = p.is_there ? edges.start[p.vertex] : 0,
                  length = p.is_there ? edges.start[p.vertex + 1] - first : 0;
    const bool is_long = length > LANE_EDGES;
    const int mine = is_long ? 0 : (int)length, most = __reduce_max_sync(ALL_LANES, mine);
    wide_value sum = {0, 0};
    for (int k = 0; k < most; k += AT_ONCE) {
        uint32_t pair[AT_ONCE];
        betweenness_state there[AT_ONCE];
        double x[AT_ONCE];
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++)
            pair[j] = p.base + (uint32_t)(k + j < mine ? edges.column[first + k + j] : 0);
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++)
            there[j] = k + j < mine ? a.state[pair[j]] : betweenness_state{-3, 0};
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++)
            x[j] = (PASS & (COUNTS | SHARES)) != 0 && there[j].level == wanted ? value[pair[j]] : 0;
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++) {
            if ((PASS & (COUNTS | SHARES)) != 0 && there[j].level == wanted)
                add_term<PASS>(sum, x[j], there[j].exponent, p.exponent);
            if ((PASS & APPENDS) != 0)
                append(a, buffer, next, there[j].level == -1 && reaches(a, pair[j], depth + 1), pair[j]);
        }
    }
    for (unsigned pending = __ballot_sync(ALL_LANES, is_long); pending != 0; pending &= pending - 1) {
        const int owner = __ffs((int)pending) - 1;
        const wide_value x =
            visit_long<PASS>(a, edges, buffer, next, __shfl_sync(ALL_LANES, p.base, owner),
                             __shfl_sync(ALL_LANES, p.vertex, owner),
                             __shfl_sync(ALL_LANES, p.exponent, owner), depth, wanted, value);
        if (lane_of_warp() == owner)
            sum = x;
    }
    return sum;
}

/* The pair at a place of the queue. */
DEVICE pair_state pair_at(const betweenness_pairs_arguments &a, int64_t place, int64_t end)
{
    pair_state p = {0, 0, 0, place < end};
    if (p.is_there) {
        const uint32_t pair = a.queue[place], n = (uint32_t)a.n;
        p.base = pair / n * n;
        p.vertex = (int32_t)(pair - p.base);
    }
    return p;
}

/* The first place of this warp among those of a level, and the distance to its next ones: neighbouring stretches go to
 * different multiprocessors. */
DEVICE int64_t first_place(void) { return ((int64_t)(threadIdx.x / WARP) * gridDim.x + blockIdx.x) * WARP; }
DEVICE int64_t step_of_places(void) { return (int64_t)gridDim.x * BETWEEN_PAIRS_THREADS; }

/* Levels from control->depth on, until one is empty or last_depth is reached. */
__global__ void __launch_bounds__(BETWEEN_PAIRS_THREADS, 2) pairs_forward(betweenness_pairs_arguments a)
{
    __shared__ pair_buffer buffer;
    __shared__ unsigned found;
    betweenness_pairs_control *control = a.control;
    unsigned long long arrivals = 0;
    int64_t first = control->first, last = control->last;
    int32_t depth = control->depth;
    if (threadIdx.x == 0)
        buffer.reserved = buffer.filled = 0;
    grid_barrier(&control->arrivals, arrivals); /* all have read the control */
    for (; first < last && depth < a.last_depth; depth++) {
        const next_level next = {&control->counters[(depth + 1) % BETWEEN_COUNTERS], last};
        if (blockIdx.x == 0 && threadIdx.x == 0)
            control->counters[(depth + 2) % BETWEEN_COUNTERS] = 0;
        const int32_t before = depth > 0 ? depth - 1 : -2; /* -2: no level */
        for (int64_t at = first + first_place(); at < last; at += step_of_places()) {
            const pair_state p = pair_at(a, at + lane_of_warp(), last);
            wide_value paths;
            if (a.is_symmetric)
                paths = visit<APPENDS | COUNTS>(a, a.out, &buffer, next, p, depth, before, a.paths);
            else {
                visit<APPENDS>(a, a.out, &buffer, next, p, depth, before, a.paths);
                paths = visit<COUNTS>(a, a.in, &buffer, next, p, depth, before, a.paths);
            }
            if (p.is_there && depth > 0) {
                const uint32_t pair = p.base + (uint32_t)p.vertex;
                const unsigned long long bit = 1ull << (p.base / (uint32_t)a.n);
                a.paths[pair] = paths.mantissa;
                a.state[pair].exponent = paths.exponent;
                if (is_beyond(paths) && (*(volatile unsigned long long *)&control->wide & bit) == 0)
                    atomicOr(&control->wide, bit);
            }
        }
        flush(a, &buffer, next);
        grid_barrier(&control->arrivals, arrivals);
        if (threadIdx.x == 0)
            found = *(volatile unsigned *)next.counter;
        __syncthreads();
        first = last;
        last += found;
        if (blockIdx.x == 0 && threadIdx.x == 0)
            a.level_start[depth + 2] = last;
        __syncthreads();
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        control->first = first;
        control->last = last;
        control->depth = depth;
    }
}

/* Levels from control->depth down to last_depth. */
__global__ void __launch_bounds__(BETWEEN_PAIRS_THREADS, 2) pairs_backward(betweenness_pairs_arguments a)
{
    betweenness_pairs_control *control = a.control;
    unsigned long long arrivals = 0;
    int32_t depth = control->depth;
    const next_level none = {nullptr, 0};
    grid_barrier(&control->arrivals, arrivals);
    for (; depth >= a.last_depth; depth--) {
        const int64_t last = a.level_start[depth + 1];
        for (int64_t at = a.level_start[depth] + first_place(); at < last; at += step_of_places()) {
            pair_state p = pair_at(a, at + lane_of_warp(), last);
            const uint32_t pair = p.base + (uint32_t)p.vertex;
            if (depth == 0) {
                if (p.is_there)
                    a.share[pair] = 0;
                continue;
            }
            if (p.is_there)
                p.exponent = a.state[pair].exponent;
            const wide_value sum = visit<SHARES>(a, a.out, nullptr, none, p, depth, depth + 1, a.wave);
            if (p.is_there) {
                const double paths = a.paths[pair], share = share_of(paths, sum.mantissa);
                a.wave[pair] = wave_of(paths, share);
                a.share[pair] = share;
            }
        }
        grid_barrier(&control->arrivals, arrivals);
    }
    if (blockIdx.x == 0 && threadIdx.x == 0)
        control->depth = depth;
}

/* ---- What a batch adds ---- */

/* A vertex adds the shares of the sources that reach it, in their order. */
__global__ void pairs_add(betweenness_sum_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        double sum = a.vertex[v];
        for (int s = 0; s < a.count; s++)
            if (a.state[s * a.n + v].level >= 0)
                sum += a.share[s * a.n + v];
        a.vertex[v] = sum;
    }
}

__global__ void pairs_add_edges(betweenness_sum_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.entries; e += threads_of_grid()) {
        double sum = a.edge[e];
        for (int s = 0; s < a.count; s++) {
            const int64_t from = s * a.n + a.row[e], to = s * a.n + a.column[e];
            const betweenness_state x = a.state[from], y = a.state[to];
            if (x.level >= 0 && y.level == x.level + 1)
                sum =
                    __dadd_rn(sum, scale_down(__dmul_rn(a.paths[from], a.wave[to]), y.exponent - x.exponent));
        }
        a.edge[e] = sum;
    }
}

} // namespace

extern "C" const void *const graph__cuda_between_pairs_open = (const void *)pairs_open;
extern "C" const void *const graph__cuda_between_pairs_forward = (const void *)pairs_forward;
extern "C" const void *const graph__cuda_between_pairs_backward = (const void *)pairs_backward;
extern "C" const void *const graph__cuda_between_pairs_add = (const void *)pairs_add;
extern "C" const void *const graph__cuda_between_pairs_add_edges = (const void *)pairs_add_edges;
