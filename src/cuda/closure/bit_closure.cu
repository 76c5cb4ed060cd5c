/* Warshall's closure of a bit matrix R, 1,024 pivots in a round, with products of bits on the tensor cores.
 *
 * A round closes the square D of its pivots (one block, a row in the registers of each thread), then the rows P of the
 * pivots, P |= D P, then all rows, R |= L P, where L are the columns of the pivots in R: a path through pivots is an edge to
 * the first of them and then a path in P.  Both products read the transpose of P, so that the 1,024 bits of a column lie
 * together, and count matches by m16n8k256 with `and` and population count; a count other than 0 is a bit.
 * Sources: Warshall, JACM 9(1), 1962; the blocked form of Floyd-Warshall, Venkataraman et al., JEA 8, 2003. */
#include "cuda/primitives/warp.cuh"

#include "cuda/primitives/async_copies.cuh"
#include "cuda/closure/bit_closure_arguments.h"
#include "cuda/primitives/bit_mma.cuh"
#include "cuda/primitives/value_sizes.cuh"

namespace
{

enum {
    VECTORS = BIT_PIVOT_WORDS / 4, /* of 16 bytes in a row of 1,024 bits */
    STEPS = BIT_PIVOTS / 256,
    QUAD = 4,
    WARP_ROWS = 32, /* of the product: two tiles of the tensor cores */
    COLUMNS = 8,
    TILE_VECTORS = BIT_TILE * VECTORS,
    TILE_WORDS = BIT_TILE / 32
};
static_assert(BIT_THREADS / WARP * WARP_ROWS == BIT_TILE, "the warps of a block take the rows of a tile");

__global__ void __launch_bounds__(BIT_PIVOTS, 1) bit_close(struct bit_round_arguments a)
{
    __shared__ uint4 pivot[2][VECTORS];
    const int i = (int)threadIdx.x;
    const uint4 *pivots = (const uint4 *)(a.bits + (a.first + i) * a.words + a.first / 32);
    uint32_t row[BIT_PIVOT_WORDS];
#pragma unroll
    for (int k = 0; k < VECTORS; k++) {
        const uint4 x = pivots[k];
        row[4 * k] = x.x;
        row[4 * k + 1] = x.y;
        row[4 * k + 2] = x.z;
        row[4 * k + 3] = x.w;
    }
#pragma unroll
    for (int w = 0; w < BIT_PIVOT_WORDS; w++)
        for (int b = 0; b < 32; b++) {
            if (i == w * 32 + b)
#pragma unroll
                for (int k = 0; k < VECTORS; k++)
                    pivot[b & 1][k] = make_uint4(row[4 * k], row[4 * k + 1], row[4 * k + 2], row[4 * k + 3]);
            __syncthreads();
            if ((row[w] >> b & 1) != 0)
#pragma unroll
                for (int k = 0; k < VECTORS; k++) {
                    const uint4 x = pivot[b & 1][k];
                    row[4 * k] |= x.x;
                    row[4 * k + 1] |= x.y;
                    row[4 * k + 2] |= x.z;
                    row[4 * k + 3] |= x.w;
                }
        }
#pragma unroll
    for (int k = 0; k < VECTORS; k++)
        ((uint4 *)a.closed)[i * VECTORS + k] =
            make_uint4(row[4 * k], row[4 * k + 1], row[4 * k + 2], row[4 * k + 3]);
}

/* pivot_columns = L. */
__global__ void bit_pivot_columns(struct bit_round_arguments a)
{
    const int64_t vectors = a.n * VECTORS;
    for (int64_t k = thread_of_grid(); k < vectors; k += threads_of_grid())
        ((uint4 *)a.pivot_columns)[k] =
            *((const uint4 *)(a.bits + k / VECTORS * a.words + a.first / 32) + k % VECTORS);
}

/* pivot_rows = the transpose of P. */
__global__ void bit_pivot_rows(struct bit_round_arguments a)
{
    const int lane = lane_of_warp();
    const int64_t items = a.n / 32 * BIT_PIVOT_WORDS;
    for (int64_t item = thread_of_grid() / WARP; item < items; item += threads_of_grid() / WARP) {
        const int64_t column = item / BIT_PIVOT_WORDS, group = item % BIT_PIVOT_WORDS;
        const uint32_t x = a.bits[(a.first + group * 32 + lane) * a.words + column];
        a.pivot_rows[(column * 32 + lane) * BIT_PIVOT_WORDS + group] = transpose_bits(x);
    }
}

/* The place of vector c of row j in a tile.  A row has 128 bytes; its vectors are permuted so that rows use different
 * banks. */
DEVICE int place_of(int j, int c) { return j * VECTORS + (c ^ (j & (VECTORS - 1))); }

DEVICE void fetch_tile(uint4 *tile, const uint32_t *B, int64_t column)
{
    const uint4 *from = (const uint4 *)B + column * VECTORS;
    for (int k = (int)threadIdx.x; k < TILE_VECTORS; k += BIT_THREADS)
        copy_16_bytes(&tile[place_of(k / VECTORS, k % VECTORS)], &from[k]);
    commit_copies();
}

/* The 256 bits of a row in a thread.  Any order of the words is right if both operands have the same. */
struct piece {
    uint32_t word[2 * STEPS];
};

DEVICE piece piece_of(const uint4 &x, const uint4 &y) { return {x.x, x.y, x.z, x.w, y.x, y.y, y.z, y.w}; }

/* A warp takes 32 rows of A, whose bits stay in registers, and iterates over the columns of a segment. */
__global__ void __launch_bounds__(BIT_THREADS, 2) bit_product(struct bit_product_arguments a)
{
    extern __shared__ __align__(16) uint4 tiles[];
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP, group = lane / QUAD, part = lane % QUAD;
    const int64_t columns = a.n / BIT_TILE, segments = (columns + BIT_SEGMENT - 1) / BIT_SEGMENT,
                  items = a.rows / BIT_TILE * segments;
    for (int64_t item = blockIdx.x; item < items; item += gridDim.x) {
        const int64_t row = item / segments * BIT_TILE + warp * WARP_ROWS,
                      first = item % segments * BIT_SEGMENT,
                      end = first + BIT_SEGMENT < columns ? first + BIT_SEGMENT : columns;
        piece row_piece[QUAD]; /* rows group, + 8, + 16, + 24 */
        fetch_tile(tiles, a.B, first * BIT_TILE);
#pragma unroll
        for (int q = 0; q < QUAD; q++) {
            const uint4 *from = (const uint4 *)a.A + (row + group + 8 * q) * VECTORS + 2 * part;
            row_piece[q] = piece_of(from[0], from[1]);
        }
        for (int64_t tile = first; tile < end; tile++) {
            const uint4 *here = tiles + (tile - first) % 2 * TILE_VECTORS;
            if (tile + 1 < end)
                fetch_tile(tiles + (tile + 1 - first) % 2 * TILE_VECTORS, a.B, (tile + 1) * BIT_TILE);
            else
                commit_copies();
            wait_for_copies<1>();
            __syncthreads();
            uint32_t found[TILE_WORDS]; /* of the row group + 8 * part */
#pragma unroll
            for (int w = 0; w < TILE_WORDS; w++) {
                uint32_t bits[QUAD] = {0, 0, 0, 0};
#pragma unroll
                for (int c = 0; c < 32 / COLUMNS; c++) {
                    const int j = w * 32 + c * COLUMNS + group;
                    const piece column_piece =
                        piece_of(here[place_of(j, 2 * part)], here[place_of(j, 2 * part + 1)]);
                    int count[2][4] = {};
#pragma unroll
                    for (int s = 0; s < STEPS; s++)
#pragma unroll
                        for (int half = 0; half < 2; half++)
                            match(count[half], row_piece[2 * half].word[2 * s],
                                  row_piece[2 * half + 1].word[2 * s], row_piece[2 * half].word[2 * s + 1],
                                  row_piece[2 * half + 1].word[2 * s + 1], column_piece.word[2 * s],
                                  column_piece.word[2 * s + 1]);
#pragma unroll
                    for (int q = 0; q < QUAD; q++)
#pragma unroll
                        for (int k = 0; k < 2; k++)
                            bits[q] |= (count[q / 2][q % 2 * 2 + k] != 0 ? 1u : 0u) << (c * COLUMNS + k);
                }
                found[w] = 0;
#pragma unroll
                for (int q = 0; q < QUAD; q++) {
                    uint32_t x = bits[q] << 2 * part;
                    x |= __shfl_xor_sync(ALL_LANES, x, 1);
                    x |= __shfl_xor_sync(ALL_LANES, x, 2);
                    found[w] = part == q ? x : found[w];
                }
            }
            uint4 *to = (uint4 *)(a.bits + (row + group + 8 * part) * a.words + tile * TILE_WORDS);
#pragma unroll
            for (int k = 0; k < 2; k++) {
                const uint4 old = to[k];
                const uint4 x = make_uint4(old.x | found[4 * k], old.y | found[4 * k + 1],
                                           old.z | found[4 * k + 2], old.w | found[4 * k + 3]);
                if (x.x != old.x || x.y != old.y || x.z != old.z || x.w != old.w)
                    to[k] = x;
            }
            __syncthreads();
        }
    }
}

__global__ void bit_copy(struct bit_copy_arguments a)
{
    for (int64_t k = thread_of_grid(); k < a.to_rows * a.to_words; k += threads_of_grid()) {
        const int64_t i = k / a.to_words, w = k % a.to_words;
        a.to[k] = i < a.from_rows && w < a.from_words ? a.from[i * a.from_words + w] : 0;
    }
}

} // namespace

EXPORT(bit_close)
EXPORT(bit_pivot_columns)
EXPORT(bit_pivot_rows)
EXPORT(bit_product)
EXPORT(bit_copy)
extern "C" const int graph__cuda_bit_product_bytes = 2 * TILE_VECTORS * sizeof(uint4);
