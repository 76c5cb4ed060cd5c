/* The independent set and the colouring that greedy methods find by rank, all vertices at a time.
 *
 * A vertex is decided when all its neighbours of smaller rank are.  Warps and blocks take vertices in the order of ranks
 * and wait for those neighbours, reading a word of each: it is negative and has the rank until the vertex is decided, then
 * it has the decision.  Who waits does so for a smaller rank, and all blocks run at once, so the smallest undecided rank
 * never waits.  No queue, counter or barrier is needed: rows are read once, and one more decision on a path of ascending
 * ranks takes no longer than a store and a load.
 *
 * Sources: Blelloch, Fineman, Shun, SPAA 2012; Jones, Plassmann, SIAM J. Sci. Comput. 14(3), 1993. */
#include "cuda/primitives/hashes.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/sets/greedy_arguments.h"

namespace
{

enum { WARPS = GREEDY_THREADS / WARP, WARP_WORDS = WARP, NONE = 0x7fffffff };
static_assert(GREEDY_LONG < 32 * WARP_WORDS,
              "the colour of a vertex that a warp decides about is in its bits");
static_assert(GREEDY_LONG / WARP + 1 <= 32, "a bit for each neighbour of a lane");

DEVICE int64_t neighbours_of(const greedy_arguments &a, int64_t v)
{
    const int64_t end = a.row_start[v + 1];
    int64_t low = a.row_start[v], high = end;
    const int64_t length = end - low;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (a.column[middle] < v)
            low = middle + 1;
        else
            high = middle;
    }
    return length - (low < end && a.column[low] == v);
}

__global__ void make_keys(struct greedy_arguments a)
{
    int long_vertices = 0, tiny_vertices = 0;
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        const int64_t neighbours = neighbours_of(a, v);
        a.key[v] = (uint64_t)(a.is_descending ? a.n - neighbours : neighbours) << 32 |
                   hash_of(a.seed, (uint64_t)v) >> 32;
        a.order[v] = (uint32_t)v;
        long_vertices += neighbours > GREEDY_LONG;
        tiny_vertices += neighbours < GREEDY_GROUP;
    }
    count_block(&a.result->long_vertices, long_vertices);
    __syncthreads();
    count_block(&a.result->tiny_vertices, tiny_vertices);
}

__global__ void write_ranks(struct greedy_arguments a)
{
    for (int64_t rank = thread_of_grid(); rank < a.n; rank += threads_of_grid())
        a.word[a.order[rank]] = -1 - (int32_t)rank;
}

DEVICE int32_t word_now(const greedy_arguments &a, int32_t v)
{
    return *(volatile const int32_t *)&a.word[v];
}

/* Whether a neighbour with this word has to be decided first.  Words that are not negative are decisions: of vertices of
 * larger rank only that they are not in the set. */
DEVICE bool is_ahead(int32_t word, int32_t rank) { return word < 0 && -1 - word < rank; }

template <int KIND> DEVICE void decide(const greedy_arguments &a, int32_t v, int32_t decision)
{
    *(volatile int32_t *)&a.word[v] = decision;
    if (KIND == GREEDY_SET)
        a.is_member[v] = (uint8_t)decision;
}

/* Notes the decision of a neighbour in bits: of the set the first one; of the colours from `first` on, one for each. */
template <int KIND> DEVICE void note(unsigned *bits, int words, int32_t first, int32_t word)
{
    if (KIND == GREEDY_SET) {
        if (word == 1)
            atomicOr(bits, 1u);
    } else if (word >= first && word - first < 32 * words)
        atomicOr(&bits[(word - first) >> 5], 1u << (word & 31));
}

/* ---- Four vertices to a warp ---- */

template <int KIND>
DEVICE int32_t decide_group(const greedy_arguments &a, bool is_here, int32_t v, int64_t begin, int64_t end,
                            int32_t rank)
{
    const int lane = lane_of_warp(), in_group = lane % GREEDY_GROUP;
    const unsigned group = ((1u << GREEDY_GROUP) - 1) << (lane - in_group);
    const int64_t k = begin + in_group;
    const int32_t u = is_here && k < end ? a.column[k] : -1;
    int32_t decision = 0, word = -1 - NONE;
    bool is_done = !is_here;
    while (!__all_sync(ALL_LANES, is_done)) {
        if (u >= 0)
            word = word_now(a, u);
        const unsigned ahead = __ballot_sync(ALL_LANES, u >= 0 && is_ahead(word, rank)) & group,
                       inside = __ballot_sync(ALL_LANES, u >= 0 && word == 1) & group;
        unsigned bits = u >= 0 && word >= 0 && word < 32 ? 1u << word : 0;
        if (KIND == GREEDY_COLORS)
            for (int step = 1; step < GREEDY_GROUP; step *= 2)
                bits |= __shfl_xor_sync(ALL_LANES, bits, step);
        if (!is_done && (ahead == 0 || (KIND == GREEDY_SET && inside != 0))) {
            is_done = true;
            decision = KIND == GREEDY_SET ? inside == 0 : __ffs((int)~bits) - 1;
            if (in_group == 0)
                decide<KIND>(a, v, decision);
        }
    }
    return decision;
}

