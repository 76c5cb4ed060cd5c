/* The steps of bfs.cu that all blocks take part in (push, pull, enqueue), the state of the search and the shared memory. */
#ifndef CUDA_BFS_BFS_STEPS_CUH
#define CUDA_BFS_BFS_STEPS_CUH

#include "cuda/primitives/warp.cuh"

#include "cuda/bfs/bfs_arguments.h"

enum {
    BFS_WARPS = BFS_THREADS / WARP,
    UNROLL = 4,
    PULL_WORDS = 4 /* at a time; 1, 2, 3 and 8 were slower (docs/gpu-runs/algorithms.md) */
};

/* The state of the search.  All blocks compute the same one. */
struct state {
    int depth;
    int64_t frontier, edges, reached, unreached, wasted;
    unsigned vertices, chunks;
    int queue, bitmap, step;
    bool is_queued, has_closed; /* the frontier is in the queue; `closed` is filled in */
    bool must_pull;             /* the last push made no queue, so the next step is a pull */
    bool is_over;
};

/* In shared memory. */
struct block_memory {
    int32_t buffer[BFS_WARPS][BFS_BUFFER];
    /* Of each warp in a step. */
    int64_t edges[BFS_WARPS];
    unsigned found[BFS_WARPS], remaining[BFS_WARPS];
    /* Of a team: where each member's part of the frontier begins, the edges of all; new vertices of this block and edges out
     * of them, in even and odd iterations; whether the target has been found. */
    unsigned team_start[BFS_TEAM + 1], team_edges, team_vertices_here[2];
    unsigned long long team_edges_here[2];
    bool team_target, target_here;
    state now;
};

/* New vertices that a warp collects, to reserve places in the queue for many at a time. */
struct queue_buffer {
    int32_t *vertex;
    int count;
    int64_t edges, found;
};

/* Adds the counts of a step.  A block adds up those of its threads first: atomics of thousands of warps would serialise. */
DEVICE void add_counts(bfs_counters *counters, block_memory *shared, int64_t edges, unsigned found,
                       unsigned remaining)
{
    static_assert(BFS_WARPS == WARP, "one lane adds for each warp");
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP;
    edges = reduce_warp(edges);
    found = __reduce_add_sync(ALL_LANES, found);
    remaining = __reduce_add_sync(ALL_LANES, remaining);
    if (lane == 0) {
        shared->edges[warp] = edges;
        shared->found[warp] = found;
        shared->remaining[warp] = remaining;
    }
    __syncthreads();
    if (warp > 0)
        return;
    edges = reduce_warp(shared->edges[lane]);
    found = __reduce_add_sync(ALL_LANES, shared->found[lane]);
    remaining = __reduce_add_sync(ALL_LANES, shared->remaining[lane]);
    if (lane == 0 && edges > 0)
        atomicAdd(&counters->edges, (unsigned long long)edges);
    if (lane == 0 && found > 0)
        atomicAdd(&counters->found, found);
    if (lane == 0 && remaining > 0)
        atomicAdd(&counters->remaining, remaining);
}

