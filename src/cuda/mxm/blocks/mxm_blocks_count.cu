/* How many entries each row of C = A B has, from blocks with bitmaps: eight shifted multiplications of 64-bit words for a
 * pair of blocks.  It knows no semiring. */
#include "cuda/mxm/blocks/mxm_blocks_window.cuh"

struct mxm_blocks_count_shared {
    struct blocks_window window;
    uint64_t mask[MXM_BLOCKS_COUNT_SLOTS];
    int32_t of_part[BLOCKS_WARPS][MXM_BLOCKS_PARTS]; /* entries of each row in the slots of each part */
    int32_t slots;                                   /* of the block row and window that have most */
};

static __global__ void __launch_bounds__(MXM_BLOCKS_THREADS, 6) count(struct mxm_blocks_arguments a)
{
    __shared__ struct mxm_blocks_count_shared s;
    int warp = threadIdx.x / WARP, lane = lane_of_warp();
    if (threadIdx.x == 0)
        s.slots = 0;
    for (;;) {
        long long I = blocks_next(&s.window, a.ticket);
        if (I >= a.A.block_rows) {
            if (threadIdx.x == 0)
                atomicMax(a.most_slots, s.slots);
            return;
        }
        int64_t begin = a.A.block_start[I], end = a.A.block_start[I + 1];
        int total = 0; /* of row `warp` */
        for (int j = lane; j < a.parts; j += WARP)
            s.of_part[warp][j] = 0;
        __syncwarp();
        blocks_range(&s.window, a, begin, end);
        for (int64_t base = s.window.first; base <= s.window.last; base += MXM_BLOCKS_WINDOW) {
            blocks_mark(&s.window, a, begin, end, (int32_t)base);
            if (threadIdx.x == 0 && s.slots < s.window.slots)
                s.slots = s.window.slots;
            if (end - begin > BLOCKS_CHUNK)
                blocks_find_whole(&s.window, a, I, base);
            for (int from = 0; from < s.window.slots; from += MXM_BLOCKS_COUNT_SLOTS) {
                int slots = s.window.slots - from;
                slots = slots < MXM_BLOCKS_COUNT_SLOTS ? slots : MXM_BLOCKS_COUNT_SLOTS;
                for (int j = threadIdx.x; j < slots; j += MXM_BLOCKS_THREADS)
                    s.mask[j] = 0;
                __syncthreads();
                blocks_mark_slots(s.mask, &s.window, a, begin, end, (int32_t)base, from, slots);
                __syncthreads();
                for (int j = lane; j < slots; j += WARP) {
                    const int count = __popc((unsigned)(s.mask[j] >> 8 * warp) & 0xff);
                    total += count;
                    if (a.parts > 1)
                        atomicAdd(&s.of_part[warp][(from + j) / blocks_slots_of_part(&s.window)], count);
                }
                __syncthreads();
            }
        }
        total = __reduce_add_sync(ALL_LANES, total);
        if (lane == 0 && I * 8 + warp < a.rows)
            a.C_start[I * 8 + warp] = total;
        if (a.parts > 1 && lane < a.parts)
            a.of_part[(I * 8 + warp) * a.parts + lane] = s.of_part[warp][lane];
    }
}

const void *const graph__mxm_blocks_count = (const void *)count;
