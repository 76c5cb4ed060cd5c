/* The blocks of a block row of C before their values: which block columns occur, in a bitmap over a window of them, where
 * the rank of a bit is the block's slot; and which places each block has, by products of bitmaps.  For mxm_blocks.cuh and
 * mxm_blocks_count.cu. */
#ifndef CUDA_MXM_BLOCKS_MXM_BLOCKS_WINDOW_CUH
#define CUDA_MXM_BLOCKS_MXM_BLOCKS_WINDOW_CUH

#include "cuda/runtime/kernel.cuh"

#include "cuda/mxm/blocks/mxm_blocks_arguments.h"

enum {
    BLOCKS_WARPS = MXM_BLOCKS_THREADS / WARP,
    BLOCKS_WORDS = MXM_BLOCKS_WINDOW / 32,
    BLOCKS_CELLS = 64,
    BLOCKS_CHUNK = 64, /* blocks of a block row of A between two tests whether all places of C are marked */
    /* Threads for each block of A, and blocks of B that each of them loads at a time. */
    BLOCKS_LANES_OF_PAIRS = 8,
    BLOCKS_IN_FLIGHT = 4
};
static_assert(BLOCKS_WARPS == 8, "a warp for each row of a block row");

/* The window of block columns that a thread block works on. */
struct blocks_window {
    uint32_t bits[BLOCKS_WORDS];
    uint16_t rank[BLOCKS_WORDS];
    int32_t partial[BLOCKS_WARPS];
    int32_t first, last;         /* block columns of the whole block row of C */
    int32_t slots;               /* blocks in the window */
    int32_t row_base[8];         /* entries of each row before those that are written next */
    int32_t cut_first, cut_last; /* block columns of B that are read; cut_first < 0: all */
    uint64_t whole, whole_last;  /* the places of a block, and of that in the last slot */
    long long task;
};

DEVICE int64_t blocks_block_columns(const struct mxm_blocks_arguments &a)
{
    return a.B.columns / 8 + (a.B.columns % 8 != 0);
}

DEVICE long long blocks_next(struct blocks_window *w, unsigned long long *ticket)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        w->task = (long long)atomicAdd(ticket, 1ull);
        w->first = 0x7fffffff;
        w->last = -1;
        w->cut_first = -1;
    }
    if (threadIdx.x < 8)
        w->row_base[threadIdx.x] = 0;
    __syncthreads();
    return w->task;
}

/* The range of block columns that the block row of C can have; of long block rows of A, if one window has all, it is all. */
DEVICE void blocks_range(struct blocks_window *w, const struct mxm_blocks_arguments &a, int64_t begin,
                         int64_t end)
{
    if (end - begin > BLOCKS_CHUNK && a.B.columns <= (int64_t)8 * MXM_BLOCKS_WINDOW) {
        if (threadIdx.x == 0) {
            w->first = 0;
            w->last = (int32_t)blocks_block_columns(a) - 1;
        }
        __syncthreads();
        return;
    }
#pragma unroll 1
    for (int64_t k = begin + threadIdx.x; k < end; k += MXM_BLOCKS_THREADS) {
        int64_t b = a.B.block_start[a.A.block_column[k]], b_end = a.B.block_start[a.A.block_column[k] + 1];
        if (b < b_end) {
            atomicMin(&w->first, a.B.block_column[b]);
            atomicMax(&w->last, a.B.block_column[b_end - 1]);
        }
    }
    __syncthreads();
}

/* The number of words of the window at `base` that can have bits. */
DEVICE int blocks_words(const struct blocks_window *w, int64_t base)
{
    const int64_t words = (w->last - base) / 32 + 1;
    return words < BLOCKS_WORDS ? (int)words : (int)BLOCKS_WORDS;
}

/* Whether a long block row of A meets a block row of B that has all block columns. */
DEVICE bool blocks_meets_all(const struct mxm_blocks_arguments &a, int64_t begin, int64_t end)
{
    int found = 0;
    if (end - begin <= BLOCKS_CHUNK)
        return false;
#pragma unroll 1
    for (int64_t k = begin + threadIdx.x; k < end; k += MXM_BLOCKS_THREADS) {
        int32_t row = a.A.block_column[k];
        found |= a.B.block_start[row + 1] - a.B.block_start[row] == blocks_block_columns(a);
    }
    return __syncthreads_or(found);
}

