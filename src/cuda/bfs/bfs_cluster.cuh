/* Breadth-first search by one cluster of thread blocks in shared memory; global memory is only read, for the graph, but for
 * what the caller stores for each vertex found.
 *
 * Every vertex belongs to one block, its owner, which has its bit (visited or not) in shared memory, and an inbox of
 * candidates: vertices that an edge from the last level leads to.  In an iteration, a candidate whose bit was clear belongs
 * to the next level, and its neighbours are sent to the inboxes of their owners.  An inbox has one segment for each sender,
 * so that the sender alone counts places.  At the end each block sends every other the number of its candidates, and a
 * barrier that counts bytes releases a block as soon as all has arrived.
 * So the critical path of a level is short: candidate, bit, one load of all neighbours, place, transfer to the owner.
 * There are two inboxes, for even and odd iterations, since a block may be one iteration ahead of another.  A candidate that
 * was visited before is deleted, so that the inbox is the frontier when the cluster gives up. */
#ifndef CUDA_BFS_BFS_CLUSTER_CUH
#define CUDA_BFS_BFS_CLUSTER_CUH

#include "cuda/primitives/cluster.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/bfs/bfs_cluster_arguments.h"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define HAS_CLUSTERS
#endif

enum {
    NONE = -1,
    LONG = -2,  /* in place of the last of four neighbours: the row has more */
    PACKED = 4, /* neighbours in one load */
    /* The status of a block after an iteration is the number of edges out of the vertices found, at most the first of: */
    STATUS_EDGES = 1 << 20,
    STATUS_FULL = 1 << 24,  /* a segment or a row was too long */
    STATUS_TARGET = 1 << 30 /* found by one block at most */
};

struct cluster_message {
    uint32_t sent, status; /* candidates for the receiver; status of the sender */
};

/* In the shared memory of a block; the inboxes and the bits follow. */
template <int BLOCKS> struct cluster_memory {
    byte_barrier is_full[2];
    cluster_message received[2][BLOCKS];
    unsigned sent[2][BLOCKS], flags;
    unsigned next; /* source, in bfs_cluster_multi.cu */
    unsigned unused[2];
};

/* What a thread knows of its block. */
template <int BLOCKS> struct cluster_block {
    cluster_memory<BLOCKS> *shared;
    bfs_cluster_candidate *inbox; /* [2][BLOCKS][capacity] */
    uint32_t *visited;
    unsigned capacity, member;
    const int4 *packed; /* see struct bfs_pack_arguments */
    const int32_t *column;

    __device__ __forceinline__ bfs_cluster_candidate *segment(unsigned parity, unsigned sender) const
    {
        return inbox + (parity * BLOCKS + sender) * capacity;
    }
};

/* The code of vertex v = row * blocks + place has the same row; place is permuted, differently in each row, and becomes the
 * owner.  So neighbours at any distance are spread over all pairs of blocks.  blocks is a power of two, at most 16. */
DEVICE int32_t encode(int32_t v, unsigned blocks)
{
    const uint32_t row = (uint32_t)v / blocks, hash = row * 0x9e3779b1u,
                   place = ((uint32_t)v ^ hash >> 28) * (hash >> 23 | 1) % blocks;
    return (int32_t)(row * blocks + (place ^ place >> 2));
}

DEVICE int32_t decode(int32_t code, unsigned blocks)
{
    const uint32_t row = (uint32_t)code / blocks, hash = row * 0x9e3779b1u, factor = hash >> 23 | 1,
                   inverse = factor * (2 - factor * factor), owner = (uint32_t)code % blocks;
    return (int32_t)(row * blocks + (((owner ^ owner >> 2) * inverse ^ hash >> 28) % blocks));
}

template <int BLOCKS> DEVICE unsigned owner_of(int32_t code) { return (uint32_t)code % BLOCKS; }

template <int BLOCKS>
DEVICE cluster_block<BLOCKS> open_cluster(unsigned char *shared, unsigned capacity, const int4 *packed,
                                          const int32_t *column)
{
    cluster_block<BLOCKS> b;
    b.shared = (cluster_memory<BLOCKS> *)shared;
    b.inbox = (bfs_cluster_candidate *)(b.shared + 1);
    b.visited = (uint32_t *)(b.inbox + 2 * BLOCKS * capacity);
    b.capacity = capacity;
    b.member = rank_in_cluster();
    b.packed = packed;
    b.column = column;
    if (threadIdx.x < 2 * BLOCKS)
        b.shared->sent[threadIdx.x / BLOCKS][threadIdx.x % BLOCKS] = 0;
    if (threadIdx.x < 2)
        open_barrier(&b.shared->is_full[threadIdx.x], BLOCKS);
    return b;
}

/* Clears the bits.  A barrier of the cluster must follow. */
template <int BLOCKS> DEVICE void clear_visited(const cluster_block<BLOCKS> &b, int64_t n)
{
    const unsigned words = (unsigned)(((n + BLOCKS - 1) / BLOCKS + 31) / 32);
    for (unsigned k = threadIdx.x; k < words; k += blockDim.x)
        b.visited[k] = 0;
    if (threadIdx.x == 0)
        b.shared->flags = 0;
}

