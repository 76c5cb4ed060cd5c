/* Betweenness from up to 64 sources at once: a bit for each source, and a row of fp64 for each vertex.
 *
 * Forward, a warp takes a vertex that some source has not reached, looks for the frontier in the edges into it, by the bits
 * of their other ends, and adds the rows of those that it finds: a lane has two sources.  Backward, it takes a vertex of the
 * level and adds the rows of its ends in the next one.  An edge that leads nowhere costs its number and a word of bits.
 * Long rows are taken by blocks.  All levels stay as bits.
 *
 * Sources: Brandes, J. Math. Sociology 25(2), 2001; Then et al., VLDB 2015, for many sources as bits. */
#include "cuda/centrality/betweenness_steps.cuh"

namespace
{

enum { WARPS = BETWEEN_ROWS_THREADS / WARP, AT_ONCE = 4 };
static_assert((int)WARPS == (int)BETWEEN_PIECES, "a block has a warp for each piece of a long row");

/* The list of rows that blocks take. */
__global__ void find_long(betweenness_rows_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid())
        if (a.edges.start[v + 1] - a.edges.start[v] > BETWEEN_LONG)
            a.long_row[atomicAdd(a.long_rows, 1ull)] = (int32_t)v;
}

/* Level 0; seen and level 0 are 0 before. */
__global__ void rows_open(betweenness_rows_arguments a)
{
    const int l = (int)thread_of_grid();
    if (l >= a.count)
        return;
    const int64_t v = a.source[l];
    atomicOr((unsigned long long *)&a.seen[v], 1ull << l);
    atomicOr((unsigned long long *)&a.level[v], 1ull << l);
    a.paths[v * a.stride + l] = 1;
}

/* Sums of one lane of the warp, for its two sources, and the sources that have a term. */
struct row_sum {
    double x[2];
    uint64_t reached;
};

/* The rows of `value` at the other ends of edges first .. end - 1 that have wanted bits. */
DEVICE row_sum sum_row(const int32_t *column, int64_t first, int64_t end, const uint64_t *bits,
                       uint64_t wanted, const double *value, int stride)
{
    const int lane = lane_of_warp();
    row_sum s = {{0, 0}, 0};
    for (; first < end; first += WARP) {
        const int32_t u = first + lane < end ? column[first + lane] : -1;
        const uint64_t here = u >= 0 ? bits[u] & wanted : 0;
        for (unsigned some = __ballot_sync(ALL_LANES, here != 0); some != 0;) {
            double2 x[AT_ONCE];
            unsigned mine[AT_ONCE];
#pragma unroll
            for (int k = 0; k < AT_ONCE; k++) {
                const int from = some != 0 ? __ffs((int)some) - 1 : 0;
                const uint64_t there = __shfl_sync(ALL_LANES, (unsigned long long)here, from);
                const int64_t at = (int64_t)__shfl_sync(ALL_LANES, u, from) * stride + 2 * lane;
                mine[k] = some != 0 ? (unsigned)(there >> (2 * lane)) & 3u : 0;
                s.reached |= some != 0 ? there : 0;
                x[k] = mine[k] != 0 ? *(const double2 *)(value + at) : double2{0, 0};
                some &= some - 1;
            }
#pragma unroll
            for (int k = 0; k < AT_ONCE; k++) {
                s.x[0] += (mine[k] & 1) != 0 ? x[k].x : 0;
                s.x[1] += (mine[k] & 2) != 0 ? x[k].y : 0;
            }
        }
    }
    return s;
}

/* The same for a row of more than BETWEEN_LONG edges by the whole block; warp 0 gets the sums. */
DEVICE row_sum sum_long_row(const int32_t *column, int64_t first, int64_t end, const uint64_t *bits,
                            uint64_t wanted, const double *value, int stride)
{
    __shared__ double part[WARPS][2 * WARP];
    __shared__ uint64_t part_reached[WARPS];
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP;
    const int64_t piece = piece_of(end - first), from = first + warp * piece, to = from + piece;
    row_sum s = sum_row(column, from, to < end ? to : end, bits, wanted, value, stride);
    part[warp][2 * lane] = s.x[0];
    part[warp][2 * lane + 1] = s.x[1];
    if (lane == 0)
        part_reached[warp] = s.reached;
    __syncthreads();
    for (int w = 1; w < WARPS && warp == 0; w++) {
        s.x[0] += part[w][2 * lane];
        s.x[1] += part[w][2 * lane + 1];
        s.reached |= part_reached[w];
    }
    return s;
}

/* The row of this warp, or of the block: -1 if there is none. */
DEVICE int64_t row_of(const betweenness_rows_arguments &a, bool *is_long)
{
    *is_long = blockIdx.x < a.long_blocks;
    if (*is_long)
        return a.long_row[blockIdx.x];
    const int64_t v = (blockIdx.x - a.long_blocks) * WARPS + threadIdx.x / WARP;
    return v < a.n && a.edges.start[v + 1] - a.edges.start[v] <= BETWEEN_LONG ? v : -1;
}

