/* Matrices of rows with few products, of about the same number: a block takes rows that follow each other, sorts them as
 * mxm_sort.cuh does, and learns from the blocks before it where they begin in C, while it sorts the next ones.  No scratch
 * memory, nothing is moved.
 * Rows of other bins have been counted before, and find their starts here. */
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

/* While a block sorts a tile, those before the last one become known. */
template <int LANES, int EACH> DEVICE void single_pass_rows(const struct mxm_single_pass_arguments &a)
{
    typedef struct single_pass_tile<LANES, EACH> tile_t;
    enum { ROOM = tile_t::ROOM, GROUPS = tile_t::GROUPS, NONE = -1 };
    extern __shared__ unsigned long long mxm_shared[];
    __shared__ int64_t ticket;
    const int group = (int)threadIdx.x / LANES, lane = (int)threadIdx.x & (LANES - 1);
    const int64_t tiles = (a.rows + GROUPS - 1) / GROUPS;
    tile_t *own = (tile_t *)mxm_shared, *last = own + 1;
    int64_t last_tile = NONE;
    int last_entries = 0;
    bool last_is_own = false;
    if (threadIdx.x == 0)
        ticket = (int64_t)atomicAdd(a.ticket, 1ull);
    for (;;) {
        __syncthreads();
        const int64_t tile = ticket < tiles ? ticket : NONE, row = tile * GROUPS + group;
        uint32_t *keys = own->keys + group * ROOM;
        T *values = (T *)own->values + (IS_CONSTANT ? 0 : group * ROOM);
        bool is_own = false;
        int entries = 0;
        if (tile != NONE && row < a.rows) {
            const int bin = a.bin[row];
            is_own = bin >= MXM_SORT_8 && bin <= a.last_bin;
            if (is_own) {
                const unsigned lanes = lanes_of_group<LANES>();
                const int products = expand_row<LANES, ROOM>(a.row, (int32_t)row, keys, values, lane, lanes);
                entries = sort_products<LANES, EACH>(keys, values, products, true, lane, lanes);
            } else
                entries = a.row.count[row]; /* of an empty row, or one of three alike, too */
        }
        if (lane == 0)
            own->count[group] = entries;
        __syncthreads();
        if (threadIdx.x < WARP) {
            if (tile != NONE) {
                const int count = threadIdx.x < GROUPS ? own->count[threadIdx.x] : 0, sum = scan_warp(count);
                if (threadIdx.x < GROUPS)
                    own->start[threadIdx.x] = sum - count;
                if (threadIdx.x == WARP - 1) {
                    own->sum = sum;
                    publish_tile(a.state, tile, sum);
                    ticket = (int64_t)atomicAdd(a.ticket, 1ull);
                }
            }
            if (last_tile != NONE) {
                const int64_t before = sum_of_tiles_before(a.state, last_tile, last->sum);
                if (threadIdx.x < GROUPS)
                    last->start[threadIdx.x] += before;
            }
        }
        __syncthreads();
        if (last_tile != NONE && last_tile * GROUPS + group < a.rows) {
            const int64_t last_row = last_tile * GROUPS + group, start = last->start[group];
            if (lane == 0) {
                a.C_row_start[last_row] = start;
                if (last_row == a.rows - 1)
                    a.C_row_start[a.rows] = start + last_entries;
            }
            if (last_is_own)
                write_row<LANES>(a.row, last->keys + group * ROOM,
                                 (T *)last->values + (IS_CONSTANT ? 0 : group * ROOM), last_entries, start,
                                 lane);
        }
        if (tile == NONE)
            return;
        tile_t *other = own;
        own = last;
        last = other;
        last_tile = tile;
        last_entries = entries;
        last_is_own = is_own;
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