/* Reserves places in the segments of their owners for all w[k] that are not NONE. */
template <int BLOCKS>
DEVICE void take_places(const cluster_block<BLOCKS> &b, unsigned parity, const int32_t (&w)[PACKED],
                        unsigned (&place)[PACKED])
{
    if (BLOCKS > 2) {
#pragma unroll
        for (int k = 0; k < PACKED; k++)
            if (w[k] != NONE)
                place[k] = atomicAdd(&b.shared->sent[parity][owner_of<BLOCKS>(w[k])], 1u);
        return;
    }
    /* With one or two counters atomics would collide: the warp adds once for all its lanes. */
    const unsigned lane = (unsigned)lane_of_warp(), before = (1u << lane) - 1;
    unsigned count = 0, sum[BLOCKS] = {};
#pragma unroll
    for (int k = 0; k < PACKED; k++) {
        const unsigned owner = owner_of<BLOCKS>(w[k]);
#pragma unroll
        for (unsigned to = 0; to < BLOCKS; to++) {
            const unsigned mask = __ballot_sync(ALL_LANES, w[k] != NONE && owner == to);
            if (owner == to)
                place[k] = sum[to] + __popc(mask & before);
            sum[to] += __popc(mask);
        }
    }
#pragma unroll
    for (unsigned to = 0; to < BLOCKS; to++)
        count = lane == to ? sum[to] : count;
    const unsigned base = count > 0 ? atomicAdd(&b.shared->sent[parity][lane], count) : 0;
#pragma unroll
    for (int k = 0; k < PACKED; k++)
        place[k] += __shfl_sync(ALL_LANES, base, owner_of<BLOCKS>(w[k]));
}

/* Stores `pair` in the shared memory of block `owner`, at the address that `local` has here, and counts its bytes at the
 * barrier there.  A cluster of one block stores directly; its threads meet at a barrier of the block. */
template <int BLOCKS, typename PAIR>
DEVICE void send_pair(unsigned owner, PAIR *local, byte_barrier *barrier, PAIR pair)
{
    static_assert(sizeof(PAIR) == 2 * sizeof(uint32_t), "two words");
    if (BLOCKS == 1) {
        *local = pair;
        return;
    }
    uint32_t word[2];
    memcpy(word, &pair, sizeof word);
    send_to(address_at(owner, local), address_at(owner, barrier), word[0], word[1]);
}

/* Sends the candidates w[k] that are not NONE, neighbours of `from`.  All lanes come here. */
template <int BLOCKS>
DEVICE void send_candidates(const cluster_block<BLOCKS> &b, unsigned parity, int32_t from,
                            const int32_t (&w)[PACKED])
{
    unsigned place[PACKED];
    take_places(b, parity, w, place);
#pragma unroll
    for (int k = 0; k < PACKED; k++)
        if (w[k] != NONE && place[k] < b.capacity)
            send_pair<BLOCKS>(owner_of<BLOCKS>(w[k]), b.segment(parity, b.member) + place[k],
                              &b.shared->is_full[parity], bfs_cluster_candidate{w[k], from});
}

/* Sends the candidates of a row of more than PACKED edges: `count` of them from `first` on; 0: none. */
template <int BLOCKS>
DEVICE void send_long(const cluster_block<BLOCKS> &b, unsigned parity, int32_t v, uint32_t first, int count)
{
    const int lane = lane_of_warp(), alone = count < CLUSTER_LANE_EDGES ? count : CLUSTER_LANE_EDGES;
    int32_t w[PACKED];
    for (int j = 0; __any_sync(ALL_LANES, j < alone); j += PACKED) {
#pragma unroll
        for (int k = 0; k < PACKED; k++)
            w[k] = j + k < alone ? encode(__ldg(&b.column[(int64_t)first + j + k]), BLOCKS) : NONE;
        send_candidates(b, parity, v, w);
    }
    unsigned heavy = __ballot_sync(ALL_LANES, count > CLUSTER_LANE_EDGES);
    for (; heavy != 0; heavy &= heavy - 1) {
        const int owner = __ffs((int)heavy) - 1, all = __shfl_sync(ALL_LANES, count, owner);
        const int64_t start = __shfl_sync(ALL_LANES, first, owner);
        const int32_t from = __shfl_sync(ALL_LANES, v, owner);
        for (int j = CLUSTER_LANE_EDGES + lane; j - lane < all; j += PACKED * WARP) {
#pragma unroll
            for (int k = 0; k < PACKED; k++)
                w[k] = j + k * WARP < all ? encode(__ldg(&b.column[start + j + k * WARP]), BLOCKS) : NONE;
            send_candidates(b, parity, from, w);
        }
    }
}

