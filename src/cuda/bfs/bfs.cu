/* Breadth-first search in one cooperative launch.  All blocks meet at a barrier after each step, and all choose the same
 * next step from counters that they have added up together.
 *
 * Push: warps take 32 vertices of the queue and share their edges evenly; rows longer than a chunk are cut when they enter
 * the queue.  Pull: a warp takes the 32 vertices of a bitmap word; a lane whose vertex is unreached reads its edges in until
 * one comes from a reached vertex.  (That vertex is in the frontier: an older one would have reached this vertex before.)
 * Small frontier: one block or a team of sixteen runs levels until the frontier has grown; the other blocks wait.
 * A parent is the smallest possible one: pull takes the first hit of an ascending row, push the minimum over the level.
 * Source: Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search", SC 2012. */
#include "cuda/bfs/bfs_small_frontier.cuh"
#include "cuda/primitives/grid_barrier.cuh"

namespace
{

/* Whether a pull reads less than a push: `probes` edges in of each unreached vertex, instead of all edges of the
 * frontier. */
DEVICE bool wants_pull(const bfs_arguments &a, const state &s)
{
    int64_t mean = a.edges / a.n + 1, probes = s.edges > 0 ? a.edges / s.edges + 1 : mean;
    return s.edges > s.unreached * (2 + (probes < mean ? probes : mean)) / 2;
}

/* Whether the step after a push will be a pull, so that the push needs no queue.  The estimate assumes that edges lead to
 * random vertices, so it is made only if the vertices of the frontier have no more than twice the mean degree. */
DEVICE bool leads_to_pull(const bfs_arguments &a, const state &s)
{
    const int64_t mean = a.edges / a.n + 1;
    state next = s;
    const int64_t found =
        (int64_t)((double)s.edges * (double)s.unreached / (double)(s.edges + s.unreached + 1));
    next.edges = found * mean;
    next.unreached = s.unreached - found;
    return s.edges <= 2 * mean * s.frontier && wants_pull(a, next);
}

/* The first state: the frontier is the source, or what bfs_cluster.cu has put into the queue. */
DEVICE state open(const bfs_arguments &a)
{
    state s = {};
    s.is_queued = true;
    if (a.has_cluster_levels) {
        const bfs_counters c = a.control->cluster_counters;
        s.depth = a.control->cluster_depth;
        s.frontier = c.remaining;
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
    s.unreached = a.n - s.reached;
    s.is_over = s.frontier == 0 || s.depth >= a.max_depth;
    return s;
}

/* Enters the source into all arrays. */
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

/* The parents of the vertices whose levels come from bfs_cluster.cu.  Levels written meanwhile are larger than `depth`. */
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

/* The next step; `members` blocks would run a small frontier. */
DEVICE action choose(const bfs_arguments &a, const state &s, int members)
{
    const int64_t most = members == 1 ? BFS_BLOCK_EDGES : BFS_TEAM_EDGES / 2;
    if (s.is_queued && s.chunks == 0 && a.edges < UINT32_MAX && s.edges <= most)
        return SMALL;
    if (a.in_start != nullptr && (s.must_pull || wants_pull(a, s)))
        return PULL;
    return !s.is_queued ? ENQUEUE : a.in_start != nullptr && leads_to_pull(a, s) ? COUNT : PUSH;
}

/* The state after the step `last`, which has counted `c`. */
DEVICE void advance(const bfs_arguments &a, state &s, action last, const volatile bfs_counters *c)
{
    if (last == PUSH && wants_pull(a, s))
        s.wasted += s.edges;
    s.step++;
    s.edges = (int64_t)c->edges;
    s.vertices = c->vertices;
    s.chunks = c->chunks;
    s.must_pull = last == COUNT;
    if (last == ENQUEUE) {
        s.is_queued = true;
        return;
    }
    s.depth = last == SMALL ? *(volatile int *)&a.control->depth : s.depth + 1;
    s.frontier = last == SMALL ? c->remaining : c->found;
    s.reached += c->found;
    s.unreached = last == PULL ? c->remaining : s.unreached - c->found;
    s.is_queued = last == SMALL || last == PUSH;
    if (last == PULL) {
        s.bitmap = 1 - s.bitmap;
        s.has_closed = true;
    } else if (last == COUNT)
        s.edges = s.frontier * (a.edges / a.n + 1);
    else
        s.queue = 1 - s.queue;
    s.is_over =
        s.frontier == 0 || s.depth >= a.max_depth || c->target != 0 || (last == PULL && s.unreached == 0);
}

/* The present bytes, and levels of 0 where there is no entry: with parents, begin() has written all levels. */
template <bool HAS_PARENT> DEVICE void make_bitmap(const bfs_arguments &a, const state &s)
{
    const bool needs_levels = !HAS_PARENT && a.level != nullptr;
    for (int64_t w = thread_of_grid(); 4 * w < a.n; w += threads_of_grid()) {
        const uint32_t bits = a.visited[s.bitmap][w >> 3] >> (w & 7) * 4;
        ((uint32_t *)a.present)[w] = (bits & 1) | (bits & 2) << 7 | (bits & 4) << 14 | (bits & 8) << 21;
        for (int k = 0; needs_levels && k < 4 && 4 * w + k < a.n; k++)
            if ((bits >> k & 1) == 0)
                a.level[4 * w + k] = 0;
    }
}

template <bool HAS_PARENT> DEVICE void search(const bfs_arguments &a)
{
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    block_memory *shared = (block_memory *)shared_bytes;
    state &s = shared->now;
    const bool is_first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    unsigned long long arrivals = 0;
    unsigned iteration = 0; /* of the team */
    if (threadIdx.x == 0)
        s = open(a);
    __syncthreads();
    if (!a.has_cluster_levels)
        begin<HAS_PARENT>(a, s, arrivals);
    else if (HAS_PARENT)
        add_parents(a, s.depth);
    while (!s.is_over) {
        bfs_counters *counters = &a.control->counters[s.step % BFS_COUNTERS];
        const int members = s.edges <= BFS_BLOCK_EDGES || gridDim.x < BFS_TEAM ? 1 : BFS_TEAM;
        const action next = choose(a, s, members);
        if (is_first_thread)
            a.control->counters[(s.step + 2) % BFS_COUNTERS] = {};
        if (next == SMALL) {
            if (blockIdx.x < members)
                run_small<HAS_PARENT>(a, s, counters, shared, members, iteration);
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
        make_bitmap<HAS_PARENT>(a, s);
    if (is_first_thread)
        *a.result = {s.reached, s.wasted, s.bitmap, s.depth};
}

__global__ void __launch_bounds__(BFS_THREADS, 1) bfs_levels(struct bfs_arguments a) { search<false>(a); }
__global__ void __launch_bounds__(BFS_THREADS, 1) bfs_parents(struct bfs_arguments a) { search<true>(a); }

__global__ void bfs_compact(struct bfs_compact_arguments a)
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
                                                          (const void *)bfs_compact};
extern "C" const int graph__cuda_bfs_shared_bytes = sizeof(block_memory);