DEVICE void flush(const bfs_arguments &a, bfs_counters *counters, int queue, queue_buffer &g)
{
    const int lane = lane_of_warp();
    unsigned place = 0;
    __syncwarp();
    if (lane == 0)
        place = atomicAdd(&counters->vertices, (unsigned)g.count);
    place = __shfl_sync(ALL_LANES, place, 0);
    for (int k = lane; k < g.count; k += WARP)
        a.queue[queue][place + k] = g.vertex[k];
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

/* Called by whole warps: lanes with is_new append vertex v, with `count` edges from `first` on, to the queue. */
DEVICE void append(const bfs_arguments &a, bfs_counters *counters, int queue, queue_buffer &g, bool is_new,
                   int32_t v, int64_t first, int64_t count)
{
    if (is_new) {
        g.edges += count;
        g.found++;
        if (count > BFS_CHUNK)
            append_chunks(a, counters, queue, v, first, count);
    }
    bool is_short = is_new && count <= BFS_CHUNK && count > 0;
    unsigned mask = __ballot_sync(ALL_LANES, is_short);
    if (mask == 0)
        return;
    if (g.count + __popc(mask) > BFS_BUFFER)
        flush(a, counters, queue, g);
    if (is_short)
        g.vertex[g.count + __popc(mask & ((1u << lane_of_warp()) - 1))] = v;
    g.count += __popc(mask);
}

/* Visits the edges from[k] -> to[k]; to[k] negative: none.  Loads of one kind are issued for all k together, to overlap
 * their latencies. */
template <bool HAS_PARENT, bool HAS_QUEUE>
DEVICE void visit(const bfs_arguments &a, uint32_t *visited, bfs_counters *counters, int queue,
                  queue_buffer &g, const int32_t (&from)[UNROLL], const int32_t (&to)[UNROLL], int depth)
{
    bool is_old[UNROLL], is_new[UNROLL];
    int64_t first[UNROLL], end[UNROLL];
#pragma unroll
    for (int k = 0; k < UNROLL; k++)
        is_old[k] = to[k] < 0 || (visited[to[k] >> 5] >> (to[k] & 31) & 1) != 0;
#pragma unroll
    for (int k = 0; k < UNROLL; k++)
        is_new[k] =
            !is_old[k] && (atomicOr(&visited[to[k] >> 5], 1u << (to[k] & 31)) >> (to[k] & 31) & 1) == 0;
    if (HAS_PARENT) {
        /* A vertex of this level may not have its level yet. */
        int32_t level[UNROLL];
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            level[k] = to[k] >= 0 && is_old[k] ? a.level[to[k]] : -1;
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            if (to[k] >= 0 && (level[k] < 0 || level[k] > depth))
                atomicMin(&a.parent[to[k]], (long long)from[k]);
    }
#pragma unroll
    for (int k = 0; k < UNROLL; k++) {
        first[k] = end[k] = 0;
        if (is_new[k]) {
            if (a.level != nullptr)
                a.level[to[k]] = depth + 1;
            if (to[k] == a.target)
                counters->target = 1;
            if (HAS_QUEUE) {
                first[k] = a.out_start[to[k]];
                end[k] = a.out_start[to[k] + 1];
            } else
                g.found++;
        }
    }
#pragma unroll
    for (int k = 0; HAS_QUEUE && k < UNROLL; k++)
        append(a, counters, queue, g, is_new[k], to[k], first[k], end[k] - first[k]);
}

/* Visits the edges out of the frontier.  Without HAS_QUEUE the new vertices are only counted, and their edges are not. */
template <bool HAS_PARENT, bool HAS_QUEUE>
DEVICE void push(const bfs_arguments &a, const state &s, bfs_counters *counters, block_memory *shared)
{
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP;
    const unsigned warps = gridDim.x * BFS_WARPS;
    unsigned share = WARP; /* vertices of a warp: halved until all warps have work */
    while (share > 1 && s.chunks + 2 * (s.vertices / share + 1) <= warps)
        share /= 2;
    const unsigned items = s.chunks + (s.vertices + share - 1) / share;
    uint32_t *visited = a.visited[s.bitmap];
    queue_buffer g = {shared->buffer[warp], 0, 0, 0};
    for (unsigned item = (unsigned)warp * gridDim.x + blockIdx.x; item < items; item += warps) {
        const bool is_chunk = item < s.chunks;
        int32_t u = 0;
        int64_t first = 0;
        int sum;
        if (is_chunk) {
            bfs_chunk c = a.chunk[s.queue][item];
            u = c.vertex;
            first = c.first;
            sum = c.count;
        } else {
            const unsigned q = (item - s.chunks) * share + (unsigned)lane;
            int count = 0;
            if ((unsigned)lane < share && q < s.vertices) {
                u = a.queue[s.queue][q];
                first = a.out_start[u];
                count = (int)(a.out_start[u + 1] - first);
            }
            sum = scan_warp(count);
            first -= sum - count;
        }
        const int all = __shfl_sync(ALL_LANES, sum, WARP - 1);
        for (int base = 0; base < all; base += UNROLL * WARP) {
            int32_t from[UNROLL], to[UNROLL];
#pragma unroll
            for (int k = 0; k < UNROLL; k++) {
                int e = base + k * WARP + lane;
                int64_t at = first;
                from[k] = u;
                if (!is_chunk) {
                    int owner = search_warp(e, sum);
                    from[k] = __shfl_sync(ALL_LANES, u, owner);
                    at = __shfl_sync(ALL_LANES, first, owner);
                }
                to[k] = e < all ? a.out_column[at + e] : -1;
            }
            visit<HAS_PARENT, HAS_QUEUE>(a, visited, counters, 1 - s.queue, g, from, to, s.depth);
        }
    }
    if (g.count > 0)
        flush(a, counters, 1 - s.queue, g);
    add_counts(counters, shared, g.edges, (unsigned)g.found, 0);
}

/* The origin of the first edge k .. end - 1 in that comes from a vertex of the bitmap; -1: there is none. */
DEVICE int32_t find_reached(const bfs_arguments &a, const uint32_t *visited, int64_t k, int64_t end)
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

/* The same; all lanes of the warp read the edges. */
DEVICE int32_t find_reached_by_warp(const bfs_arguments &a, const uint32_t *visited, int64_t k, int64_t end)
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
DEVICE void pull(const bfs_arguments &a, const state &s, bfs_counters *counters, block_memory *shared,
                 bool is_first)
{
    const int lane = lane_of_warp();
    const int64_t warps = (int64_t)gridDim.x * BFS_WARPS;
    const uint32_t *visited = a.visited[s.bitmap];
    uint32_t *next = a.visited[1 - s.bitmap];
    int64_t edges = 0;
    unsigned found = 0, remaining = 0;
    for (int64_t w = ((int64_t)threadIdx.x / WARP * gridDim.x + blockIdx.x) * PULL_WORDS; w < a.words;
         w += warps * PULL_WORDS) {
        uint32_t old[PULL_WORDS], open[PULL_WORDS];
        int64_t first[PULL_WORDS];
        int32_t count[PULL_WORDS], u[PULL_WORDS];
#pragma unroll
        for (int j = 0; j < PULL_WORDS; j++) {
            old[j] = w + j < a.words ? visited[w + j] : ~0u;
            open[j] = ~(old[j] | (is_first || w + j >= a.words ? 0 : a.closed[w + j]));
            int64_t v = (w + j) * 32 + lane;
            first[j] = 0;
            count[j] = 0;
            if ((open[j] >> lane & 1) != 0 && v < a.n) {
                first[j] = a.in_start[v];
                count[j] = (int32_t)(a.in_start[v + 1] - first[j]);
            }
        }
        /* The first edge hits most often; those of all words are read together. */
        int32_t probe[PULL_WORDS];
#pragma unroll
        for (int j = 0; j < PULL_WORDS; j++)
            probe[j] = count[j] > 0 ? a.in_column[first[j]] : -1;
#pragma unroll
        for (int j = 0; j < PULL_WORDS; j++)
            u[j] = probe[j] >= 0 && (visited[probe[j] >> 5] >> (probe[j] & 31) & 1) != 0 ? probe[j] : -1;
#pragma unroll
        for (int j = 0; j < PULL_WORDS; j++) {
            if (u[j] < 0 && count[j] > 1)
                u[j] = find_reached(a, visited, first[j] + 1,
                                    first[j] +
                                        (count[j] > BFS_PULL_LANE_EDGES ? BFS_PULL_LANE_EDGES : count[j]));
            unsigned waiting = __ballot_sync(ALL_LANES, u[j] < 0 && count[j] > BFS_PULL_LANE_EDGES);
            for (; waiting != 0; waiting &= waiting - 1) {
                int owner = __ffs((int)waiting) - 1;
                int64_t k = __shfl_sync(ALL_LANES, first[j], owner);
                int32_t hit = find_reached_by_warp(a, visited, k + BFS_PULL_LANE_EDGES,
                                                   k + __shfl_sync(ALL_LANES, count[j], owner));
                if (lane == owner)
                    u[j] = hit;
            }
            bool is_hit = u[j] >= 0;
            unsigned reached = __ballot_sync(ALL_LANES, is_hit),
                     empty = __ballot_sync(ALL_LANES, count[j] == 0);
            if (is_hit) {
                int64_t v = (w + j) * 32 + lane;
                edges += count[j];
                if (v == a.target)
                    counters->target = 1;
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
                remaining += __popc(~(old[j] | reached | empty));
            }
        }
    }
    add_counts(counters, shared, edges, found, remaining);
}

/* Fills the queue with the vertices that the last pull has reached. */
DEVICE void enqueue(const bfs_arguments &a, const state &s, bfs_counters *counters, block_memory *shared)
{
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP;
    const int64_t warps = (int64_t)gridDim.x * BFS_WARPS;
    queue_buffer g = {shared->buffer[warp], 0, 0, 0};
    for (int64_t w0 = ((int64_t)warp * gridDim.x + blockIdx.x) * WARP; w0 < a.words; w0 += warps * WARP) {
        uint32_t fresh =
            w0 + lane < a.words ? a.visited[s.bitmap][w0 + lane] & ~a.visited[1 - s.bitmap][w0 + lane] : 0;
        while (__any_sync(ALL_LANES, fresh != 0)) {
            int32_t v = (int32_t)((w0 + lane) * 32 + __ffs((int)fresh) - 1);
            int64_t first = 0, end = 0;
            if (fresh != 0) {
                first = a.out_start[v];
                end = a.out_start[v + 1];
            }
            append(a, counters, s.queue, g, fresh != 0, v, first, end - first);
            fresh &= fresh - 1;
        }
    }
    if (g.count > 0)
        flush(a, counters, s.queue, g);
    add_counts(counters, shared, g.edges, 0, 0);
}

#endif