/* ---- A vertex to a warp ---- */

template <int KIND>
DEVICE int32_t decide_warp(const greedy_arguments &a, int64_t begin, int64_t end, int32_t rank,
                           unsigned *bits)
{
    const int lane = lane_of_warp();
    unsigned waiting = 0;
    bool is_out = false;
    bits[lane] = 0;
    __syncwarp();
    for (int64_t base = begin; base < end; base += WARP) {
        const int64_t k = base + lane;
        const int32_t word = k < end ? word_now(a, a.column[k]) : -1 - NONE;
        if (word >= 0)
            note<KIND>(bits, WARP_WORDS, 0, word);
        else if (is_ahead(word, rank))
            waiting |= 1u << ((base - begin) / WARP);
        is_out = KIND == GREEDY_SET && __any_sync(ALL_LANES, word == 1);
        if (is_out)
            break;
    }
    while (!is_out && __any_sync(ALL_LANES, waiting != 0)) {
        int32_t word = -1;
        if (waiting != 0) {
            word = word_now(a, a.column[begin + (__ffs((int)waiting) - 1) * WARP + lane]);
            if (word >= 0) {
                note<KIND>(bits, WARP_WORDS, 0, word);
                waiting &= waiting - 1;
            }
        }
        is_out = KIND == GREEDY_SET && __any_sync(ALL_LANES, word == 1);
    }
    if (KIND == GREEDY_SET)
        return !is_out;
    __syncwarp();
    const unsigned free_here = ~bits[lane], lanes = __ballot_sync(ALL_LANES, free_here != 0);
    const int first = __ffs((int)lanes) - 1;
    return first * 32 + __ffs((int)__shfl_sync(ALL_LANES, free_here, first)) - 1;
}

/* ---- A vertex to a block ---- */

struct block_memory {
    unsigned bits[GREEDY_WINDOW_WORDS];
    int32_t waiting[GREEDY_WAITING];
    unsigned waiting_count;
    int32_t least;
};

/* Waits for the decision of u. */
template <int KIND> DEVICE int32_t await(const greedy_arguments &a, int32_t u, const unsigned *bits)
{
    int32_t word = word_now(a, u);
    while (word < 0 && !(KIND == GREEDY_SET && *(volatile const unsigned *)bits != 0))
        word = word_now(a, u);
    return word;
}

template <int KIND>
DEVICE int32_t decide_block(const greedy_arguments &a, int64_t begin, int64_t end, int32_t rank,
                            block_memory *m)
{
    const int words = KIND == GREEDY_SET ? 1 : GREEDY_WINDOW_WORDS;
    for (int32_t first = 0;; first += 32 * words) {
        for (int k = (int)threadIdx.x; k < words; k += GREEDY_THREADS)
            m->bits[k] = 0;
        if (threadIdx.x == 0) {
            m->waiting_count = 0;
            m->least = NONE;
        }
        __syncthreads();
        for (int64_t k = begin + threadIdx.x; k < end; k += GREEDY_THREADS) {
            if (KIND == GREEDY_SET && *(volatile unsigned *)m->bits != 0)
                break;
            const int32_t u = a.column[k];
            int32_t word = word_now(a, u);
            if (is_ahead(word, rank)) {
                const unsigned place = atomicAdd(&m->waiting_count, 1u);
                if (place < GREEDY_WAITING)
                    m->waiting[place] = u;
                else
                    word = await<KIND>(a, u, m->bits);
            }
            if (word >= 0)
                note<KIND>(m->bits, words, first, word);
        }
        __syncthreads();
        const unsigned waiting = m->waiting_count < GREEDY_WAITING ? m->waiting_count : GREEDY_WAITING;
        for (unsigned k = threadIdx.x; k < waiting; k += GREEDY_THREADS)
            note<KIND>(m->bits, words, first, await<KIND>(a, m->waiting[k], m->bits));
        __syncthreads();
        if constexpr (KIND == GREEDY_SET)
            return m->bits[0] == 0;
        else {
            for (int k = (int)threadIdx.x; k < words; k += GREEDY_THREADS)
                if (m->bits[k] != ~0u)
                    atomicMin(&m->least, first + k * 32 + __ffs((int)~m->bits[k]) - 1);
            __syncthreads();
            const int32_t least = m->least;
            if (least != NONE)
                return least;
            __syncthreads();
        }
    }
}

