/* Small frontiers: one block, or a team of blocks, runs level after level; see bfs.cu.
 *
 * Each member of a team writes the vertices that it finds to its part of the next frontier, and publishes their number in a
 * message.  A member that has received all messages knows the whole frontier, and takes an equal share of it. */
#ifndef CUDA_BFS_BFS_SMALL_FRONTIER_CUH
#define CUDA_BFS_BFS_SMALL_FRONTIER_CUH

#include "cuda/bfs/bfs_steps.cuh"

enum {
    SHORT = 4,      /* edges of a vertex that one lane takes */
    COUNT_BITS = 21 /* of the edges and of the vertices in a message; then target and iteration */
};

#define COUNT_MASK     ((1u << COUNT_BITS) - 1)
#define ITERATION_MASK 0xfffffu

/* Visits the edges u[j] -> v[j]; new vertices go to `part`.  Loads and atomics of one kind are issued for all j together. */
template <bool HAS_PARENT>
DEVICE void visit_small(const bfs_arguments &a, uint32_t *visited, bfs_small *part, block_memory *shared,
                        unsigned iteration, const int32_t (&u)[SHORT], const int32_t (&v)[SHORT], int depth,
                        unsigned &edges)
{
    const int lane = lane_of_warp();
    const uint32_t *start = (const uint32_t *)a.out_start;
    uint32_t first[SHORT], end[SHORT];
    int32_t level[SHORT];
    unsigned fresh = 0;
#pragma unroll
    for (int j = 0; j < SHORT; j++)
        if (v[j] >= 0) {
            first[j] = start[2 * (int64_t)v[j]];
            end[j] = start[2 * (int64_t)v[j] + 2];
            level[j] = HAS_PARENT ? a.level[v[j]] : 0;
        }
#pragma unroll
    for (int j = 0; j < SHORT; j++)
        if (v[j] >= 0)
            fresh |= (~atomicOr(&visited[v[j] >> 5], 1u << (v[j] & 31)) >> (v[j] & 31) & 1) << j;
    if (HAS_PARENT)
#pragma unroll
        for (int j = 0; j < SHORT; j++)
            if (v[j] >= 0 && ((fresh >> j & 1) != 0 || level[j] < 0 || level[j] > depth))
                atomicMin(&a.parent[v[j]], (long long)u[j]);
    if (!__any_sync(ALL_LANES, fresh != 0))
        return;
    int count = __popc(fresh), sum = scan_warp(count);
    unsigned base =
        lane == WARP - 1 ? atomicAdd(&shared->team_vertices_here[iteration & 1], (unsigned)sum) : 0;
    unsigned place = __shfl_sync(ALL_LANES, base, WARP - 1) + (unsigned)(sum - count);
#pragma unroll
    for (int j = 0; j < SHORT; j++)
        if ((fresh >> j & 1) != 0) {
            if (a.level != nullptr)
                a.level[v[j]] = depth + 1;
            if (v[j] == a.target)
                shared->target_here = true;
            edges += end[j] - first[j];
            part[place++] = {first[j], (int32_t)(end[j] - first[j]), v[j], 0};
        }
}

/* Visits the edges of 32 vertices, one for each lane. */
template <bool HAS_PARENT>
DEVICE void expand_small(const bfs_arguments &a, uint32_t *visited, bfs_small *part, block_memory *shared,
                         unsigned iteration, const bfs_small &item, int depth, unsigned &edges)
{
    int32_t u[SHORT], v[SHORT];
    if (__all_sync(ALL_LANES, item.count <= SHORT)) {
#pragma unroll
        for (int j = 0; j < SHORT; j++) {
            u[j] = item.vertex;
            v[j] = j < item.count ? a.out_column[(int64_t)item.first + j] : -1;
        }
        visit_small<HAS_PARENT>(a, visited, part, shared, iteration, u, v, depth, edges);
        return;
    }
    const int sum = scan_warp(item.count), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
    const int64_t first = (int64_t)item.first - (sum - item.count);
    for (int base = 0; base < all; base += SHORT * WARP) {
#pragma unroll
        for (int j = 0; j < SHORT; j++) {
            int e = base + j * WARP + lane_of_warp(), owner = search_warp(e, sum);
            int64_t at = __shfl_sync(ALL_LANES, first, owner);
            u[j] = __shfl_sync(ALL_LANES, item.vertex, owner);
            v[j] = e < all ? a.out_column[at + e] : -1;
        }
        visit_small<HAS_PARENT>(a, visited, part, shared, iteration, u, v, depth, edges);
    }
}

/* Publishes the counts of this member.  A member that receives them also sees all its writes. */
DEVICE void publish(const bfs_arguments &a, const block_memory *shared, unsigned iteration)
{
    unsigned long long edges = shared->team_edges_here[iteration & 1];
    unsigned long long message =
        (unsigned long long)((iteration & ITERATION_MASK) << 1 | shared->target_here) << 2 * COUNT_BITS |
        (edges < COUNT_MASK ? edges : COUNT_MASK) << COUNT_BITS | shared->team_vertices_here[iteration & 1];
    __threadfence();
    asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(&a.control->message[iteration & 1][blockIdx.x]),
                 "l"(message)
                 : "memory");
}

