/* Levels of a group of sources from their binary digits, and sums over the vertices; see bfs_multi.cu.
 *
 * A warp takes 32 vertices and one word of their rows.  Levels by source: a lane has a vertex, and the warp goes through the
 * sources; by vertex: the reverse.  So a store of the warp always writes 32 neighbouring levels.
 * Sums: the warp transposes the 32 x 32 bits of each plane, so that a lane has the bits of 32 vertices for its source. */
#include "cuda/primitives/warp.cuh"

#include "cuda/bfs/bfs_multi_arguments.h"
#include "cuda/primitives/value_sizes.cuh"

namespace
{

/* The planes of a lane's word. */
struct digits {
    uint32_t seen, plane[MULTI_PLANES];
};

DEVICE void read_digits(digits &d, const bfs_multi_levels_arguments &a, int64_t v, int w)
{
    const bool is_here = v < a.n;
    d.seen = is_here ? a.seen[v * a.words + w] : 0;
#pragma unroll
    for (int p = 0; p < MULTI_PLANES; p++) {
        if (p >= a.planes)
            break;
        d.plane[p] = is_here ? a.plane[p][v * a.words + w] : 0;
    }
}

template <typename T, bool IS_BY_VERTEX> __global__ void bfs_multi_levels(bfs_multi_levels_arguments a)
{
    const int lane = lane_of_warp();
    const T unreached = (T)(sizeof(T) == 4 ? 0x7fffffff : ~0);
    const int64_t items = (a.n + 31) / 32 * a.words;
    for (int64_t item = thread_of_grid() / WARP; item < items; item += threads_of_grid() / WARP) {
        const int64_t base = item / a.words * 32;
        const int w = (int)(item % a.words), first = w * 32;
        if (first >= a.count)
            continue;
        digits d;
        read_digits(d, a, base + lane, w);
        for (int k = 0; k < 32; k++) {
            uint32_t value = 0, seen;
            if (IS_BY_VERTEX) {
                seen = __shfl_sync(ALL_LANES, d.seen, k) >> lane & 1;
#pragma unroll
                for (int p = 0; p < MULTI_PLANES; p++) {
                    if (p >= a.planes)
                        break;
                    value |= (__shfl_sync(ALL_LANES, d.plane[p], k) >> lane & 1) << p;
                }
            } else {
                seen = d.seen >> k & 1;
#pragma unroll
                for (int p = 0; p < MULTI_PLANES; p++) {
                    if (p >= a.planes)
                        break;
                    value |= (d.plane[p] >> k & 1) << p;
                }
            }
            const int64_t v = base + (IS_BY_VERTEX ? k : lane), source = first + (IS_BY_VERTEX ? lane : k);
            if (v < a.n && source < a.count)
                ((T *)a.level)[source * a.source_stride + v * a.vertex_stride] =
                    seen != 0 ? (T)value : unreached;
        }
    }
}

/* A warp takes the same word of all its rows, so that the sums of 32 sources stay in registers. */
__global__ void bfs_multi_sums(bfs_multi_levels_arguments a)
{
    const int lane = lane_of_warp();
    const int64_t warps = threads_of_grid() / WARP / a.words, warp = thread_of_grid() / WARP;
    const int w = (int)(warp % a.words);
    unsigned long long reached = 0, sum = 0;
    unsigned most = 0;
    for (int64_t tile = warp / a.words; tile < (a.n + 31) / 32; tile += warps) {
        digits d;
        read_digits(d, a, tile * 32 + lane, w);
        const uint32_t seen = transpose_bits(d.seen);
        uint32_t largest = seen;
        unsigned value = 0;
        reached += (unsigned)__popc(seen);
#pragma unroll
        for (int p = MULTI_PLANES - 1; p >= 0; p--)
            if (p < a.planes) {
                const uint32_t digit = transpose_bits(d.plane[p]);
                sum += (unsigned long long)__popc(digit) << p;
                if ((largest & digit) != 0) {
                    largest &= digit;
                    value |= 1u << p;
                }
            }
        most = value > most ? value : most;
    }
    const int source = w * 32 + lane;
    if (warp < warps * a.words && source < a.count) {
        if (a.reached != nullptr)
            atomicAdd(&a.reached[source], reached);
        if (a.distance_sum != nullptr)
            atomicAdd(&a.distance_sum[source], sum);
        if (a.eccentricity != nullptr)
            atomicMax(&a.eccentricity[source], (int)most);
    }
}

} // namespace

#define LEVELS(is_by_vertex)                                                                                 \
    {                                                                                                        \
        (const void *)bfs_multi_levels<uint8_t, is_by_vertex>,                                               \
            (const void *)bfs_multi_levels<uint16_t, is_by_vertex>,                                          \
            (const void *)bfs_multi_levels<int32_t, is_by_vertex>                                            \
    }
extern "C" const void *const graph__cuda_bfs_multi_levels[2][3] = {LEVELS(false), LEVELS(true)};
EXPORT(bfs_multi_sums)
