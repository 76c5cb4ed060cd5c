/* Many searches of a thin graph side by side, each by a cluster of its own; see bfs_cluster.cuh.  The frontiers of such a graph
 * are small and far from each other, so walking together (bfs_multi.cu) would share nothing. */
#include "cuda/bfs/bfs_cluster.cuh"

#include "cuda/bfs/bfs_multi_kernels.h"

namespace
{

#ifdef HAS_CLUSTERS

DEVICE void store_level(const bfs_thin_multi_arguments &a, int64_t at, int32_t level)
{
    if (a.level_bytes == 1)
        ((uint8_t *)a.level)[at] = (uint8_t)level;
    else if (a.level_bytes == 2)
        ((uint16_t *)a.level)[at] = (uint16_t)level;
    else
        ((int32_t *)a.level)[at] = level;
}

/* The number of the next source, the same for all blocks; as many as there are: none is left, or one search has failed. */
template <int TEAM> DEVICE int64_t next_source(const bfs_thin_multi_arguments &a, const thin_block<TEAM> &b)
{
    if (b.member == 0 && threadIdx.x < WARP) {
        unsigned next = 0;
        if (threadIdx.x == 0)
            next = *(volatile unsigned *)&a.control[THIN_FAILED] != 0 ? (unsigned)a.sources
                                                                      : atomicAdd(&a.control[THIN_NEXT], 1u);
        next = __shfl_sync(ALL_LANES, next, 0);
        if (TEAM == 1 && threadIdx.x == 0)
            b.own->next = next;
        if (TEAM > 1 && threadIdx.x < TEAM)
            store_at(address_at(threadIdx.x, &b.own->next), next);
    }
    wait_for_cluster();
    return b.own->next < a.sources ? b.own->next : a.sources;
}

template <int TEAM> DEVICE void search_all(const bfs_thin_multi_arguments &a)
{
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const thin_block<TEAM> b = open_thin<TEAM>(shared_bytes, a.room, (const int4 *)a.near, a.column);
    const unsigned thread = b.member * THIN_MULTI_THREADS + threadIdx.x;
    unsigned turn = 0;
    wait_for_cluster();
    for (;;) {
        const int64_t k = next_source(a, b);
        if (k == a.sources)
            break;
        const int64_t source = a.source != nullptr ? a.source[k] : a.first_source + k;
        unsigned reached = 0;
        int deepest = 0;
        unsigned long long sum = 0;
        forget_all(b, a.n);
        if (a.level != nullptr)
            for (int64_t v = thread; v < a.n; v += TEAM * THIN_MULTI_THREADS)
                store_level(a, k * a.source_stride + v * a.vertex_stride, a.unreached);
        wait_for_cluster(); /* Levels come after this. */
        const unsigned said = search_thin<TEAM, THIN_MULTI_THREADS>(
            b, (int32_t)source, &turn, a.most_depth, a.most_edges, [&](int32_t v, int depth) {
                reached++;
                sum += (unsigned)depth;
                deepest = depth;
                if (a.level != nullptr)
                    store_level(a, k * a.source_stride + v * a.vertex_stride, depth);
            });
        const bool is_first = lane_of_warp() == 0;
        if (said > a.most_edges && is_first)
            a.control[THIN_FAILED] = 1;
        const int depth = __reduce_max_sync(ALL_LANES, deepest);
        reached = __reduce_add_sync(ALL_LANES, reached);
        sum = (unsigned long long)sum_of_warp((int64_t)sum);
        if (is_first && reached > 0) {
            if (a.level != nullptr && depth >= a.unreached)
                a.control[THIN_TOO_DEEP] = 1;
            if (a.reached != nullptr)
                atomicAdd(&a.reached[k], (unsigned long long)reached);
            if (a.distance_sum != nullptr)
                atomicAdd(&a.distance_sum[k], sum);
            if (a.eccentricity != nullptr)
                atomicMax(&a.eccentricity[k], depth);
        }
        wait_for_cluster(); /* All have read the number of the source. */
    }
}

#endif

#ifdef HAS_CLUSTERS
#define SEARCH_ALL(team) search_all<team>(a)
#else
#define SEARCH_ALL(team)
#endif
#define THIN(team)                                                                                           \
    __global__ void __launch_bounds__(THIN_MULTI_THREADS, 1)                                                 \
        bfs_thin_multi_##team(struct bfs_thin_multi_arguments a)                                             \
    {                                                                                                        \
        SEARCH_ALL(team);                                                                                    \
    }
THIN(1)
THIN(2)
THIN(4)
THIN(8)
THIN(16)

} // namespace

extern "C" const void *const graph__cuda_bfs_thin_multi[] = {
    (const void *)bfs_thin_multi_1, (const void *)bfs_thin_multi_2, (const void *)bfs_thin_multi_4,
    (const void *)bfs_thin_multi_8, (const void *)bfs_thin_multi_16};
