/* C = A B by outer products of columns of A and rows of B, over tiles of C.
 *
 * A warp takes COLUMN_ROW_ROWS rows of A, an entry for each lane.  Each lane traverses its row of B up to the last
 * column of the tile, and continues from there in the next tile.  Lanes that meet at an element of the tile add one
 * after the other, in the order of k.  A row belongs to one warp, so the order of all additions is fixed.  A bitmap
 * marks the elements of the tile that exist.  Finished rows stay in a temporary matrix until all are counted.  The
 * paper's thread blocks add atomically into tiles of 100 x 24,000.  Matam, Bharadwaj, Kothapalli, "Sparse matrix matrix
 * multiplication on hybrid CPU+GPU platforms", HiPC 2012. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/published/mxm_column_row_arguments.h"
#include "cuda/primitives/warp.cuh"

enum {
    COLUMN_ROW_WORDS = COLUMN_ROW_COLUMNS / 32, /* of a row of a tile */
    COLUMN_ROW_WARPS = COLUMN_ROW_THREADS / WARP,
    COLUMN_ROW_NONE = 0x7fffffff
};

/* An upper bound of the entries of each row of C. */
GRAPH_KERNEL void mxm_column_row_bound(struct mxm_column_row_arguments a)
{
    for (int64_t i = thread_of_grid(); i < a.rows; i += threads_of_grid()) {
        int64_t bound = 0;
        for (int64_t k = a.A_row_start[i]; k < a.A_row_start[i + 1]; k++)
            bound += a.B_row_start[a.A_column[k] + 1] - a.B_row_start[a.A_column[k]];
        a.offset[i] = bound < a.columns ? bound : a.columns;
    }
}

/* The tile of C that a warp adds into. */
struct column_row_tile {
    uint32_t *mark;
    T *sum;
    int32_t *from;
    int32_t first; /* column */
};

DEVICE void column_row_add(const struct column_row_tile &tile, int cell, int32_t entry, T product)
{
    const uint32_t bit = 1u << cell % 32;
    const bool is_there = (atomicOr(&tile.mark[cell / 32], bit) & bit) != 0;
    if (SEMIRING_IS_ANY) {
        if (!is_there || entry < tile.from[cell]) {
            tile.from[cell] = entry;
            tile.sum[cell] = product;
        }
    } else
        tile.sum[cell] = is_there ? add(tile.sum[cell], product) : product;
}

/* Adds the products of entry k of A, one for each lane (lanes past the end have b == b_end), as far as they are in the tile.
 * `row`: the row of the entry, counted from the first of the tile; `entry`: its number in the row.  Returns the lane's next
 * column. */
DEVICE int32_t column_row_add_products(const struct mxm_column_row_arguments &a,
                                       const struct column_row_tile &tile, int64_t k, int row, int32_t entry,
                                       int64_t &b, int64_t b_end)
{
    const T *A_value = (const T *)a.A_value, *B_value = (const T *)a.B_value;
    const unsigned before = (1u << lane_of_warp()) - 1;
    int32_t column = b < b_end ? a.B_column[b] : COLUMN_ROW_NONE;
    for (;;) {
        const bool is_in = column != COLUMN_ROW_NONE && column - tile.first < COLUMN_ROW_COLUMNS;
        if (!__any_sync(ALL_LANES, is_in))
            return column;
        const int cell = is_in ? row * COLUMN_ROW_COLUMNS + column - tile.first : -1 - lane_of_warp();
        const unsigned peers = __match_any_sync(ALL_LANES, cell);
        const int round = __popc(peers & before);
        const int rounds = (int)__reduce_max_sync(ALL_LANES, (unsigned)round) + 1;
        for (int t = 0; t < rounds; t++) {
            if (is_in && t == round)
                column_row_add(tile, cell, entry, mul(X_VALUE(A_value, k), Y_VALUE(B_value, b)));
            __syncwarp();
        }
        if (is_in) {
            b++;
            column = b < b_end ? a.B_column[b] : COLUMN_ROW_NONE;
        }
    }
}

