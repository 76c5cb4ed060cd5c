/* Many searches of a graph of small degree and many levels, each by one cluster; see bfs_cluster.cuh.  The frontiers of
 * different sources are small and hardly overlap, so the shared search of bfs_multi.cu would save nothing. */
#include "cuda/bfs/bfs_cluster.cuh"

namespace
{

#ifdef HAS_CLUSTERS

DEVICE void store_level(const bfs_cluster_multi_arguments &a, int64_t at, int32_t level)
{
    if (a.level_bytes == 1)
        ((uint8_t *)a.level)[at] = (uint8_t)level;
    else if (a.level_bytes == 2)
        ((uint16_t *)a.level)[at] = (uint16_t)level;
    else
        ((int32_t *)a.level)[at] = level;
}

/* The number of the next source, the same in all blocks; a.sources: there is none, or a search has failed. */
template <int BLOCKS>
DEVICE int64_t next_source(const bfs_cluster_multi_arguments &a, const cluster_block<BLOCKS> &b)
{
    if (b.member == 0 && threadIdx.x < WARP) {
        unsigned next = 0;
        if (threadIdx.x == 0)
            next = *(volatile unsigned *)&a.control[CLUSTER_FAILED] != 0
                       ? (unsigned)a.sources
                       : atomicAdd(&a.control[CLUSTER_NEXT], 1u);
        next = __shfl_sync(ALL_LANES, next, 0);
        if (BLOCKS == 1 && threadIdx.x == 0)
            b.shared->next = next;
        if (BLOCKS > 1 && threadIdx.x < BLOCKS)
            store_at(address_at(threadIdx.x, &b.shared->next), next);
    }
    wait_for_cluster();
    return b.shared->next < a.sources ? b.shared->next : a.sources;
}

template <int BLOCKS> DEVICE void search_all(const bfs_cluster_multi_arguments &a)
{
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const cluster_block<BLOCKS> b =
        open_cluster<BLOCKS>(shared_bytes, a.capacity, (const int4 *)a.packed, a.column);
    const unsigned thread = b.member * CLUSTER_MULTI_THREADS + threadIdx.x;
    unsigned iteration = 0;
    wait_for_cluster();
    for (;;) {
        const int64_t k = next_source(a, b);
        if (k == a.sources)
            break;
        const int64_t source = a.source != nullptr ? a.source[k] : a.first_source + k;
        unsigned reached = 0;
        int deepest = 0;
        unsigned long long sum = 0;
        clear_visited(b, a.n);
        if (a.level != nullptr)
            for (int64_t v = thread; v < a.n; v += BLOCKS * CLUSTER_MULTI_THREADS)
                store_level(a, k * a.source_stride + v * a.vertex_stride, a.unreached);
        wait_for_cluster(); /* before the first level is stored */
        const unsigned status = search_cluster<BLOCKS, CLUSTER_MULTI_THREADS>(
            b, (int32_t)source, &iteration, a.most_depth, a.most_edges, [&](int32_t v, int depth) {
                reached++;
                sum += (unsigned)depth;
                deepest = depth;
                if (a.level != nullptr)
                    store_level(a, k * a.source_stride + v * a.vertex_stride, depth);
            });
        const bool is_first = lane_of_warp() == 0;
        if (status > a.most_edges && is_first)
            a.control[CLUSTER_FAILED] = 1;
        const int depth = __reduce_max_sync(ALL_LANES, deepest);
        reached = __reduce_add_sync(ALL_LANES, reached);
        sum = (unsigned long long)reduce_warp((int64_t)sum);
        if (is_first && reached > 0) {
            if (a.level != nullptr && depth >= a.unreached)
                a.control[CLUSTER_TOO_DEEP] = 1;
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
#define SEARCH_ALL(blocks) search_all<blocks>(a)
#else
#define SEARCH_ALL(blocks)
#endif
#define CLUSTER(blocks)                                                                                      \
    __global__ void __launch_bounds__(CLUSTER_MULTI_THREADS, 1)                                              \
        bfs_cluster_multi_##blocks(struct bfs_cluster_multi_arguments a)                                     \
    {                                                                                                        \
        SEARCH_ALL(blocks);                                                                                  \
    }
CLUSTER(1)
CLUSTER(2)
CLUSTER(4)
CLUSTER(8)
CLUSTER(16)

} // namespace

extern "C" const void *const graph__cuda_bfs_cluster_multi[] = {
    (const void *)bfs_cluster_multi_1, (const void *)bfs_cluster_multi_2, (const void *)bfs_cluster_multi_4,
    (const void *)bfs_cluster_multi_8, (const void *)bfs_cluster_multi_16};