/* Marks the block columns from `base` on that occur, and ranks them. */
DEVICE void blocks_mark(struct blocks_window *w, const struct mxm_blocks_arguments &a, int64_t begin,
                        int64_t end, int32_t base)
{
    enum { STEP = BLOCKS_LANES_OF_PAIRS, GROUPS = MXM_BLOCKS_THREADS / STEP };
    int warp = threadIdx.x / WARP, lane = lane_of_warp();
    const int words = blocks_words(w, base);
    __syncthreads();
    const bool has_all = blocks_meets_all(a, begin, end);
#pragma unroll 1
    for (int word = threadIdx.x; word < words; word += MXM_BLOCKS_THREADS) {
        const int64_t bits = has_all ? blocks_block_columns(a) - base - 32 * word : 0;
        w->bits[word] = bits >= 32 ? 0xffffffffu : bits > 0 ? (1u << bits) - 1 : 0;
    }
    __syncthreads();
    for (int64_t k = has_all ? end : begin + threadIdx.x / STEP; k < end; k += GROUPS) {
        const int32_t row = a.A.block_column[k];
        const int64_t b_end = a.B.block_start[row + 1];
#pragma unroll 1
        for (int64_t b = a.B.block_start[row] + threadIdx.x % STEP; b < b_end; b += BLOCKS_IN_FLIGHT * STEP) {
            unsigned place[BLOCKS_IN_FLIGHT];
#pragma unroll
            for (int e = 0; e < BLOCKS_IN_FLIGHT; e++)
                place[e] = b + e * STEP < b_end ? (unsigned)(a.B.block_column[b + e * STEP] - base) : ~0u;
#pragma unroll
            for (int e = 0; e < BLOCKS_IN_FLIGHT; e++)
                if (place[e] < MXM_BLOCKS_WINDOW)
                    atomicOr(&w->bits[place[e] / 32], 1u << place[e] % 32);
        }
    }
    __syncthreads();
    /* Ranks: each thread sums its words, warps and then, if there are words for more than one, the block sum the threads. */
    const int each = (words + MXM_BLOCKS_THREADS - 1) / MXM_BLOCKS_THREADS;
    const int first_word = (int)threadIdx.x * each, end_word = min(first_word + each, words);
    int thread_bits = 0, before;
#pragma unroll 1
    for (int word = first_word; word < end_word; word++)
        thread_bits += __popc(w->bits[word]);
    before = thread_bits;
    for (int step = 1; step < WARP; step *= 2) {
        int other = __shfl_up_sync(ALL_LANES, before, step);
        before += lane >= step ? other : 0;
    }
    if (words > WARP) {
        if (lane == WARP - 1)
            w->partial[warp] = before;
        __syncthreads();
        for (int v = 0; v < warp; v++)
            before += w->partial[v];
    }
    before -= thread_bits;
    for (int word = first_word; word < end_word; word++) {
        w->rank[word] = (uint16_t)before;
        before += __popc(w->bits[word]);
    }
    if (threadIdx.x == (words > WARP ? MXM_BLOCKS_THREADS : WARP) - 1)
        w->slots = before;
    __syncthreads();
}

/* Slots of each part of a block row, the last ones excepted; a part's warps have the same number. */
DEVICE int blocks_slots_of_part(const struct blocks_window *w)
{
    const int each = (w->slots + MXM_BLOCKS_PARTS - 1) / MXM_BLOCKS_PARTS;
    return each <= MXM_BLOCKS_PART_SLOTS ? MXM_BLOCKS_PART_SLOTS
                                         : (each + BLOCKS_WARPS - 1) / BLOCKS_WARPS * BLOCKS_WARPS;
}

/* The slot of a block column, or -1 outside the window. */
DEVICE int blocks_slot(const struct blocks_window *w, int32_t block_column, int32_t base)
{
    unsigned place = (unsigned)(block_column - base);
    if (place >= MXM_BLOCKS_WINDOW)
        return -1;
    return w->rank[place / 32] + __popc(w->bits[place / 32] & ((1u << place % 32) - 1));
}

/* *mask |= the places of the product of two blocks. */
DEVICE void blocks_mark_places(uint64_t *mask, uint64_t A_mask, uint64_t B_mask)
{
    uint64_t product = 0;
    /* Column c of A's block and row c of B's: a bit in each row, times a byte. */
    for (int c = 0; c < 8; c++)
        product |= (A_mask >> c & 0x0101010101010101ull) * (B_mask >> 8 * c & 0xff);
    uint32_t *word = (uint32_t *)mask;
    if ((uint32_t)product != 0)
        atomicOr(word, (uint32_t)product);
    if ((uint32_t)(product >> 32) != 0)
        atomicOr(word + 1, (uint32_t)(product >> 32));
}

