/* Reachability: the acyclic graph of the strong components, and its rows of bits from the sinks up.
 *
 * Components with successors have the first numbers, the sinks follow.  A row is a list of blocks of 2,048 bits; a table
 * has the block's content for each inner row.  All rows are made in one launch, in rounds: those whose inner successors are
 * done.  A warp makes four blocks of a row, eight lanes each: contents on which successors agree, or of which one contains
 * the others, are shared, others are made.
 *
 * Source: Nuutila, "Efficient transitive closure computation in large digraphs", 1995, with shared blocks. */
#include "cuda/tile_rows.cuh"
#include "cuda/vertex_queues.cuh"

#include "cuda/closure_arguments.h"
#include "cuda/closure_kernels.h"

namespace
{

enum { TEAM = WARP / CLOSURE_GROUP, TEAM_WORDS = CLOSURE_WORDS / TEAM, WARPS = CLOSURE_THREADS / WARP };
const uint32_t ABSENT = 0xffffffffu, OWN = 0xfffffffeu;

DEVICE void set_bit(uint32_t *bitmap, int64_t k)
{
    const uint32_t bit = 1u << (k & 31);
    if ((bitmap[k >> 5] & bit) == 0)
        atomicOr(&bitmap[k >> 5], bit);
}

DEVICE bool has_bit(const uint32_t *bitmap, int64_t k) { return bitmap[k >> 5] >> (k & 31) & 1; }

/* ---- The edges between components ---- */

/* Vertices of one component in a warp are added together: the largest one has most of them. */
__global__ void closure_weigh(struct closure_edges_arguments a)
{
    for (int64_t v = thread_of_grid(); v - lane_of_warp() < a.vertices; v += threads_of_grid()) {
        const int32_t x = v < a.vertices ? a.component[v] : -1;
        const unsigned mine = __match_any_sync(ALL_LANES, x);
        if (x >= 0 && __ffs((int)mine) - 1 == lane_of_warp())
            atomicAdd(&a.weight[x], (unsigned)__popc(mine));
    }
}

__global__ void __launch_bounds__(TILE_THREADS) closure_cross(struct closure_edges_arguments a)
{
    __shared__ int32_t row[TILE];
    find_tile_rows(row, a.tiles);
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t e = entry_of_tile(item);
        const bool is_entry = e < a.tiles.entries;
        const int32_t u = is_entry ? row[item * TILE_THREADS + threadIdx.x] : 0,
                      v = is_entry ? a.column[e] : 0;
        const int32_t x = is_entry ? a.component[u] : 0, y = is_entry ? a.component[v] : 0;
        const unsigned crossing = __ballot_sync(ALL_LANES, x != y);
        unsigned long long place = 0;
        if (is_entry && u == v)
            set_bit(a.has_loop, x);
        if (x != y)
            set_bit(a.is_inner, x);
        if (lane_of_warp() == 0 && crossing != 0)
            place = atomicAdd(&a.facts->edges, (unsigned long long)__popc(crossing));
        place = __shfl_sync(ALL_LANES, place, 0) + (unsigned)__popc(crossing & ((1u << lane_of_warp()) - 1));
        if (x != y) {
            a.from[place] = x;
            a.to[place] = y;
        }
    }
}

DEVICE int32_t new_number(const closure_edges_arguments &a, int32_t x)
{
    const int64_t before = a.inner_rank[x >> 5] + __popc(a.is_inner[x >> 5] & ((1u << (x & 31)) - 1));
    return (int32_t)(has_bit(a.is_inner, x) ? before : a.inner + (x - before));
}

__global__ void closure_rename(struct closure_edges_arguments a)
{
    const int64_t edges = (int64_t)a.facts->edges;
    for (int64_t e = thread_of_grid(); e < edges; e += threads_of_grid()) {
        a.from[e] = new_number(a, a.from[e]);
        a.to[e] = new_number(a, a.to[e]);
    }
}

__global__ void closure_number(struct closure_edges_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.vertices; v += threads_of_grid())
        a.new_component[v] = new_number(a, a.component[v]);
}

