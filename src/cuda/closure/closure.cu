/* Rows of reachability of an acyclic graph, from the sinks up.
 *
 * A row is a list of blocks of 2,048 bits.  Blocks share their contents (the bits); a table has the content of each block of
 * each row with successors.  One launch makes all rows, in rounds: a row is ready when its inner successors (those that are
 * not sinks) are done.  A lane takes a block: if all successors have the same content, the row shares it.  Other blocks are
 * united by a group of eight lanes each, and shared too if the union has the weight of its heaviest part, since then it
 * equals that part.  A whole block of threads makes rows with many successors.
 *
 * Source: Nuutila, "Efficient transitive closure computation in large digraphs", 1995, with shared blocks. */
#include "cuda/primitives/bit_sets.cuh"
#include "cuda/primitives/entry_tiles.cuh"
#include "cuda/primitives/vertex_queues.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/closure/closure_arguments.h"

namespace
{

enum {
    GROUP = 8, /* lanes that unite a block */
    GROUPS = WARP / GROUP,
    GROUP_WORDS = CLOSURE_WORDS / GROUP, /* of the block in each lane */
    WARPS = CLOSURE_THREADS / WARP
};
const uint32_t ABSENT = 0xffffffffu, NEW = 0xfffffffeu;

DEVICE bool is_wide(const closure_rows_arguments &a, int64_t x)
{
    return a.inner_end[x] - a.start[x] > CLOSURE_WIDE || a.start[x + 1] - a.inner_end[x] > CLOSURE_WIDE_SINKS;
}

/* Whether a block of threads notifies the predecessors of x, and makes its row if that is wide. */
DEVICE bool is_long(const closure_rows_arguments &a, int64_t x)
{
    return a.reverse_start[x + 1] - a.reverse_start[x] > CLOSURE_LONG || is_wide(a, x);
}

/* Called by whole warps: lanes with is_new append row x, which is ready. */
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
        if (is_long(a, x))
            a.long_queue[queue][atomicAdd(&counters->long_vertices, 1u)] = x;
    }
}

/* Finds where the sinks of each row begin, and whether the row is ready; a warp for a row.  A row with at most one inner
 * successor makes at most a block for itself and one for each sink, any other row all blocks. */
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
            a.remaining[x] = (int32_t)(sinks - begin);
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

/* Decrements the count of successors that each predecessor of x waits for; by `warps` warps, this one is number `warp`. */
DEVICE void notify_predecessors(const closure_rows_arguments &a, int64_t x, int warp, int warps, int queue,
                                queue_counters *next)
{
    const int64_t end = a.reverse_start[x + 1];
    for (int64_t k = a.reverse_start[x] + warp * WARP; k < end; k += warps * WARP) {
        const bool is_one = k + lane_of_warp() < end;
        const int32_t p = is_one ? a.predecessor[k + lane_of_warp()] : 0;
        push_row(a, queue, next, is_one && atomicSub(&a.remaining[p], 1) == 1, (uint32_t)p);
    }
}

/* A union of contents made by a group: GROUP_WORDS words of it in each lane.  best: the largest weight of a content, in the
 * upper half, and that content. */
struct block_union {
    unsigned long long word[GROUP_WORDS], best;
};

/* w = the words of this lane of a content; zero if it is ABSENT. */
DEVICE void load_words(unsigned long long w[GROUP_WORDS], const closure_rows_arguments &a, uint32_t content)
{
    const ulonglong2 *at = (const ulonglong2 *)(a.bits + (int64_t)content * CLOSURE_WORDS) +
                           (lane_of_warp() & (GROUP - 1)) * (GROUP_WORDS / 2);
#pragma unroll
    for (int k = 0; k < GROUP_WORDS / 2; k++) {
        const ulonglong2 two = content != ABSENT ? __ldcg(at + k) : ulonglong2{0, 0};
        w[2 * k] = two.x;
        w[2 * k + 1] = two.y;
    }
}

