/* The stages of bmSPARSE that compute no values: the list of block products, counted, expanded, and divided by blocks of
 * C; the bitmaps of these; and C from blocks to rows. */
#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/published/mxm_bmsparse_arguments.h"
#include "cuda/primitives/value_sizes.cuh"
#include "cuda/primitives/warp.cuh"

/* How many blocks of B each block of A meets. */
static __global__ void count(struct mxm_bmsparse_arguments a)
{
    int64_t block = thread_of_grid();
    if (block < a.A_blocks) {
        int32_t j = a.A.block_column[block];
        a.first_task[block] = a.B.block_start[j + 1] - a.B.block_start[j];
    }
}

/* Makes the tasks: block b of A in as many as were counted for it. */
static __global__ void expand(struct mxm_bmsparse_arguments a)
{
    for (int64_t t = thread_of_grid(); t < a.tasks; t += threads_of_grid()) {
        int64_t block = row_of_entry(a.first_task, 0, a.A_blocks, t);
        int64_t i = row_of_entry(a.A.block_start, 0, a.A.block_rows, block);
        int64_t other = a.B.block_start[a.A.block_column[block]] + t - a.first_task[block];
        a.key[t] = (uint64_t)i << a.column_bits | (uint64_t)a.B.block_column[other];
        a.pair[t] = (uint64_t)block << 32 | (uint64_t)other;
    }
}

static __global__ void mark_heads(struct mxm_bmsparse_arguments a)
{
    /* All lanes of a warp make the same number of iterations. */
    for (int64_t t = thread_of_grid(); t - lane_of_warp() < a.tasks; t += threads_of_grid()) {
        uint32_t bits = __ballot_sync(ALL_LANES, t < a.tasks && (t == 0 || a.key[t - 1] != a.key[t]));
        if (lane_of_warp() == 0)
            a.head[t / WARP] = bits;
    }
}

static __global__ void list_blocks(struct mxm_bmsparse_arguments a)
{
    for (int64_t t = thread_of_grid(); t < a.tasks; t += threads_of_grid()) {
        uint32_t bits = a.head[t / WARP], bit = 1u << t % WARP;
        if ((bits & bit) != 0) {
            int64_t block = a.rank[t / WARP] + __popc(bits & (bit - 1));
            a.block_task[block] = t;
            a.block_key[block] = a.key[t];
        }
        if (t == 0)
            a.block_task[a.blocks] = a.tasks;
    }
}

enum { BITS_LANES = 8 };

/* The symbolic phase: the bitmap of a block of C is the union of those of its tasks' products. */
static __global__ void find_bits(struct mxm_bmsparse_arguments a)
{
    const uint64_t first_column = 0x0101010101010101u;
    /* All lanes of a warp make the same number of iterations. */
    for (int64_t g = thread_of_grid(); (g - lane_of_warp()) / BITS_LANES < a.blocks; g += threads_of_grid()) {
        int64_t block = g / BITS_LANES;
        uint64_t mask = 0;
        if (block < a.blocks)
            for (int64_t t = a.block_task[block] + g % BITS_LANES; t < a.block_task[block + 1];
                 t += BITS_LANES) {
                uint64_t x = a.A.mask[a.pair[t] >> 32], y = a.B.mask[(uint32_t)a.pair[t]];
                for (int k = 0; k < 8; k++) /* rows of x that have k, times row k of y */
                    mask |= (x >> k & first_column) * (y >> 8 * k & 255);
            }
        for (int step = 1; step < BITS_LANES; step *= 2)
            mask |= __shfl_xor_sync(ALL_LANES, mask, step);
        if (block < a.blocks && g % BITS_LANES == 0) {
            a.mask[block] = mask;
            a.count[block] = __popcll(mask);
        }
    }
}

/* The first block of C whose key is not below `key`. */
DEVICE int64_t find_key(const struct mxm_bmsparse_arguments &a, uint64_t key)
{
    int64_t low = 0, high = a.blocks;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (a.block_key[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Traverses the blocks of a block row with a warp, 32 at a time: calls move(r, block, bits, to) for each row r of a
 * block, with its bits and the place of its first entry in the row.  On return at[r] has advanced by the entries of row
 * r. */
template <typename MOVE>
DEVICE void for_each_row_of_blocks(const struct mxm_bmsparse_arguments &a, int64_t block_row,
                                   int64_t (&at)[8], MOVE move)
{
    int64_t begin = find_key(a, (uint64_t)block_row << a.column_bits),
            end = find_key(a, (uint64_t)(block_row + 1) << a.column_bits);
    for (int64_t first = begin; first < end; first += WARP) {
        int64_t block = first + lane_of_warp();
        uint64_t mask = block < end ? a.mask[block] : 0;
#pragma unroll
        for (int r = 0; r < 8; r++) {
            unsigned bits = (unsigned)(mask >> 8 * r) & 255;
            int sum = scan_warp(__popc(bits));
            move(r, block, bits, at[r] + sum - __popc(bits));
            at[r] += __shfl_sync(ALL_LANES, sum, WARP - 1);
        }
    }
}

static __global__ void count_rows(struct mxm_bmsparse_arguments a)
{
    for (int64_t i = thread_of_grid() / WARP; i < a.A.block_rows; i += threads_of_grid() / WARP) {
        int64_t at[8] = {0};
        for_each_row_of_blocks(a, i, at, [](int, int64_t, unsigned, int64_t) {});
#pragma unroll
        for (int r = 0; r < 8; r++)
            if (lane_of_warp() == r && 8 * i + r < a.rows)
                a.C_row_start[8 * i + r] = at[r];
    }
}

template <typename V> static __global__ void fill_rows(struct mxm_bmsparse_arguments a)
{
    if constexpr (has_values<V>::is) {
        const V *value = (const V *)a.value;
        V *C_value = (V *)a.C_value;
        for (int64_t i = thread_of_grid() / WARP; i < a.A.block_rows; i += threads_of_grid() / WARP) {
            int64_t at[8];
#pragma unroll
            for (int r = 0; r < 8; r++)
                at[r] = 8 * i + r < a.rows ? a.C_row_start[8 * i + r] : 0;
            for_each_row_of_blocks(a, i, at, [&](int r, int64_t block, unsigned bits, int64_t to) {
                if (bits == 0)
                    return;
                int64_t from = a.first_value[block] + __popcll(a.mask[block] & (((uint64_t)1 << 8 * r) - 1));
                int32_t column = (int32_t)(8 * (a.block_key[block] & (((uint64_t)1 << a.column_bits) - 1)));
                for (; bits != 0; bits &= bits - 1, to++, from++) {
                    a.C_column[to] = column + __ffs((int)bits) - 1;
                    C_value[to] = value[from];
                }
            });
        }
    }
}

extern "C" const void *const graph__cuda_bmsparse_count = (const void *)count;
extern "C" const void *const graph__cuda_bmsparse_expand = (const void *)expand;
extern "C" const void *const graph__cuda_bmsparse_heads = (const void *)mark_heads;
extern "C" const void *const graph__cuda_bmsparse_blocks = (const void *)list_blocks;
extern "C" const void *const graph__cuda_bmsparse_bits = (const void *)find_bits;
extern "C" const void *const graph__cuda_bmsparse_row_counts = (const void *)count_rows;
extern "C" const void *const graph__cuda_bmsparse_rows[] = {
    (const void *)fill_rows<nothing>, (const void *)fill_rows<uint8_t>, (const void *)fill_rows<uint16_t>,
    (const void *)fill_rows<uint32_t>, (const void *)fill_rows<uint64_t>};