/* What is known of components without their rows; the pairs of sinks. */
__global__ void closure_judge(struct closure_edges_arguments a)
{
    unsigned largest = 0;
    int64_t pairs = 0;
    for (int64_t x = thread_of_grid(); x < a.components; x += threads_of_grid()) {
        const int32_t at = new_number(a, (int32_t)x);
        const unsigned weight = a.weight[x];
        const bool is_cyclic = weight > 1 || has_bit(a.has_loop, x);
        a.new_weight[at] = (int32_t)weight;
        a.is_cyclic[at] = is_cyclic;
        largest = weight > largest ? weight : largest;
        pairs += (at >= a.inner ? (int64_t)weight * weight : 0) - (a.is_reflexive || is_cyclic ? 0 : 1);
    }
    largest = __reduce_max_sync(ALL_LANES, largest);
    pairs = sum_of_warp(pairs);
    if (lane_of_warp() == 0) {
        atomicMax(&a.facts->largest, largest);
        atomicAdd(&a.facts->pairs, (unsigned long long)pairs);
    }
}

/* ---- Rows ---- */

/* All lanes come here: a row that is ready, and has many predecessors or not. */
DEVICE void push_row(const closure_rows_arguments &a, int queue, queue_counters *counters, bool is_new,
                     uint32_t x)
{
    const unsigned mask = __ballot_sync(ALL_LANES, is_new), before = (1u << lane_of_warp()) - 1;
    unsigned place = 0;
    if (mask == 0)
        return;
    if (lane_of_warp() == 0)
        place = atomicAdd(&counters->vertices, (unsigned)__popc(mask));
    place = __shfl_sync(ALL_LANES, place, 0) + __popc(mask & before);
    if (is_new) {
        a.queue[queue][place] = x;
        if (a.reverse_start[x + 1] - a.reverse_start[x] > CLOSURE_LONG)
            a.long_queue[queue][atomicAdd(&counters->long_vertices, 1u)] = x;
    }
}

/* Each row by a warp: where its sinks begin, and whether it is ready.  A row with at most one inner successor makes at most
 * a block for itself and one for each sink, any other all blocks. */
__global__ void closure_open(struct closure_rows_arguments a)
{
    const int64_t all = (a.components + CLOSURE_BITS - 1) / CLOSURE_BITS;
    int64_t blocks = 0, listed = 0;
    for (int64_t x = thread_of_grid() / WARP; x < a.inner; x += threads_of_grid() / WARP) {
        const int64_t begin = a.start[x], end = a.start[x + 1];
        const int64_t sinks = lower_bound(a.successor, begin, end, (int32_t)a.inner);
        const int64_t made = sinks - begin <= 1 && end - sinks + 1 < all ? end - sinks + 1 : all;
        if (lane_of_warp() == 0) {
            a.inner_end[x] = sinks;
            a.left[x] = (int32_t)(sinks - begin);
            if (a.weight[x] > 1)
                set_bit(a.is_heavy, x);
        }
        push_row(a, 0, &a.control->counters[0], lane_of_warp() == 0 && sinks == begin, (uint32_t)x);
        blocks += made;
        listed += sinks == begin ? made : all;
    }
    for (int64_t x = a.inner + thread_of_grid(); x < a.components; x += threads_of_grid())
        if (a.weight[x] > 1)
            set_bit(a.is_heavy, x);
    if (lane_of_warp() == 0 && blocks > 0) {
        atomicAdd(&a.result->blocks, (unsigned long long)blocks);
        atomicAdd(&a.result->listed, (unsigned long long)listed);
    }
}

/* The rows that lead to x have one less to wait for: those from `first` on, every step-th. */
DEVICE void tell_predecessors(const closure_rows_arguments &a, int64_t first, int64_t end, int64_t step,
                              int queue, queue_counters *next)
{
    for (int64_t k = first; k < end; k += step) {
        const bool is_one = k + lane_of_warp() < end;
        const int32_t p = is_one ? a.predecessor[k + lane_of_warp()] : 0;
        push_row(a, queue, next, is_one && atomicSub(&a.left[p], 1) == 1, (uint32_t)p);
    }
}

/* What a warp has in shared memory. */
struct room_of_warp {
    uint4 id[WARP];                                  /* of 32 successors: the contents of the four blocks */
    uint32_t bits[CLOSURE_GROUP][CLOSURE_BITS / 32]; /* x and sinks */
};

/* The four blocks of a row as a warp makes them; eight lanes have one, each TEAM_WORDS words of it. */
struct made_block {
    uint32_t content; /* ABSENT, OWN or of another row */
    bool is_loaded;   /* word = its words; those of an ABSENT block are zero */
    unsigned long long word[TEAM_WORDS];
};