/* Adds the content of each lane, which may be ABSENT, to the union of its group. */
DEVICE void unite(const closure_rows_arguments &a, block_union &u, uint32_t content)
{
    const int lane = lane_of_warp(), first = lane & ~(GROUP - 1);
    const uint32_t before = __shfl_up_sync(ALL_LANES, content, 1);
    const bool is_new = content != ABSENT && (lane == first || before != content);
    unsigned remaining = __ballot_sync(ALL_LANES, is_new) >> first & ((1u << GROUP) - 1);
    if (is_new) {
        const unsigned long long mine =
            (unsigned long long)__ldcg(a.content_weight + content) << 32 | content;
        u.best = mine > u.best ? mine : u.best;
    }
    while (__any_sync(ALL_LANES, remaining != 0)) {
        unsigned long long x[GROUP_WORDS], y[GROUP_WORDS];
        uint32_t two[2];
#pragma unroll
        for (int k = 0; k < 2; k++) {
            const uint32_t theirs =
                __shfl_sync(ALL_LANES, content, first + (remaining != 0 ? __ffs((int)remaining) - 1 : 0));
            two[k] = remaining != 0 ? theirs : ABSENT;
            remaining &= remaining - 1;
        }
        load_words(x, a, two[0]);
        load_words(y, a, two[1]);
#pragma unroll
        for (int k = 0; k < GROUP_WORDS; k++)
            u.word[k] |= x[k] | y[k];
    }
}

/* How many vertices the components have whose bits are in the union of a group; first_bit is that of its block. */
DEVICE uint32_t weight_of(const closure_rows_arguments &a, const block_union &u, int64_t first_bit)
{
    uint32_t sum = 0;
    for (int k = 0; k < GROUP_WORDS; k++) {
        const int64_t x = first_bit + ((lane_of_warp() & (GROUP - 1)) * GROUP_WORDS + k) * 64;
        unsigned long long heavy = u.word[k];
        if (heavy != 0)
            heavy &= *(const unsigned long long *)(a.is_heavy + (x >> 5));
        sum += (uint32_t)__popcll(u.word[k]);
        for (; heavy != 0; heavy &= heavy - 1)
            sum += (uint32_t)a.weight[x + __ffsll((long long)heavy) - 1] - 1;
    }
    for (int step = GROUP / 2; step > 0; step /= 2)
        sum += __shfl_xor_sync(ALL_LANES, sum, step);
    return sum;
}

/* The content for the union of a group, of weight *weight: one of its parts, or a new one, which is stored.  ABSENT: it is
 * empty, or there is no room; then the host repeats the launch with more. */
DEVICE uint32_t store_content(const closure_rows_arguments &a, block_union &u, uint32_t *weight,
                              int64_t first_bit)
{
    const int lane = lane_of_warp(), first = lane & ~(GROUP - 1);
    *weight = weight_of(a, u, first_bit);
    for (int step = GROUP / 2; step > 0; step /= 2) {
        const unsigned long long other = __shfl_xor_sync(ALL_LANES, u.best, step);
        u.best = other > u.best ? other : u.best;
    }
    uint32_t content = *weight == 0 ? ABSENT : u.best >> 32 == *weight ? (uint32_t)u.best : NEW;
    const unsigned new_ones = __ballot_sync(ALL_LANES, lane == first && content == NEW);
    unsigned long long place = 0;
    if (new_ones == 0)
        return content;
    if (lane == 0)
        place = atomicAdd(&a.result->contents, (unsigned long long)__popc(new_ones));
    place = __shfl_sync(ALL_LANES, place, 0) + (unsigned)__popc(new_ones & ((1u << first) - 1));
    if (content != NEW)
        return content;
    if (place >= a.capacity) {
        *weight = 0;
        return ABSENT;
    }
    ulonglong2 *at = (ulonglong2 *)(a.bits + place * CLOSURE_WORDS) + (lane - first) * (GROUP_WORDS / 2);
#pragma unroll
    for (int k = 0; k < GROUP_WORDS / 2; k++)
        at[k] = {u.word[2 * k], u.word[2 * k + 1]};
    if (lane == first)
        a.content_weight[place] = *weight;
    return (uint32_t)place;
}