/* From level `depth` to the next. */
__global__ void __launch_bounds__(BETWEEN_ROWS_THREADS) rows_forward(betweenness_rows_arguments a)
{
    __shared__ unsigned long long found;
    __shared__ unsigned is_wide;
    const int lane = lane_of_warp();
    const uint64_t all = a.count == BETWEEN_MOST_LANES ? ~0ull : (1ull << a.count) - 1;
    const uint64_t *front = a.level + (int64_t)a.depth * a.n;
    bool is_long;
    const int64_t v = row_of(a, &is_long);
    const uint64_t wanted = v >= 0 ? all & ~a.seen[v] : 0;
    row_sum s = {{0, 0}, 0};
    if (threadIdx.x == 0) {
        found = 0;
        is_wide = 0;
    }
    __syncthreads(); /* also: the block has read `seen` */
    if (is_long && wanted != 0)
        s = sum_long_row(a.edges.column, a.edges.start[v], a.edges.start[v + 1], front, wanted, a.paths,
                         a.stride);
    else if (wanted != 0)
        s = sum_row(a.edges.column, a.edges.start[v], a.edges.start[v + 1], front, wanted, a.paths, a.stride);
    if (v >= 0 && (!is_long || threadIdx.x < WARP)) {
        for (int k = 0; k < 2; k++)
            if ((s.reached >> (2 * lane + k) & 1) != 0) {
                a.paths[v * a.stride + 2 * lane + k] = s.x[k];
                if (s.x[k] > power_of_two(1000))
                    is_wide = 1;
            }
        if (lane == 0) {
            a.level[(int64_t)(a.depth + 1) * a.n + v] = s.reached;
            if (s.reached != 0) {
                a.seen[v] = a.seen[v] | s.reached;
                atomicAdd(&found, (unsigned long long)__popcll(s.reached));
            }
        }
    }
    __syncthreads();
    if (threadIdx.x == 0 && found != 0)
        atomicAdd(&a.found->pairs, found);
    if (threadIdx.x == 0 && is_wide != 0)
        a.found->is_wide = 1;
}

/* The shares of level `depth` from the waves of the next one. */
__global__ void __launch_bounds__(BETWEEN_ROWS_THREADS) rows_backward(betweenness_rows_arguments a)
{
    const int lane = lane_of_warp();
    const uint64_t *next = a.level + (int64_t)(a.depth + 1) * a.n;
    bool is_long;
    const int64_t v = row_of(a, &is_long);
    const uint64_t here = v >= 0 ? a.level[(int64_t)a.depth * a.n + v] : 0;
    if (here == 0)
        return;
    row_sum s = {{0, 0}, 0};
    if (a.depth + 1 < a.levels && a.depth > 0)
        s = is_long ? sum_long_row(a.edges.column, a.edges.start[v], a.edges.start[v + 1], next, here, a.wave,
                                   a.stride)
                    : sum_row(a.edges.column, a.edges.start[v], a.edges.start[v + 1], next, here, a.wave,
                              a.stride);
    if (is_long && threadIdx.x >= WARP)
        return;
    for (int k = 0; k < 2; k++)
        if ((here >> (2 * lane + k) & 1) != 0) {
            const int64_t at = v * a.stride + 2 * lane + k;
            const double paths = a.paths[at], share = share_of(paths, s.x[k]);
            a.wave[at] = wave_of(paths, share);
            a.share[at] = share;
        }
}

/* A vertex adds the shares of the sources that reach it, in their order. */
__global__ void rows_add(betweenness_sum_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        const uint64_t seen = a.seen[v];
        double sum = a.vertex[v];
        for (int l = 0; l < a.count; l++)
            if ((seen >> l & 1) != 0)
                sum += a.share[v * a.stride + l];
        a.vertex[v] = sum;
    }
}

/* An edge adds what leads through it, from the sources for which its ends are on neighbouring levels. */
__global__ void rows_add_edges(betweenness_sum_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.entries; e += threads_of_grid()) {
        const int64_t u = a.row[e], v = a.column[e];
        uint64_t through = 0;
        for (int d = 0; d + 1 < a.levels; d++)
            through |= a.level[d * a.n + u] & a.level[(d + 1) * a.n + v];
        double sum = a.edge[e];
        for (; through != 0; through &= through - 1) {
            const int l = __ffsll((long long)through) - 1;
            sum = __dadd_rn(sum, __dmul_rn(a.paths[u * a.stride + l], a.wave[v * a.stride + l]));
        }
        a.edge[e] = sum;
    }
}

} // namespace

extern "C" const void *const graph__cuda_between_find_long = (const void *)find_long;
extern "C" const void *const graph__cuda_between_rows_open = (const void *)rows_open;
extern "C" const void *const graph__cuda_between_rows_forward = (const void *)rows_forward;
extern "C" const void *const graph__cuda_between_rows_backward = (const void *)rows_backward;
extern "C" const void *const graph__cuda_between_rows_add = (const void *)rows_add;
extern "C" const void *const graph__cuda_between_rows_add_edges = (const void *)rows_add_edges;
