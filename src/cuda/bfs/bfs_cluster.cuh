/* Breadth-first search by one cluster of blocks, without a word through global memory but the graph itself and what the
 * caller does with the vertices found.
 *
 * Vertices are dealt out to the blocks by their numbers.  Each block keeps the bits of its own, visited or not, in shared
 * memory, and has an inbox of candidates: vertices that some edge out of the last level leads to.  In a turn, every
 * candidate whose bit was clear is of the next level; its neighbours are sent to the inboxes of their blocks, into a
 * segment that only this sender fills, so that places are counted at home.  Then each block tells all others how many
 * candidates it has sent to them, and a barrier that counts bytes wakes those who have everything.
 * So a level is a chain of few links: candidate, bit, one access to memory for all neighbours, place, the way to the other
 * block.
 * There are two inboxes, for even turns and odd ones: who is a turn ahead fills the other.  A candidate that turns out not
 * to be new is struck out, so that the frontier is still there when the cluster gives up. */
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
    LONG = -2,         /* the last of four neighbours: a row of more */
    NEAR = 4,          /* neighbours in one access */
    HEAVY = 32,        /* edges of a vertex that its lane takes; the warp helps with more */
    MOST_EDGES = 1024, /* of a vertex here */
    /* What a block says of its turn: the number of edges out of the vertices found, and above them: */
    SAID_EDGES = 1 << 20,
    SAID_FULL = 1 << 24,  /* a segment or a row was too long */
    SAID_TARGET = 1 << 30 /* by one block at most */
};

struct thin_message {
    uint32_t sent, said; /* to the reader; in all */
};

/* In the shared memory of a block; the inboxes and the bits follow. */
template <int TEAM> struct thin_memory {
    byte_barrier is_full[2];
    thin_message heard[2][TEAM];
    unsigned sent[2][TEAM], flags;
    unsigned next; /* source, of many */
    unsigned unused[2];
};

/* What a thread knows of its block. */
template <int TEAM> struct thin_block {
    thin_memory<TEAM> *own;
    bfs_thin_candidate *inbox; /* [2][TEAM][room] */
    uint32_t *visited;
    unsigned room, member;
    const int4 *near; /* by bfs_near: codes of four neighbours of each code */
    const int32_t *column;

    __device__ __forceinline__ bfs_thin_candidate *segment(unsigned side, unsigned sender) const
    {
        return inbox + (side * TEAM + sender) * room;
    }
};

/* Vertices have codes here: v / team stays, and v % team becomes the block that keeps its bit, in an order that changes from
 * row to row, so that neighbours at any distance have all pairs of blocks.  team is a power of two, at most 16. */
DEVICE int32_t encode(int32_t v, unsigned team)
{
    const uint32_t row = (uint32_t)v / team, hash = row * 0x9e3779b1u,
                   place = ((uint32_t)v ^ hash >> 28) * (hash >> 23 | 1) % team;
    return (int32_t)(row * team + (place ^ place >> 2));
}

DEVICE int32_t decode(int32_t code, unsigned team)
{
    const uint32_t row = (uint32_t)code / team, hash = row * 0x9e3779b1u, factor = hash >> 23 | 1,
                   inverse = factor * (2 - factor * factor), keeper = (uint32_t)code % team;
    return (int32_t)(row * team + (((keeper ^ keeper >> 2) * inverse ^ hash >> 28) % team));
}

template <int TEAM> DEVICE unsigned keeper_of(int32_t code) { return (uint32_t)code % TEAM; }

template <int TEAM>
DEVICE thin_block<TEAM> open_thin(unsigned char *shared, unsigned room, const int4 *near,
                                  const int32_t *column)
{
    thin_block<TEAM> b;
    b.own = (thin_memory<TEAM> *)shared;
    b.inbox = (bfs_thin_candidate *)(b.own + 1);
    b.visited = (uint32_t *)(b.inbox + 2 * TEAM * room);
    b.room = room;
    b.member = rank_in_cluster();
    b.near = near;
    b.column = column;
    if (threadIdx.x < 2 * TEAM)
        b.own->sent[threadIdx.x / TEAM][threadIdx.x % TEAM] = 0;
    if (threadIdx.x < 2)
        open_barrier(&b.own->is_full[threadIdx.x], TEAM);
    return b;
}

/* No vertex has been visited.  The cluster waits after this. */
template <int TEAM> DEVICE void forget_all(const thin_block<TEAM> &b, int64_t n)
{
    const unsigned words = (unsigned)(((n + TEAM - 1) / TEAM + 31) / 32);
    for (unsigned k = threadIdx.x; k < words; k += blockDim.x)
        b.visited[k] = 0;
    if (threadIdx.x == 0)
        b.own->flags = 0;
}