/* Writes row r of the tile to the temporary matrix from `to` on, and clears its marks; returns the number of its entries. */
DEVICE int column_row_write(const struct mxm_column_row_arguments &a, const struct column_row_tile &tile,
                            int r, int64_t to)
{
    int written = 0;
    for (int w = lane_of_warp(); w < COLUMN_ROW_WORDS; w += WARP) {
        uint32_t bits = tile.mark[r * COLUMN_ROW_WORDS + w];
        tile.mark[r * COLUMN_ROW_WORDS + w] = 0;
        const int entries = __popc(bits), sum = scan_warp(entries);
        int64_t place = to + written + sum - entries;
        for (; bits != 0; bits &= bits - 1, place++) {
            int column = w * 32 + __ffs((int)bits) - 1;
            a.column[place] = tile.first + column;
            ((T *)a.value)[place] = tile.sum[r * COLUMN_ROW_COLUMNS + column];
        }
        written += __shfl_sync(ALL_LANES, sum, WARP - 1);
    }
    return written;
}

/* Warps take rows until there are none. */
GRAPH_KERNEL void mxm_column_row(struct mxm_column_row_arguments a)
{
    __shared__ uint32_t marks[COLUMN_ROW_WARPS][COLUMN_ROW_ROWS * COLUMN_ROW_WORDS];
    const int lane = lane_of_warp();
    const int64_t warp = thread_of_grid() / WARP;
    struct column_row_tile tile = {marks[threadIdx.x / WARP], (T *)a.sum + warp * COLUMN_ROW_CELLS,
                                   SEMIRING_IS_ANY ? a.from + warp * COLUMN_ROW_CELLS : nullptr, 0};
    for (int w = lane; w < COLUMN_ROW_ROWS * COLUMN_ROW_WORDS; w += WARP)
        tile.mark[w] = 0;
    __syncwarp();
    for (;;) {
        const int64_t first_row = next_of_warp(a.ticket) * COLUMN_ROW_ROWS;
        if (first_row >= a.rows)
            return;
        const int rows = (int)(a.rows - first_row < COLUMN_ROW_ROWS ? a.rows - first_row : COLUMN_ROW_ROWS);
        /* Lane r has the start of row r, and the number of entries of row r of C so far. */
        const int64_t start = a.A_row_start[first_row + (lane < rows ? lane : rows)];
        const int64_t first = __shfl_sync(ALL_LANES, start, 0), end = __shfl_sync(ALL_LANES, start, rows);
        int32_t found = 0;
        int32_t next = COLUMN_ROW_NONE;
        for (int64_t k = first + lane; k < end; k += WARP) {
            int64_t b = a.B_row_start[a.A_column[k]];
            a.at[k] = b;
            if (b < a.B_row_start[a.A_column[k] + 1] && a.B_column[b] < next)
                next = a.B_column[b];
        }
        next = (int32_t)__reduce_min_sync(ALL_LANES, (unsigned)next);
        while (next != COLUMN_ROW_NONE) {
            tile.first = next / COLUMN_ROW_COLUMNS * COLUMN_ROW_COLUMNS;
            next = COLUMN_ROW_NONE;
            for (int64_t base = first; base < end; base += WARP) {
                const int64_t k = base + lane;
                int64_t b = 0, b_end = 0, row_start = first;
                int row = 0;
                if (k < end) {
                    b = a.at[k];
                    b_end = a.B_row_start[a.A_column[k] + 1];
                }
                for (int r = 1; r < rows; r++) {
                    const int64_t other = __shfl_sync(ALL_LANES, start, r);
                    if (other <= k) {
                        row = r;
                        row_start = other;
                    }
                }
                const int32_t column =
                    column_row_add_products(a, tile, k, row, (int32_t)(k - row_start), b, b_end);
                if (k < end)
                    a.at[k] = b;
                next = column < next ? column : next;
            }
            next = (int32_t)__reduce_min_sync(ALL_LANES, (unsigned)next);
            for (int r = 0; r < rows; r++) {
                const int32_t so_far = __shfl_sync(ALL_LANES, found, r);
                const int written = column_row_write(a, tile, r, a.offset[first_row + r] + so_far);
                if (lane == r)
                    found += written;
            }
            __syncwarp();
        }
        if (lane < rows)
            a.count[first_row + lane] = found;
    }
}

/* Compacts the rows of the temporary matrix into C, with a warp for each. */
GRAPH_KERNEL void mxm_column_row_compact(struct mxm_column_row_arguments a)
{
    for (int64_t i = thread_of_grid() / WARP; i < a.rows; i += threads_of_grid() / WARP) {
        const int64_t from = a.offset[i], to = a.C_row_start[i], n = a.C_row_start[i + 1] - to;
        for (int64_t k = lane_of_warp(); k < n; k += WARP) {
            a.C_column[to + k] = a.column[from + k];
            ((T *)a.C_value)[to + k] = ((const T *)a.value)[from + k];
        }
    }
}
