/* Matrices with short rows of similar lengths, written to C in one pass: a block sorts a tile of consecutive rows as
 * mxm_sort.cuh does, and finds where they begin in C by a decoupled look-back over the tiles before (Merrill and
 * Garland, 2016), whose latency the sort of the next tile hides.  No scratch memory, no compaction.
 *
 * Rows of other bins have been counted before; their starts are found here, too. */
#include "cuda/mxm/rows/mxm_sort.cuh"

#include "cuda/mxm/rows/mxm_single_pass_arguments.h"
#include "cuda/primitives/lookback_sums.cuh"

template <int LANES, int EACH> struct single_pass_tile {
    enum { ROOM = LANES * EACH, GROUPS = MXM_SORT_THREADS / LANES };
    uint32_t keys[GROUPS * ROOM];
    slot_t values[IS_CONSTANT ? 1 : GROUPS * ROOM * sizeof(T) / sizeof(slot_t) + 1];
    int64_t start[GROUPS];
    int count[GROUPS], sum;
};

/* While the block sorts the current tile, the sum before the previous one becomes known. */
template <int LANES, int EACH> DEVICE void single_pass_rows(const struct mxm_single_pass_arguments &a)
{
    typedef struct single_pass_tile<LANES, EACH> tile_t;
    enum { ROOM = tile_t::ROOM, GROUPS = tile_t::GROUPS, NONE = -1 };
    extern __shared__ unsigned long long mxm_shared[];
    __shared__ int64_t ticket;
    const int group = (int)threadIdx.x / LANES, lane = (int)threadIdx.x & (LANES - 1);
    const int64_t tiles = (a.rows + GROUPS - 1) / GROUPS;
    tile_t *current = (tile_t *)mxm_shared, *previous = current + 1;
    int64_t previous_tile = NONE;
    int previous_entries = 0;
    bool previous_is_sorted = false;
    if (threadIdx.x == 0)
        ticket = (int64_t)atomicAdd(a.ticket, 1ull);
    for (;;) {
        __syncthreads();
        const int64_t tile = ticket < tiles ? ticket : NONE, row = tile * GROUPS + group;
        uint32_t *keys = current->keys + group * ROOM;
        T *values = (T *)current->values + (IS_CONSTANT ? 0 : group * ROOM);
        bool is_sorted = false;
        int entries = 0;
        if (tile != NONE && row < a.rows) {
            const int bin = a.bin[row];
            is_sorted = bin >= MXM_SORT_8 && bin <= a.last_bin;
            if (is_sorted) {
                const unsigned lanes = lanes_of_group<LANES>();
                const int products = expand_row<LANES, ROOM>(a.row, (int32_t)row, keys, values, lane, lanes);
                entries = sort_products<LANES, EACH>(keys, values, products, true, lane, lanes);
            } else
                entries = a.row.count[row]; /* an empty row, too */
        }
        if (lane == 0)
            current->count[group] = entries;
        __syncthreads();
        if (threadIdx.x < WARP) {
            if (tile != NONE) {
                const int count = threadIdx.x < GROUPS ? current->count[threadIdx.x] : 0,
                          sum = scan_warp(count);
                if (threadIdx.x < GROUPS)
                    current->start[threadIdx.x] = sum - count;
                if (threadIdx.x == WARP - 1) {
                    current->sum = sum;
                    publish_tile(a.state, tile, sum);
                    ticket = (int64_t)atomicAdd(a.ticket, 1ull);
                }
            }
            if (previous_tile != NONE) {
                const int64_t before = sum_of_tiles_before(a.state, previous_tile, previous->sum);
                if (threadIdx.x < GROUPS)
                    previous->start[threadIdx.x] += before;
            }
        }
        __syncthreads();
        if (previous_tile != NONE && previous_tile * GROUPS + group < a.rows) {
            const int64_t previous_row = previous_tile * GROUPS + group, start = previous->start[group];
            if (lane == 0) {
                a.C_row_start[previous_row] = start;
                if (previous_row == a.rows - 1)
                    a.C_row_start[a.rows] = start + previous_entries;
            }
            if (previous_is_sorted)
                write_row<LANES>(a.row, previous->keys + group * ROOM,
                                 (T *)previous->values + (IS_CONSTANT ? 0 : group * ROOM), previous_entries,
                                 start, lane);
        }
        if (tile == NONE)
            return;
        tile_t *other = current;
        current = previous;
        previous = other;
        previous_tile = tile;
        previous_entries = entries;
        previous_is_sorted = is_sorted;
    }
}

#define SINGLE_PASS_KERNEL(name, lanes, each)                                                                \
    GRAPH_KERNEL void __launch_bounds__(MXM_SORT_THREADS) name(struct mxm_single_pass_arguments a)           \
    {                                                                                                        \
        single_pass_rows<lanes, each>(a);                                                                    \
    }

#if HAS_KERNEL(mxm_single_pass_32)
SINGLE_PASS_KERNEL(mxm_single_pass_32, 8, 4)
#endif
#if HAS_KERNEL(mxm_single_pass_64)
SINGLE_PASS_KERNEL(mxm_single_pass_64, 16, 4)
#endif
#if HAS_KERNEL(mxm_single_pass_128)
SINGLE_PASS_KERNEL(mxm_single_pass_128, 16, 8)
#endif
#if HAS_KERNEL(mxm_single_pass_256)
SINGLE_PASS_KERNEL(mxm_single_pass_256, 32, 8)
#endif