DEVICE unsigned lanes_of_team(void) { return 0xffu << (lane_of_warp() & ~(TEAM - 1)); }

DEVICE void load_words(unsigned long long word[TEAM_WORDS], const closure_rows_arguments &a, uint32_t content)
{
    const ulonglong2 *at = (const ulonglong2 *)(a.bits + (int64_t)content * CLOSURE_WORDS) +
                           (lane_of_warp() & (TEAM - 1)) * (TEAM_WORDS / 2);
#pragma unroll
    for (int k = 0; k < TEAM_WORDS / 2; k++) {
        const ulonglong2 two = __ldcg(at + k);
        word[2 * k] = two.x;
        word[2 * k + 1] = two.y;
    }
}

DEVICE void need_words(const closure_rows_arguments &a, made_block &b)
{
    if (!b.is_loaded && b.content != ABSENT)
        load_words(b.word, a, b.content);
    b.is_loaded = true;
}

/* A team adds a content to its block. */
DEVICE void add_content(const closure_rows_arguments &a, made_block &b, uint32_t content)
{
    unsigned long long theirs[TEAM_WORDS], gain = 0, surplus = 0;
    if (content == ABSENT || content == b.content)
        return;
    if (b.content == ABSENT) {
        b.content = content;
        b.is_loaded = false;
        return;
    }
    need_words(a, b);
    load_words(theirs, a, content);
#pragma unroll
    for (int k = 0; k < TEAM_WORDS; k++) {
        gain |= theirs[k] & ~b.word[k];
        surplus |= b.word[k] & ~theirs[k];
    }
    if (!__any_sync(lanes_of_team(), gain != 0))
        return;
    b.content = __any_sync(lanes_of_team(), surplus != 0) ? OWN : content;
#pragma unroll
    for (int k = 0; k < TEAM_WORDS; k++)
        b.word[k] |= theirs[k];
}

/* The first k in low .. high - 1 with list[k] >= x, by all lanes. */
DEVICE int64_t bound_of_warp(const int32_t *list, int64_t low, int64_t high, int64_t x)
{
    while (low < high) {
        const int64_t step = (high - low + WARP - 1) / WARP, at = low + lane_of_warp() * step;
        const int below = __popc(__ballot_sync(ALL_LANES, at < high && list[at] < x));
        if (below == 0)
            return low;
        const int64_t end = low + below * step;
        low += (below - 1) * step + 1;
        high = end < high ? end : high;
    }
    return low;
}

/* x itself and its sinks as bits in shared memory; whether there are any in the group. */
DEVICE bool gather_bits(const closure_rows_arguments &a, room_of_warp &room, int64_t x, int64_t first_bit)
{
    const int64_t last_bit = first_bit + CLOSURE_GROUP * CLOSURE_BITS, end = a.start[x + 1];
    const bool has_x = x >= first_bit && x < last_bit;
    int64_t k = a.inner_end[x];
    if (end - k > WARP)
        k = bound_of_warp(a.successor, k, end, first_bit);
    int32_t y = k + lane_of_warp() < end ? a.successor[k + lane_of_warp()] : -1;
    if (!has_x && !__any_sync(ALL_LANES, y >= first_bit && y < last_bit))
        return false;
    for (int w = lane_of_warp(); w < (int)(sizeof room.bits / sizeof(uint4)); w += WARP)
        ((uint4 *)room.bits)[w] = {0, 0, 0, 0};
    __syncwarp();
    if (has_x && lane_of_warp() == 0)
        atomicOr(&room.bits[0][(x - first_bit) / 32], 1u << (x & 31));
    while (__any_sync(ALL_LANES, y >= 0 && y < last_bit)) {
        if (y >= first_bit && y < last_bit)
            atomicOr(&room.bits[0][(y - first_bit) / 32], 1u << (y & 31));
        k += WARP;
        y = k + lane_of_warp() < end ? a.successor[k + lane_of_warp()] : -1;
    }
    __syncwarp();
    return true;
}