/* The first k in low .. high - 1 with list[k] >= x; all lanes search together. */
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

/* Bits of four blocks, in shared memory. */
typedef uint32_t four_blocks[GROUPS][CLOSURE_BITS / 32];

DEVICE void or_bit(four_blocks bits, int block, int64_t bit)
{
    atomicOr(&bits[block][bit % CLOSURE_BITS / 32], 1u << (bit & 31));
}

DEVICE void or_words(block_union &u, const four_blocks bits)
{
    const int lane = lane_of_warp();
#pragma unroll
    for (int k = 0; k < GROUP_WORDS; k++)
        u.word[k] |= ((const unsigned long long *)bits[lane / GROUP])[(lane & (GROUP - 1)) * GROUP_WORDS + k];
}

/* Which of the blocks first .. first + 31 have x itself or sinks of x: a bit for each.  *sinks is the first such sink. */
DEVICE unsigned find_bits(const closure_rows_arguments &a, int64_t x, int first, int64_t *sinks)
{
    const int64_t first_bit = (int64_t)first * CLOSURE_BITS, last_bit = first_bit + WARP * CLOSURE_BITS;
    const int64_t end = a.start[x + 1];
    unsigned blocks = x >= first_bit && x < last_bit ? 1u << (x / CLOSURE_BITS - first) : 0;
    *sinks = a.inner_end[x];
    if (end - *sinks > WARP)
        *sinks = bound_of_warp(a.successor, *sinks, end, first_bit);
    for (int64_t k = *sinks + lane_of_warp(); k - lane_of_warp() < end; k += WARP) {
        const int32_t y = k < end ? a.successor[k] : 0x7fffffff;
        blocks |= __reduce_or_sync(ALL_LANES,
                                   y >= first_bit && y < last_bit ? 1u << (y / CLOSURE_BITS - first) : 0);
        if (__any_sync(ALL_LANES, y >= last_bit))
            break;
    }
    return blocks;
}

/* Gathers the bits of x and its sinks in up to four of the blocks that find_bits has found, those of `batch`. */
DEVICE void gather_bits(const closure_rows_arguments &a, four_blocks bits, int64_t x, int first,
                        int64_t sinks, unsigned batch)
{
    const int64_t last_bit = (int64_t)(first + WARP) * CLOSURE_BITS, end = a.start[x + 1];
    for (int w = lane_of_warp(); w < (int)(sizeof(four_blocks) / sizeof(uint4)); w += WARP)
        ((uint4 *)bits)[w] = {0, 0, 0, 0};
    __syncwarp();
    for (int64_t k = sinks + lane_of_warp() - 1; k - lane_of_warp() < end; k += WARP) {
        /* x itself comes first */
        const int64_t y = k < sinks ? x
                          : k < end ? a.successor[k]
                                    : last_bit,
                      block = y / CLOSURE_BITS - first;
        if (block >= 0 && block < WARP && (batch >> block & 1) != 0)
            or_bit(bits, __popc(batch & ((1u << block) - 1)), y);
        if (__any_sync(ALL_LANES, k >= sinks && y >= last_bit))
            break;
    }
    __syncwarp();
}

