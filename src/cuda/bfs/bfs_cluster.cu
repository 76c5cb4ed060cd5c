/* The first levels of a graph of small degree and many levels, such as a road network, by one cluster; see bfs_cluster.cuh.
 * Level by level nothing waits for writes to global memory, so parents are found afterwards from the levels (bfs.cu).  When
 * a frontier has grown or a vertex has too many edges, the frontier goes to the queues of bfs.cu, which continues. */
#include "cuda/bfs/bfs_steps.cuh"
#include "cuda/bfs/bfs_cluster.cuh"

namespace
{

__global__ void bfs_pack(struct bfs_pack_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        const int64_t first = a.start[v], count = a.start[v + 1] - first;
        int4 packed = {(int32_t)(uint32_t)first, (int32_t)count, 0, LONG};
        if (count <= PACKED) {
            packed.x = count > 0 ? encode(a.column[first], a.blocks) : NONE;
            packed.y = count > 1 ? encode(a.column[first + 1], a.blocks) : NONE;
            packed.z = count > 2 ? encode(a.column[first + 2], a.blocks) : NONE;
            packed.w = count > 3 ? encode(a.column[first + 3], a.blocks) : NONE;
        }
        ((int4 *)a.packed)[encode((int32_t)v, a.blocks)] = packed;
    }
}

#ifdef HAS_CLUSTERS

/* Appends a vertex of the frontier to the queue of bfs.cu; returns the number of its edges. */
DEVICE int64_t append_frontier(const bfs_arguments &a, int32_t v)
{
    bfs_counters *counters = &a.control->cluster_counters;
    const int64_t first = a.out_start[v], count = a.out_start[v + 1] - first;
    if (count > BFS_CHUNK)
        append_chunks(a, counters, 0, v, first, count);
    else if (count > 0)
        a.queue[0][atomicAdd(&counters->vertices, 1u)] = v;
    return count;
}

/* Writes the bits of all blocks in the order of the vertices; between two barriers of the cluster. */
DEVICE void write_bitmap(const bfs_arguments &a, const cluster_block<CLUSTER_BLOCKS> &b)
{
    enum { WARPS = CLUSTER_BLOCKS * CLUSTER_THREADS / WARP, UNROLL_WORDS = 8 };
    const int lane = lane_of_warp();
    for (int64_t w = b.member * (CLUSTER_THREADS / WARP) + threadIdx.x / WARP; w < a.words;
         w += WARPS * UNROLL_WORDS) {
        uint32_t bits[UNROLL_WORDS] = {};
#pragma unroll
        for (int k = 0; k < UNROLL_WORDS; k++) {
            const int64_t v = (w + k * WARPS) * 32 + lane;
            const int32_t code = encode((int32_t)v, CLUSTER_BLOCKS);
            const uint32_t row = (uint32_t)code / CLUSTER_BLOCKS;
            if (v < a.n)
                bits[k] =
                    load_at(address_at(owner_of<CLUSTER_BLOCKS>(code), &b.visited[row / 32])) >> row % 32;
        }
#pragma unroll
        for (int k = 0; k < UNROLL_WORDS; k++) {
            const uint32_t word = __ballot_sync(ALL_LANES, (bits[k] & 1) != 0);
            if (lane == 0 && w + k * WARPS < a.words)
                a.visited[0][w + k * WARPS] = word;
        }
    }
}

#endif

/* Not launched on devices without clusters. */
__global__ void __launch_bounds__(CLUSTER_THREADS, 1) bfs_cluster(struct bfs_arguments a)
{
#ifdef HAS_CLUSTERS
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const cluster_block<CLUSTER_BLOCKS> b =
        open_cluster<CLUSTER_BLOCKS>(shared_bytes, a.cluster_capacity, (const int4 *)a.packed, a.out_column);
    bfs_counters *counters = &a.control->cluster_counters;
    unsigned iteration = 0, reached = 0, remaining = 0;
    int64_t edges = 0;
    clear_visited(b, a.n);
    wait_for_cluster();
    const unsigned status = search_cluster<CLUSTER_BLOCKS, CLUSTER_THREADS>(
        b, a.source, &iteration, a.max_depth, CLUSTER_EDGES, [&](int32_t v, int depth) {
            reached++;
            if (a.level != nullptr)
                a.level[v] = depth;
            if (v == a.target)
                atomicOr(&b.shared->flags, (unsigned)STATUS_TARGET);
        });
    const int depth = (int)iteration - 2;
    const bool is_over = status == 0 || depth >= a.max_depth || status >= STATUS_TARGET;
    for (unsigned sender = 0; !is_over && sender < CLUSTER_BLOCKS; sender++)
        for (unsigned at = threadIdx.x; at < b.shared->received[iteration & 1][sender].sent;
             at += CLUSTER_THREADS) {
            const int32_t code = b.segment(iteration & 1, sender)[at].code;
            if (code != NONE) {
                remaining++;
                edges += append_frontier(a, decode(code, CLUSTER_BLOCKS));
            }
        }
    wait_for_cluster();
    write_bitmap(a, b);
    reached = __reduce_add_sync(ALL_LANES, reached);
    remaining = __reduce_add_sync(ALL_LANES, remaining);
    edges = reduce_warp(edges);
    if (lane_of_warp() == 0) {
        atomicAdd(&counters->found, reached);
        atomicAdd(&counters->remaining, remaining);
        atomicAdd(&counters->edges, (unsigned long long)edges);
    }
    if (b.member == 0 && threadIdx.x == 0) {
        counters->target = status >= STATUS_TARGET;
        a.control->cluster_depth = depth;
        if (a.parent != nullptr)
            a.parent[a.source] = a.source;
    }
    wait_for_cluster(); /* The bits of a block can be read only until it ends. */
#endif
}

} // namespace

extern "C" const void *const graph__cuda_bfs_pack_kernel = (const void *)bfs_pack;
extern "C" const void *const graph__cuda_bfs_cluster_kernel = (const void *)bfs_cluster;
extern "C" const int graph__cuda_bfs_cluster_shared_bytes = sizeof(cluster_memory<CLUSTER_BLOCKS>);