/* A team adds the bits of its block. */
DEVICE void add_bits(const closure_rows_arguments &a, made_block &b, const room_of_warp &room)
{
    const int lane = lane_of_warp();
    unsigned long long theirs[TEAM_WORDS], some = 0, gain = 0;
#pragma unroll
    for (int k = 0; k < TEAM_WORDS; k++) {
        const int at = (lane & (TEAM - 1)) * TEAM_WORDS + k;
        theirs[k] = ((const unsigned long long *)room.bits[lane / TEAM])[at];
        some |= theirs[k];
    }
    if (!__any_sync(lanes_of_team(), some != 0))
        return;
    need_words(a, b);
#pragma unroll
    for (int k = 0; k < TEAM_WORDS; k++) {
        gain |= theirs[k] & ~b.word[k];
        b.word[k] |= theirs[k];
    }
    if (__any_sync(lanes_of_team(), gain != 0))
        b.content = OWN;
}

/* The vertices of the components whose bits a lane has, summed over its team. */
DEVICE int64_t weight_of_words(const closure_rows_arguments &a, const made_block &b, int64_t first_bit)
{
    int64_t sum = 0;
    if (b.content == OWN)
        for (int k = 0; k < TEAM_WORDS; k++) {
            const int64_t x = first_bit + (lane_of_warp() * TEAM_WORDS + k) * 64;
            unsigned long long heavy = b.word[k] & *(const unsigned long long *)(a.is_heavy + (x >> 5));
            sum += __popcll(b.word[k]);
            for (; heavy != 0; heavy &= heavy - 1)
                sum += a.weight[x + __ffsll((long long)heavy) - 1] - 1;
        }
    for (int step = TEAM / 2; step > 0; step /= 2)
        sum += __shfl_xor_sync(ALL_LANES, sum, step);
    return sum;
}

/* Keeps what the four teams have made; the weight of the four blocks, in the first lane. */
DEVICE int64_t keep(const closure_rows_arguments &a, made_block &b, int64_t x, int group)
{
    const bool leads = (lane_of_warp() & (TEAM - 1)) == 0;
    const unsigned own = __ballot_sync(ALL_LANES, leads && b.content == OWN);
    int64_t weight = weight_of_words(a, b, (int64_t)group * CLOSURE_GROUP * CLOSURE_BITS);
    if (own != 0) {
        unsigned long long place = 0;
        if (lane_of_warp() == 0)
            place = atomicAdd(&a.result->contents, (unsigned long long)__popc(own));
        place = __shfl_sync(ALL_LANES, place, 0) +
                (unsigned)__popc(own & ((1u << (lane_of_warp() & ~(TEAM - 1))) - 1));
        if (b.content == OWN) {
            /* Without room the rows are made again. */
            b.content = place < a.room ? (uint32_t)place : ABSENT;
            if (place < a.room) {
                ulonglong2 *at = (ulonglong2 *)(a.bits + place * CLOSURE_WORDS) +
                                 (lane_of_warp() & (TEAM - 1)) * (TEAM_WORDS / 2);
#pragma unroll
                for (int k = 0; k < TEAM_WORDS / 2; k++)
                    at[k] = {b.word[2 * k], b.word[2 * k + 1]};
                if (leads)
                    a.content_weight[place] = weight;
            }
        } else if (b.content != ABSENT)
            weight = __ldcg((const long long *)a.content_weight + b.content);
    } else if (b.content != ABSENT)
        weight = __ldcg((const long long *)a.content_weight + b.content);
    if (b.content == ABSENT)
        weight = 0;
    for (int step = TEAM; step < WARP; step *= 2)
        weight += __shfl_xor_sync(ALL_LANES, weight, step);
    if (leads)
        a.table[(x * a.groups + group) * CLOSURE_GROUP + lane_of_warp() / TEAM] = b.content;
    return weight;
}

/* Blocks 4 group .. 4 group + 3 of row x; the weight of what they hold, in the first lane. */
DEVICE int64_t make_blocks(const closure_rows_arguments &a, room_of_warp &room, int64_t x, int group)
{
    const int lane = lane_of_warp(), team = lane / TEAM;
    const int64_t begin = a.start[x], inner_end = a.inner_end[x];
    made_block b = {ABSENT, false, {}};
    for (int64_t k = begin; k < inner_end; k += WARP) {
        const int count = inner_end - k < WARP ? (int)(inner_end - k) : WARP;
        uint4 id = {ABSENT, ABSENT, ABSENT, ABSENT};
        if (lane < count)
            id = __ldcg((const uint4 *)a.table + (int64_t)a.successor[k + lane] * a.groups + group);
        unsigned some = __ballot_sync(ALL_LANES, (id.x & id.y & id.z & id.w) != ABSENT);
        __syncwarp();
        room.id[lane] = id;
        __syncwarp();
        for (; some != 0; some &= some - 1)
            add_content(a, b, ((const uint32_t *)&room.id[__ffs((int)some) - 1])[team]);
    }
    __syncwarp();
    if (gather_bits(a, room, x, (int64_t)group * CLOSURE_GROUP * CLOSURE_BITS))
        add_bits(a, b, room);
    __syncwarp();
    return keep(a, b, x, group);
}