/* Makes the blocks first .. first + 31 of row x, by a warp; returns their weight. */
DEVICE int64_t make_blocks(const closure_rows_arguments &a, four_blocks bits, int64_t x, int first)
{
    const int lane = lane_of_warp(), group = lane / GROUP;
    const int64_t begin = a.start[x], inner_end = a.inner_end[x];
    const uint32_t *column = a.table + first;
    uint32_t content = ABSENT, weight = 0;
    int64_t sinks;
    bool differs = false;
    for (int64_t k = begin; k < inner_end; k += WARP) {
        const int count = inner_end - k < WARP ? (int)(inner_end - k) : WARP;
        const int32_t y = lane < count ? a.successor[k + lane] : 0;
#pragma unroll 4
        for (int j = 0; j < count; j++) {
            const uint32_t theirs =
                __ldcg(column + (int64_t)__shfl_sync(ALL_LANES, y, j) * a.table_columns + lane);
            differs = differs || (theirs != ABSENT && content != ABSENT && theirs != content);
            content = content == ABSENT ? theirs : content;
        }
    }
    const unsigned has_bits = find_bits(a, x, first, &sinks);
    unsigned remaining = __ballot_sync(ALL_LANES, differs) | has_bits;
    if (content != ABSENT && (remaining >> lane & 1) == 0)
        weight = __ldcg(a.content_weight + content);
    while (remaining != 0) {
        unsigned batch = remaining, mine = remaining;
        block_union u = {};
        uint32_t made_weight;
        for (int k = 0; k < GROUPS; k++) {
            mine &= k < group ? mine - 1 : ~0u;
            remaining &= remaining - 1;
        }
        batch ^= remaining;
        const int block = __ffs((int)mine) - 1; /* of the group; -1: it has none in this batch */
        for (int64_t k = begin + (lane & (GROUP - 1)); k - (lane & (GROUP - 1)) < inner_end; k += GROUP)
            unite(a, u,
                  k < inner_end && block >= 0
                      ? __ldcg(column + (int64_t)a.successor[k] * a.table_columns + block)
                      : ABSENT);
        if ((batch & has_bits) != 0) {
            gather_bits(a, bits, x, first, sinks, batch);
            if (block >= 0)
                or_words(u, bits);
            __syncwarp();
        }
        const uint32_t made = store_content(a, u, &made_weight, (int64_t)(first + block) * CLOSURE_BITS);
        const int from = __popc(batch & ((1u << lane) - 1)) * GROUP;
        const uint32_t new_content = __shfl_sync(ALL_LANES, made, from),
                       new_weight = __shfl_sync(ALL_LANES, made_weight, from);
        if ((batch >> lane & 1) != 0) {
            content = new_content;
            weight = new_weight;
        }
    }
    a.table[x * a.table_columns + first + lane] = content;
    return reduce_warp(weight);
}

/* Shared memory for four blocks of a wide row. */
struct wide_memory {
    four_blocks bits;
    unsigned long long best[GROUPS];
};

/* Makes the blocks first .. first + 3 of row x, by all threads of a block; returns their weight, in the first warp. */
DEVICE int64_t make_wide(const closure_rows_arguments &a, wide_memory &memory, int64_t x, int first)
{
    const int lane = lane_of_warp(), group = lane / GROUP, warp = (int)threadIdx.x / WARP;
    const int64_t inner_end = a.inner_end[x], end = a.start[x + 1], first_bit = (int64_t)first * CLOSURE_BITS,
                  last_bit = first_bit + GROUPS * CLOSURE_BITS;
    uint32_t weight = 0;
    block_union u = {};
    for (int w = (int)threadIdx.x; w < GROUPS * CLOSURE_BITS / 32; w += CLOSURE_THREADS)
        memory.bits[0][w] = 0;
    if (threadIdx.x < GROUPS)
        memory.best[threadIdx.x] = 0;
    __syncthreads();
    for (int64_t k = a.start[x] + warp * GROUP; k < inner_end; k += WARPS * GROUP) {
        const int64_t at = k + (lane & (GROUP - 1));
        unite(a, u,
              at < inner_end ? __ldcg(a.table + (int64_t)a.successor[at] * a.table_columns + first + group)
                             : ABSENT);
    }
    for (int64_t k = bound_of_warp(a.successor, inner_end, end, first_bit) + threadIdx.x; k < end;
         k += CLOSURE_THREADS) {
        const int32_t y = a.successor[k];
        if (y >= last_bit)
            break;
        or_bit(memory.bits, (int)((y - first_bit) / CLOSURE_BITS), y);
    }
    if (threadIdx.x == 0 && x >= first_bit && x < last_bit)
        or_bit(memory.bits, (int)((x - first_bit) / CLOSURE_BITS), x);
#pragma unroll
    for (int k = 0; k < GROUP_WORDS; k++) {
        uint32_t *to = &memory.bits[group][((lane & (GROUP - 1)) * GROUP_WORDS + k) * 2];
        if ((uint32_t)u.word[k] != 0)
            atomicOr(to, (uint32_t)u.word[k]);
        if (u.word[k] >> 32 != 0)
            atomicOr(to + 1, (uint32_t)(u.word[k] >> 32));
    }
    if (u.best != 0)
        atomicMax(&memory.best[group], u.best);
    __syncthreads();
    if (warp == 0) {
        or_words(u, memory.bits);
        u.best = memory.best[group];
        const uint32_t content = store_content(a, u, &weight, first_bit + group * CLOSURE_BITS);
        if ((lane & (GROUP - 1)) == 0)
            a.table[x * a.table_columns + first + group] = content;
    }
    __syncthreads();
    return reduce_warp((lane & (GROUP - 1)) == 0 ? weight : 0);
}