/* The first of the blocks [begin, end) whose column is not below `column`.  Columns ascend, so the first and the last of
 * them, from and to, bound where it can be: of a full block row there is one such place. */
DEVICE int64_t blocks_bound(const int32_t *block_column, int64_t begin, int64_t end, int32_t from, int32_t to,
                            int32_t column)
{
    int64_t low = end - 1 - ((int64_t)to - column), high = begin + ((int64_t)column - from);
    low = low < begin ? begin : low > end ? end : low;
    high = high < begin ? begin : high > end ? end : high;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (block_column[middle] < column)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Block row `row` of B, cut to the block columns that are read. */
DEVICE void blocks_row(int64_t *begin, int64_t *end, const struct blocks_window *w,
                       const struct mxm_blocks_arguments &a, int32_t row)
{
    *begin = a.B.block_start[row];
    *end = a.B.block_start[row + 1];
    if (w->cut_first < 0 || *begin == *end)
        return;
    const int32_t from = a.B.block_column[*begin], to = a.B.block_column[*end - 1];
    const int64_t low = blocks_bound(a.B.block_column, *begin, *end, from, to, w->cut_first);
    *end = blocks_bound(a.B.block_column, low, *end, low < *end ? a.B.block_column[low] : from, to,
                        w->cut_last + 1);
    *begin = low;
}

/* Whether the slots [from, from + slots) have all places that the matrix has. */
DEVICE bool blocks_are_whole(const uint64_t *mask, const struct blocks_window *w, int from, int slots)
{
    int are_whole = 1;
    for (int j = threadIdx.x; j < slots; j += MXM_BLOCKS_THREADS)
        are_whole &= mask[j] == (from + j < w->slots - 1 ? w->whole : w->whole_last);
    return __syncthreads_and(are_whole);
}

/* Block row I of C and the window, to know which blocks are whole. */
DEVICE void blocks_find_whole(struct blocks_window *w, const struct mxm_blocks_arguments &a, int64_t I,
                              int64_t base)
{
    if (threadIdx.x == 0) {
        const int64_t rows = a.rows - 8 * I, last = blocks_block_columns(a) - 1 - base;
        const int columns = (int)(a.B.columns % 8);
        const bool is_last =
            columns != 0 && last < 32 * blocks_words(w, base) && (w->bits[last / 32] >> last % 32 & 1) != 0;
        w->whole = rows < 8 ? ((uint64_t)1 << 8 * rows) - 1 : ~(uint64_t)0;
        w->whole_last = w->whole & (is_last ? 0x0101010101010101ull * ((1u << columns) - 1) : ~(uint64_t)0);
    }
    __syncthreads();
}

/* The places that the blocks of the slots have, by products of bitmaps. */
DEVICE void blocks_mark_slots(uint64_t *mask, const struct blocks_window *w,
                              const struct mxm_blocks_arguments &a, int64_t begin, int64_t end, int32_t base,
                              int from, int slots)
{
    enum { STEP = BLOCKS_LANES_OF_PAIRS, GROUPS = MXM_BLOCKS_THREADS / STEP };
    for (; begin < end; begin += BLOCKS_CHUNK) {
        const int64_t chunk_end = end - begin < BLOCKS_CHUNK ? end : begin + BLOCKS_CHUNK;
        for (int64_t k = begin + threadIdx.x / STEP; k < chunk_end; k += GROUPS) {
            const uint64_t A_mask = a.A.mask[k];
            int64_t b, b_end;
            blocks_row(&b, &b_end, w, a, a.A.block_column[k]);
            for (b += threadIdx.x % STEP; b < b_end; b += 2 * STEP) {
                const bool has_next = b + STEP < b_end;
                const int32_t column = a.B.block_column[b], next = has_next ? a.B.block_column[b + STEP] : 0;
                const uint64_t B_mask = a.B.mask[b], next_mask = has_next ? a.B.mask[b + STEP] : 0;
                const int slot = blocks_slot(w, column, base) - from;
                const int next_slot = has_next ? blocks_slot(w, next, base) - from : -1;
                if (slot >= 0 && slot < slots)
                    blocks_mark_places(&mask[slot], A_mask, B_mask);
                if (next_slot >= 0 && next_slot < slots)
                    blocks_mark_places(&mask[next_slot], A_mask, next_mask);
            }
        }
        if (chunk_end < end) {
            __syncthreads();
            if (blocks_are_whole(mask, w, from, slots))
                break;
        }
    }
}

#endif