/* The places of w[k], all that are not NONE, in the segments of their keepers: one after the other. */
template <int TEAM>
DEVICE void take_places(const thin_block<TEAM> &b, unsigned side, const int32_t (&w)[NEAR],
                        unsigned (&place)[NEAR])
{
    if (TEAM > 2) {
#pragma unroll
        for (int k = 0; k < NEAR; k++)
            if (w[k] != NONE)
                place[k] = atomicAdd(&b.own->sent[side][keeper_of<TEAM>(w[k])], 1u);
        return;
    }
    /* Few counters: the warp adds for all its lanes. */
    const unsigned lane = (unsigned)lane_of_warp(), before = (1u << lane) - 1;
    unsigned count = 0, sum[TEAM] = {};
#pragma unroll
    for (int k = 0; k < NEAR; k++) {
        const unsigned keeper = keeper_of<TEAM>(w[k]);
#pragma unroll
        for (unsigned to = 0; to < TEAM; to++) {
            const unsigned mask = __ballot_sync(ALL_LANES, w[k] != NONE && keeper == to);
            if (keeper == to)
                place[k] = sum[to] + __popc(mask & before);
            sum[to] += __popc(mask);
        }
    }
#pragma unroll
    for (unsigned to = 0; to < TEAM; to++)
        count = lane == to ? sum[to] : count;
    const unsigned base = count > 0 ? atomicAdd(&b.own->sent[side][lane], count) : 0;
#pragma unroll
    for (int k = 0; k < NEAR; k++)
        place[k] += __shfl_sync(ALL_LANES, base, keeper_of<TEAM>(w[k]));
}

/* What lies in the block `keeper` where `own` lies here becomes `pair`, and its barrier knows.  A block alone has no other
 * to send to: it stores, and its threads meet. */
template <int TEAM, typename PAIR>
DEVICE void send_pair(unsigned keeper, PAIR *own, byte_barrier *barrier, PAIR pair)
{
    static_assert(sizeof(PAIR) == 2 * sizeof(uint32_t), "two words");
    if (TEAM == 1) {
        *own = pair;
        return;
    }
    uint32_t word[2];
    memcpy(word, &pair, sizeof word);
    send_to(address_at(keeper, own), address_at(keeper, barrier), word[0], word[1]);
}

/* Sends the candidates w[k] that are not NONE, neighbours of `from`.  All lanes come here. */
template <int TEAM>
DEVICE void send_candidates(const thin_block<TEAM> &b, unsigned side, int32_t from, const int32_t (&w)[NEAR])
{
    unsigned place[NEAR];
    take_places(b, side, w, place);
#pragma unroll
    for (int k = 0; k < NEAR; k++)
        if (w[k] != NONE && place[k] < b.room)
            send_pair<TEAM>(keeper_of<TEAM>(w[k]), b.segment(side, b.member) + place[k],
                            &b.own->is_full[side], bfs_thin_candidate{w[k], from});
}

/* The row of v if it has more than NEAR edges: `count` of them from `first` on; 0: none. */
template <int TEAM>
DEVICE void send_long(const thin_block<TEAM> &b, unsigned side, int32_t v, uint32_t first, int count)
{
    const int lane = lane_of_warp(), alone = count < HEAVY ? count : HEAVY;
    int32_t w[NEAR];
    for (int j = 0; __any_sync(ALL_LANES, j < alone); j += NEAR) {
#pragma unroll
        for (int k = 0; k < NEAR; k++)
            w[k] = j + k < alone ? encode(__ldg(&b.column[(int64_t)first + j + k]), TEAM) : NONE;
        send_candidates(b, side, v, w);
    }
    unsigned heavy = __ballot_sync(ALL_LANES, count > HEAVY);
    for (; heavy != 0; heavy &= heavy - 1) {
        const int owner = __ffs((int)heavy) - 1, all = __shfl_sync(ALL_LANES, count, owner);
        const int64_t start = __shfl_sync(ALL_LANES, first, owner);
        const int32_t from = __shfl_sync(ALL_LANES, v, owner);
        for (int j = HEAVY + lane; j - lane < all; j += NEAR * WARP) {
#pragma unroll
            for (int k = 0; k < NEAR; k++)
                w[k] = j + k * WARP < all ? encode(__ldg(&b.column[start + j + k * WARP]), TEAM) : NONE;
            send_candidates(b, side, from, w);
        }
    }
}