__global__ void __launch_bounds__(CLOSURE_THREADS, 2) closure_rows(struct closure_rows_arguments a)
{
    __shared__ queue_counters shared;
    __shared__ __align__(16) four_blocks bits[WARPS];
    __shared__ wide_memory wide;
    const vertex_queues q = {.control = a.control};
    const unsigned warp = threadIdx.x / WARP, chunks = (unsigned)a.table_columns / WARP,
                   parts = (unsigned)a.table_columns / GROUPS + 1;
    unsigned long long arrivals = 0, pairs = 0;
    queue_counters now = *counters_of(q, 0);
    for (int round = 0; now.vertices > 0; round++) {
        queue_counters *next = counters_of(q, round + 1);
        const int queue = round % 2;
        open_round(q, round);
        for (unsigned item = blockIdx.x; item < now.long_vertices * parts; item += gridDim.x) {
            const int64_t x = __ldcg(&a.long_queue[queue][item / parts]);
            const unsigned part = item % parts;
            if (part == parts - 1)
                notify_predecessors(a, x, (int)warp, WARPS, 1 - queue, next);
            else if (is_wide(a, x))
                pairs += (unsigned long long)a.weight[x] *
                         (unsigned long long)make_wide(a, wide, x, (int)part * GROUPS);
        }
        for (unsigned item = blockIdx.x * WARPS + warp; item < now.vertices * chunks;
             item += gridDim.x * WARPS) {
            const int64_t x = __ldcg(&a.queue[queue][item / chunks]);
            const unsigned chunk = item % chunks;
            if (!is_wide(a, x))
                pairs += (unsigned long long)a.weight[x] *
                         (unsigned long long)make_blocks(a, bits[warp], x, (int)chunk * WARP);
            if (chunk == 0 && !is_long(a, x))
                notify_predecessors(a, x, 0, 1, 1 - queue, next);
        }
        now = close_round(q, round, arrivals, &shared);
    }
    if (lane_of_warp() == 0 && pairs > 0)
        atomicAdd(&a.result->pairs, pairs);
}

/* Writes the lists of the inner rows, a warp for each; without FILLS only their lengths. */
template <bool FILLS> __global__ void closure_lists(struct closure_rows_arguments a)
{
    const int all = a.table_columns;
    for (int64_t x = thread_of_grid() / WARP; x < a.inner; x += threads_of_grid() / WARP) {
        int64_t at = FILLS ? a.list_start[x] : 0;
        for (int base = 0; base < all; base += WARP) {
            const int b = base + lane_of_warp();
            const uint32_t content = a.table[x * all + b];
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

extern "C" const void *const graph__cuda_closure_open = (const void *)closure_open;
extern "C" const void *const graph__cuda_closure_rows = (const void *)closure_rows;
extern "C" const void *const graph__cuda_closure_count = (const void *)closure_lists<false>;
extern "C" const void *const graph__cuda_closure_list = (const void *)closure_lists<true>;
