/* From rows to blocks of 8 x 8 with a bitmap each, in the manner of bmSPARSE (Zhang and Gruenwald, GRADES-NDA 2018) but held
 * by block rows and built without a sort: eight lanes walk the eight rows of a block row side by side. */
#include "cuda/operators.cuh"

#include "cuda/mxm_bitmap_arguments.h"

enum { BITMAP_LANES = 8 };

DEVICE unsigned bitmap_smallest(unsigned lanes, unsigned x)
{
    for (int step = 1; step < BITMAP_LANES; step *= 2) {
        unsigned other = __shfl_xor_sync(lanes, x, step);
        x = other < x ? other : x;
    }
    return x;
}

/* Calls visit for the blocks of a block row in order; each lane gives the byte of its row and where its entries begin. */
template <bool FILLS> DEVICE void bitmap_walk(const struct bitmap_blocks_arguments &a, int64_t block_row)
{
    const unsigned none = 0xffffffffu;
    int lane = lane_of_warp(), r = lane % BITMAP_LANES;
    unsigned lanes = 0xffu << (lane - r);
    int64_t row = block_row * 8 + r, k = 0, end = 0;
    if (row < a.X.rows) {
        k = a.row_start[row];
        end = a.row_start[row + 1];
    }
    int64_t b = FILLS ? a.X.block_start[block_row] : 0, first = FILLS ? a.row_start[block_row * 8] : 0,
            blocks = 0;
    const T *value = (const T *)a.value;
    T *packed = (T *)a.X.value;
    for (;;) {
        unsigned own = k < end ? (unsigned)a.column[k] / 8 : none;
        unsigned next = bitmap_smallest(lanes, own);
        if (next == none)
            break;
        int64_t begin = k;
        unsigned byte = 0;
        if (own == next)
            for (; k < end && (unsigned)a.column[k] / 8 == next; k++)
                byte |= 1u << a.column[k] % 8;
        if (FILLS) {
            uint64_t mask = (uint64_t)byte << 8 * r;
            for (int step = 1; step < BITMAP_LANES; step *= 2)
                mask |= __shfl_xor_sync(lanes, mask, step);
            if (r == 0) {
                a.X.block_column[b + blocks] = (int32_t)next;
                a.X.mask[b + blocks] = mask;
                a.X.first_value[b + blocks] = first;
            }
            if (value != nullptr && byte != 0) {
                int64_t to = first + __popcll(mask & (((uint64_t)1 << 8 * r) - 1));
                for (; begin < k; begin++, to++) {
                    T x = value[begin];
                    packed[to] = x;
                    /* x - x is 0 but for infinities and NaN. */
                    if (T_IS_FLOAT && x - x != 0)
                        *a.is_finite = 0;
                }
            }
            first += __popcll(mask);
        }
        blocks++;
    }
    if (!FILLS && r == 0)
        a.X.block_start[block_row] = blocks;
}

GRAPH_KERNEL void bitmap_blocks_count(struct bitmap_blocks_arguments a)
{
    int64_t block_row = thread_of_grid() / BITMAP_LANES;
    if (block_row < a.X.block_rows)
        bitmap_walk<false>(a, block_row);
}

GRAPH_KERNEL void bitmap_blocks_fill(struct bitmap_blocks_arguments a)
{
    int64_t block_row = thread_of_grid() / BITMAP_LANES;
    if (block_row < a.X.block_rows)
        bitmap_walk<true>(a, block_row);
}
