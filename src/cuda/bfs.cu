/* Breadth-first search in one launch: blocks wait for each other between the levels, and decide alike from counters
 * that all have added to.
 *
 * Push: warps take 32 vertices of the queue and share their edges evenly; rows longer than a chunk are cut up when they
 * enter the queue.  Pull: a warp takes the 32 vertices of a word; each lane that is not reached yet reads its edges in
 * until one comes from a vertex reached before.  (Nothing but the frontier can be met: an older vertex would have
 * reached it.)  Few: a small frontier stays in the shared memory of the first block, which runs levels until it
 * has grown, while the others wait.
 * The smallest parent: pull takes the first hit of an ascending row, push the minimum over the level.
 * Source: Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search", SC 2012. */
#include "cuda/kernel.cuh"

#include "cuda/bfs_arguments.h"
#include "cuda/bfs_kernels.h"

namespace
{

enum {
    WARPS = BFS_THREADS / WARP,
    UNROLL = 4,
    OWN = BFS_FEW / BFS_THREADS, /* vertices of a small frontier for each thread */
    FEW_ENTER = BFS_FEW / 2,
    FEW_EDGES = 1 << 14,
    FEW_SHORT = 8,   /* longer rows are read by a warp together */
    PULL_ALONE = 32, /* edges in that a lane reads before its warp helps */
    PULL_WORDS = 2
};

/* In shared memory. */
struct few_vertex {
    int64_t first;
    int32_t count, vertex;
};

struct block_memory {
    few_vertex few[BFS_FEW];
    int32_t gathered[WARPS][BFS_ROOM];
    bfs_counters counters;
    unsigned few_count;
    unsigned long long few_edges;
    int depth;
    bool found_target;
};

/* What all threads of all blocks know alike. */
struct state {
    int depth;
    int64_t frontier, edges, reached, left;
    unsigned vertices, chunks;
    int queue, bitmap, step;
    bool is_queued;
};

DEVICE void wait_for_all(const bfs_arguments &a, unsigned long long &target)
{
    __syncthreads();
    target += gridDim.x;
    if (threadIdx.x == 0) {
        unsigned long long seen;
        __threadfence();
        atomicAdd(&a.control->arrivals, 1ull);
        do
            asm volatile("ld.acquire.gpu.global.u64 %0, [%1];"
                         : "=l"(seen)
                         : "l"(&a.control->arrivals)
                         : "memory");
        while (seen < target);
        __threadfence();
    }
    __syncthreads();
}

DEVICE int64_t sum_of_warp(int64_t x)
{
    for (int step = WARP / 2; step > 0; step /= 2)
        x += __shfl_xor_sync(ALL_LANES, x, step);
    return x;
}

/* A warp's new vertices on their way to the queue. */
struct gathering {
    int32_t *room;
    int count;
    int64_t edges, found;
};

DEVICE void flush(const bfs_arguments &a, bfs_counters *counters, int queue, gathering &g)
{
    const int lane = lane_of_warp();
    unsigned place = 0;
    __syncwarp();
    if (lane == 0)
        place = atomicAdd(&counters->vertices, (unsigned)g.count);
    place = __shfl_sync(ALL_LANES, place, 0);
    for (int k = lane; k < g.count; k += WARP)
        a.queue[queue][place + k] = g.room[k];
    __syncwarp();
    g.count = 0;
}

DEVICE void append_chunks(const bfs_arguments &a, bfs_counters *counters, int queue, int32_t v, int64_t first,
                          int64_t count)
{
    int pieces = (int)((count + BFS_CHUNK - 1) / BFS_CHUNK);
    unsigned place = atomicAdd(&counters->chunks, (unsigned)pieces);
    for (int k = 0; k < pieces; k++) {
        int64_t rest = count - (int64_t)k * BFS_CHUNK;
        a.chunk[queue][place + k] = {first + (int64_t)k * BFS_CHUNK, v,
                                     (int32_t)(rest < BFS_CHUNK ? rest : BFS_CHUNK)};
    }
}

/* All lanes come here; those with is_new bring a vertex for the queue. */
DEVICE void append(const bfs_arguments &a, bfs_counters *counters, int queue, gathering &g, bool is_new,
                   int32_t v)
{
    int64_t first = 0, count = 0;
    if (is_new) {
        first = a.out_start[v];
        count = a.out_start[v + 1] - first;
        g.edges += count;
        g.found++;
        if (count > BFS_CHUNK)
            append_chunks(a, counters, queue, v, first, count);
    }
    bool is_short = is_new && count <= BFS_CHUNK && count > 0;
    unsigned mask = __ballot_sync(ALL_LANES, is_short);
    if (mask == 0)
        return;
    if (g.count + __popc(mask) > BFS_ROOM)
        flush(a, counters, queue, g);
    if (is_short)
        g.room[g.count + __popc(mask & ((1u << lane_of_warp()) - 1))] = v;
    g.count += __popc(mask);
}

/* The edge u -> v; whether v is reached for the first time. */
template <bool HAS_PARENT>
DEVICE bool visit(const bfs_arguments &a, uint32_t *visited, int32_t u, int32_t v, int depth)
{
    const uint32_t bit = 1u << (v & 31);
    bool is_old = (visited[v >> 5] & bit) != 0, is_new = false;
    if (!is_old) {
        is_new = (atomicOr(&visited[v >> 5], bit) & bit) == 0;
        if (is_new && a.level != nullptr)
            a.level[v] = depth + 1;
    }
    if (HAS_PARENT) {
        /* A vertex of this level may not have its level yet. */
        if (is_old) {
            int32_t level = a.level[v];
            is_old = level >= 0 && level <= depth;
        }
        if (!is_old)
            atomicMin(&a.parent[v], (long long)u);
    }
    return is_new;
}

template <bool HAS_PARENT>
DEVICE void push(const bfs_arguments &a, const state &s, bfs_counters *counters, block_memory *shared)
{
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP;
    const int64_t warps = (int64_t)gridDim.x * WARPS, groups = ((int64_t)s.vertices + WARP - 1) / WARP;
    const int64_t first_item = (int64_t)warp * gridDim.x + blockIdx.x;
    uint32_t *visited = a.visited[s.bitmap];
    gathering g = {shared->gathered[warp], 0, 0, 0};
    for (int64_t item = first_item; item < s.chunks + groups; item += warps) {
        int32_t u = 0;
        int64_t first = 0;
        int count = 0, end;
        bool is_chunk = item < s.chunks;
        if (is_chunk) {
            bfs_chunk c = a.chunk[s.queue][item];
            u = c.vertex;
            first = c.first;
            end = c.count;
        } else {
            int64_t q = (item - s.chunks) * WARP + lane;
            if (q < s.vertices) {
                u = a.queue[s.queue][q];
                first = a.out_start[u];
                count = (int)(a.out_start[u + 1] - first);
            }
            end = count;
            for (int step = 1; step < WARP; step *= 2) {
                int other = __shfl_up_sync(ALL_LANES, end, step);
                end += lane >= step ? other : 0;
            }
            first -= end - count;
        }
        const int all = is_chunk ? end : __shfl_sync(ALL_LANES, end, WARP - 1);
        for (int base = 0; base < all; base += UNROLL * WARP) {
            int32_t from[UNROLL], to[UNROLL];
#pragma unroll
            for (int k = 0; k < UNROLL; k++) {
                int e = base + k * WARP + lane, owner = 0;
                int64_t at = first;
                from[k] = u;
                if (!is_chunk) {
#pragma unroll
                    for (int step = WARP / 2; step > 0; step /= 2)
                        if (__shfl_sync(ALL_LANES, end, owner + step - 1) <= e)
                            owner += step;
                    from[k] = __shfl_sync(ALL_LANES, u, owner);
                    at = __shfl_sync(ALL_LANES, first, owner);
                }
                to[k] = e < all ? a.out_column[at + e] : -1;
            }
#pragma unroll
            for (int k = 0; k < UNROLL; k++) {
                bool is_new = to[k] >= 0 && visit<HAS_PARENT>(a, visited, from[k], to[k], s.depth);
                append(a, counters, 1 - s.queue, g, is_new, to[k]);
            }
        }
    }
    if (g.count > 0)
        flush(a, counters, 1 - s.queue, g);
    g.edges = sum_of_warp(g.edges);
    g.found = sum_of_warp(g.found);
    if (lane == 0 && g.found > 0) {
        atomicAdd(&counters->edges, (unsigned long long)g.edges);
        atomicAdd(&counters->found, (unsigned)g.found);
    }
}

/* The first edge in of a vertex that comes from a vertex in the bitmap; -1: none in [k, end). */
DEVICE int32_t look_up(const bfs_arguments &a, const uint32_t *visited, int64_t k, int64_t end)
{
    for (; k < end; k += UNROLL) {
        int32_t u[UNROLL];
        bool is_hit[UNROLL];
#pragma unroll
        for (int j = 0; j < UNROLL; j++)
            u[j] = k + j < end ? a.in_column[k + j] : -1;
#pragma unroll
        for (int j = 0; j < UNROLL; j++)
            is_hit[j] = u[j] >= 0 && (visited[u[j] >> 5] >> (u[j] & 31) & 1) != 0;
#pragma unroll
        for (int j = 0; j < UNROLL; j++)
            if (is_hit[j])
                return u[j];
    }
    return -1;
}

/* The same by a warp for one of its lanes. */
DEVICE int32_t look_up_together(const bfs_arguments &a, const uint32_t *visited, int64_t k, int64_t end)
{
    const int lane = lane_of_warp();
    for (; k < end; k += UNROLL * WARP) {
        int32_t u[UNROLL];
        unsigned hits[UNROLL];
#pragma unroll
        for (int j = 0; j < UNROLL; j++) {
            int64_t at = k + j * WARP + lane;
            u[j] = at < end ? a.in_column[at] : -1;
        }
#pragma unroll
        for (int j = 0; j < UNROLL; j++)
            hits[j] = __ballot_sync(ALL_LANES, u[j] >= 0 && (visited[u[j] >> 5] >> (u[j] & 31) & 1) != 0);
#pragma unroll
        for (int j = 0; j < UNROLL; j++)
            if (hits[j] != 0)
                return __shfl_sync(ALL_LANES, u[j], __ffs((int)hits[j]) - 1);
    }
    return -1;
}

template <bool HAS_PARENT>
DEVICE void pull(const bfs_arguments &a, const state &s, bfs_counters *counters, bool is_first)
{
    const int lane = lane_of_warp();
    const int64_t warps = (int64_t)gridDim.x * WARPS;
    const uint32_t *visited = a.visited[s.bitmap];
    uint32_t *next = a.visited[1 - s.bitmap];
    int64_t edges = 0, found = 0, left = 0;
    for (int64_t w = ((int64_t)threadIdx.x / WARP * gridDim.x + blockIdx.x) * PULL_WORDS; w < a.words;
         w += warps * PULL_WORDS) {
        uint32_t old[PULL_WORDS], open[PULL_WORDS];
        int64_t first[PULL_WORDS], end[PULL_WORDS];
        int32_t u[PULL_WORDS];
#pragma unroll
        for (int j = 0; j < PULL_WORDS; j++) {
            old[j] = w + j < a.words ? visited[w + j] : ~0u;
            open[j] = ~(old[j] | (is_first || w + j >= a.words ? 0 : a.closed[w + j]));
            int64_t v = (w + j) * 32 + lane;
            first[j] = end[j] = 0;
            if ((open[j] >> lane & 1) != 0 && v < a.n) {
                first[j] = a.in_start[v];
                end[j] = a.in_start[v + 1];
            }
        }
        /* The first probe hits most often: all words' at once. */
        int32_t probe[PULL_WORDS];
#pragma unroll
        for (int j = 0; j < PULL_WORDS; j++)
            probe[j] = first[j] < end[j] ? a.in_column[first[j]] : -1;
#pragma unroll
        for (int j = 0; j < PULL_WORDS; j++)
            u[j] = probe[j] >= 0 && (visited[probe[j] >> 5] >> (probe[j] & 31) & 1) != 0 ? probe[j] : -1;
#pragma unroll
        for (int j = 0; j < PULL_WORDS; j++) {
            int64_t count = end[j] - first[j];
            if (u[j] < 0 && count > 1)
                u[j] = look_up(a, visited, first[j] + 1, count > PULL_ALONE ? first[j] + PULL_ALONE : end[j]);
            unsigned waiting = __ballot_sync(ALL_LANES, u[j] < 0 && count > PULL_ALONE);
            for (; waiting != 0; waiting &= waiting - 1) {
                int owner = __ffs((int)waiting) - 1;
                int64_t k = __shfl_sync(ALL_LANES, first[j], owner) + PULL_ALONE;
                int32_t hit = look_up_together(a, visited, k, __shfl_sync(ALL_LANES, end[j], owner));
                if (lane == owner)
                    u[j] = hit;
            }
            bool is_hit = u[j] >= 0;
            unsigned reached = __ballot_sync(ALL_LANES, is_hit), empty = __ballot_sync(ALL_LANES, count == 0);
            if (is_hit) {
                int64_t v = (w + j) * 32 + lane;
                edges += count;
                if (a.level != nullptr)
                    a.level[v] = s.depth + 1;
                if (HAS_PARENT)
                    a.parent[v] = u[j];
            }
            if (lane == 0 && w + j < a.words) {
                next[w + j] = old[j] | reached;
                if (is_first || reached != 0)
                    a.closed[w + j] = old[j] | reached | empty;
                found += __popc(reached);
                left += __popc(~(old[j] | reached | empty));
            }
        }
    }
    edges = sum_of_warp(edges);
    if (lane == 0) {
        if (found > 0) {
            atomicAdd(&counters->edges, (unsigned long long)edges);
            atomicAdd(&counters->found, (unsigned)found);
        }
        if (left > 0)
            atomicAdd(&counters->left, (unsigned)left);
    }
}

/* The queue of the vertices that the last step has pulled in. */
DEVICE void enqueue(const bfs_arguments &a, const state &s, bfs_counters *counters, block_memory *shared)
{
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP;
    const int64_t warps = (int64_t)gridDim.x * WARPS;
    gathering g = {shared->gathered[warp], 0, 0, 0};
    for (int64_t w0 = ((int64_t)warp * gridDim.x + blockIdx.x) * WARP; w0 < a.words; w0 += warps * WARP) {
        uint32_t fresh =
            w0 + lane < a.words ? a.visited[s.bitmap][w0 + lane] & ~a.visited[1 - s.bitmap][w0 + lane] : 0;
        while (__any_sync(ALL_LANES, fresh != 0)) {
            int32_t v = (int32_t)((w0 + lane) * 32 + __ffs((int)fresh) - 1);
            append(a, counters, s.queue, g, fresh != 0, v);
            fresh &= fresh - 1;
        }
    }
    if (g.count > 0)
        flush(a, counters, s.queue, g);
    g.edges = sum_of_warp(g.edges);
    if (lane == 0 && g.edges > 0)
        atomicAdd(&counters->edges, (unsigned long long)g.edges);
}

/* The edge u -> v in the first block alone. */
template <bool HAS_PARENT>
DEVICE void visit_few(const bfs_arguments &a, uint32_t *visited, block_memory *shared, bfs_counters *counters,
                      int queue, int32_t u, int32_t v, int depth, int64_t &edges)
{
    const uint32_t bit = 1u << (v & 31);
    const int64_t first = a.out_start[v],
                  count = a.out_start[v + 1] - first; /* beside the atomic's way to memory */
    int32_t level = HAS_PARENT ? a.level[v] : 0;
    bool is_new = (atomicOr(&visited[v >> 5], bit) & bit) == 0;
    if (HAS_PARENT && (is_new || level < 0 || level > depth))
        atomicMin(&a.parent[v], (long long)u);
    if (!is_new)
        return;
    if (a.level != nullptr)
        a.level[v] = depth + 1;
    edges += count;
    unsigned place = atomicAdd(&shared->few_count, 1u);
    if (place < BFS_FEW)
        shared->few[place] = {first, (int32_t)count, v};
    else if (count > BFS_CHUNK)
        append_chunks(a, counters, queue, v, first, count);
    else
        a.queue[queue][atomicAdd(&counters->vertices, 1u)] = v;
}

/* Levels by the first block while the frontier is small; leaves it in the other queue. */
template <bool HAS_PARENT>
DEVICE void run_few(const bfs_arguments &a, const state &s, bfs_counters *counters, block_memory *shared)
{
    const int thread = (int)threadIdx.x, lane = lane_of_warp(), queue = 1 - s.queue;
    uint32_t *visited = a.visited[s.bitmap];
    int depth = s.depth;
    unsigned count = s.vertices, found = 0;
    for (unsigned q = thread; q < count; q += BFS_THREADS) {
        int32_t v = s.depth == 0 ? a.source : a.queue[s.queue][q];
        int64_t first = a.out_start[v];
        shared->few[q] = {first, (int32_t)(a.out_start[v + 1] - first), v};
    }
    for (;;) {
        few_vertex own[OWN];
        int64_t edges = 0;
        __syncthreads();
        if (thread == 0) {
            shared->few_count = 0;
            shared->few_edges = 0;
        }
#pragma unroll
        for (int k = 0; k < OWN; k++) {
            unsigned q = (unsigned)(thread + k * BFS_THREADS);
            own[k].count = 0;
            if (q < count)
                own[k] = shared->few[q];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < OWN; k++) {
            if ((unsigned)(k * BFS_THREADS) >= count)
                break;
            if (own[k].count <= FEW_SHORT) {
                for (int e = 0; e < own[k].count; e += UNROLL) {
                    int32_t v[UNROLL];
#pragma unroll
                    for (int j = 0; j < UNROLL; j++)
                        v[j] = e + j < own[k].count ? a.out_column[own[k].first + e + j] : -1;
#pragma unroll
                    for (int j = 0; j < UNROLL; j++)
                        if (v[j] >= 0)
                            visit_few<HAS_PARENT>(a, visited, shared, counters, queue, own[k].vertex, v[j],
                                                  depth, edges);
                }
            }
            unsigned waiting = __ballot_sync(ALL_LANES, own[k].count > FEW_SHORT);
            for (; waiting != 0; waiting &= waiting - 1) {
                int owner = __ffs((int)waiting) - 1;
                int64_t first = __shfl_sync(ALL_LANES, own[k].first, owner);
                int all = __shfl_sync(ALL_LANES, own[k].count, owner),
                    u = __shfl_sync(ALL_LANES, own[k].vertex, owner);
                for (int e = lane; e < all; e += WARP)
                    visit_few<HAS_PARENT>(a, visited, shared, counters, queue, u, a.out_column[first + e],
                                          depth, edges);
            }
        }
        edges = sum_of_warp(edges);
        if (lane == 0 && edges > 0)
            atomicAdd(&shared->few_edges, (unsigned long long)edges);
        __syncthreads();
        count = shared->few_count;
        found += count;
        depth++;
        bool is_end =
            count == 0 || depth >= a.max_depth ||
            (a.target >= 0 && (*(volatile uint32_t *)&visited[a.target >> 5] >> (a.target & 31) & 1) != 0);
        if (is_end || count > BFS_FEW || shared->few_edges > FEW_EDGES)
            break;
    }
    for (unsigned q = thread; q < count && q < BFS_FEW; q += BFS_THREADS) {
        few_vertex f = shared->few[q];
        if (f.count > BFS_CHUNK)
            append_chunks(a, counters, queue, f.vertex, f.first, f.count);
        else if (f.count > 0)
            a.queue[queue][atomicAdd(&counters->vertices, 1u)] = f.vertex;
    }
    if (thread == 0) {
        counters->edges = shared->few_edges;
        counters->found = found;
        counters->left = count; /* the frontier: the other vertices found are of levels before */
        a.control->depth = depth;
    }
}

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
        wait_for_all(a, arrivals);
    while (s.frontier > 0 && s.depth < a.max_depth) {
        bfs_counters *counters = &a.control->counters[s.step % BFS_COUNTERS];
        bool is_few = s.is_queued && s.chunks == 0 && s.frontier <= FEW_ENTER && s.edges <= FEW_EDGES;
        bool is_wide = !is_few && wants_pull(a, s), pulls = is_wide && a.in_start != nullptr;
        if (is_first_thread)
            a.control->counters[(s.step + 2) % BFS_COUNTERS] = {};
        if (is_few) {
            if (blockIdx.x == 0)
                run_few<HAS_PARENT>(a, s, counters, shared);
        } else if (pulls) {
            pull<HAS_PARENT>(a, s, counters, !has_closed);
        } else if (s.is_queued) {
            push<HAS_PARENT>(a, s, counters, shared);
            regretted += is_wide ? s.edges : 0;
        } else
            enqueue(a, s, counters, shared);
        wait_for_all(a, arrivals);
        if (threadIdx.x == 0) {
            const volatile bfs_counters *c = counters;
            shared->counters.edges = c->edges;
            shared->counters.vertices = c->vertices;
            shared->counters.chunks = c->chunks;
            shared->counters.found = c->found;
            shared->counters.left = c->left;
            shared->depth = is_few ? *(volatile int *)&a.control->depth : s.depth + 1;
            const uint32_t *reached = a.visited[pulls ? 1 - s.bitmap : s.bitmap];
            shared->found_target =
                a.target >= 0 &&
                (*(const volatile uint32_t *)&reached[a.target >> 5] >> (a.target & 31) & 1) != 0;
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
        if (shared->found_target || (pulls && s.left == 0))
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
