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
#include "cuda/bfs/bfs_small_frontier.cuh"
#include "cuda/primitives/grid_barrier.cuh"

#include "cuda/bfs/bfs_kernels.h"

namespace
{

/* Whether to look at all unreached vertices instead of all edges of the frontier. */
DEVICE bool wants_pull(const bfs_arguments &a, const state &s)
{
    int64_t mean = a.edges / a.n + 1, probes = s.edges > 0 ? a.edges / s.edges + 1 : mean;
    return s.edges > s.left * (2 + (probes < mean ? probes : mean)) / 2;
}

/* Whether a push is going to find so much that the next step pulls, and needs no queue: as guessed where the frontier has
 * edges like any other vertices, not those of hubs. */
DEVICE bool leads_to_pull(const bfs_arguments &a, const state &s)
{
    const int64_t mean = a.edges / a.n + 1;
    state next = s;
    const int64_t found = (int64_t)((double)s.edges * (double)s.left / (double)(s.edges + s.left + 1));
    next.edges = found * mean;
    next.left = s.left - found;
    return s.edges <= 2 * mean * s.frontier && wants_pull(a, next);
}

/* The state at the beginning: the source is the frontier, or bfs_cluster.cu has left one. */
DEVICE state open(const bfs_arguments &a)
{
    state s = {};
    s.is_queued = true;
    if (a.has_begun) {
        const bfs_counters c = a.control->begun;
        s.depth = a.control->begun_depth;
        s.frontier = c.left;
        s.edges = (int64_t)c.edges;
        s.reached = c.found;
        s.vertices = c.vertices;
        s.chunks = c.chunks;
    } else {
        s.frontier = s.reached = s.vertices = 1;
        s.edges = a.out_start[a.source + 1] - a.out_start[a.source];
        if (s.edges > BFS_CHUNK) {
            s.vertices = 0;
            s.chunks = (unsigned)((s.edges + BFS_CHUNK - 1) / BFS_CHUNK);
        }
    }
    s.left = a.n - s.reached;
    s.is_over = s.frontier == 0 || s.depth >= a.max_depth;
    return s;
}

/* The source in all arrays. */
template <bool HAS_PARENT>
DEVICE void begin(const bfs_arguments &a, const state &s, unsigned long long &arrivals)
{
    const bool is_first_thread = blockIdx.x == 0 && threadIdx.x == 0;
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
        if (s.chunks > 0) {
            append_chunks(a, &a.control->counters[0], 0, a.source, a.out_start[a.source], s.edges);
            a.control->counters[0] = {};
        }
    }
    if (HAS_PARENT || s.chunks > 0)
        grid_barrier(&a.control->arrivals, arrivals);
}

/* The parents of the vertices to which bfs_cluster.cu has given levels.  Levels that are being given now are larger. */
DEVICE void add_parents(const bfs_arguments &a, int depth)
{
    for (int64_t u = thread_of_grid(); u < a.n; u += threads_of_grid()) {
        const int level = a.level[u];
        if (level < 0 || level >= depth)
            continue;
        for (int64_t k = a.out_start[u]; k < a.out_start[u + 1]; k++)
            if (a.level[a.out_column[k]] == level + 1)
                atomicMin(&a.parent[a.out_column[k]], (long long)u);
    }
}

enum action { SMALL, PULL, PUSH, COUNT, ENQUEUE };

/* Small frontiers are for some blocks: `members`. */
DEVICE action choose(const bfs_arguments &a, const state &s, int members)
{
    const int64_t most = members == 1 ? BFS_ALONE_EDGES : BFS_TEAM_EDGES / 2;
    if (s.is_queued && s.chunks == 0 && a.edges < UINT32_MAX && s.edges <= most)
        return SMALL;
    if (a.in_start != nullptr && (s.is_promised || wants_pull(a, s)))
        return PULL;
    return !s.is_queued ? ENQUEUE : a.in_start != nullptr && leads_to_pull(a, s) ? COUNT : PUSH;
}

/* The state after a step that has left `c`. */
DEVICE void advance(const bfs_arguments &a, state &s, action last, const volatile bfs_counters *c)
{
    if (last == PUSH && wants_pull(a, s))
        s.regretted += s.edges;
    s.step++;
    s.edges = (int64_t)c->edges;
    s.vertices = c->vertices;
    s.chunks = c->chunks;
    s.is_promised = last == COUNT;
    if (last == ENQUEUE) {
        s.is_queued = true;
        return;
    }
    s.depth = last == SMALL ? *(volatile int *)&a.control->depth : s.depth + 1;
    s.frontier = last == SMALL ? c->left : c->found;
    s.reached += c->found;
    s.left = last == PULL ? c->left : s.left - c->found;
    s.is_queued = last == SMALL || last == PUSH;
    if (last == PULL) {
        s.bitmap = 1 - s.bitmap;
        s.has_closed = true;
    } else if (last == COUNT)
        s.edges = s.frontier * (a.edges / a.n + 1);
    else
        s.queue = 1 - s.queue;
    s.is_over = s.frontier == 0 || s.depth >= a.max_depth || c->target != 0 || (last == PULL && s.left == 0);
}

template <bool HAS_PARENT> DEVICE void search(const bfs_arguments &a)
{
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    block_memory *shared = (block_memory *)shared_bytes;
    state &s = shared->now;
    const bool is_first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    unsigned long long arrivals = 0;
    unsigned turn = 0;
    if (threadIdx.x == 0)
        s = open(a);
    __syncthreads();
    if (!a.has_begun)
        begin<HAS_PARENT>(a, s, arrivals);
    else if (HAS_PARENT)
        add_parents(a, s.depth);
    while (!s.is_over) {
        bfs_counters *counters = &a.control->counters[s.step % BFS_COUNTERS];
        const int members = s.edges <= BFS_ALONE_EDGES || gridDim.x < BFS_TEAM ? 1 : BFS_TEAM;
        const action next = choose(a, s, members);
        if (is_first_thread)
            a.control->counters[(s.step + 2) % BFS_COUNTERS] = {};
        if (next == SMALL) {
            if (blockIdx.x < members)
                run_small<HAS_PARENT>(a, s, counters, shared, members, turn);
        } else if (next == PULL)
            pull<HAS_PARENT>(a, s, counters, shared, !s.has_closed);
        else if (next == COUNT)
            push<HAS_PARENT, false>(a, s, counters, shared);
        else if (next == PUSH)
            push<HAS_PARENT, true>(a, s, counters, shared);
        else
            enqueue(a, s, counters, shared);
        grid_barrier(&a.control->arrivals, arrivals);
        if (threadIdx.x == 0)
            advance(a, s, next, counters);
        __syncthreads();
    }
    if (s.reached < a.n && s.reached >= a.n / BFS_SPARSE_SHARE)
        for (int64_t w = thread_of_grid(); 4 * w < a.n; w += threads_of_grid()) {
            uint32_t bits = a.visited[s.bitmap][w >> 3] >> (w & 7) * 4;
            ((uint32_t *)a.present)[w] = (bits & 1) | (bits & 2) << 7 | (bits & 4) << 14 | (bits & 8) << 21;
        }
    if (is_first_thread)
        *a.result = {s.reached, s.regretted, s.bitmap, s.depth};
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
