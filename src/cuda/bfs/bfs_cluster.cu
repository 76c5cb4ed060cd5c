/* The levels of a thin graph, such as a road network, while its frontiers are small; see bfs_cluster.cuh.
 * Nobody waits for the levels to be written, so parents come later (bfs.cu).  What finds no room, a vertex of many edges or
 * a frontier that has grown, goes to the queues of bfs.cu, which goes on from there. */
#include "cuda/bfs/bfs_steps.cuh"
#include "cuda/bfs/bfs_cluster.cuh"

#include "cuda/bfs/bfs_kernels.h"

namespace
{

__global__ void bfs_near(struct bfs_near_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        const int64_t first = a.start[v], count = a.start[v + 1] - first;
        int4 near = {(int32_t)(uint32_t)first, (int32_t)count, 0, LONG};
        if (count <= NEAR) {
            near.x = count > 0 ? encode(a.column[first], a.team) : NONE;
            near.y = count > 1 ? encode(a.column[first + 1], a.team) : NONE;
            near.z = count > 2 ? encode(a.column[first + 2], a.team) : NONE;
            near.w = count > 3 ? encode(a.column[first + 3], a.team) : NONE;
        }
        ((int4 *)a.near)[encode((int32_t)v, a.team)] = near;
    }
}

#ifdef HAS_CLUSTERS

/* A vertex of the frontier for bfs.cu; returns its edges. */
DEVICE int64_t give_away(const bfs_arguments &a, int32_t v)
{
    bfs_counters *counters = &a.control->begun;
    const int64_t first = a.out_start[v], count = a.out_start[v + 1] - first;
    if (count > BFS_CHUNK)
        append_chunks(a, counters, 0, v, first, count);
    else if (count > 0)
        a.queue[0][atomicAdd(&counters->vertices, 1u)] = v;
    return count;
}

/* The bits of all blocks in the order of the vertices; the cluster has come here, and waits after this. */
DEVICE void write_bitmap(const bfs_arguments &a, const thin_block<THIN_TEAM> &b)
{
    enum { WARPS = THIN_TEAM * THIN_THREADS / WARP, UNROLL_WORDS = 8 };
    const int lane = lane_of_warp();
    for (int64_t w = b.member * (THIN_THREADS / WARP) + threadIdx.x / WARP; w < a.words;
         w += WARPS * UNROLL_WORDS) {
        uint32_t bits[UNROLL_WORDS] = {};
#pragma unroll
        for (int k = 0; k < UNROLL_WORDS; k++) {
            const int64_t v = (w + k * WARPS) * 32 + lane;
            const int32_t code = encode((int32_t)v, THIN_TEAM);
            const uint32_t row = (uint32_t)code / THIN_TEAM;
            if (v < a.n)
                bits[k] = load_at(address_at(keeper_of<THIN_TEAM>(code), &b.visited[row / 32])) >> row % 32;
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
__global__ void __launch_bounds__(THIN_THREADS, 1) bfs_thin(struct bfs_arguments a)
{
#ifdef HAS_CLUSTERS
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const thin_block<THIN_TEAM> b =
        open_thin<THIN_TEAM>(shared_bytes, a.thin_room, (const int4 *)a.near, a.out_column);
    bfs_counters *counters = &a.control->begun;
    unsigned turn = 0, reached = 0, left = 0;
    int64_t edges = 0;
    forget_all(b, a.n);
    wait_for_cluster();
    const unsigned said = search_thin<THIN_TEAM, THIN_THREADS>(
        b, a.source, &turn, a.max_depth, THIN_EDGES, [&](int32_t v, int depth) {
            reached++;
            if (a.level != nullptr)
                a.level[v] = depth;
            if (v == a.target)
                atomicOr(&b.own->flags, (unsigned)SAID_TARGET);
        });
    const int depth = (int)turn - 2;
    const bool is_over = said == 0 || depth >= a.max_depth || said >= SAID_TARGET;
    for (unsigned sender = 0; !is_over && sender < THIN_TEAM; sender++)
        for (unsigned at = threadIdx.x; at < b.own->heard[turn & 1][sender].sent; at += THIN_THREADS) {
            const int32_t code = b.segment(turn & 1, sender)[at].code;
            if (code != NONE) {
                left++;
                edges += give_away(a, decode(code, THIN_TEAM));
            }
        }
    wait_for_cluster();
    write_bitmap(a, b);
    reached = __reduce_add_sync(ALL_LANES, reached);
    left = __reduce_add_sync(ALL_LANES, left);
    edges = sum_of_warp(edges);
    if (lane_of_warp() == 0) {
        atomicAdd(&counters->found, reached);
        atomicAdd(&counters->left, left);
        atomicAdd(&counters->edges, (unsigned long long)edges);
    }
    if (b.member == 0 && threadIdx.x == 0) {
        counters->target = said >= SAID_TARGET;
        a.control->begun_depth = depth;
        if (a.parent != nullptr)
            a.parent[a.source] = a.source;
    }
    wait_for_cluster(); /* Nobody reads the bits of a block that has ended. */
#endif
}

} // namespace

extern "C" const void *const graph__cuda_bfs_near_kernel = (const void *)bfs_near;
extern "C" const void *const graph__cuda_bfs_thin_kernel = (const void *)bfs_thin;
extern "C" const int graph__cuda_bfs_thin_shared_bytes = sizeof(thin_memory<THIN_TEAM>);
