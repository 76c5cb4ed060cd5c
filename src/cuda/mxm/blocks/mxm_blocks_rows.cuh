/* Block rows of C, one task after the other: which slots there are, the work that is done on them, and their entries written
 * to C.  For mxm_blocks.cuh and mxm_blocks_columns.cuh. */
#ifndef CUDA_MXM_BLOCKS_MXM_BLOCKS_ROWS_CUH
#define CUDA_MXM_BLOCKS_MXM_BLOCKS_ROWS_CUH

#include "cuda/mxm/blocks/mxm_blocks_window.cuh"

/* Every product, and so every sum, is the same value: the pattern is all that has to be found. */
#define BLOCKS_IS_PATTERN (SEMIRING_IS_ANY && !READS_X && !READS_Y)

/* In shared memory: for each slot the places of its block, its block column, and 64 sums.  blocks: room for operands of
 * the kernel. */
struct blocks_room {
    uint64_t *seen;
    int32_t *block_column;
    T *sum, *blocks;
};

/* Other thread blocks write the slots of the parts before: row `warp` begins behind them. */
DEVICE void blocks_step_over(struct blocks_window *w, const struct mxm_blocks_arguments &a, int64_t row,
                             int part)
{
    const int lane = lane_of_warp();
    int before = row < a.rows && lane < part ? a.of_part[row * a.parts + lane] : 0;
    before = __reduce_add_sync(ALL_LANES, before);
    if (lane == 0)
        w->row_base[threadIdx.x / WARP] = before;
}

/* Row `warp` of the slots, to its place in C. */
DEVICE void blocks_write(const struct blocks_room &m, struct blocks_window *w,
                         const struct mxm_blocks_arguments &a, int64_t row, int slots)
{
    int warp = threadIdx.x / WARP, lane = lane_of_warp();
    if (row >= a.rows)
        return;
    T *C_value = (T *)a.C_value;
    int64_t to = a.C_start[row] + w->row_base[warp];
#pragma unroll 1
    for (int j = 0; j < slots; j += WARP) {
        unsigned byte = j + lane < slots ? (unsigned)(m.seen[j + lane] >> 8 * warp) & 0xff : 0;
        int count = __popc(byte), before = count;
        for (int step = 1; step < WARP; step *= 2) {
            int other = __shfl_up_sync(ALL_LANES, before, step);
            before += lane >= step ? other : 0;
        }
        int64_t e = to + before - count;
#pragma unroll 1
        for (; byte != 0; byte &= byte - 1, e++) {
            int c = __ffs((int)byte) - 1;
            a.C_column[e] = m.block_column[j + lane] * 8 + c;
            C_value[e] = BLOCKS_IS_PATTERN ? mul((T)1, (T)1)
                                           : m.sum[(int64_t)(j + lane) * BLOCKS_CELLS + warp * 8 + c];
        }
        to += __shfl_sync(ALL_LANES, before, WARP - 1);
    }
    if (lane == 0)
        w->row_base[warp] = (int32_t)(to - a.C_start[row]);
}

/* Calls work(I, begin, end, base, from, slots) for the slots [from, from + slots) of the window at `base` of block row I,
 * which is made of the blocks [begin, end) of A: it finds `seen`, which is 0 before, and writes C.  slots_at_once(n): how
 * many, for n blocks of A. */
template <class Slots, class Work>
DEVICE void blocks_block_rows(const struct blocks_room &m, struct blocks_window &window,
                              const struct mxm_blocks_arguments &a, Slots slots_at_once, Work work)
{
    const int warp = threadIdx.x / WARP;
    for (;;) {
        long long task = blocks_next(&window, a.ticket), I = task / a.parts;
        if (I >= a.A.block_rows)
            return;
        int64_t begin = a.A.block_start[I], end = a.A.block_start[I + 1];
        const int part = (int)(task % a.parts), most = slots_at_once(end - begin);
        blocks_range(&window, a, begin, end);
#pragma unroll 1
        for (int64_t base = window.first; base <= window.last; base += MXM_BLOCKS_WINDOW) {
            blocks_mark(&window, a, begin, end, (int32_t)base);
            if (end - begin > BLOCKS_CHUNK)
                blocks_find_whole(&window, a, I, base);
            const int each = a.parts > 1 ? blocks_slots_of_part(&window) : window.slots;
            const int part_end = window.slots - part * each < each ? window.slots : (part + 1) * each;
            if (a.parts > 1)
                blocks_step_over(&window, a, I * 8 + warp, part);
#pragma unroll 1
            for (int from = part * each; from < part_end; from += most) {
                const int slots = part_end - from < most ? part_end - from : most;
#pragma unroll 1
                for (int j = threadIdx.x; j < slots; j += MXM_BLOCKS_THREADS)
                    m.seen[j] = 0;
#pragma unroll 1
                for (int word = threadIdx.x; word < blocks_words(&window, base); word += MXM_BLOCKS_THREADS)
#pragma unroll 1
                    for (unsigned bits = window.bits[word], slot = window.rank[word]; bits != 0;
                         bits &= bits - 1, slot++)
                        if ((int)slot >= from && (int)slot < from + slots)
                            m.block_column[slot - from] = (int32_t)base + word * 32 + __ffs((int)bits) - 1;
                if (threadIdx.x == 0)
                    window.cut_first = -1;
                __syncthreads();
                if (slots < window.slots) {
                    if (threadIdx.x == 0) {
                        window.cut_first = m.block_column[0];
                        window.cut_last = m.block_column[slots - 1];
                    }
                    __syncthreads();
                }
                work(I, begin, end, (int32_t)base, from, slots);
                __syncthreads();
            }
        }
    }
}

#endif