/* Waits for the messages of all members and adds them up; one warp calls it. */
DEVICE void receive(const bfs_arguments &a, block_memory *shared, int members, unsigned iteration)
{
    const int lane = lane_of_warp();
    unsigned long long message = 0;
    if (lane < members)
        do
            asm volatile("ld.acquire.gpu.global.u64 %0, [%1];"
                         : "=l"(message)
                         : "l"(&a.control->message[iteration & 1][lane])
                         : "memory");
        while ((unsigned)(message >> (2 * COUNT_BITS + 1)) != (iteration & ITERATION_MASK));
    int sum = scan_warp((int)(message & COUNT_MASK));
    unsigned edges = __reduce_add_sync(ALL_LANES, (unsigned)(message >> COUNT_BITS) & COUNT_MASK);
    bool has_target = __any_sync(ALL_LANES, (message >> 2 * COUNT_BITS & 1) != 0);
    if (lane < members)
        shared->team_start[lane + 1] = (unsigned)sum;
    if (lane == 0) {
        shared->team_start[0] = 0;
        shared->team_edges = edges;
        shared->team_target = has_target;
    }
}

/* Appends this member's part of the frontier to the queue of the whole grid. */
DEVICE void append_part(const bfs_arguments &a, bfs_counters *counters, int queue, const bfs_small *part,
                        unsigned count)
{
    const unsigned lane = (unsigned)lane_of_warp();
    for (unsigned q = threadIdx.x; q - lane < count; q += BFS_THREADS) {
        bfs_small item = {0, 0, 0, 0};
        if (q < count)
            item = part[q];
        if (item.count > BFS_CHUNK)
            append_chunks(a, counters, queue, item.vertex, item.first, item.count);
        const bool is_short = item.count > 0 && item.count <= BFS_CHUNK;
        const unsigned mask = __ballot_sync(ALL_LANES, is_short);
        unsigned base = lane == 0 && mask != 0 ? atomicAdd(&counters->vertices, (unsigned)__popc(mask)) : 0;
        base = __shfl_sync(ALL_LANES, base, 0);
        if (is_short)
            a.queue[queue][base + __popc(mask & ((1u << lane) - 1))] = item.vertex;
    }
}

/* Runs levels by the first `members` blocks while the frontier is small, and puts the last one into the other queue.  A team
 * numbers its iterations over all calls. */
template <bool HAS_PARENT>
DEVICE void run_small(const bfs_arguments &a, const state &s, bfs_counters *counters, block_memory *shared,
                      int members, unsigned &team_iteration)
{
    const unsigned thread = threadIdx.x, most_edges = members == 1 ? 2 * BFS_BLOCK_EDGES : BFS_TEAM_EDGES;
    uint32_t *visited = a.visited[s.bitmap];
    int depth = s.depth;
    unsigned iteration = members == 1 ? 0 : team_iteration, vertices = s.vertices, found = 0;
    bool is_queue = true, is_end = false;
    if (thread == 0) {
        for (int k = 0; k < 2; k++)
            shared->team_vertices_here[k] = 0, shared->team_edges_here[k] = 0;
        shared->target_here = false;
    }
    __syncthreads();
    while (!is_end) {
        const unsigned begin = vertices * blockIdx.x / (unsigned)members,
                       stop = vertices * (blockIdx.x + 1) / (unsigned)members;
        unsigned edges = 0;
        iteration++;
        bfs_small *part = a.small[iteration & 1] + (int64_t)blockIdx.x * BFS_TEAM_EDGES;
        for (unsigned q = begin + thread; q - thread % WARP < stop; q += BFS_THREADS) {
            bfs_small item = {0, 0, 0, 0};
            if (q < stop && is_queue) {
                item.vertex = s.depth == 0 ? a.source : a.queue[s.queue][q];
                item.first = (uint32_t)a.out_start[item.vertex];
                item.count = (int32_t)(a.out_start[item.vertex + 1] - a.out_start[item.vertex]);
            } else if (q < stop) {
                int member = 0;
                while (shared->team_start[member + 1] <= q)
                    member++;
                item = a.small[1 - (iteration & 1)]
                              [(int64_t)member * BFS_TEAM_EDGES + q - shared->team_start[member]];
            }
            expand_small<HAS_PARENT>(a, visited, part, shared, iteration, item, depth, edges);
        }
        edges = __reduce_add_sync(ALL_LANES, edges);
        if (thread % WARP == 0 && edges > 0)
            atomicAdd(&shared->team_edges_here[iteration & 1], (unsigned long long)edges);
        __syncthreads();
        if (thread == 0 && members > 1)
            publish(a, shared, iteration);
        if (thread < WARP && members > 1)
            receive(a, shared, members, iteration);
        if (thread == 0) {
            if (members == 1) {
                unsigned long long here = shared->team_edges_here[iteration & 1];
                shared->team_start[0] = 0;
                shared->team_start[1] = shared->team_vertices_here[iteration & 1];
                shared->team_edges = here < COUNT_MASK ? (unsigned)here : COUNT_MASK;
                shared->team_target = shared->target_here;
            }
            shared->team_vertices_here[1 - (iteration & 1)] = 0;
            shared->team_edges_here[1 - (iteration & 1)] = 0;
        }
        __syncthreads();
        vertices = shared->team_start[members];
        found += vertices;
        depth++;
        is_queue = false;
        is_end = vertices == 0 || depth >= a.max_depth || shared->team_target ||
                 shared->team_edges > most_edges ||
                 (members > 1 && shared->team_edges < BFS_TEAM_LEAST_EDGES);
    }
    append_part(a, counters, 1 - s.queue, a.small[iteration & 1] + (int64_t)blockIdx.x * BFS_TEAM_EDGES,
                shared->team_start[blockIdx.x + 1] - shared->team_start[blockIdx.x]);
    if (thread == 0 && blockIdx.x == 0) {
        counters->edges = shared->team_edges;
        counters->found = found;
        counters->remaining = vertices; /* the frontier; `found` counts all levels of this call */
        counters->target = shared->team_target;
        a.control->depth = depth;
    }
    if (members > 1)
        team_iteration = iteration;
}

#endif