/* ---- All vertices ---- */

/* What a thread has seen of the results. */
struct seen {
    int members;
    int32_t largest;
};

template <int KIND> DEVICE void see(seen &s, int32_t decision)
{
    s.members += KIND == GREEDY_SET && decision == 1;
    s.largest = decision > s.largest ? decision : s.largest;
}

/* The vertices of the ranks begin .. end - 1, `each` at a time by each warp.  The rows of the next ones are read ahead. */
template <int KIND, bool IS_TINY>
DEVICE void decide_warps(const greedy_arguments &a, int64_t begin, int64_t end, unsigned *bits, seen &s)
{
    const int each = IS_TINY ? WARP / GREEDY_GROUP : 1, lane = lane_of_warp(),
              mine = IS_TINY ? lane / GREEDY_GROUP : 0;
    const int64_t stride = (int64_t)gridDim.x * WARPS * each;
    int64_t base = begin + ((int64_t)(threadIdx.x / WARP) * gridDim.x + blockIdx.x) * each;
    int32_t v = base + mine < end ? (int32_t)a.order[base + mine] : 0,
            next = base + stride + mine < end ? (int32_t)a.order[base + stride + mine] : 0;
    int64_t row = a.row_start[v], row_end = a.row_start[v + 1];
    for (; base < end; base += stride) {
        const int64_t next_row = a.row_start[next], next_end = a.row_start[next + 1];
        const int32_t after = base + 2 * stride + mine < end ? (int32_t)a.order[base + 2 * stride + mine] : 0;
        const bool is_here = base + mine < end;
        const int32_t rank = (int32_t)(base + mine);
        int32_t decision;
        if (IS_TINY) {
            decision = decide_group<KIND>(a, is_here, v, row, row_end, rank);
            if (is_here && lane % GREEDY_GROUP == 0)
                see<KIND>(s, decision);
        } else {
            decision = decide_warp<KIND>(a, row, row_end, rank, bits);
            if (lane == 0) {
                decide<KIND>(a, v, decision);
                see<KIND>(s, decision);
            }
        }
        v = next;
        row = next_row;
        row_end = next_end;
        next = after;
    }
}

template <int KIND>
DEVICE void decide_blocks(const greedy_arguments &a, int64_t begin, int64_t end, block_memory *m, seen &s)
{
    for (int64_t rank = begin + blockIdx.x; rank < end; rank += gridDim.x) {
        const int32_t v = (int32_t)a.order[rank];
        const int32_t decision = decide_block<KIND>(a, a.row_start[v], a.row_start[v + 1], (int32_t)rank, m);
        if (threadIdx.x == 0) {
            decide<KIND>(a, v, decision);
            see<KIND>(s, decision);
        }
        __syncthreads();
    }
}

template <int KIND> __global__ void __launch_bounds__(GREEDY_THREADS, 3) decide_all(struct greedy_arguments a)
{
    __shared__ block_memory memory;
    __shared__ unsigned warp_bits[WARPS][WARP_WORDS];
    const int64_t long_vertices = (int64_t)a.result->long_vertices, tiny = (int64_t)a.result->tiny_vertices;
    unsigned *bits = warp_bits[threadIdx.x / WARP];
    seen s = {0, 0};
    if (KIND == GREEDY_SET) {
        decide_warps<KIND, true>(a, 0, tiny, bits, s);
        decide_warps<KIND, false>(a, tiny, a.n - long_vertices, bits, s);
        __syncthreads();
        decide_blocks<KIND>(a, a.n - long_vertices, a.n, &memory, s);
        __syncthreads();
        count_block(&a.result->members, s.members);
    } else {
        decide_blocks<KIND>(a, 0, long_vertices, &memory, s);
        decide_warps<KIND, false>(a, long_vertices, a.n - tiny, bits, s);
        decide_warps<KIND, true>(a, a.n - tiny, a.n, bits, s);
        const int32_t largest = __reduce_max_sync(ALL_LANES, s.largest);
        if (lane_of_warp() == 0)
            atomicMax(&a.result->largest, largest);
    }
}

} // namespace

extern "C" const void *const graph__cuda_greedy_keys = (const void *)make_keys;
extern "C" const void *const graph__cuda_greedy_ranks = (const void *)write_ranks;
extern "C" const void *const graph__cuda_greedy_decide[] = {(const void *)decide_all<GREEDY_SET>,
                                                            (const void *)decide_all<GREEDY_COLORS>};