__global__ void __launch_bounds__(CLOSURE_THREADS, 2) closure_rows(struct closure_rows_arguments a)
{
    __shared__ queue_counters shared;
    __shared__ room_of_warp room[WARPS];
    const vertex_queues q = {.control = a.control};
    const unsigned warp = blockIdx.x * WARPS + threadIdx.x / WARP, warps = gridDim.x * WARPS;
    unsigned long long arrivals = 0, pairs = 0;
    queue_counters now = *counters_of(q, 0);
    for (int round = 0; now.vertices > 0; round++) {
        queue_counters *next = counters_of(q, round + 1);
        const int queue = round % 2;
        const unsigned items = now.vertices * (unsigned)a.groups;
        open_round(q, round);
        for (unsigned item = warp; item < items; item += warps) {
            const int64_t x = __ldcg(&a.queue[queue][item / (unsigned)a.groups]);
            const int group = (int)(item % (unsigned)a.groups);
            const int64_t weight = make_blocks(a, room[threadIdx.x / WARP], x, group);
            pairs += (unsigned long long)a.weight[x] * (unsigned long long)weight;
            const int64_t first = a.reverse_start[x], end = a.reverse_start[x + 1];
            if (group == 0 && end - first <= CLOSURE_LONG)
                tell_predecessors(a, first, end, WARP, 1 - queue, next);
        }
        for (unsigned k = 0; k < now.long_vertices; k++) {
            const int64_t x = __ldcg(&a.long_queue[queue][k]);
            tell_predecessors(a, a.reverse_start[x] + (int64_t)warp * WARP, a.reverse_start[x + 1],
                              (int64_t)warps * WARP, 1 - queue, next);
        }
        now = close_round(q, round, arrivals, &shared);
    }
    if (lane_of_warp() == 0 && pairs > 0)
        atomicAdd(&a.result->pairs, pairs);
}

/* ---- Lists ---- */

/* The lists of the inner rows, a warp each: with FILLS, else only how long they are. */
template <bool FILLS> __global__ void closure_lists(struct closure_rows_arguments a)
{
    const int all = a.groups * CLOSURE_GROUP;
    for (int64_t x = thread_of_grid() / WARP; x < a.inner; x += threads_of_grid() / WARP) {
        int64_t at = FILLS ? a.list_start[x] : 0;
        for (int base = 0; base < all; base += WARP) {
            const int b = base + lane_of_warp();
            const uint32_t content = b < all ? a.table[x * all + b] : ABSENT;
            const unsigned mask = __ballot_sync(ALL_LANES, content != ABSENT);
            if (FILLS && content != ABSENT) {
                const int64_t mine = at + __popc(mask & ((1u << lane_of_warp()) - 1));
                a.number[mine] = b;
                a.content[mine] = content;
            }
            at += __popc(mask);
        }
        if (!FILLS && lane_of_warp() == 0)
            a.list_start[x] = at;
    }
}

} // namespace

extern "C" const void *const graph__cuda_closure_weigh = (const void *)closure_weigh;
extern "C" const void *const graph__cuda_closure_cross = (const void *)closure_cross;
extern "C" const void *const graph__cuda_closure_rename = (const void *)closure_rename;
extern "C" const void *const graph__cuda_closure_judge = (const void *)closure_judge;
extern "C" const void *const graph__cuda_closure_number = (const void *)closure_number;
extern "C" const void *const graph__cuda_closure_open = (const void *)closure_open;
extern "C" const void *const graph__cuda_closure_rows = (const void *)closure_rows;
extern "C" const void *const graph__cuda_closure_count = (const void *)closure_lists<false>;
extern "C" const void *const graph__cuda_closure_list = (const void *)closure_lists<true>;