/* The candidates of this turn: found(v) for those that are new, whose neighbours are the candidates of the next. */
template <int TEAM, int THREADS, typename FOUND>
DEVICE void take_turn(const thin_block<TEAM> &b, unsigned turn, FOUND found)
{
    enum { SHARE = THREADS / TEAM }; /* threads of a segment */
    const unsigned side = turn & 1, sender = threadIdx.x / SHARE, count = b.own->heard[side][sender].sent;
    bfs_thin_candidate *segment = b.segment(side, sender);
    for (unsigned at = threadIdx.x % SHARE; __any_sync(ALL_LANES, at < count); at += SHARE) {
        const bfs_thin_candidate candidate = at < count ? segment[at] : bfs_thin_candidate{NONE, NONE};
        const int32_t v = candidate.code;
        int4 near = {NONE, NONE, NONE, NONE};
        if (v != NONE) {
            const uint32_t row = (uint32_t)v / TEAM, bit = 1u << row % 32;
            if ((atomicOr(&b.visited[row / 32], bit) & bit) == 0) {
                near = __ldg(&b.near[v]);
                found(decode(v, TEAM));
            } else
                segment[at].code = NONE;
        }
        const bool is_long = near.w == LONG;
        int32_t w[NEAR] = {near.x, near.y, near.z, near.w};
#pragma unroll
        for (int k = 0; k < NEAR; k++)
            w[k] = is_long || w[k] == candidate.from ? NONE : w[k];
        send_candidates(b, 1 - side, v, w);
        if (__any_sync(ALL_LANES, is_long)) {
            const bool is_too_long = is_long && near.y > MOST_EDGES;
            if (is_too_long)
                atomicOr(&b.own->flags, (unsigned)SAID_FULL);
            send_long(b, 1 - side, v, (uint32_t)near.x, is_long && !is_too_long ? near.y : 0);
        }
    }
}

/* Ends a turn: messages to all for the next one, `turn`.  Only the first warp waits for the others here. */
template <int TEAM, int THREADS> DEVICE void tell(const thin_block<TEAM> &b, unsigned turn)
{
    const unsigned side = turn & 1, lane = threadIdx.x;
    if (TEAM == 1)
        __syncthreads();
    else if (threadIdx.x < WARP)
        wait_for_block(THREADS);
    else
        arrive_at_block(THREADS);
    if (threadIdx.x >= WARP)
        return;
    unsigned sent = lane < TEAM ? b.own->sent[side][lane] : 0, said = __reduce_add_sync(ALL_LANES, sent);
    said = (said < SAID_EDGES ? said : SAID_EDGES) | b.own->flags |
           (__any_sync(ALL_LANES, sent > b.room) ? SAID_FULL : 0);
    if (lane < TEAM) {
        sent = sent < b.room ? sent : b.room;
        b.own->sent[side][lane] = 0;
        send_pair<TEAM>(lane, &b.own->heard[side][b.member], &b.own->is_full[side], thin_message{sent, said});
        if (TEAM > 1)
            arrive_at(address_at(lane, &b.own->is_full[side]),
                      sent * (uint32_t)sizeof(bfs_thin_candidate) + (uint32_t)sizeof(thin_message));
    }
}

/* Waits for the candidates of this turn; what all blocks have said of the last, added up. */
template <int TEAM> DEVICE unsigned listen(const thin_block<TEAM> &b, unsigned turn)
{
    const unsigned side = turn & 1, lane = (unsigned)lane_of_warp();
    if (TEAM == 1)
        __syncthreads();
    else
        wait_for_bytes(&b.own->is_full[side], turn >> 1 & 1);
    return __reduce_add_sync(ALL_LANES, lane < TEAM ? b.own->heard[side][lane].said : 0);
}

/* Levels from `source` on, the turn `turn` first, until there is nothing to do, `most_depth` is done, a level has more than
 * `most_edges` edges out, or a block has said anything else.  Returns what was said at the end.  *turn is then the first of
 * a further search; the last in which vertices were found is two before it. */
template <int TEAM, int THREADS, typename FOUND>
DEVICE unsigned search_thin(const thin_block<TEAM> &b, int32_t source, unsigned *turn, int most_depth,
                            unsigned most_edges, FOUND found)
{
    unsigned said, now = *turn;
    int depth = 0;
    if (threadIdx.x == 0 && b.member == 0) {
        const int32_t code = encode(source, TEAM);
        const unsigned keeper = keeper_of<TEAM>(code);
        b.own->sent[now & 1][keeper] = 1;
        send_pair<TEAM>(keeper, b.segment(now & 1, 0), &b.own->is_full[now & 1],
                        bfs_thin_candidate{code, NONE});
    }
    tell<TEAM, THREADS>(b, now);
    for (;; depth++, now++) {
        said = listen(b, now);
        if (said == 0 || said > most_edges || depth > most_depth)
            break;
        take_turn<TEAM, THREADS>(b, now, [&](int32_t v) { found(v, depth); });
        tell<TEAM, THREADS>(b, now + 1);
    }
    *turn = now + 1;
    return said;
}

#endif
