/* From CSR to blocks of 8 x 8 with a bitmap each, as in bmSPARSE (Zhang and Gruenwald, GRADES-NDA 2018), but stored by
 * block rows and built without a sort: eight lanes traverse the eight rows of a block row in step. */
#include "cuda/semiring/operators.cuh"

#include "cuda/mxm/blocks/mxm_blocks_arguments.h"
#include "cuda/semiring/value_facts.cuh"

enum { BLOCKS_LANES = 8 };

DEVICE unsigned blocks_smallest(unsigned lanes, unsigned x)
{
    for (int step = 1; step < BLOCKS_LANES; step *= 2) {
        unsigned other = __shfl_xor_sync(lanes, x, step);
        x = other < x ? other : x;
    }
    return x;
}

/* The blocks of a block row in order, by the eight lanes of its rows; the four groups of a warp keep step. */
template <bool FILLS> DEVICE void blocks_traverse(const struct bitmap_blocks_arguments &a)
{
    const unsigned none = 0xffffffffu;
    int64_t block_row = thread_of_grid() / BLOCKS_LANES, row = thread_of_grid();
    int r = lane_of_warp() % BLOCKS_LANES;
    int64_t k = 0, end = 0, b = 0, first = 0;
    if (row < a.X.rows) {
        k = a.row_start[row];
        end = a.row_start[row + 1];
    }
    if (FILLS && block_row < a.X.block_rows) {
        b = a.X.block_start[block_row];
        first = a.row_start[block_row * 8];
    }
    int64_t blocks = 0;
    unsigned column = k < end ? (unsigned)a.column[k] : none;
    for (;;) {
        unsigned next = blocks_smallest(ALL_LANES, column / 8);
        bool is_done = next == none / 8;
        if (__all_sync(ALL_LANES, is_done))
            break;
        unsigned byte = 0;
        while (!is_done && column / 8 == next) {
            byte |= 1u << column % 8;
            k++;
            column = k < end ? (unsigned)a.column[k] : none;
        }
        if (FILLS) {
            /* Two words of four rows each. */
            unsigned low = r < 4 ? byte << 8 * r : 0, high = r < 4 ? 0 : byte << 8 * (r - 4);
            for (int step = 1; step < BLOCKS_LANES; step *= 2) {
                low |= __shfl_xor_sync(ALL_LANES, low, step);
                high |= __shfl_xor_sync(ALL_LANES, high, step);
            }
            if (r == 0 && !is_done) {
                a.X.block_column[b + blocks] = (int32_t)next;
                a.X.mask[b + blocks] = (uint64_t)high << 32 | low;
                a.X.first_value[b + blocks] = first;
            }
            first += __popc(low) + __popc(high);
        }
        blocks += !is_done;
    }
    if (!FILLS && r == 0 && block_row < a.X.block_rows)
        a.X.block_start[block_row] = blocks;
}

GRAPH_KERNEL void bitmap_blocks_count(struct bitmap_blocks_arguments a) { blocks_traverse<false>(a); }

GRAPH_KERNEL void bitmap_blocks_fill(struct bitmap_blocks_arguments a) { blocks_traverse<true>(a); }

/* Each value to its place: a warp for a row, a lane for an entry, which finds its block by bisection. */
GRAPH_KERNEL void bitmap_blocks_values(struct bitmap_blocks_arguments a)
{
    const T *value = (const T *)a.value;
    T *packed = (T *)a.X.value;
    struct known_values known = nothing_known();
    for (int64_t row = thread_of_grid() / WARP; row < a.X.rows; row += threads_of_grid() / WARP) {
        int64_t begin = a.X.block_start[row / 8], end = a.X.block_start[row / 8 + 1];
        for (int64_t k = a.row_start[row] + lane_of_warp(); k < a.row_start[row + 1]; k += WARP) {
            int32_t column = a.column[k];
            int64_t low = begin, high = end;
            while (high - low > 1) {
                int64_t middle = low + (high - low) / 2;
                if (a.X.block_column[middle] <= column / 8)
                    low = middle;
                else
                    high = middle;
            }
            int cell = (int)(row % 8) * 8 + column % 8;
            T x = value[k];
            packed[a.X.first_value[low] + __popcll(a.X.mask[low] & (((uint64_t)1 << cell) - 1))] = x;
            know_value(known, x);
        }
    }
    tell_facts(a.facts, known);
}

/* Blocks with all their places, column by column: values, integers, or packed integers of 16 bits, which lie in the first
 * half of each block. */
GRAPH_KERNEL void bitmap_blocks_spread(struct blocks_spread_arguments a)
{
    const int lane = lane_of_warp(), to = lane % 8 * 8 + lane / 8;
    const bool are_packed = a.facts != nullptr && VALUES_ARE_PACKED(*a.facts);
    const bool are_integers = a.facts != nullptr && !are_packed && VALUES_ARE_INTEGERS(*a.facts);
    const float scale = are_packed || are_integers ? 1 / packed_power(a.facts->least_low) : 1;
    const T absent = a.absent == BLOCKS_ABSENT_MOST ? T_MAX : a.absent == BLOCKS_ABSENT_LEAST ? T_MIN : (T)0;
    const bool is_most = a.absent == BLOCKS_ABSENT_MOST;
    const int absent_half = is_most ? VALUE_PACKED_BEYOND : -VALUE_PACKED_BEYOND;
    const int absent_integer = is_most ? VALUE_INTEGER_BEYOND : -VALUE_INTEGER_BEYOND;
    const T *value = (const T *)a.value;
    for (int64_t b = thread_of_grid() / WARP; b < a.blocks; b += threads_of_grid() / WARP) {
        const uint64_t mask = a.mask[b];
        const T *block_value = value + a.first_value[b];
        T *block = (T *)a.spread + b * 64;
        const unsigned low = (unsigned)mask, high = (unsigned)(mask >> 32), below = (1u << lane) - 1;
        const bool has_low = low >> lane & 1, has_high = high >> lane & 1;
        const T x = has_low ? block_value[__popc(low & below)] : absent,
                y = has_high ? block_value[__popc(low) + __popc(high & below)] : absent;
        if (are_integers) {
            ((int32_t *)block)[to] = has_low ? integer_of(x, scale) : absent_integer;
            ((int32_t *)block)[to + 4] = has_high ? integer_of(y, scale) : absent_integer;
        } else if (!are_packed) {
            block[to] = x;
            block[to + 4] = y;
        } else {
            ((int16_t *)block)[to] = has_low ? packed_of(x, scale) : (int16_t)absent_half;
            ((int16_t *)block)[to + 4] = has_high ? packed_of(y, scale) : (int16_t)absent_half;
        }
    }
}