/* Reads the candidates of this iteration, calls found(v) for the new ones, and sends their neighbours for the next. */
template <int BLOCKS, int THREADS, typename FOUND>
DEVICE void run_iteration(const cluster_block<BLOCKS> &b, unsigned iteration, FOUND found)
{
    enum { SHARE = THREADS / BLOCKS }; /* threads of a segment */
    const unsigned parity = iteration & 1, sender = threadIdx.x / SHARE,
                   count = b.shared->received[parity][sender].sent;
    bfs_cluster_candidate *segment = b.segment(parity, sender);
    for (unsigned at = threadIdx.x % SHARE; __any_sync(ALL_LANES, at < count); at += SHARE) {
        const bfs_cluster_candidate candidate = at < count ? segment[at] : bfs_cluster_candidate{NONE, NONE};
        const int32_t v = candidate.code;
        int4 packed = {NONE, NONE, NONE, NONE};
        if (v != NONE) {
            const uint32_t row = (uint32_t)v / BLOCKS, bit = 1u << row % 32;
            if ((atomicOr(&b.visited[row / 32], bit) & bit) == 0) {
                packed = __ldg(&b.packed[v]);
                found(decode(v, BLOCKS));
            } else
                segment[at].code = NONE;
        }
        const bool is_long = packed.w == LONG;
        int32_t w[PACKED] = {packed.x, packed.y, packed.z, packed.w};
#pragma unroll
        for (int k = 0; k < PACKED; k++)
            w[k] = is_long || w[k] == candidate.from ? NONE : w[k];
        send_candidates(b, 1 - parity, v, w);
        if (__any_sync(ALL_LANES, is_long)) {
            const bool is_too_long = is_long && packed.y > CLUSTER_VERTEX_EDGES;
            if (is_too_long)
                atomicOr(&b.shared->flags, (unsigned)STATUS_FULL);
            send_long(b, 1 - parity, v, (uint32_t)packed.x, is_long && !is_too_long ? packed.y : 0);
        }
    }
}

/* Ends an iteration: sends all blocks the messages for the next one, `iteration`.  Only the first warp waits for the
 * others. */
template <int BLOCKS, int THREADS>
DEVICE void send_messages(const cluster_block<BLOCKS> &b, unsigned iteration)
{
    const unsigned parity = iteration & 1, lane = threadIdx.x;
    if (BLOCKS == 1)
        __syncthreads();
    else if (threadIdx.x < WARP)
        wait_for_block(THREADS);
    else
        arrive_at_block(THREADS);
    if (threadIdx.x >= WARP)
        return;
    unsigned sent = lane < BLOCKS ? b.shared->sent[parity][lane] : 0,
             status = __reduce_add_sync(ALL_LANES, sent);
    status = (status < STATUS_EDGES ? status : STATUS_EDGES) | b.shared->flags |
             (__any_sync(ALL_LANES, sent > b.capacity) ? STATUS_FULL : 0);
    if (lane < BLOCKS) {
        sent = sent < b.capacity ? sent : b.capacity;
        b.shared->sent[parity][lane] = 0;
        send_pair<BLOCKS>(lane, &b.shared->received[parity][b.member], &b.shared->is_full[parity],
                          cluster_message{sent, status});
        if (BLOCKS > 1)
            arrive_at(address_at(lane, &b.shared->is_full[parity]),
                      sent * (uint32_t)sizeof(bfs_cluster_candidate) + (uint32_t)sizeof(cluster_message));
    }
}

/* Waits for the candidates of this iteration; returns the sum of all statuses of the last one. */
template <int BLOCKS> DEVICE unsigned receive_messages(const cluster_block<BLOCKS> &b, unsigned iteration)
{
    const unsigned parity = iteration & 1, lane = (unsigned)lane_of_warp();
    if (BLOCKS == 1)
        __syncthreads();
    else
        wait_for_bytes(&b.shared->is_full[parity], iteration >> 1 & 1);
    return __reduce_add_sync(ALL_LANES, lane < BLOCKS ? b.shared->received[parity][lane].status : 0);
}

/* Runs levels from `source` on, beginning with iteration *iteration, until there are no candidates, `most_depth` is done, or
 * the status is above `most_edges`.  Returns the last status.  *iteration becomes the first one of a further search; the
 * last one that found vertices is two before it. */
template <int BLOCKS, int THREADS, typename FOUND>
DEVICE unsigned search_cluster(const cluster_block<BLOCKS> &b, int32_t source, unsigned *iteration,
                               int most_depth, unsigned most_edges, FOUND found)
{
    unsigned status, now = *iteration;
    int depth = 0;
    if (threadIdx.x == 0 && b.member == 0) {
        const int32_t code = encode(source, BLOCKS);
        const unsigned owner = owner_of<BLOCKS>(code);
        b.shared->sent[now & 1][owner] = 1;
        send_pair<BLOCKS>(owner, b.segment(now & 1, 0), &b.shared->is_full[now & 1],
                          bfs_cluster_candidate{code, NONE});
    }
    send_messages<BLOCKS, THREADS>(b, now);
    for (;; depth++, now++) {
        status = receive_messages(b, now);
        if (status == 0 || status > most_edges || depth > most_depth)
            break;
        run_iteration<BLOCKS, THREADS>(b, now, [&](int32_t v) { found(v, depth); });
        send_messages<BLOCKS, THREADS>(b, now + 1);
    }
    *iteration = now + 1;
    return status;
}

#endif
