/* The levels of a thin graph, such as a road network: one cluster of blocks runs them while the frontier is small, without
 * a word through global memory but the graph itself and the levels.
 *
 * The bitmap of visited vertices and the frontier lie in the shared memory of the blocks.  Who finds a vertex sets its bit
 * where it lies, fetches its offsets meanwhile, and sends the vertex to the block that a hash of its number names: into a
 * segment of its own, so that places are counted at home.  When a block is done with a level it sends a message to all,
 * how many vertices it has sent them and found in all; who has all messages, and the vertices that they tell of, goes on.
 * Nobody waits for the levels to be written, so parents come later (bfs.cu).
 * What finds no room, a vertex of many edges or a frontier that has grown, goes to the queues of bfs.cu, which goes on
 * from there. */
#include "cuda/bfs_steps.cuh"
#include "cuda/cluster.cuh"

#include "cuda/bfs_kernels.h"

namespace
{

enum {
    SEGMENT = 72, /* vertices from one block to another in a level */
    SHARERS = BFS_THREADS / WARP / BFS_TEAM,
    LANES = 4,         /* that share a vertex */
    PAIR = 2,          /* edges of a lane under way together */
    HEAVY = 32,        /* edges of a vertex that its lanes take; the warp helps with more */
    MOST_EDGES = 1024, /* of a vertex here */
    TARGET = 1,
    IS_FULL = 2 /* in messages */
};

struct message {
    uint32_t sent, found, edges, flags; /* to the reader; in all */
};

/* Of a block; the words of the bitmap follow.  What takes part in one level and the next is there twice. */
struct cluster_memory {
    bfs_few inbox[2][BFS_TEAM][SEGMENT];
    message heard[2][BFS_TEAM];
    byte_barrier has_inbox[2], has_heard[2];
    unsigned sent[2][BFS_TEAM], found[2], edges[2], flags, unused;
};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define HAS_CLUSTERS

/* Where word `w` of the bitmap lies: in turns, scrambled, as neighbours' frontiers have regular distances. */
DEVICE uint32_t scramble(uint32_t row) { return row ^ row >> 4 ^ row >> 9; }
DEVICE unsigned keeper_of(uint32_t w) { return (w ^ scramble(w / BFS_TEAM)) % BFS_TEAM; }
DEVICE unsigned reader_of(int32_t v) { return ((uint32_t)v * 0x9e3779b1u) >> 28; }

/* A vertex of the new frontier that stays with no block. */
DEVICE void give_away(const bfs_arguments &a, int32_t v, int64_t first, int64_t count)
{
    bfs_counters *counters = &a.control->begun;
    if (count > BFS_CHUNK)
        append_chunks(a, counters, 0, v, first, count);
    else if (count > 0)
        a.queue[0][atomicAdd(&counters->vertices, 1u)] = v;
}

/* Edges to w[k]; to negative: none. */
DEVICE void visit(const bfs_arguments &a, cluster_memory *shared, const uint32_t *visited, unsigned member,
                  unsigned turn, const int32_t (&w)[PAIR], int depth, unsigned &found, unsigned &edges)
{
    const uint32_t *start = (const uint32_t *)a.out_start; /* lower halves */
    const unsigned side = turn & 1;
    uint32_t first[PAIR], end[PAIR], old[PAIR];
#pragma unroll
    for (int k = 0; k < PAIR; k++)
        if (w[k] >= 0) {
            first[k] = __ldg(&start[2 * (int64_t)w[k]]);
            end[k] = __ldg(&start[2 * (int64_t)w[k] + 2]);
        }
#pragma unroll
    for (int k = 0; k < PAIR; k++)
        if (w[k] >= 0) {
            const uint32_t word = (uint32_t)w[k] >> 5;
            old[k] = atomic_or_at(address_at(keeper_of(word), &visited[word / BFS_TEAM]), 1u << (w[k] & 31));
        }
#pragma unroll
    for (int k = 0; k < PAIR; k++) {
        if (w[k] < 0 || (old[k] >> (w[k] & 31) & 1) != 0)
            continue;
        const uint32_t count = end[k] - first[k];
        if (a.level != nullptr)
            a.level[w[k]] = depth + 1;
        if (w[k] == a.target)
            atomicOr(&shared->flags, (unsigned)TARGET);
        found++;
        edges += count;
        if (count == 0)
            continue;
        const unsigned reader = reader_of(w[k]);
        const unsigned place = count <= MOST_EDGES ? atomicAdd(&shared->sent[side][reader], 1u) : SEGMENT;
        if (place < SEGMENT)
            send_to(address_at(reader, &shared->inbox[side][member][place]),
                    address_at(reader, &shared->has_inbox[side]), first[k], count, (uint32_t)w[k], 0);
        else {
            atomicOr(&shared->flags, (unsigned)IS_FULL);
            give_away(a, w[k], first[k], count);
        }
    }
}

/* The edges out of the vertices in one segment, by SHARERS warps; a vertex is that of LANES lanes. */
DEVICE void expand(const bfs_arguments &a, cluster_memory *shared, const uint32_t *visited, unsigned member,
                   unsigned turn, int depth, unsigned &found, unsigned &edges)
{
    const unsigned lane = (unsigned)lane_of_warp(), warp = threadIdx.x / WARP, segment = warp / SHARERS;
    const unsigned count = shared->heard[1 - (turn & 1)][segment].sent;
    const bfs_few *inbox = shared->inbox[1 - (turn & 1)][segment];
    for (unsigned base = warp % SHARERS * (WARP / LANES); base < count; base += SHARERS * WARP / LANES) {
        const unsigned at = base + lane / LANES;
        const bfs_few own = at < count ? inbox[at] : bfs_few{0, 0, 0, 0};
        const int alone = own.count < HEAVY ? own.count : HEAVY;
        int32_t w[PAIR];
        for (int j = (int)(lane % LANES); __any_sync(ALL_LANES, j < alone); j += PAIR * LANES) {
#pragma unroll
            for (int k = 0; k < PAIR; k++)
                w[k] = j + k * LANES < alone ? __ldg(&a.out_column[(int64_t)own.first + j + k * LANES]) : -1;
            visit(a, shared, visited, member, turn, w, depth, found, edges);
        }
        unsigned heavy = __ballot_sync(ALL_LANES, own.count > HEAVY && lane % LANES == 0);
        for (; heavy != 0; heavy &= heavy - 1) {
            const int owner = __ffs((int)heavy) - 1, all = __shfl_sync(ALL_LANES, own.count, owner);
            const int64_t first = __shfl_sync(ALL_LANES, own.first, owner);
            for (int j = HEAVY + (int)lane; j - (int)lane < all; j += PAIR * WARP) {
#pragma unroll
                for (int k = 0; k < PAIR; k++)
                    w[k] = j + k * WARP < all ? __ldg(&a.out_column[first + j + k * WARP]) : -1;
                visit(a, shared, visited, member, turn, w, depth, found, edges);
            }
        }
    }
}

/* The message of this block to member `to`. */
DEVICE void tell(cluster_memory *shared, unsigned member, unsigned turn, unsigned to)
{
    const unsigned side = turn & 1, sent = shared->sent[side][to];
    send_to(address_at(to, &shared->heard[side][member]), address_at(to, &shared->has_heard[side]),
            sent < SEGMENT ? sent : SEGMENT, shared->found[side], shared->edges[side], shared->flags);
}

/* The source is the frontier, and lies where it would have been sent. */
DEVICE void begin(const bfs_arguments &a, cluster_memory *shared, uint32_t *visited, uint32_t rows,
                  unsigned member)
{
    const unsigned thread = threadIdx.x;
    const uint32_t word = (uint32_t)a.source >> 5, first = (uint32_t)a.out_start[a.source],
                   count = (uint32_t)(a.out_start[a.source + 1] - a.out_start[a.source]);
    for (uint32_t row = thread; row < rows; row += BFS_THREADS)
        visited[row] = 0;
    if (thread < BFS_TEAM) {
        const uint32_t is_first = thread == 0;
        shared->sent[0][thread] = shared->sent[1][thread] = 0;
        shared->heard[0][thread] = {is_first & (uint32_t)(reader_of(a.source) == member), is_first,
                                    is_first * count, 0};
    }
    __syncthreads();
    if (thread == 0) {
        if (keeper_of(word) == member)
            visited[word / BFS_TEAM] = 1u << (a.source & 31);
        shared->inbox[0][0][0] = {first, (int32_t)count, a.source, 0};
        shared->found[0] = shared->found[1] = shared->edges[0] = shared->edges[1] = shared->flags = 0;
        for (int side = 0; side < 2; side++) {
            open_barrier(&shared->has_inbox[side]);
            open_barrier(&shared->has_heard[side]);
        }
        if (member == 0 && a.level != nullptr)
            a.level[a.source] = 0;
        if (member == 0 && a.parent != nullptr)
            a.parent[a.source] = a.source;
    }
    wait_for_cluster();
}

#endif

/* Not launched on devices without clusters. */
__global__ void __launch_bounds__(BFS_THREADS, 1) bfs_thin(struct bfs_arguments a)
{
#ifdef HAS_CLUSTERS
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    cluster_memory *shared = (cluster_memory *)shared_bytes;
    uint32_t *visited = (uint32_t *)(shared + 1);
    const unsigned member = rank_in_cluster(), thread = threadIdx.x, lane = (unsigned)lane_of_warp();
    const uint32_t rows = (uint32_t)((a.words + BFS_TEAM - 1) / BFS_TEAM);
    unsigned turn = 0, frontier, edges_of_all, flags, reached = 0;
    int depth = 0;
    begin(a, shared, visited, rows, member);
    for (;; depth++) {
        /* A side has a phase every other turn. */
        const unsigned side = turn & 1, parity = (turn - 1) / 2 & 1;
        if (turn > 0)
            wait_for_bytes(&shared->has_heard[side], parity);
        const message heard = lane < BFS_TEAM ? shared->heard[side][lane] : message{0, 0, 0, 0};
        frontier = __reduce_add_sync(ALL_LANES, heard.found);
        edges_of_all = __reduce_add_sync(ALL_LANES, heard.edges);
        flags = __reduce_or_sync(ALL_LANES, heard.flags);
        const unsigned here = __reduce_add_sync(ALL_LANES, heard.sent);
        if (turn > 0) {
            if (thread == 0)
                expect_bytes(&shared->has_inbox[side], here * sizeof(bfs_few));
            wait_for_bytes(&shared->has_inbox[side], parity);
        }
        reached += frontier;
        if (frontier == 0 || depth >= a.max_depth || flags != 0 || edges_of_all > BFS_THIN_EDGES)
            break;
        unsigned found = 0, edges = 0;
        turn++;
        if (thread < BFS_TEAM)
            shared->sent[1 - (turn & 1)][thread] = 0;
        if (thread == 0) {
            shared->found[1 - (turn & 1)] = shared->edges[1 - (turn & 1)] = 0;
            expect_bytes(&shared->has_heard[turn & 1], BFS_TEAM * sizeof(message));
        }
        expand(a, shared, visited, member, turn, depth, found, edges);
        found = __reduce_add_sync(ALL_LANES, found);
        edges = __reduce_add_sync(ALL_LANES, edges);
        if (lane == 0 && found > 0) {
            atomicAdd(&shared->found[turn & 1], found);
            atomicAdd(&shared->edges[turn & 1], edges);
        }
        __syncthreads();
        if (thread < BFS_TEAM)
            tell(shared, member, turn, thread);
    }
    const bool is_over = frontier == 0 || depth >= a.max_depth || (flags & TARGET) != 0;
    for (unsigned k = thread; !is_over && k < BFS_TEAM * SEGMENT; k += BFS_THREADS)
        if (k % SEGMENT < shared->heard[turn & 1][k / SEGMENT].sent) {
            const bfs_few &item = shared->inbox[turn & 1][k / SEGMENT][k % SEGMENT];
            give_away(a, item.vertex, item.first, item.count);
        }
    wait_for_cluster(); /* All bits are set, and nothing is on its way to a block that has ended. */
    for (uint32_t row = thread; row < rows; row += BFS_THREADS) {
        const uint32_t word = row * BFS_TEAM + (member ^ scramble(row) % BFS_TEAM);
        if (word < a.words)
            a.visited[0][word] = visited[row];
    }
    if (member == 0 && thread == 0) {
        a.control->begun.edges = edges_of_all;
        a.control->begun.found = reached;
        a.control->begun.left = is_over ? 0 : frontier;
        a.control->begun.target = flags & TARGET;
        a.control->begun_depth = depth;
    }
#endif
}

} // namespace

extern "C" const void *const graph__cuda_bfs_thin_kernel = (const void *)bfs_thin;
extern "C" const int graph__cuda_bfs_thin_shared_bytes = sizeof(cluster_memory);
