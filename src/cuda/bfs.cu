/* Breadth-first search in one launch: blocks wait for each other between the levels, and decide alike from counters
 * that all have added to.
 *
 * Push: warps take 32 vertices of the queue and share their edges evenly; rows longer than a chunk are cut up when they
 * enter the queue.  Pull: a warp takes the 32 vertices of a word; each lane that is not reached yet reads its edges in
 * until one comes from a vertex reached before.  (Nothing but the frontier can be met: an older vertex would have
 * reached it.)  Few: small frontiers are left to one block or a team of sixteen, which run levels until the frontier
 * has grown, while the others wait.
 * The smallest parent: pull takes the first hit of an ascending row, push the minimum over the level.
 * Source: Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search", SC 2012. */
#include "cuda/bfs_team.cuh"

#include "cuda/bfs_kernels.h"

namespace
{

/* Whether to look at all unreached vertices instead of all edges of the frontier. */
DEVICE bool wants_pull(const bfs_arguments &a, const state &s)
{
    int64_t mean = a.edges / a.n + 1, probes = s.edges > 0 ? a.edges / s.edges + 1 : mean;
    return s.edges > s.left * (2 + (probes < mean ? probes : mean)) / 2;
}

template <bool HAS_PARENT> DEVICE void search(const bfs_arguments &a)
{
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    block_memory *shared = (block_memory *)shared_bytes;
    const bool is_first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    unsigned long long arrivals = 0;
    int64_t regretted = 0;
    bool has_closed = false;
    unsigned turn = 0;
    state s = {0, 1, a.out_start[a.source + 1] - a.out_start[a.source], 1, a.n - 1, 1, 0, 0, 0, 0, true};
    if (HAS_PARENT) {
        for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
            a.level[v] = v == a.source ? 0 : -1;
            a.parent[v] = v == a.source ? v : 0x7fffffffffffffffLL;
        }
    } else if (is_first_thread && a.level != nullptr)
        a.level[a.source] = 0;
    if (is_first_thread) {
        a.visited[0][a.source >> 5] = 1u << (a.source & 31);
        a.queue[0][0] = a.source;
    }
    if (s.edges > BFS_CHUNK) {
        s.vertices = 0;
        s.chunks = (unsigned)((s.edges + BFS_CHUNK - 1) / BFS_CHUNK);
        if (is_first_thread) {
            append_chunks(a, &a.control->counters[0], 0, a.source, a.out_start[a.source], s.edges);
            a.control->counters[0] = {};
        }
    }
    if (HAS_PARENT || s.chunks > 0)
        wait_for_all(&a.control->arrivals, arrivals);
    while (s.frontier > 0 && s.depth < a.max_depth) {
        bfs_counters *counters = &a.control->counters[s.step % BFS_COUNTERS];
        const int members = s.edges <= BFS_ALONE_EDGES || gridDim.x < BFS_TEAM ? 1 : BFS_TEAM;
        bool is_few = s.is_queued && s.chunks == 0 && a.edges < UINT32_MAX &&
                      s.edges <= (members == 1 ? BFS_ALONE_EDGES : BFS_TEAM_EDGES / 2);
        bool is_wide = !is_few && wants_pull(a, s), pulls = is_wide && a.in_start != nullptr;
        if (is_first_thread)
            a.control->counters[(s.step + 2) % BFS_COUNTERS] = {};
        if (is_few) {
            if (blockIdx.x < members)
                run_few<HAS_PARENT>(a, s, counters, shared, members, turn);
        } else if (pulls) {
            pull<HAS_PARENT>(a, s, counters, !has_closed);
        } else if (s.is_queued) {
            push<HAS_PARENT>(a, s, counters, shared);
            regretted += is_wide ? s.edges : 0;
        } else
            enqueue(a, s, counters, shared);
        wait_for_all(&a.control->arrivals, arrivals);
        if (threadIdx.x == 0) {
            const volatile bfs_counters *c = counters;
            shared->counters.edges = c->edges;
            shared->counters.vertices = c->vertices;
            shared->counters.chunks = c->chunks;
            shared->counters.found = c->found;
            shared->counters.left = c->left;
            shared->depth = is_few ? *(volatile int *)&a.control->depth : s.depth + 1;
            shared->counters.target = c->target;
        }
        __syncthreads();
        const bfs_counters c = shared->counters;
        const bool is_turning = !is_few && !pulls && !s.is_queued;
        s.step++;
        s.edges = (int64_t)c.edges;
        s.vertices = c.vertices;
        s.chunks = c.chunks;
        if (is_turning) {
            s.is_queued = true;
            continue;
        }
        s.depth = shared->depth;
        s.frontier = is_few ? c.left : c.found;
        s.reached += c.found;
        s.left -= c.found;
        if (pulls) {
            s.left = c.left;
            s.bitmap = 1 - s.bitmap;
            s.is_queued = false;
            has_closed = true;
        } else
            s.queue = 1 - s.queue;
        if (c.target != 0 || (pulls && s.left == 0))
            break;
    }
    if (s.reached < a.n && s.reached >= a.n / BFS_SPARSE_SHARE)
        for (int64_t w = thread_of_grid(); 4 * w < a.n; w += threads_of_grid()) {
            uint32_t bits = a.visited[s.bitmap][w >> 3] >> (w & 7) * 4;
            ((uint32_t *)a.present)[w] = (bits & 1) | (bits & 2) << 7 | (bits & 4) << 14 | (bits & 8) << 21;
        }
    if (is_first_thread)
        *a.result = {s.reached, regretted, s.bitmap, s.depth};
}

__global__ void __launch_bounds__(BFS_THREADS, 1) bfs_levels(struct bfs_arguments a) { search<false>(a); }
__global__ void __launch_bounds__(BFS_THREADS, 1) bfs_parents(struct bfs_arguments a) { search<true>(a); }

__global__ void bfs_gather(struct bfs_gather_arguments a)
{
    for (int64_t w = thread_of_grid(); w < a.words; w += threads_of_grid()) {
        int64_t k = a.rank[w];
        for (uint32_t bits = a.visited[w]; bits != 0; bits &= bits - 1, k++) {
            int32_t v = (int32_t)(w * 32 + __ffs((int)bits) - 1);
            if (a.level_value != nullptr) {
                a.level_index[k] = v;
                a.level_value[k] = a.level[v];
            }
            if (a.parent_value != nullptr) {
                a.parent_index[k] = v;
                a.parent_value[k] = a.parent[v];
            }
        }
    }
}

} // namespace

extern "C" const void *const graph__cuda_bfs_kernels[] = {(const void *)bfs_levels, (const void *)bfs_parents,
                                                          (const void *)bfs_gather};
extern "C" const int graph__cuda_bfs_shared_bytes = sizeof(block_memory);
